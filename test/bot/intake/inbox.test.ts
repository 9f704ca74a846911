import type { Update } from 'grammy/types';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createInbox, defaultInboxTimings, type Inbox, type InboxDeps } from '#bot/intake/inbox.ts';
import { createChatScreens } from '#bot/kit/chat-screens.ts';
import { createSignal } from '#shop/base/jobs/signal.ts';
import { createOrderMessages, isUnknown } from '#shop/base/outbox/order-messages.ts';
import type { Database } from '#storage/database.ts';
import { openDatabase } from '#storage/database.ts';
import { createInboxStore } from '#storage/inbox.ts';
import { type DatabaseKind, makeDatabase } from '#test/support/databases.ts';
import { createFaultyWrites } from '#test/support/faulty-writes.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { quiet } from '#test/support/shop.ts';

const timings = { ...defaultInboxTimings, pausesMs: [1, 1], everyMs: 20, leaseMs: 60_000 };

let ids = 0;
const say = (chatId: number, text: string): Update => {
  ids += 1;
  const user = { id: chatId, is_bot: false, first_name: 'Sara' };
  const chat = { id: chatId, type: 'private', first_name: 'Sara' } as const;
  return { update_id: ids, message: { message_id: ids, date: 1, chat, from: user, text } } as Update;
};
const textOf = ({ message }: Update): string => message?.text ?? '';

/** The inbox of one process. */
function startInbox(database: Database, deps: Partial<InboxDeps> & { readonly owner?: string }): Inbox {
  const { owner = 'one', now = Date.now, timings: given = timings } = deps;
  const inbox = createInbox({
    store: createInboxStore({ database, now, owner, leaseMs: given.leaseMs, mostOfChat: 120 }),
    screens: createChatScreens(),
    handle: async () => undefined,
    admit: async () => true,
    onRefused: () => undefined,
    apologise: async () => undefined,
    log: quiet,
    now,
    timings: given,
    ...deps,
  });
  inbox.start();
  return inbox;
}

const faults = createFaultyWrites();

async function openOn(kind: DatabaseKind, wrap = false): Promise<Database> {
  const made = await makeDatabase(kind);
  const database = await openDatabase(made.settings, { log: quiet, ...(wrap ? { wrap: faults.wrap } : {}) });
  onTestFinished(async () => {
    await database.close();
    await made.remove();
  });
  return database;
}

