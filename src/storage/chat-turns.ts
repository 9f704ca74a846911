import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';

/** One process at a time for a chat, among all that serve it. */
export interface ChatTurns {
  /**
   * Resolves when it is our turn, with the way to end it; or without one, when waiting any longer would be worse than two
   * at once. Never rejects. Within a process nobody asks twice at once for the same chat.
   */
  take(chatId: number): Promise<() => void>;
  close(): Promise<void>;
}

export interface ChatTurnsDeps {
  readonly log: Log;
  /** How long a chat that is in other hands is waited for. */
  readonly patienceMs?: number;
  /** How long the server may take to answer. */
  readonly silenceMs?: number;
}

interface Wish {
  readonly chatId: number;
  readonly answer: (turn: Turn) => void;
}
interface Session {
  readonly client: pg.Client;
  lose(error: unknown): void;
}
/** Ours, in this session; or someone else's; or nobody keeps turns at the moment. */
type Turn = Session | 'taken' | 'unkept';

const usualPatienceMs = 5_000;
const usualSilenceMs = 2_000;
const firstPauseMs = 10;
const longestPauseMs = 160;
/** After a failure the database has other worries. */
const restMs = 1_000;

/** Far from the numbers of people, whose turns in transactions are another matter. */
const exchange = `
  select true as ended, chat, pg_advisory_unlock(chat + 4611686018427387904) as well
  from unnest($1::bigint[]) as chat
  union all
  select false, chat, pg_try_advisory_lock(chat + 4611686018427387904) from unnest($2::bigint[]) as chat`;

/** A machine that vanished without a word must not keep its turns for the two hours that TCP would give it. */
const noticeTheDead = 'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3';

/**
 * All turns of a process are locks of one session of its own. So they take nothing from the pool, however long an update
 * takes, and a process that dies leaves none behind. Nobody waits inside the database: whoever is refused asks again.
 */
export function createChatTurns(
  url: string,
  { log, patienceMs = usualPatienceMs, silenceMs = usualSilenceMs }: ChatTurnsDeps,
): ChatTurns {
  let wishes: Wish[] = [];
  let ended: number[] = [];
  let session: Session | null = null;
  let asking = false;
  let off = false;
  let restUntil = 0;

  async function connect(): Promise<Session | null> {
    if (off || performance.now() < restUntil) return null;
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: silenceMs,
      query_timeout: silenceMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    const connected: Session = { client, lose };
    let lost = false;
    /** With the session all its turns are gone: those who have one go on, and nobody new is kept waiting. */
    function lose(error: unknown): void {
      if (lost || off) return;
      lost = true;
      if (session === connected) session = null;
      restUntil = performance.now() + restMs;
      void client.end();
      log.warn({ problem: error instanceof Error ? error.message : 'unknown' }, 'turns of chats are not kept');
    }
    client.on('error', lose);
    try {
      await client.connect();
      await client.query(noticeTheDead);
    } catch (error) {
      lose(error);
      return null;
    }
    if (!off) return connected;
    void client.end();
    return null;
  }

  /** Which of the wanted chats are ours now; null: nobody can tell. */
  async function ask(given: readonly number[], wanted: readonly number[]): Promise<Set<number> | null> {
    session ??= await connect();
    if (!session) return null;
    const { client, lose } = session;
    try {
      const asked = { name: 'turns', text: exchange, values: [given, wanted] };
      const { rows } = await client.query<{ ended: boolean; chat: string; well: boolean }>(asked);
      if (rows.some((row) => row.ended && !row.well)) giveUp(client);
      return new Set(rows.filter((row) => !row.ended && row.well).map(({ chat }) => Number(chat)));
    } catch (error) {
      lose(error);
      return null;
    }
  }

  /** Behind a pooler that gives each statement another session, turns would stay behind that nobody can end. */
  function giveUp(client: pg.Client): void {
    off = true;
    session = null;
    void client.end();
    log.warn({}, 'turns of chats cannot be kept: DATABASE_URL leads to a pooler that shares sessions');
  }

  /** One question at a time: what is wished meanwhile goes along with the next. */
  async function flush(): Promise<void> {
    if (asking) return;
    asking = true;
    while (wishes.length + ended.length > 0) {
      const [wanted, given] = [wishes, ended];
      wishes = [];
      ended = [];
      const wantedIds = wanted.map(({ chatId }) => chatId);
      const ours = await ask(given, wantedIds);
      const turn = session;
      for (const { chatId, answer } of wanted)
        answer(ours === null || turn === null ? 'unkept' : ours.has(chatId) ? turn : 'taken');
    }
    asking = false;
  }

  const wish = (chatId: number): Promise<Turn> =>
    new Promise((answer) => {
      wishes.push({ chatId, answer });
      void flush();
    });

  async function take(chatId: number): Promise<() => void> {
    const enough = performance.now() + patienceMs;
    for (let pause = firstPauseMs; ; pause = Math.min(longestPauseMs, pause * 2)) {
      const turn = await wish(chatId);
      if (turn === 'unkept') return () => {};
      if (turn !== 'taken')
        return () => {
          // Another session does not know of it.
          if (turn !== session) return;
          ended.push(chatId);
          void flush();
        };
      if (performance.now() + pause > enough) {
        log.warn({ patienceMs }, 'a chat is in other hands for long: going on beside them');
        return () => {};
      }
      await setTimeout(pause);
    }
  }

  return {
    take,
    close: async () => {
      off = true;
      const last = session;
      session = null;
      await last?.client.end();
    },
  };
}
