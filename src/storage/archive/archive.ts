import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate as turn } from 'node:timers/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { z } from 'zod';
import type { DatabaseSettings } from '#storage/database.ts';
import { ArchiveError, seal, unseal } from './seal.ts';
import { openSnapshot, type Row, type Snapshot } from './snapshot.ts';

/**
 * An archive is lines of JSON. Rows are objects. Arrays mark everything else: the description, the start and end of
 * each table, the counters, and the end.
 */
const about = z.object({ release: z.string(), migrations: z.array(z.string()).min(1), at: z.int() });
const mark = z.union([
  z.tuple([z.literal('archive'), about]),
  z.tuple([z.literal('table'), z.string().regex(/^[a-z_]+$/)]),
  z.tuple([z.literal('end of table'), z.int(), z.string()]),
  z.tuple([z.literal('counter'), z.string().regex(/^[a-z_]+$/), z.int()]),
  z.tuple([z.literal('end'), z.int()]),
]);

/** Where and when an archive was made. */
type About = z.output<typeof about>;

export interface ArchiveSummary extends About {
  readonly tables: number;
  readonly rows: number;
}

/** Stops and follows the work on an archive. */
interface ArchiveProgress {
  readonly signal?: AbortSignal | undefined;
  /** Called often with the number of rows so far. */
  readonly onRows?: ((rows: number) => void) | undefined;
}

interface ArchiveDeps extends ArchiveProgress {
  readonly passphrase: string;
  readonly release: string;
  readonly now: () => number;
  /** Cost of each guess at the passphrase, as a power of two. Tests use a low one. */
  readonly cost?: number | undefined;
}

/** Writes every table as of one moment while the shop keeps selling. The file gets its name once it is complete. */
export async function writeArchive(
  settings: DatabaseSettings,
  file: string,
  deps: ArchiveDeps,
): Promise<ArchiveSummary> {
  if (existsSync(file)) throw new ArchiveError('A file of that name exists already; a backup never overwrites one.');
  const snapshot = await openSnapshot(settings);
  const partial = `${file}.partial`;
  try {
    const summary = { release: deps.release, migrations: [...snapshot.migrations], at: deps.now(), tables: 0, rows: 0 };
    // A killed process may have left one, and overwriting would keep its mode.
    await rm(partial, { force: true });
    const { passphrase, cost, signal, onRows } = deps;
    await pipeline(
      linesOf(snapshot, summary, onRows),
      createZstdCompress(),
      (compressed: AsyncIterable<Uint8Array>) => seal(compressed, passphrase, cost),
      createWriteStream(partial, { mode: 0o600 }),
      { signal },
    );
    await toDisk(partial);
    await rename(partial, file);
    await toDisk(dirname(file));
    return summary;
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    await snapshot.close();
  }
}

/** Adds what it yields to the counts of the summary. */
async function* linesOf(
  snapshot: Snapshot,
  summary: About & { tables: number; rows: number },
  onRows: ArchiveProgress['onRows'],
): AsyncGenerator<string> {
  const { release, migrations, at } = summary;
  const line = (one: z.output<typeof mark>) => `${JSON.stringify(one)}\n`;
  yield line(['archive', { release, migrations, at }]);
  for (const table of snapshot.tables) {
    yield line(['table', table]);
    const digest = createHash('sha256');
    let count = 0;
    for await (const rows of snapshot.rows(table)) {
      const lines = rows.map((one) => `${JSON.stringify(one)}\n`).join('');
      digest.update(lines);
      count += rows.length;
      onRows?.(summary.rows + count);
      yield lines;
    }
    yield line(['end of table', count, digest.digest('hex')]);
    summary.tables += 1;
    summary.rows += count;
  }
  for (const [table, last] of snapshot.counters) yield line(['counter', table, last]);
  yield line(['end', summary.rows]);
}

