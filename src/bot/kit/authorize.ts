import { can, type Permission } from '#domain/access.ts';
import type { Failure } from '#domain/failure.ts';
import type { Person } from '#shop/people/people/people.ts';
import type { ActionRules } from './action.ts';

type Requester = Pick<Person, 'role' | 'staff' | 'pausedWhy'>;

/** Null if allowed. Checked for every action, whatever the menu showed. */
export function authorize(
  person: Requester,
  { permission, whilePaused }: Pick<ActionRules, 'permission' | 'whilePaused'>,
): Failure | null {
  if (!can(person, permission)) return { code: 'not-allowed' };
  const { pausedWhy } = person;
  return pausedWhy !== null && !whilePaused ? { code: 'person-paused', reason: pausedWhy } : null;
}

/** For requests other than actions; also requires that the person is not paused. */
export const canNow = (person: Requester, permission: Permission): boolean =>
  can(person, permission) && person.pausedWhy === null;

export const canSell = (person: Requester): boolean => canNow(person, 'sell');
