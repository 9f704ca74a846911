import { can } from '../../domain/access.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Person } from '../../shop/people/people.ts';
import type { ActionRules } from './action.ts';

type Standing = Pick<Person, 'role' | 'pausedWhy'>;

/** Null: allowed. Checked for every action, whatever the menu showed. */
export function authorize(
  { role, pausedWhy }: Standing,
  { permission, whilePaused }: Pick<ActionRules, 'permission' | 'whilePaused'>,
): Failure | null {
  if (!can(role, permission)) return { code: 'not-allowed' };
  return pausedWhy !== null && !whilePaused ? { code: 'person-paused', reason: pausedWhy } : null;
}

export const canSell = ({ role, pausedWhy }: Standing): boolean => can(role, 'sell') && pausedWhy === null;
