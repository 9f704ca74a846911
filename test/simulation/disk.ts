import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { DatabaseSync as Database } from 'node:sqlite';
import { faults } from './faults.ts';
import { folderOf } from './folder.ts';
import { sleep } from './kernel/clock.ts';
import { gate } from './kernel/gates.ts';
import { note } from './kernel/journal.ts';
import { type Death, lives } from './kernel/life.ts';
import { random } from './kernel/random.ts';
import { type LogPosition, logPosition, nothingSynced } from './log-position.ts';
import { faultyStatement } from './statements.ts';
import { endTrouble } from './trouble.ts';

const require = createRequire(import.meta.url);

const folder = folderOf(process.pid);

/** The shop's database, in one place for all lives. */
export const disk = {
  folder,
  file: join(folder, 'shop.db'),
  reset(): void {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    synced = nothingSynced;
    endTrouble();
  },
  remove: () => rmSync(folder, { recursive: true, force: true }),
};

const walFile = `${disk.file}-wal`;
let synced: LogPosition = nothingSynced;

/** Commits are in the log at once, and on the disk after this. */
async function datasync(): Promise<void> {
  await gate('sync');
  const position = logPosition(walFile, synced);
  await sleep(random.net.between(1, 9));
  synced = position;
  await gate('synced');
}

/** A kill leaves the log as it is; a power cut leaves what was synced, and some of what was not. */
export function keepFiles(how: Death): void {
  const keptFiles = [disk.file, walFile].filter(existsSync);
  for (const file of keptFiles) copyFileSync(file, `${file}.kept`);
  if (how === 'power-cut' && keptFiles.includes(walFile)) losePower(`${walFile}.kept`);
}

function losePower(wal: string): void {
  const now = logPosition(wal, synced);
  const kept = now.salt === synced.salt ? synced.end : Math.min(now.end, 32);
  const end = kept + random.faults.whole(now.end - kept + 1);
  note(`the power cut loses ${now.end - end} of ${now.end - kept} unsynced bytes`);
  truncateSync(wal, end);
  if (end < now.end) faults.count('power-cut');
}

/** After the connections of the dead are closed, which would otherwise tidy up the log. */
export function restoreFiles(how: Death): void {
  const files = readdirSync(folder);
  for (const name of files) if (!name.endsWith('.kept') && !name.endsWith('.lock')) rmSync(join(folder, name));
  for (const name of files)
    if (name.endsWith('.kept')) renameSync(join(folder, name), join(folder, name.slice(0, -'.kept'.length)));
  // What a power cut has left is on the disk. What a kill has left may still be lost.
  if (how === 'power-cut') synced = logPosition(walFile, nothingSynced);
}

/** Opens connections that die with their life, and whose writes may be refused. */
function simulatedSqlite(Real: typeof Database): typeof Database {
  return class DatabaseSync extends Real {
    readonly #life = lives.getStore();

    constructor(path: string, options: ConstructorParameters<typeof Database>[1] = {}) {
      super(path, options);
      const close = (): void => {
        if (this.isOpen) this.close();
      };
      this.#life?.atDeath.push(close);
    }
    override prepare(...given: Parameters<Database['prepare']>): ReturnType<Database['prepare']> {
      const statement = super.prepare(...given);
      return this.#life ? faultyStatement(this, statement, given[0]) : statement;
    }
  };
}

export function replaceDisk(): void {
  const files = require('node:fs/promises') as typeof import('node:fs/promises');
  const { open } = files;
  Object.assign(files, {
    realpath: async (path: string) => path,
    open: async (...given: Parameters<typeof open>) =>
      given[0] === walFile ? { datasync, close: async (): Promise<void> => undefined } : open(...given),
  });
  const sqlite = require('node:sqlite') as typeof import('node:sqlite');
  Object.assign(sqlite, { DatabaseSync: simulatedSqlite(sqlite.DatabaseSync) });
}
