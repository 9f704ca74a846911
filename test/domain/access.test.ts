import { expect, test } from 'vitest';
import { can, permissions } from '../../src/domain/access.ts';
import { roles } from '../../src/domain/role.ts';

test('customers buy, agents also sell, the owner does everything', () => {
  const table = Object.fromEntries(
    roles.map((role) => [role, permissions.filter((permission) => can(role, permission))]),
  );
  expect(table).toEqual({ customer: ['buy'], agent: ['buy', 'sell'], owner: ['buy', 'sell', 'run'] });
});
