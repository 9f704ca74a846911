import type { Failure } from '#domain/failure.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import { addTestDelivery } from '#shop/base/outbox/api-deliveries.ts';
import type { Database } from '#storage/database.ts';
import { lockPerson } from '#storage/person-lock.ts';
import type { ApiAccess } from './api-access.ts';

export interface ApiDelivery {
  readonly id: string;
  /** The shop's code of the order; null for a test. */
  readonly orderCode: string | null;
  readonly createdAt: number;
  /** Null before the first attempt. */
  readonly triedAt: number | null;
  /** Status of the last answer, or why there was no answer; null before the first attempt. */
  readonly result: string | null;
  readonly state: 'waiting' | 'delivered' | 'given-up';
  readonly attempts: number;
}

interface ApiDeliveriesDeps {
  readonly database: Database;
  readonly apiAccess: Pick<ApiAccess, 'of'>;
  readonly apiDeliveriesDue: Signal;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
}

const mostShown = 10;

/** Notifications to an agent's address, as the agent sees them. */
export function createApiDeliveries({ database, apiAccess, apiDeliveriesDue, now, randomBytes }: ApiDeliveriesDeps) {
  /** The latest notifications, newest first. */
  async function recent(personId: number): Promise<ApiDelivery[]> {
    const rows = await database.db
      .selectFrom('api_deliveries')
      .leftJoin('orders', 'orders.id', 'api_deliveries.order_id')
      .select(['api_deliveries.id', 'orders.webservice_code as orderCode', 'api_deliveries.created_at as createdAt'])
      .select(['api_deliveries.tried_at as triedAt', 'api_deliveries.result', 'api_deliveries.attempts'])
      .select('api_deliveries.done_how as how')
      .where('api_deliveries.person_id', '=', personId)
      .orderBy('api_deliveries.created_at', 'desc')
      .orderBy('api_deliveries.id')
      .limit(mostShown)
      .execute();
    return rows.map(({ how, ...row }) => ({
      ...row,
      state: how === null ? 'waiting' : how === 'delivered' ? how : 'given-up',
    }));
  }

  /** Sends a test now. A test that still waits is sent instead of a second one. */
  async function test(personId: number): Promise<Result<null, Failure>> {
    const queued = await database.transaction(async (tx) => {
      await lockPerson(database, tx, personId);
      if (!(await apiAccess.of(personId, tx))?.hook) return false;
      const at = now();
      const waiting = await tx
        .updateTable('api_deliveries')
        .set({ next_attempt_at: at })
        .where('person_id', '=', personId)
        .where('order_id', 'is', null)
        .where('done_at', 'is', null)
        .returning('id')
        .execute();
      const id = `test:${randomBytes(8).toString('hex')}`;
      if (waiting.length === 0) await addTestDelivery(tx, { id, personId, at });
      return true;
    });
    if (!queued) return err({ code: 'not-allowed' });
    apiDeliveriesDue.notify();
    return ok(null);
  }

  return { recent, test };
}