async function toDisk(file: string): Promise<void> {
  const handle = await open(file);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Receives the content of an archive, in its order. */
export interface ArchiveReader {
  begin(about: About): Promise<void>;
  rows(table: string, rows: readonly Row[]): Promise<void>;
  counter(table: string, last: number): Promise<void>;
}

const sliceRows = 500;
/** Limits a row; the longest are copies of a catalogue. */
const longestLine = 100_000_000;

/** Reads an archive to its end and checks each count and checksum. `files` are its parts, in order. */
export async function readArchive(
  files: readonly string[],
  passphrase: string,
  reader: ArchiveReader,
  { signal, onRows }: ArchiveProgress = {},
): Promise<ArchiveSummary> {
  let header: About | null = null;
  let table: string | null = null;
  let rows: Row[] = [];
  let count = 0;
  let digest = createHash('sha256');
  const totals = { tables: 0, rows: 0 };
  let ended = false;

  async function flush(): Promise<void> {
    if (rows.length > 0 && table !== null) await reader.rows(table, rows);
    rows = [];
  }

  async function read(one: z.output<typeof mark>): Promise<void> {
    switch (one[0]) {
      case 'archive':
        [, header] = one;
        return reader.begin(header);
      case 'table':
        [, table] = one;
        [count, digest] = [0, createHash('sha256')];
        return;
      case 'end of table':
        await flush();
        if (one[1] !== count || one[2] !== digest.digest('hex')) throw unreadable();
        totals.tables += 1;
        totals.rows += count;
        [table, count] = [null, 0];
        return;
      case 'counter':
        return reader.counter(one[1], one[2]);
      case 'end':
        if (one[1] !== totals.rows) throw unreadable();
        ended = true;
    }
  }

  async function readLine(line: string): Promise<void> {
    if (ended) throw unreadable();
    const value = parse(line);
    const isFirst = header === null;
    if (Array.isArray(value)) await read(markOf(value));
    else {
      if (table === null) throw unreadable();
      rows.push(value as Row);
      digest.update(`${line}\n`);
      count += 1;
      if (rows.length >= sliceRows) await flush();
    }
    if (isFirst && header === null) throw unreadable();
  }

  await pipeline(
    unseal(contentOf(files), passphrase),
    createZstdDecompress(),
    async (content: AsyncIterable<Buffer>) => {
      for await (const lines of linesIn(content)) {
        for (const line of lines) await readLine(line);
        onRows?.(totals.rows + count);
        await turn();
      }
    },
    { signal },
  );
  if (!ended || header === null) throw unreadable();
  return { ...(header as About), ...totals };
}

/** Splits only at `\n`. `readline` also splits at U+2028, which people may write and JSON does not escape. */
async function* linesIn(content: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new StringDecoder('utf8');
  // Collects the pieces of an unfinished line. Joining each new piece would read a long line again and again.
  let pieces: string[] = [];
  let length = 0;
  for await (const piece of content) {
    const [end = '', ...others] = decoder.write(piece).split('\n');
    pieces.push(end);
    length += end.length;
    if (length > longestLine) throw unreadable();
    const rest = others.pop();
    if (rest === undefined) continue;
    yield [pieces.join(''), ...others];
    pieces = [rest];
    length = rest.length;
  }
  if (length > 0) throw unreadable();
}

async function* contentOf(files: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const file of files) {
    if (!existsSync(file)) throw new ArchiveError(`There is no file ${file}.`);
    yield* createReadStream(file) as AsyncIterable<Buffer>;
  }
}

const unreadable = () => new ArchiveError('The content of the archive does not add up.');

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw unreadable();
  }
}

function markOf(value: unknown): z.output<typeof mark> {
  const parsed = mark.safeParse(value);
  if (!parsed.success) throw unreadable();
  return parsed.data;
}

const nothing: ArchiveReader = {
  begin: async () => undefined,
  rows: async () => undefined,
  counter: async () => undefined,
};

/** Checks a whole archive without storing anything. */
export const checkArchive = (
  files: readonly string[],
  passphrase: string,
  progress?: ArchiveProgress,
): Promise<ArchiveSummary> => readArchive(files, passphrase, nothing, progress);
