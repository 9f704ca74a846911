import { sql } from 'kysely';
import { heldStates, type OrderState, openStates } from '#domain/order.ts';
import type { Queries } from './queries.ts';

/** Writes states as literals: SQLite uses a partial index only if the statement itself contains them. */
export const inState = (state: OrderState) => sql<boolean>`state = ${sql.lit(state)}`;

export const inOneOf = (states: readonly OrderState[]) =>
  sql<boolean>`state in (${sql.join(states.map((state) => sql.lit(state)))})`;

/** The gateway owes an answer. */
export const isOpen = inOneOf(openStates);
/** The buyer's money is held. */
export const isHeld = inOneOf(heldStates);

export async function countOpenOrders(db: Queries): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isOpen)
    .executeTakeFirstOrThrow();
  return Number(count);
}
