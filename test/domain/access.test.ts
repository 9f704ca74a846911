import { expect, test } from 'vitest';
import { can, permissions, type Staff } from '#domain/access.ts';
import { roles, staffRoles } from '#domain/role.ts';

const member = (role: Staff['role'], decides = false): Staff => ({ role, dailyCredit: 0, decides });

test('customers buy, agents also sell, the owner does everything', () => {
  const table = Object.fromEntries(
    roles.map((role) => [role, permissions.filter((permission) => can({ role, staff: null }, permission))]),
  );
  expect(table).toEqual({ customer: ['buy'], agent: ['buy', 'sell', 'sales'], owner: permissions });
});

test('each staff role adds only the permissions that its work needs', () => {
  const table = Object.fromEntries(
    staffRoles.map((role) => [
      role,
      permissions.filter((permission) => can({ role: 'customer', staff: member(role) }, permission)),
    ]),
  );
  const all = ['buy', 'desk', 'people', 'payments'];
  expect(table).toEqual({
    cashier: [...all, 'approve', 'credit', 'notes'],
    support: [...all, 'orders', 'notes', 'message', 'answer'],
    reporter: ['buy', 'sales', 'desk', 'people', 'payments', 'orders', 'reports'],
  });
});

test('support decides reviews only if the owner allows it; the same permission does nothing for a cashier', () => {
  expect(can({ role: 'customer', staff: member('support', true) }, 'decide')).toBe(true);
  expect(can({ role: 'customer', staff: member('support') }, 'decide')).toBe(false);
  expect(can({ role: 'customer', staff: member('cashier', true) }, 'decide')).toBe(false);
});

test('a staff role does not change whether a person sells', () => {
  for (const role of staffRoles) {
    expect(can({ role: 'agent', staff: member(role) }, 'sell')).toBe(true);
    expect(can({ role: 'customer', staff: member(role) }, 'sell')).toBe(false);
    expect(can({ role: 'agent', staff: member(role) }, 'run')).toBe(false);
  }
});
