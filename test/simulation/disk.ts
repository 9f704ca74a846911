import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { faults } from './faults.ts';
import { files } from './files.ts';
import { folderOf } from './folder.ts';
import { sleep } from './kernel/clock.ts';
import { gate } from './kernel/gates.ts';
import { note } from './kernel/journal.ts';
import { type Life, lives } from './kernel/life.ts';
import { random } from './kernel/random.ts';
import { type LogPosition, logPosition, nothingSynced } from './log-position.ts';
import { faultyStatement } from './statements.ts';
import { diskTrouble } from './trouble.ts';

const require = createRequire(import.meta.url);
/** Not imported: an import would keep the real class for everyone. */
const sqlite = require('node:sqlite') as typeof import('node:sqlite');

const folder = folderOf(process.pid);

/** The shop's database, in one place for all lives. */
export const disk = {
  folder,
  file: join(folder, 'shop.db'),
  reset(): void {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    synced = nothingSynced;
    diskTrouble.end();
  },
  /** Keeps the log when the last process closes it, as a kill does. */
  hold(): void {
    keeper = new sqlite.DatabaseSync(disk.file);
    keeper.prepare('select count(*) from sqlite_master').get();
  },
  letGo(): void {
    keeper?.close();
    keeper = null;
  },
  remove: () => rmSync(folder, { recursive: true, force: true }),
};

const walFile = `${disk.file}-wal`;
let synced: LogPosition = nothingSynced;
let syncs = 0;
let lastSync = 0;
let keeper: DatabaseSync | null = null;

/** Commits are in the log at once, and on the disk after this. */
async function datasync(): Promise<void> {
  await gate('sync');
  syncs += 1;
  const turn = syncs;
  const position = logPosition(walFile, synced);
  await sleep(random.net.between(1, 9));
  // One that began later, in another process, may have ended before.
  if (turn > lastSync) {
    lastSync = turn;
    synced = position;
  }
  await gate('synced');
}

/** When all processes have died: what was synced is left, and some of what was not. */
export function losePower(): void {
  const keptFiles = [disk.file, walFile].filter(existsSync);
  for (const file of keptFiles) copyFileSync(file, `${file}.kept`);
  disk.letGo();
  if (keptFiles.includes(walFile)) loseUnsynced(`${walFile}.kept`);
  restoreFiles();
  disk.hold();
}

function loseUnsynced(wal: string): void {
  const now = logPosition(wal, synced);
  const kept = now.salt === synced.salt ? synced.end : Math.min(now.end, 32);
  const end = kept + random.faults.whole(now.end - kept + 1);
  note(`the power cut loses ${now.end - end} of ${now.end - kept} unsynced bytes`);
  truncateSync(wal, end);
  if (end < now.end) faults.count('power-cut');
}

/** After the last connection was closed, which tidies up the log. */
function restoreFiles(): void {
  for (const file of [disk.file, walFile, `${disk.file}-shm`]) {
    rmSync(file, { force: true });
    if (existsSync(`${file}.kept`)) renameSync(`${file}.kept`, file);
  }
  // What a power cut has left is on the disk.
  synced = logPosition(walFile, nothingSynced);
}

/** Those of the shop's database that are open. */
const connections = new Map<DatabaseSync, Life>();

/** Whether others wait for this process. */
export const isInTransaction = (life: Life): boolean =>
  [...connections].some(([database, owner]) => owner === life && database.isTransaction);

/** Opens connections that die with their life, and whose writes may be refused. */
function simulatedSqlite(Real: typeof DatabaseSync): typeof DatabaseSync {
  return class Simulated extends Real {
    readonly #life = lives.getStore();

    constructor(path: string, options: ConstructorParameters<typeof DatabaseSync>[1] = {}) {
      super(path, options);
      const life = this.#life;
      if (!life) return;
      if (path === disk.file) connections.set(this, life);
      life.atDeath.add(() => {
        if (this.isOpen) this.close();
      });
    }
    override close(): void {
      connections.delete(this);
      super.close();
    }
    override prepare(...given: Parameters<DatabaseSync['prepare']>): ReturnType<DatabaseSync['prepare']> {
      const statement = super.prepare(...given);
      return this.#life ? faultyStatement(this, statement, given[0]) : statement;
    }
  };
}

export function replaceDisk(): void {
  Object.assign(require('node:fs/promises'), files, {
    open: async (...given: Parameters<typeof files.open>) =>
      given[0] === walFile ? { datasync, close: async (): Promise<void> => undefined } : files.open(...given),
  });
  Object.assign(sqlite, { DatabaseSync: simulatedSqlite(sqlite.DatabaseSync) });
}
