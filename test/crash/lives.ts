import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createSandbox, type Sandbox } from '@sharj/sandbox';
import { afterAll, beforeAll, inject } from 'vitest';
import { createLog } from '#log.ts';
import { findLedgerMismatches } from '#shop/base/wallet/ledger.ts';
import { type Database, openDatabase } from '#storage/database.ts';
import { bundled, compiledOnce } from '#test/support/bundle.ts';
import { type DatabaseKind, makeDatabase, type TestDatabase } from '#test/support/databases.ts';
import { long } from '#test/support/length.ts';
import type { Kill } from './kill-steps.ts';
import { createRandom } from './random.ts';
import type { StoryLife } from './story-process.ts';

/** The number of kills in a short run; the seed chooses them. */
const fewKills = 1;
/** `TEST_KILLS=all` tries every kill. */
const isEvery = process.env.TEST_KILLS === 'all';
/** The share of kills in a long run; the seed chooses them, so that runs add up. */
const shareOf: Readonly<Record<DatabaseKind, number>> = isEvery
  ? { sqlite: 1, postgres: 1 }
  : { sqlite: 0.3, postgres: 0.15 };

type End = string | number | null;

/** A line that a process wrote about itself; a kill cannot lose it. */
export interface Note {
  /** The id of what someone was told about, and its state. */
  readonly told?: string;
  readonly state?: string;
  readonly alert?: string;
  readonly problem?: string;
  readonly steps?: number;
  /** The answer of the API. */
  readonly api?: string;
  /** The process sleeps from here on. */
  readonly frozen?: boolean;
  /** The sleeping process may wake up. */
  readonly wake?: boolean;
}

async function readNotes(file: string): Promise<Note[]> {
  return (await readFile(file, 'utf8')).split('\n').flatMap((line) => (line ? [JSON.parse(line) as Note] : []));
}

const token = 'sandbox';
/** The number of processes that together finish what a killed one began. */
const replicas = 2;

const begin = (bundle: string, life: StoryLife): ChildProcess =>
  fork(bundle, [JSON.stringify(life)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: compiledOnce(bundle),
  });

const endOf = async (child: ChildProcess): Promise<End> => {
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal ?? code;
};

/** Longer than a lease. Others wait at most this long for a lock of the sleeping process. */
const sleepMs = 2_000;

/** Wakes a sleeping process when the others say so, when they are done, or after its time. */
async function wakeLater(child: ChildProcess, notes: string, others: Promise<unknown>): Promise<void> {
  const until = Date.now() + sleepMs;
  let areDone = false;
  void others.then(() => {
    areDone = true;
  });
  while (!areDone && Date.now() < until && !(await readNotes(notes)).some(({ wake }) => wake)) await pause(10);
  child.kill('SIGCONT');
}

