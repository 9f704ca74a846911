import type { BankConfig, Config, SandboxConfig } from '#config/config.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { createLog } from '#log.ts';
import { createBank } from '#sandbox/bank/bank.ts';
import { writeBankBanner } from '#sandbox/bank/banner.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { portProblem } from '#server/server.ts';
import { backupSqlite } from '#storage/backup.ts';
import { bankSettings } from './bank-settings.ts';
import { startBot } from './bot.ts';
import { startPlayground } from './playground/playground.ts';
import type { Running } from './running.ts';

export function start(config: Config | SandboxConfig | BankConfig): Promise<Running> {
  switch (config.mode) {
    case 'bot':
      return startBot(config, { log: createLog(config.logLevel) });
    case 'playground':
      return startPlayground(config);
    case 'gateway':
      return startSandbox(config);
    case 'bank':
      return startBank(config);
  }
}

/** Copies the database while the bot runs. Both results are sentences for the operator. */
export async function backUp(
  config: Config | SandboxConfig | BankConfig,
  copy: string,
): Promise<Result<string, string>> {
  if (config.mode === 'gateway' || config.mode === 'bank' || config.database.kind !== 'sqlite')
    return err('Only SQLite is copied here; PostgreSQL has pg_dump.');
  if (copy === '') return err('Name the file to write: npm run backup -- backup.db');
  try {
    await backupSqlite(config.database.file, copy);
    return ok(`Copied to ${copy}.`);
  } catch (error) {
    return err(error instanceof Error ? error.message : 'The copy could not be made.');
  }
}

async function startSandbox(config: SandboxConfig): Promise<Running> {
  const sandbox = await createSandbox(config).catch((error: unknown) => {
    throw portProblem(error, config.port);
  });
  process.stdout.write(`${sandbox.banner()}\n`);
  return { stop: () => sandbox.close() };
}

async function startBank(config: BankConfig): Promise<Running> {
  const bank = await createBank(config).catch((error: unknown) => {
    throw portProblem(error, config.port);
  });
  process.stdout.write(`${writeBankBanner(bank.url, bankSettings(bank.url))}\n`);
  return { stop: () => bank.close() };
}
