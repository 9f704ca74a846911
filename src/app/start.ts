import { createBank, createSandbox, writeBankBanner } from '@sharj/sandbox';
import { build } from '#build.ts';
import type { BankConfig, Config, SandboxConfig } from '#config/config.ts';
import { createLog } from '#log.ts';
import { portProblem } from '#server/server.ts';
import { bankSettings } from './bank-settings.ts';
import { startBot } from './bot.ts';
import { giveMemoryBack } from './idle-memory.ts';
import { startPlayground } from './playground/playground.ts';
import type { Running } from './running.ts';

export function start(config: Config | SandboxConfig | BankConfig): Promise<Running> {
  switch (config.mode) {
    case 'bot': {
      const log = createLog(config.logLevel);
      log.info({ ...build, node: process.version }, 'starting');
      giveMemoryBack();
      return startBot(config, { log });
    }
    case 'playground':
      return startPlayground(config);
    case 'gateway':
      return startSandbox(config);
    case 'bank':
      return startBank(config);
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