/** Runs stories in processes, with a database for each and one gateway for all. */
export function useLives<Life extends StoryLife>(program: URL) {
  let sandbox: Sandbox;
  let folder: string;
  let bundle: string;
  let runs = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sharj-lives-'));
    bundle = await bundled(program);
    sandbox = await createSandbox({
      token,
      operator2Path: 'operator2',
      operatorNames: ['one', 'two', 'three', 'four', 'five'],
      products: 110,
      database: ':memory:',
      host: '127.0.0.1',
      port: 0,
    });
  });
  afterAll(async () => {
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  });

  /**
   * Runs one process as far as it comes; if it was killed or sleeps, two more finish together what it began. `read` collects what they leave behind.
   */
  async function live<Read>(
    kind: DatabaseKind,
    story: Omit<Life, keyof Omit<StoryLife, 'kill'>>,
    read: (db: Database['db']) => Promise<Read>,
    make: () => Promise<TestDatabase> = () => makeDatabase(kind),
  ) {
    runs += 1;
    const notes = join(folder, `${runs}.jsonl`);
    await appendFile(notes, '');
    const made = await make();
    const life = { ...story, database: made.settings, gatewayUrl: sandbox.url, gatewayToken: token, notes };
    try {
      const child = begin(bundle, { ...life, isFirst: true });
      const first = endOf(child);
      const isFrozen = async () => (await readNotes(notes)).some(({ frozen }) => frozen);
      while (child.exitCode === null && child.signalCode === null && !(await isFrozen())) await pause(10);
      const sleeps = await isFrozen();
      const others = sleeps || (await first) === 'SIGKILL' ? replicas : 0;
      const finished = Promise.all(
        Array.from({ length: others }, () => endOf(begin(bundle, { ...life, kill: null, isFirst: false }))),
      );
      if (sleeps) await wakeLater(child, notes, finished);
      const [end, ends] = await Promise.all([first, finished]);
      const database = await openDatabase(made.settings, { log: createLog('silent') });
      const drift = await findLedgerMismatches(database.db);
      const evidence = { end, ends, drift, notes: await readNotes(notes), ...(await read(database.db)) };
      await database.close();
      return evidence;
    } finally {
      await made.remove();
    }
  }

  /** How often the gateway sold under this key. */
  async function soldUnder(key: string): Promise<number> {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${sandbox.url}/sandbox/purchases?key=${encodeURIComponent(key)}`, { headers });
    return ((await answer.json()) as { count: number }).count;
  }

  return { live, soldUnder };
}

interface Proof<Evidence> {
  readonly database: DatabaseKind;
  readonly name: string;
  /** With fewer steps the story has not happened. */
  readonly fewestSteps: number;
  readonly tell: (kill: Kill | null) => Promise<Evidence>;
  /** Whether processes also sleep at each step. */
  readonly isFrozenToo?: boolean;
  /** Returns a sentence for each violation of what must hold whatever was killed. */
  readonly violations: (evidence: Evidence) => readonly string[];
}

/**
 * Runs a story without a kill and then once for each chosen kill, before and after steps, in random order, each also as a freeze if asked; returns
 * the violations.
 */
export async function killEverywhere<
  Evidence extends {
    readonly end: End;
    readonly ends: readonly End[];
    readonly notes: readonly Note[];
    readonly drift: readonly unknown[];
  },
>({ database, name, fewestSteps, tell, violations, isFrozenToo = false }: Proof<Evidence>): Promise<string[]> {
  const ways = isFrozenToo ? [false, true] : [false];
  const wrongIn = (evidence: Evidence): string[] => [
    ...(evidence.ends.some((end) => end !== 0) ? [`processes ended with ${evidence.ends.join()}`] : []),
    ...(evidence.drift.length > 0 ? [`drift: ${JSON.stringify(evidence.drift)}`] : []),
    ...violations(evidence),
    ...evidence.notes.flatMap(({ problem }) => (problem?.includes('deadlock') ? [problem] : [])),
  ];
  const whole = await tell(null);
  const found = wrongIn(whole).map((wrong) => `without a kill: ${wrong}`);
  const steps = whole.notes.find((one) => one.steps !== undefined)?.steps ?? 0;
  if (steps < fewestSteps) found.push(`only ${steps} steps`);
  if (found.length > 0) return found;
  const every = Array.from({ length: steps }, (_, at) => at + 1).flatMap((nth) =>
    (['before', 'after'] as const).flatMap((when) => ways.map((isFreeze) => ({ nth, when, isFreeze }))),
  );
  const share = long ? shareOf[database] / (isEvery ? 1 : ways.length) : 0;
  const wanted = Math.max(fewKills, Math.ceil(every.length * share));
  const kills = createRandom(inject('seed')).shuffle(every).slice(0, wanted);
  let killed = 0;
  for (const kill of kills) {
    const evidence = await tell(kill);
    const at = `${kill.isFreeze ? 'frozen' : 'killed'} ${kill.when} ${kill.nth} of ${steps}`;
    if (evidence.end === 'SIGKILL' || evidence.notes.some(({ frozen }) => frozen)) killed += 1;
    else if (evidence.end !== 0) found.push(`${at}: ended with ${evidence.end}`);
    found.push(...wrongIn(evidence).map((wrong) => `${at}: ${wrong}`));
  }
  process.stdout.write(`${name}: ${steps} steps, ${killed} of ${kills.length} kills, ${found.length} violations\n`);
  for (const one of found) process.stdout.write(`  ${one}\n`);
  // Workers run side by side: the last steps of one run may come earlier in another.
  if (long && killed < kills.length / 2) found.push(`only ${killed} of ${kills.length} kills`);
  return found;
}