describe.each(sampledDatabases())('on %s', (kind) => {
  const open = (wrap = false) => openOn(kind, wrap);

  const waiting = async ({ db }: Database) =>
    (await db.selectFrom('inbox').select('id').where('done_at', 'is', null).execute()).length;

  test('whichever write fails, every accepted update is handled, in order', {
    timeout: 300_000,
  }, async () => {
    const database = await open(true);
    const handled: string[] = [];
    // A lease that could not be released expires.
    const inbox = startInbox(database, {
      handle: async (update) => void handled.push(textOf(update)),
      timings: { ...timings, leaseMs: 500 },
    });
    onTestFinished(() => inbox.stop());
    for (const when of ['before', 'after'] as const)
      for (let at = 0; at < 10; at += 1) {
        const chatId = 1_000 + at + (when === 'after' ? 100 : 0);
        const updates = [say(chatId, `${chatId} first`), say(chatId, `${chatId} second`)];
        faults.breakAfter(at, when);
        // Telegram repeats what could not be stored.
        for (let tries = 0; tries < 5; tries += 1)
          if (
            await inbox.receive(updates).then(
              () => true,
              () => false,
            )
          )
            break;
        await expect.poll(() => handled.includes(`${chatId} second`)).toBe(true);
        await expect.poll(() => waiting(database)).toBe(0);
        const order = handled.filter((text) => text.startsWith(`${chatId}`));
        expect(order.indexOf(`${chatId} first`)).toBeLessThan(order.indexOf(`${chatId} second`));
        expect(order.lastIndexOf(`${chatId} first`)).toBeLessThan(order.indexOf(`${chatId} second`));
      }
    faults.breakAfter(Number.POSITIVE_INFINITY, 'before');
  });

  test('an update that comes as the last one ends is handled at once', async () => {
    const database = await open();
    const store = createInboxStore({ database, now: Date.now, owner: 'one', leaseMs: 600_000, mostOfChat: 120 });
    const handled: string[] = [];
    const inbox = startInbox(database, {
      handle: async (update) => void handled.push(textOf(update)),
      store: {
        ...store,
        finish: async (update, screen, mayBeMore) => {
          const finished = await store.finish(update, screen, mayBeMore);
          // The lease is free again, and its holder does not know yet.
          if (handled.length < 3) await inbox.receive([say(5, `after ${handled.length}`)]);
          return finished;
        },
      },
    });
    onTestFinished(() => inbox.stop());
    await inbox.receive([say(5, 'first')]);
    await expect.poll(() => handled).toEqual(['first', 'after 1', 'after 2']);
    await expect.poll(() => waiting(database)).toBe(0);
  });

  test('two calls with updates of one chat at once: neither waits for the next round', async () => {
    const database = await open();
    const handled: string[] = [];
    const inbox = startInbox(database, {
      handle: async (update) => {
        await new Promise((resolve) => setImmediate(resolve));
        handled.push(textOf(update));
      },
      timings: { ...timings, everyMs: 600_000, idleMs: 600_000 },
    });
    onTestFinished(() => inbox.stop());
    await Promise.all([inbox.receive([say(5, 'one')]), inbox.receive([say(5, 'two')])]);
    // PostgreSQL may store the second one first.
    await expect.poll(() => new Set(handled)).toEqual(new Set(['one', 'two']));
  });

  test('an update that is stored while the last handler ends is handled at once, too', async () => {
    const database = await open();
    const store = createInboxStore({ database, now: Date.now, owner: 'one', leaseMs: 600_000, mostOfChat: 120 });
    const handled: string[] = [];
    const began = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const inbox = startInbox(database, {
      handle: async (update) => {
        handled.push(textOf(update));
        began.resolve();
        await end.promise;
      },
      store: {
        ...store,
        receive: async (updates, room) => {
          const received = await store.receive(updates, room);
          if (handled.length === 0) return received;
          end.resolve();
          // The end of the first update has begun, and its lease is not released yet.
          for (let turn = 0; turn < 30; turn += 1) await null;
          return received;
        },
      },
      timings: { ...timings, everyMs: 600_000, idleMs: 600_000 },
    });
    onTestFinished(() => inbox.stop());
    await inbox.receive([say(5, 'first')]);
    await began.promise;
    await inbox.receive([say(5, 'second')]);
    await expect.poll(() => handled).toEqual(['first', 'second']);
  });

  test('a process that lost the lease does not go on with the chat', async () => {
    const database = await open();
    let at = 1_000_000;
    const store = (owner: string) =>
      createInboxStore({ database, now: () => at, owner, leaseMs: 10_000, mostOfChat: 120 });
    const [mine, theirs] = [store('one'), store('two')];
    const update = (nth: number) => ({ id: `u${nth}`, updateId: nth, chatId: 5, payload: '{}', always: false });
    await mine.receive([update(1), update(2)], 10);
    const first = (await mine.next(5)) ?? expect.fail('it was just stored');
    at += 10_001;
    expect(await theirs.claim(10)).toHaveLength(1);
    const again = (await theirs.retry(5)) ?? expect.fail('it waits');
    expect(again.id).toBe('u1');
    expect(await mine.finish(first, null, () => true)).toEqual({ following: null, isMine: false });
    expect(await theirs.finish(again, null, () => true)).toMatchObject({ following: { id: 'u2' }, isMine: true });
  });

  test('a process that edits a receipt after its lease of the chat has ended lets the receipt be shown again', async () => {
    const database = await open();
    let ahead = 0;
    const clock = () => Date.now() + ahead;
    const messages = createOrderMessages({ database, now: clock, receiptsDue: createSignal() });
    const receipt = { chatId: 5, messageId: 77, subject: 'order:a', view: 'receipt', shown: 'delivered' } as const;
    const waits = Promise.withResolvers<void>();
    const slow = startInbox(database, {
      owner: 'slow',
      now: () => Date.now(),
      handle: () => waits.promise,
      onLost: messages.redraw,
      timings: { ...timings, leaseMs: 600_000 },
    });
    onTestFinished(() => slow.stop());
    const pressed = { message_id: 77, chat: { id: 5 } };
    const press = { update_id: 9_001, callback_query: { id: '9', from: { id: 5 }, data: 'x', message: pressed } };
    await slow.receive([press as unknown as Update]);
    ahead = 700_000;
    const other = createInboxStore({ database, now: clock, owner: 'other', leaseMs: 600_000, mostOfChat: 120 });
    expect(await other.claim(10)).toHaveLength(1);
    const claimed = (await other.retry(5)) ?? expect.fail('it waits');
    await messages.track(receipt);
    await database.write((on) => on.updateTable('receipt_jobs').set({ done_at: 1, done_how: 'delivered' }).execute());
    await other.finish(claimed, null, () => true);
    waits.resolve();
    const due = () => database.db.selectFrom('receipt_jobs').select('subject').where('done_at', 'is', null).execute();
    await expect.poll(due).toEqual([{ subject: 'order:a' }]);
    const shown = await database.db.selectFrom('order_messages').select('shown').execute();
    expect(shown.map((one) => isUnknown(one.shown))).toEqual([true]);
  });

  test('a process that lost the lease does not put off or set aside what another process handles', async () => {
    const database = await open();
    let at = 1_000_000;
    const store = (owner: string) =>
      createInboxStore({ database, now: () => at, owner, leaseMs: 10_000, mostOfChat: 120 });
    const [mine, theirs] = [store('one'), store('two')];
    await mine.receive([{ id: 'u1', updateId: 1, chatId: 5, payload: '{}', always: false }], 10);
    const failed = (await mine.next(5)) ?? expect.fail('it was just stored');
    at += 10_001;
    expect(await theirs.claim(10)).toHaveLength(1);
    const rows = () => database.db.selectFrom('inbox').selectAll().execute();
    const before = await rows();
    expect(await mine.postpone(failed, 1, at + 60_000)).toBe(false);
    expect(await mine.setAside(failed, 'ab12cd34', 'broken')).toBe(false);
    expect(await rows()).toEqual(before);
    expect(await theirs.setAside(failed, 'ab12cd34', 'broken')).toBe(true);
  });

  test('a released lease is not taken back by a renewal in progress', async () => {
    const database = await open();
    const mine = createInboxStore({ database, now: Date.now, owner: 'one', leaseMs: 60_000, mostOfChat: 120 });
    const theirs = createInboxStore({ database, now: Date.now, owner: 'two', leaseMs: 60_000, mostOfChat: 120 });
    const update = { id: 'a', updateId: 1, chatId: 5, payload: '{}', always: false };
    expect((await mine.receive([update], 10)).chats).toHaveLength(1);
    await mine.release([5]);
    await mine.renew([5]);
    expect(await theirs.claim(10)).toHaveLength(1);
  });

  test('a clock that jumps ahead does not give a chat a second handler in the same process', async () => {
    const database = await open();
    let ahead = 0;
    const gate = Promise.withResolvers<void>();
    const begun: string[] = [];
    const inbox = startInbox(database, {
      now: () => Date.now() + ahead,
      handle: async (update) => {
        begun.push(textOf(update));
        if (textOf(update) === 'slow') await gate.promise;
      },
    });
    onTestFinished(() => inbox.stop());
    await inbox.receive([say(5, 'slow')]);
    await expect.poll(() => begun).toEqual(['slow']);
    ahead = 3_600_000;
    await inbox.receive([say(5, 'next')]);
    await inbox.receive([say(6, 'other')]);
    await expect.poll(() => begun.includes('other')).toBe(true);
    await inbox.receive([say(7, 'another')]);
    await expect.poll(() => begun.includes('another')).toBe(true);
    expect(begun.filter((text) => text === 'slow' || text === 'next')).toEqual(['slow']);
    gate.resolve();
    await expect.poll(() => waiting(database)).toBe(0);
    expect(begun.filter((text) => text === 'slow' || text === 'next')).toEqual(['slow', 'next']);
  });

  test('an update that crashes the process each time is set aside, the person is told, and other chats go on', async () => {
    const database = await open();
    let ahead = 0;
    const told: string[] = [];
    const handled: string[] = [];
    let deaths = 0;
    const begin = (owner: string) => {
      let dead = false;
      return startInbox(database, {
        owner,
        // Crashed processes claim nothing any more.
        now: () => (dead ? 0 : Date.now() + ahead),
        timings: { ...timings, leaseMs: 3_000_000 },
        apologise: async (update) => void told.push(textOf(update)),
        handle: (update) => {
          if (textOf(update) === 'poison') {
            deaths += 1;
            dead = true;
          }
          if (dead) return new Promise<void>(() => undefined);
          handled.push(textOf(update));
          return Promise.resolve();
        },
      });
    };
    await begin('process 0').receive([say(5, 'poison'), say(5, 'good')]);
    for (let at = 1; at <= 4; at += 1) {
      await expect.poll(() => deaths).toBe(at);
      ahead += 3_600_000;
      begin(`process ${at}`);
    }
    await expect.poll(() => handled).toEqual(['good']);
    expect(told).toEqual(['poison']);
    expect(deaths).toBe(4);
    await expect.poll(() => waiting(database)).toBe(0);
  });

  test('a full inbox is noticed while all slots are in use, and so is its end', async () => {
    const database = await open();
    const gate = Promise.withResolvers<void>();
    const inbox = startInbox(database, {
      handle: () => gate.promise,
      timings: { ...timings, concurrency: 2, mostWaiting: 5, leaseMs: 60 },
    });
    onTestFinished(() => inbox.stop());
    await inbox.receive(Array.from({ length: 20 }, (_, at) => say(100 + at, 'hello')));
    await expect.poll(() => inbox.isFull()).toBe(true);
    gate.resolve();
    await expect.poll(() => waiting(database)).toBe(0);
    await expect.poll(() => inbox.isFull()).toBe(false);
  });

  test('an update that is repeated because it could not be stored counts once for the rate limit', async () => {
    const database = await open(true);
    const admitted: string[] = [];
    const handled: string[] = [];
    const inbox = startInbox(database, {
      admit: async (update) => {
        admitted.push(textOf(update));
        return true;
      },
      handle: async (update) => void handled.push(textOf(update)),
    });
    onTestFinished(() => inbox.stop());
    const update = say(5, 'hello');
    for (let times = 0; times < 3; times += 1) {
      faults.breakAfter(0, 'before');
      await expect(inbox.receive([update])).rejects.toThrow();
    }
    faults.breakAfter(Number.POSITIVE_INFINITY, 'before');
    await inbox.receive([update]);
    await expect.poll(() => handled).toEqual(['hello']);
    expect(admitted).toEqual(['hello']);
  });

  test('a crash while an update is set aside leaves no person without an answer', async () => {
    const database = await open();
    const waitingWhenTold: number[] = [];
    const inbox = startInbox(database, {
      handle: () => Promise.reject(new Error('broken')),
      apologise: async () => void waitingWhenTold.push(await waiting(database)),
    });
    onTestFinished(() => inbox.stop());
    await inbox.receive([say(5, 'hello')]);
    await expect.poll(() => waiting(database)).toBe(0);
    expect(waitingWhenTold).toEqual([1]);
  });
});

