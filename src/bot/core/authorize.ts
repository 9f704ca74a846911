import { can } from '../../domain/access.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Person } from '../../shop/people/people.ts';
import type { ActionRules } from './action.ts';

type Standing = Pick<Person, 'role' | 'pausedWhy'>;

/** Why this person may not do this, whatever their menu showed; null when they may. */
export function authorize(
  { role, pausedWhy }: Standing,
  { permission, whilePaused }: Pick<ActionRules, 'permission' | 'whilePaused'>,
): Failure | null {
  if (!can(role, permission)) return { code: 'not-allowed' };
  return pausedWhy !== null && !whilePaused ? { code: 'person-paused', reason: pausedWhy } : null;
}

/** Lists of numbers are for sellers who are not paused. */
export const canSell = ({ role, pausedWhy }: Standing): boolean => can(role, 'sell') && pausedWhy === null;
