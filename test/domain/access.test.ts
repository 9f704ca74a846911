import { expect, test } from 'vitest';
import { can, permissions } from '../../src/domain/access.ts';
import { roles } from '../../src/domain/role.ts';

test('customers buy, agents sell as well, the owner does everything; there is nothing else', () => {
  const table = Object.fromEntries(
    roles.map((role) => [role, permissions.filter((permission) => can(role, permission))]),
  );
  expect(table).toEqual({ customer: ['buy'], agent: ['buy', 'sell'], owner: ['buy', 'sell', 'run'] });
});