test('on postgres, batches that name the same chats in another order do not deadlock', async () => {
  const database = await openOn('postgres');
  const store = createInboxStore({ database, now: Date.now, owner: 'one', leaseMs: 60_000, mostOfChat: 1_000 });
  const chats = [1, 2, 3];
  const batch = (name: string, order: readonly number[]) =>
    store.receive(
      order.map((chatId) => ({ id: `${name} ${chatId}`, updateId: chatId, chatId, payload: '{}', always: true })),
      10,
    );
  await batch('first', chats);
  const locks = async () => {
    const query = sql<{ count: number }>`select count(*) as count from pg_locks where not granted`;
    return Number((await query.execute(database.db)).rows[0]?.count);
  };
  // Both have reached the chat in the middle.
  const [one, other] = await database.db.transaction().execute(async (tx) => {
    await sql`select 1 from chats where chat_id = 2 for update`.execute(tx);
    const batches = [batch('up', chats).catch(String), batch('down', chats.toReversed()).catch(String)];
    await expect.poll(locks).toBeGreaterThanOrEqual(2);
    return batches;
  });
  expect(await one).toMatchObject({ refused: [] });
  expect(await other).toMatchObject({ refused: [] });
});

test('on postgres, a chat that is freed while an update is stored brings no question of before', async () => {
  const database = await openOn('postgres');
  const at = Date.now();
  const store = createInboxStore({ database, now: () => at, owner: 'two', leaseMs: 60_000, mostOfChat: 120 });
  const key = 'typing:7';
  await database.db.insertInto('key_values').values({ key, value: 'before', expires_at: null }).execute();
  await database.db
    .insertInto('chats')
    .values({ chat_id: 7, lease_owner: 'one', lease_until: at + 60_000 })
    .execute();
  const locks = async () => {
    const query = sql<{ count: number }>`select count(*) as count from pg_locks where not granted`;
    return Number((await query.execute(database.db)).rows[0]?.count);
  };
  const [receiving] = await database.db.transaction().execute(async (tx) => {
    await tx.updateTable('chats').set({ lease_until: 0 }).where('chat_id', '=', 7).execute();
    const stored = store.receive([{ id: 'a', updateId: 1, chatId: 7, payload: '{}', always: false }], 10);
    await expect.poll(locks).toBeGreaterThanOrEqual(1);
    await database.db.updateTable('key_values').set({ value: 'after' }).where('key', '=', key).execute();
    return [stored];
  });
  const { chats } = await receiving;
  expect(chats).toMatchObject([{ chatId: 7 }]);
  // It is read when it is needed.
  expect(chats[0]?.opening).toBeUndefined();
});
