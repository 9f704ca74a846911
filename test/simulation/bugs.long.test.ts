import { expect, test } from 'vitest';
import { bugs } from './bugs/bugs.ts';
import { findBug } from './bugs/find.ts';

test.each(Object.keys(bugs))('the simulation finds within its budget: %s', { timeout: 3_600_000 }, async (bug) => {
  expect((await findBug(bug)).violation).not.toBeNull();
});
