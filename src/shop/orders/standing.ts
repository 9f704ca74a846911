import { sql } from 'kysely';
import { heldStates, type OrderState, openStates } from '../../domain/order.ts';

/** Where an order stands, as a condition. */
export const stands = (state: OrderState) => sql<boolean>`state = ${sql.lit(state)}`;

/**
 * Written out in the statement: of a list behind parameters SQLite cannot tell that an index over those states alone will
 * do, and would read every order there ever was.
 */
const oneOf = (states: readonly OrderState[]) =>
  sql<boolean>`state in (${sql.join(states.map((state) => sql.lit(state)))})`;

/** The gateway still owes an answer. */
export const isOpen = oneOf(openStates);
/** The buyer's money is held. */
export const isHeld = oneOf(heldStates);
