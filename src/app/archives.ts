import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '#build.ts';
import type { BankConfig, Config, SandboxConfig } from '#config/config.ts';
import { err, ok } from '#domain/result.ts';
import { createLog } from '#log.ts';
import { createSeal } from '#shop/base/seal.ts';
import { finishRestore } from '#shop/running/backups/finish-restore.ts';
import { type ArchiveSummary, checkArchive, writeArchive } from '#storage/archive/archive.ts';
import {
  checkShopCopy,
  placeOf,
  type RestoreDeps,
  refuseTables,
  restoreArchive,
  restoreCopy,
} from '#storage/archive/restore.ts';
import { ArchiveError, WrongPassphrase } from '#storage/archive/seal.ts';
import { backupSqlite, isCopy } from '#storage/backup.ts';
import type { DatabaseSettings } from '#storage/database.ts';
import {
  databaseFor,
  fileBeside,
  isSlug,
  readAgentShops,
  shopDatabase,
  shopsWithData,
  titleOf,
} from './agent-shops.ts';
import { isMisuse, misuse, type Outcome } from './outcome.ts';

type AnyConfig = Config | SandboxConfig | BankConfig;

const archiveName = /\.sharj$/;
const noPassphrase = err('Set BACKUP_PASSPHRASE: archives are encrypted with it.');
const noShop = err('Archives are of a shop: the sandbox has none.');

/**
 * Backs up the database while the bot runs, as an encrypted archive or a plain copy of a SQLite file. Agents' shops get
 * their own files next to it. A failing shop does not hide the others.
 */
export async function backUp(config: AnyConfig, [file]: readonly string[]): Promise<Outcome> {
  if (config.mode === 'gateway' || config.mode === 'bank') return noShop;
  if (file === undefined || file === '') return misuse('Name the file to write: npm run backup -- backup.sharj');
  const { database, backup } = config;
  const outcomes = [await sentence(() => writeBackup(database, file, backup))];
  try {
    for (const shop of await shopsWithData(database)) {
      const beside = fileBeside(file, shop.slug);
      const outcome = await sentence(() => writeBackup(shop.database, beside, backup));
      outcomes.push(titled(titleOf(shop), outcome));
    }
  } catch (error) {
    outcomes.push(err(`The agents' shops are not backed up: ${messageOf(error)}`));
  }
  return together(outcomes);
}

async function writeBackup(database: DatabaseSettings, file: string, backup: Config['backup']): Promise<Outcome> {
  if (!archiveName.test(file)) {
    if (database.kind === 'postgres')
      throw new ArchiveError('PostgreSQL is written as an archive: name a file that ends in .sharj.');
    await backupSqlite(database.file, file);
    return ok(`Copied to ${file}.`);
  }
  if (!backup) return noPassphrase;
  const { passphrase } = backup;
  const summary = await writeArchive(database, file, { passphrase, release: build.version, now: Date.now });
  return ok(`Written to ${file}: ${describe(summary)}.`);
}

/** A shop to restore, and the passphrases to try. */
interface Place {
  readonly database: DatabaseSettings;
  readonly ownerIds: readonly number[];
  readonly passphrases: readonly string[];
  readonly aside: string;
}

interface RestoreOptions {
  readonly isCheck: boolean;
  /** Also checks that the database can take it. */
  readonly isInto: boolean;
  readonly isReplaced: boolean;
  readonly isComplete: boolean;
  /** Whether the same command has restored the parent shop. */
  readonly isWithParent?: boolean;
}

/**
 * Restores an archive, or a plain copy of a SQLite file, into an empty database. `--check` only reads it, and with
 * `--into` also checks the database. `--replace` puts existing data aside. `--complete` promises that nothing came
 * after it, so the shop is not paused. `--shop` restores an agent's shop, and `--all` also the agents' shops whose
 * archives are next to it.
 */
export async function restore(config: AnyConfig, given: readonly string[]): Promise<Outcome> {
  if (config.mode === 'gateway' || config.mode === 'bank') return noShop;
  return sentence(async () => {
    const { values, positionals: files } = parseArgs({ args: [...given], allowPositionals: true, options: flags });
    const [first] = files;
    if (first === undefined)
      return misuse('Name the archive, or all of its parts in order: npm run restore -- backup.sharj');
    const { check: isCheck, into: isInto, replace: isReplaced, complete: isComplete, all, shop } = values;
    const aside = `replaced_${new Date().toISOString().replace(/\D/g, '')}`;
    const options = { isCheck, isInto, isReplaced, isComplete };
    const { database, ownerIds, backup } = config;
    const own = { database, ownerIds, passphrases: backup ? [backup.passphrase] : [], aside };
    if (shop !== undefined) return restoreShop(config, shop, files, aside, options);
    const parent = await restoreInto(config, own, files, options);
    const outcomes = [parent];
    if (all && parent.ok)
      for (const slug of await shopsBeside(first)) {
        const part = [fileBeside(first, slug)];
        const work = isCheck
          ? () => restoreInto(config, { ...own, database: shopDatabase(database, slug) }, part, options)
          : () => restoreShop(config, slug, part, aside, { ...options, isWithParent: true });
        outcomes.push(titled(slug, await sentence(work)));
      }
    return together(outcomes);
  });
}

