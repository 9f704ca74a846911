import { describe, expect, test } from 'vitest';
import { createSignal } from '#shop/base/jobs/signal.ts';
import { noContent } from '#shop/support/support/conversation.ts';
import { createSupportWorker, type Delivered, type SupportResult } from '#shop/support/support/support-worker.ts';
import { minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { buyerId, newUpdate, openWorld, quiet, useDatabase } from '#test/support/shop.ts';

const sent: SupportResult = { kind: 'done', how: 'sent' };

describe.each(sampledDatabases())('a support worker that sleeps while it sends, on %s', (kind) => {
  const place = useDatabase(kind);

  /** What the process that slept hears after its lease; the other one creates the topic 9 and waits for `finish`. */
  async function open(late: (piece: Delivered) => Promise<SupportResult>) {
    const { clock, shop } = await openWorld(place.database);
    const worker = (deliver: (piece: Delivered) => Promise<SupportResult>) =>
      createSupportWorker({
        ...{ database: place.database, log: quiet, now: clock.now, random: () => 0.5, deliver },
        ...{ supportDue: createSignal(), unanswered: { run: async () => undefined } },
      });
    const [slept, began, woken, finish] = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
    if (!slept || !began || !woken || !finish) throw new Error('There are four.');
    await shop.support.take(buyerId, {
      ...{ source: newUpdate(), chatId: buyerId, messageId: 5, album: null, repliesTo: null, content: noContent },
    });
    const sleeping = worker(async (piece) => {
      slept.resolve();
      await woken.promise;
      return late(piece);
    }).runOnce();
    await slept.promise;
    clock.pass(2 * minute);
    const other = worker(async ({ steps }) => {
      await steps.topic({ chatId: -1, id: 9 });
      began.resolve();
      await finish.promise;
      return sent;
    }).runOnce();
    await began.promise;
    woken.resolve();
    await sleeping;
    const { db } = place.database;
    const conversation = () => db.selectFrom('support_conversations').selectAll().executeTakeFirstOrThrow();
    const how = async () => (await db.selectFrom('support_messages').selectAll().executeTakeFirst())?.done_how;
    const end = async () => {
      finish.resolve();
      await other;
    };
    return { conversation, how, end };
  }

  test.each(['blocked', 'gone'] as const)('"%s" ends nothing that another process is sending', async (late) => {
    const { how, end, conversation } = await open(async () => ({ kind: 'done', how: late }));
    expect(await how()).toBeNull();
    await end();
    expect([await how(), await conversation()]).toMatchObject(['sent', { next_attempt_at: null, lease_until: 0 }]);
  });

  test('a topic that it found missing leaves the new topic of the other process', async () => {
    const { conversation, end } = await open(async ({ steps }) => {
      await steps.topic(null);
      return sent;
    });
    expect(await conversation()).toMatchObject({ topic_chat_id: -1, topic_id: 9 });
    await end();
  });
});
