import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createSignal } from '#shop/base/jobs/signal.ts';
import { createOrderMessages } from '#shop/base/outbox/order-messages.ts';
import { createInboxStore } from '#storage/inbox.ts';
import { useDatabase } from '#test/support/shop.ts';

// Every process locks rows in the same order; otherwise two of them would deadlock.
const place = useDatabase('postgres');

test('chats are locked in the order of their ids, whatever the order of their updates', async () => {
  const { database } = place;
  const store = createInboxStore({ database, now: () => 100, owner: 'one', leaseMs: 10, mostOfChat: 5 });
  const chats = [1, 2].map((chat_id) => ({ chat_id, lease_owner: 'a dead process', lease_until: 0 }));
  await database.db.insertInto('chats').values(chats).execute();
  const updates = [2, 1].map((chatId, at) => ({ id: `${at}`, updateId: at, chatId, payload: '{}', always: false }));
  const received = await database.transaction(async (tx) => {
    const lock = (chat: number) =>
      tx.updateTable('chats').set({ screen: 'locked' }).where('chat_id', '=', chat).execute();
    await lock(1);
    const receiving = store.receive(updates, 5);
    await waitingForLock();
    await lock(2);
    return { receiving };
  });
  expect((await received.receiving).chats.map(({ chatId }) => chatId)).toEqual([1, 2]);
});

test('a receipt job is locked before the messages of its order', async () => {
  const { database } = place;
  const { track } = createOrderMessages({ database, now: () => 100, receiptsDue: createSignal() });
  const message = { chatId: 1, messageId: 2, subject: 'order:one', view: 'receipt', shown: 'before' } as const;
  await track(message);
  const tracked = await database.transaction(async (tx) => {
    await tx.updateTable('receipt_jobs').set({ told: 'confirmed' }).execute();
    const tracking = track({ ...message, view: 'page' });
    await waitingForLock();
    await tx.updateTable('order_messages').set({ shown: 'after' }).execute();
    return { tracking };
  });
  await tracked.tracking;
  expect(await database.db.selectFrom('order_messages').select(['view', 'shown']).execute()).toEqual([
    { view: 'page', shown: 'before' },
  ]);
});

async function waitingForLock(): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(place.database.db);
    return rows[0]?.count ?? 0;
  };
  await expect.poll(waiting, { interval: 5, timeout: 60_000 }).toBe(1);
}
