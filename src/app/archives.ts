import type { BankConfig, Config, SandboxConfig } from '#config/config.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { createLog } from '#log.ts';
import manifest from '#package.json' with { type: 'json' };
import { finishRestore } from '#shop/backups/finish-restore.ts';
import { type ArchiveSummary, checkArchive, writeArchive } from '#storage/archive/archive.ts';
import { ArchiveError } from '#storage/archive/archive-error.ts';
import { restoreArchive } from '#storage/archive/restore.ts';
import { backupSqlite } from '#storage/backup.ts';
import type { Queries } from '#storage/database.ts';

type AnyConfig = Config | SandboxConfig | BankConfig;

/** A sentence for the operator, also if it failed. */
type Outcome = Result<string, string>;

const archiveName = /\.sharj$/;
const noPassphrase = err('Set BACKUP_PASSPHRASE: archives are encrypted with it.');
const noShop = err('Archives are of a shop: the sandbox has none.');

/** Writes the database while the bot runs: an encrypted archive, or a plain copy of a SQLite file. */
export async function backUp(config: AnyConfig, [file]: readonly string[]): Promise<Outcome> {
  if (config.mode === 'gateway' || config.mode === 'bank') return noShop;
  if (file === undefined || file === '') return err('Name the file to write: npm run backup -- backup.sharj');
  const { database, backup } = config;
  return sentence(async () => {
    if (!archiveName.test(file)) {
      if (database.kind === 'postgres')
        throw new ArchiveError('PostgreSQL is written as an archive: name a file that ends in .sharj.');
      await backupSqlite(database.file, file);
      return ok(`Copied to ${file}.`);
    }
    if (!backup) return noPassphrase;
    const { passphrase } = backup;
    const summary = await writeArchive(database, file, { passphrase, release: manifest.version, now: Date.now });
    return ok(`Written to ${file}: ${describe(summary)}.`);
  });
}

/** Reads an archive into an empty database; with `--check` it is only read. */
export async function restore(config: AnyConfig, given: readonly string[]): Promise<Outcome> {
  if (config.mode === 'gateway' || config.mode === 'bank') return noShop;
  const files = given.filter((one) => one !== '--check');
  if (files.length === 0) return err('Name the archive, or all of its parts in order: npm run restore -- backup.sharj');
  const { database, backup, ownerIds } = config;
  if (!backup) return noPassphrase;
  const { passphrase } = backup;
  return sentence(async () => {
    if (given.length > files.length)
      return ok(`The archive is whole: ${describe(await checkArchive(files, passphrase))}.`);
    const finish = (tx: Queries, summary: ArchiveSummary) => finishRestore(tx, summary, { ownerIds, now: Date.now() });
    const summary = await restoreArchive(database, files, { passphrase, log: createLog(config.logLevel), finish });
    return ok(`Restored: ${describe(summary)}. The shop starts paused: an owner resumes it at the desk.`);
  });
}

const describe = ({ release: from, at, tables, rows }: ArchiveSummary) =>
  `release ${from}, ${new Date(at).toISOString()}, ${rows} rows of ${tables} tables`;

async function sentence(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    return err(error instanceof Error ? error.message : 'It failed for an unknown reason.');
  }
}
