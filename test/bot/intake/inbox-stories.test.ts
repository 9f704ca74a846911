import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import type { Update } from 'grammy/types';
import { describe, expect, inject, test } from 'vitest';
import { createInbox, defaultInboxTimings } from '#bot/intake/inbox.ts';
import { createChatScreens } from '#bot/kit/chat-screens.ts';
import { type Database, openDatabase } from '#storage/database.ts';
import { createInboxStore } from '#storage/inbox.ts';
import { type Chance, createChance } from '#test/support/chance.ts';
import { type DatabaseKind, makeDatabase } from '#test/support/databases.ts';
import { sampledDatabases, storiesToTell } from '#test/support/length.ts';
import { quiet } from '#test/support/shop.ts';

const leaseMs = 600_000;
const chats = [1, 2, 3, 4];

const say = (id: number, chatId: number): Update => {
  const from = { id: chatId, is_bot: false, first_name: 'Sara' };
  const chat = { id: chatId, type: 'private', first_name: 'Sara' } as const;
  return { update_id: id, message: { message_id: id, date: 1, chat, from, text: `${id}` } };
};

const wait = (chance: Chance): Promise<unknown> =>
  chance.pick([async () => undefined, () => turn(), () => turn(), () => pause(chance.whole(4))])();

/** Random updates for a few chats, some repeated, to one or two processes. */
async function story(kind: DatabaseKind, seed: number) {
  const chance = createChance(seed);
  const made = await makeDatabase(kind);
  const processes = await Promise.all(
    (kind === 'postgres' ? ['one', 'two'] : ['one']).map(async (owner) => ({
      owner,
      database: await openDatabase(made.settings, { log: quiet }),
    })),
  );
  const chatOf = new Map<number, number>();
  const handled: number[] = [];
  const active = new Set<number>();
  const wrong: string[] = [];

  async function handle(database: Database, id: number): Promise<void> {
    const chat = chatOf.get(id) ?? 0;
    if (active.has(chat)) wrong.push(`update ${id} begins while another one of chat ${chat} is handled`);
    active.add(chat);
    await wait(chance);
    if (chance.whole(2) === 0)
      await database.write((on) =>
        on
          .insertInto('key_values')
          .values({ key: `${id}`, value: '' })
          .execute(),
      );
    await wait(chance);
    active.delete(chat);
    handled.push(id);
  }
  const inboxes = processes.map(({ owner, database }) =>
    createInbox({
      store: createInboxStore({ database, now: Date.now, owner, leaseMs, mostOfChat: 10_000 }),
      screens: createChatScreens(),
      handle: ({ update_id: id }) => handle(database, id),
      admit: async () => true,
      onRefused: ({ update_id: id }) => void wrong.push(`update ${id} is refused`),
      apologise: async ({ update_id: id }) => void wrong.push(`update ${id} failed`),
      log: quiet,
      now: Date.now,
      // One process alone needs no second look; of two, one may store what the other one waits for.
      timings: { ...defaultInboxTimings, everyMs: inboxLookMs(kind), idleMs: inboxLookMs(kind), leaseMs },
    }),
  );
  for (const inbox of inboxes) inbox.start();
  const calls: Promise<void>[] = [];
  const next = () => {
    const id = chatOf.size + 1;
    chatOf.set(id, chance.pick(chats));
    return say(id, chatOf.get(id) ?? 0);
  };
  for (let step = 0; step < 150; step += 1) {
    const updates = Array.from({ length: chance.pick([1, 1, 1, 2, 5]) }, next);
    const call = chance.pick(inboxes).receive(updates);
    calls.push(call);
    if (chance.whole(10) === 0) calls.push(chance.pick(inboxes).receive(updates));
    // Telegram's order holds for what one process was given before.
    if (kind === 'postgres' || chance.whole(3) === 0) await call;
    await wait(chance);
  }
  await Promise.all(calls);
  const [{ database } = expect.fail('no process')] = processes;
  const left = () => database.db.selectFrom('inbox').select('id').where('done_at', 'is', null).execute();
  const leased = () => database.db.selectFrom('chats').select('chat_id').where('lease_until', '>', 0).execute();
  await expect.poll(left, { timeout: 10_000 }).toEqual([]);
  await expect.poll(leased, { timeout: 10_000 }).toEqual([]);
  for (const inbox of inboxes) await inbox.stop();
  for (const inbox of inboxes) await inbox.close();
  for (const one of processes) await one.database.close();
  await made.remove();
  const inOrder = [...chatOf.keys()];
  const of = (chat: number, ids: readonly number[]) => ids.filter((id) => chatOf.get(id) === chat);
  for (const chat of chats) expect(of(chat, handled)).toEqual(of(chat, inOrder));
  expect(wrong).toEqual([]);
}

const inboxLookMs = (kind: DatabaseKind) => (kind === 'postgres' ? 20 : leaseMs);

describe.each(sampledDatabases())('on %s', (kind) => {
  test.each(Array.from({ length: storiesToTell(1, 30) }, (_, at) => inject('seed') + at))(
    'each update is handled once, alone in its chat, in order (seed %i)',
    { timeout: 120_000 },
    (seed) => story(kind, seed),
  );
});
