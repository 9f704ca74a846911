import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { type ChatTurnsDeps, createChatTurns } from '../../src/storage/chat-turns.ts';
import { takeTurn } from '../../src/storage/turns.ts';
import { startRelay } from '../replicas/relay.ts';
import { quiet, useDatabase } from '../support/shop.ts';

const place = useDatabase('postgres');
const chat = 5_000_001;

function address(): URL {
  if (place.settings.kind !== 'postgres') throw new Error('This is a test of PostgreSQL.');
  return new URL(place.settings.url);
}

/** One process's turns. It waits for a minute, unless told: longer than any test. */
function join(deps: Partial<ChatTurnsDeps> = {}, url = address().href) {
  const turns = createChatTurns(url, { log: quiet, patienceMs: 60_000, ...deps });
  onTestFinished(() => turns.close());
  return turns;
}

/** Every session that keeps a turn, by its process. */
const keepers = async () => {
  const { rows } = await sql<{ pid: number }>`
    select distinct pid from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())`.execute(place.database.db);
  return rows.map(({ pid }) => pid);
};

test('a chat is in the hands of one process at a time, and different chats do not wait for each other', async () => {
  const processes = [join(), join(), join()];
  const inHand = new Map<number, number>();
  let crowded = 0;
  const work = processes.flatMap((turns) =>
    Array.from({ length: 20 }, async (_, at) => {
      const id = chat + at;
      const end = await turns.take(id);
      inHand.set(id, (inHand.get(id) ?? 0) + 1);
      if (inHand.get(id) !== 1) crowded += 1;
      await sql`select pg_sleep(0.002)`.execute(place.database.db);
      inHand.set(id, (inHand.get(id) ?? 0) - 1);
      end();
    }),
  );
  await Promise.all(work);
  expect(crowded).toBe(0);
  expect(inHand.size).toBe(20);
  await expect.poll(keepers).toEqual([]);
});

test('whoever waited long enough goes on, and ends nobody else’s turn by that', async () => {
  const [mine, theirs, third] = [join(), join({ patienceMs: 30 }), join({ patienceMs: 30 })];
  const end = await mine.take(chat);
  const lines: string[] = [];
  const impatient = join({ patienceMs: 30, log: createLog('warn', { write: (line) => void lines.push(line) }) });
  (await theirs.take(chat))();
  (await impatient.take(chat))();
  expect(lines.join()).toContain('in other hands for long');
  expect(await keepers()).toHaveLength(1);
  end();
  await expect.poll(keepers).toEqual([]);
  (await third.take(chat))();
});

test('a turn is nothing to those who move that person’s money', async () => {
  const end = await join().take(chat);
  await expect(place.database.transaction((tx) => takeTurn(place.database, tx, chat))).resolves.toBeUndefined();
  end();
});

test('a session that the server ends takes its turns with it, and the next turns are kept again', async () => {
  const [mine, theirs] = [join(), join()];
  const end = await mine.take(chat);
  const [keeper] = await keepers();
  const waiting = theirs.take(chat);
  await sql`select pg_terminate_backend(${keeper})`.execute(place.database.db);
  const theirEnd = await waiting;
  // Its turn is over already; this must not end the one that someone else has now.
  end();
  expect(await keepers()).toHaveLength(1);
  theirEnd();
  // Nobody is held up while nobody keeps turns.
  await expect
    .poll(
      async () => {
        const leave = await mine.take(chat);
        const kept = (await keepers()).length;
        leave();
        return kept;
      },
      { timeout: 5_000 },
    )
    .toBe(1);
});

test('a server that falls silent, or is not there, holds nobody up', async () => {
  const { hostname, port } = address();
  const relay = await startRelay({ host: hostname, port: Number(port) });
  onTestFinished(() => relay.close());
  const line = address();
  line.port = String(relay.port);
  const turns = createChatTurns(line.href, { log: quiet, patienceMs: 60_000, silenceMs: 100 });
  (await turns.take(chat))();
  relay.freeze();
  (await turns.take(chat + 1))();
  (await turns.take(chat + 2))();
  (await join({ silenceMs: 100 }, line.href).take(chat + 3))();
  await relay.close();
  const gone = join({ silenceMs: 100 }, line.href);
  (await gone.take(chat))();
});

test('behind a pooler that shares sessions nobody keeps turns, and whoever runs it is told', async () => {
  // There a turn is ended in another session than it was taken in: the server says that it is not ours.
  const client = new pg.Client({ connectionString: address().href });
  await client.connect();
  onTestFinished(async () => {
    await client.query('drop function public.pg_advisory_unlock');
    await client.end();
  });
  await client.query('create function public.pg_advisory_unlock(bigint) returns boolean language sql return false');
  const line = address();
  line.searchParams.set('options', '-c search_path=public,pg_catalog');
  const lines: string[] = [];
  const turns = join({ log: createLog('warn', { write: (said) => void lines.push(said) }) }, line.href);
  (await turns.take(chat))();
  (await turns.take(chat))();
  await expect.poll(() => lines.join()).toContain('pooler');
  const keptBy = async () => {
    (await turns.take(chat))();
    return keepers();
  };
  await expect.poll(keptBy).toEqual([]);
});
