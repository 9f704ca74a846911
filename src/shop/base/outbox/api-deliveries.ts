import { z } from 'zod';
import { ownCauseOutcome } from '#domain/order.ts';
import type { Database, Transaction } from '#storage/database.ts';
import { prepared } from '#storage/prepared.ts';
import type { OrderRow } from '#storage/tables/tables.ts';

/** The ways in which an order ends. */
const events = ['delivered', 'rejected', 'reversed'] as const;
type ApiEvent = (typeof events)[number];

/** In a test, all fields are null. */
const orderFields = z.object({
  webservice_code: z.string().nullable().describe('Yours.'),
  code: z.string().nullable().describe("The shop's code of the order."),
  state: z.enum(events).nullable(),
  mobile: z.string().nullable(),
  product_id: z.int().nullable(),
  price: z.int().nullable(),
  charge: z.int().nullable(),
  message: z.string().nullable(),
});

/** What an agent's server receives. */
export const apiNotice = z.object({
  id: z.string().describe('The same however often it is sent.'),
  event: z.enum([...events.map((event) => `order.${event}` as const), 'test']),
  at: z.iso.datetime(),
  ...orderFields.shape,
});

type ApiNotice = z.infer<typeof apiNotice>;

interface NewDelivery extends Pick<ApiNotice, 'id' | 'event'> {
  readonly personId: number;
  readonly at: number;
  readonly orderId: string | null;
  readonly about: Readonly<z.infer<typeof orderFields>>;
}

/** Finds no row if the agent has no address or may no longer use the API. */
const codeAt = prepared((db, { personId, orderId }: { readonly personId: number; readonly orderId: string }) =>
  db
    .selectFrom('api_access')
    .leftJoin('api_purchases', (join) => join.on('api_purchases.order_id', '=', orderId))
    .select('api_purchases.code')
    .where('api_access.person_id', '=', personId)
    .where('api_access.allowed_at', 'is not', null)
    .where('api_access.hook_url', 'is not', null),
);

export const deliveryId = (orderId: string, state: ApiEvent): string => `${orderId}:${state}`;

/** Runs in the transaction that ends the order. Costs nothing for an order from the chat. */
export async function addApiDelivery(tx: Transaction, row: OrderRow, state: ApiEvent, at: number): Promise<void> {
  if (row.source !== 'api') return;
  const [hook] = await codeAt(tx, { personId: row.buyer_id, orderId: row.id });
  if (!hook) return;
  const isToldWhy = state !== 'reversed' && row.outcome !== ownCauseOutcome;
  await insertDelivery(tx, {
    id: deliveryId(row.id, state),
    personId: row.buyer_id,
    event: `order.${state}`,
    at,
    orderId: row.id,
    about: {
      webservice_code: hook.code,
      code: row.webservice_code,
      state,
      mobile: row.mobile,
      product_id: row.product_id,
      price: row.total,
      charge: row.charge,
      message: isToldWhy ? row.outcome : null,
    },
  });
}

/** A test has all fields too. */
const noOrder: NewDelivery['about'] = {
  webservice_code: null,
  code: null,
  state: null,
  mobile: null,
  product_id: null,
  price: null,
  charge: null,
  message: null,
};

export const addTestDelivery = (
  tx: Transaction,
  delivery: Pick<NewDelivery, 'id' | 'personId' | 'at'>,
): Promise<void> => insertDelivery(tx, { ...delivery, event: 'test', orderId: null, about: noOrder });

/** Builds the body from the present state, whenever it is sent. */
async function insertDelivery(
  tx: Transaction,
  { id, personId, event, at, orderId, about }: NewDelivery,
): Promise<void> {
  await tx
    .insertInto('api_deliveries')
    .values({
      id,
      person_id: personId,
      order_id: orderId,
      body: JSON.stringify({ id, event, at: new Date(at).toISOString(), ...about } satisfies ApiNotice),
      created_at: at,
      next_attempt_at: at,
      tried_at: null,
      result: null,
      done_at: null,
      done_how: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

const keptMs = 30 * 24 * 3_600_000;

/** Deletes old deliveries; the orders stay. */
export async function sweepApiDeliveries({ db }: Pick<Database, 'db'>, now: number): Promise<void> {
  await db
    .deleteFrom('api_deliveries')
    .where('done_at', '<', now - keptMs)
    .execute();
}