const flags = {
  check: { type: 'boolean', default: false },
  into: { type: 'boolean', default: false },
  replace: { type: 'boolean', default: false },
  complete: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  shop: { type: 'string' },
} as const;

/** Names of agents' shops whose archives are next to this one. */
async function shopsBeside(file: string): Promise<string[]> {
  const [start = '', end = ''] = fileBeside(basename(file), '/').split('/');
  const names = (await readdir(dirname(file))).filter((one) => one.startsWith(start) && one.endsWith(end));
  return names.map((one) => one.slice(start.length, one.length - end.length)).filter((slug) => isSlug.test(slug));
}

/** Restores an agent's shop that this installation knows, with or without data. */
async function restoreShop(
  config: Config,
  slug: string,
  files: readonly string[],
  aside: string,
  options: RestoreOptions,
): Promise<Outcome> {
  const shop = (await readAgentShops(config.database)).find((one) => one.slug === slug);
  if (!shop)
    throw new ArchiveError(`There is no agent's shop ${slug} here. Restore the shop that it belongs to first.`);
  const own =
    config.mode === 'bot' && shop.passphrase !== null ? createSeal(config.botToken).open(shop.passphrase) : null;
  const place: Place = {
    database: await databaseFor(config.database, slug),
    ownerIds: [shop.personId],
    passphrases: [config.backup?.passphrase ?? null, own].filter((one) => one !== null),
    aside: `${aside}_${slug}`,
  };
  return restoreInto(config, place, files, options);
}

async function restoreInto(
  { logLevel }: Pick<Config, 'logLevel'>,
  { database, ownerIds, passphrases, aside }: Place,
  files: readonly string[],
  { isCheck, isInto, isReplaced, isComplete, isWithParent = false }: RestoreOptions,
): Promise<Outcome> {
  if (isInto && !isReplaced) await refuseTables(database, createLog(logLevel));
  const [first = ''] = files;
  const finish: RestoreDeps['finish'] = (tx, { at }) =>
    finishRestore(tx, { at }, { ownerIds, now: Date.now(), isComplete, isWithParent });
  const deps = { log: createLog(logLevel), finish, replaced: isReplaced ? aside : undefined };
  const end = [
    ...(isReplaced ? [` What was there before is in ${asideOf(database, aside)}.`] : []),
    ...(isComplete || isWithParent ? [] : [' The shop starts paused: an owner resumes it at the desk.']),
  ].join('');
  if (await isCopy(first)) {
    if (isCheck) {
      await checkShopCopy(first);
      return ok('The copy is whole.');
    }
    if (database.kind === 'postgres')
      throw new ArchiveError('This is a copy of a SQLite file: PostgreSQL takes an archive.');
    await restoreCopy(database.file, first, deps);
    return ok(`Restored.${end}`);
  }
  const read = (passphrase: string): Promise<ArchiveSummary> =>
    isCheck ? checkArchive(files, passphrase) : restoreArchive(database, files, { ...deps, passphrase });
  for (const [nth, passphrase] of passphrases.entries()) {
    try {
      const summary = describe(await read(passphrase));
      return ok(isCheck ? `The archive is whole: ${summary}.` : `Restored: ${summary}.${end}`);
    } catch (error) {
      if (!(error instanceof WrongPassphrase) || nth === passphrases.length - 1) throw error;
    }
  }
  return noPassphrase;
}

const titled = (title: string, outcome: Outcome): Outcome =>
  outcome.ok ? ok(`${title}: ${outcome.value}`) : err(`${title}: ${outcome.error}`);

/** Joins outcomes, one per line. */
function together(outcomes: readonly Outcome[]): Outcome {
  const lines = outcomes.map((one) => (one.ok ? one.value : one.error)).join('\n');
  return outcomes.every((one) => one.ok) ? ok(lines) : err(lines);
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'It failed for an unknown reason.';

const asideOf = (database: DatabaseSettings, name: string): string =>
  database.kind === 'sqlite' ? join(dirname(placeOf(database.file)), name) : `the schema ${name}`;

const describe = ({ release: from, at, tables, rows }: ArchiveSummary) =>
  `release ${from}, ${new Date(at).toISOString()}, ${rows} rows of ${tables} tables`;

async function sentence(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    return isMisuse(error) ? misuse(messageOf(error)) : err(messageOf(error));
  }
}
