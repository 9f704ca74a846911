import { sql } from 'kysely';
import { heldStates, type OrderState, openStates } from '../../domain/order.ts';

/**
 * Where an order stands, as a condition. Written out: where an index holds some states alone, SQLite would plan a statement
 * with a parameter here anew each time that it is run.
 */
export const inState = (state: OrderState) => sql<boolean>`state = ${sql.lit(state)}`;

/** Of a list behind parameters SQLite cannot tell that such an index will do, and would read every order there ever was. */
export const inOneOf = (states: readonly OrderState[]) =>
  sql<boolean>`state in (${sql.join(states.map((state) => sql.lit(state)))})`;

/** The gateway still owes an answer. */
export const isOpen = inOneOf(openStates);
/** The buyer's money is held. */
export const isHeld = inOneOf(heldStates);
