import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Running } from './app/running.ts';

// Leaves compiled code to the next process, because most of a start is compiling. All else is imported after this line.
// `NODE_COMPILE_CACHE` names another folder.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/sharj', import.meta.url)));
const { isOperatorCommand } = await import('./app/operator/names.ts');
const { exitCodeOf } = await import('./app/outcome.ts');
const { describeMistakes, readBankConfig, readConfig, readSandboxConfig } = await import('./config/config.ts');

// Files hold secrets and people's data, so only this user may read them.
process.umask(0o077);

const command = process.argv[2];
const readers = { gateway: readSandboxConfig, bank: readBankConfig } as const;
const config = (command === 'gateway' || command === 'bank' ? readers[command] : readConfig)();

if (!config.ok) {
  process.stderr.write(describeMistakes(config.error));
  process.exit(1);
}

if (command === 'backup' || command === 'restore') {
  const { backUp, restore } = await import('./app/archives.ts');
  const outcome = await (command === 'backup' ? backUp : restore)(config.value, process.argv.slice(3));
  process[outcome.ok ? 'stdout' : 'stderr'].write(`${outcome.ok ? outcome.value : outcome.error}\n`);
  process.exit(exitCodeOf(outcome));
}

if (isOperatorCommand(command) && config.value.mode !== 'gateway' && config.value.mode !== 'bank') {
  const { runOperatorCommand } = await import('./app/operator/commands.ts');
  const outcome = await runOperatorCommand(command, config.value, process.argv.slice(3));
  process.stdout.write(`${outcome.ok ? outcome.value : outcome.error}\n`);
  process.exit(exitCodeOf(outcome));
}

/** Container engines kill after ten seconds. */
const stopTimeoutMs = 9_800;
/** One Ctrl-C can arrive twice: from the terminal and from npm. */
const repeatedSignalMs = 500;

let running: Running | undefined;
let stopping = false;
let signalledAt: number | undefined;

function stop(): void {
  if (stopping) return;
  stopping = true;
  // Nothing has started yet, so no work needs to finish.
  if (!running) process.exit(0);
  setTimeout(() => giveUp('it took too long'), stopTimeoutMs);
  running.stop().then(
    () => process.exit(process.exitCode ?? 0),
    (error: unknown) => giveUp(error instanceof Error ? error.message : 'unknown problem'),
  );
}

function giveUp(why: string): never {
  process.stderr.write(`Sharj did not stop cleanly: ${why}\n`);
  process.exit(1);
}

// Installs handlers before the start, because process 1 of a container ignores signals without one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    signalledAt ??= performance.now();
    // A second signal ends the process at once.
    if (performance.now() - signalledAt > repeatedSignalMs) process.exit(1);
    stop();
  });
}

// Stops when the playground, our parent process, has ended.
process.on('disconnect', stop);

const { start } = await import('./app/start.ts');
running = await start(config.value).catch((error: unknown) => {
  process.stderr.write(`Sharj could not start: ${error instanceof Error ? error.message : 'unknown problem'}\n`);
  process.exit(1);
});
process.send?.('ready');
flushCompileCache();
void running.failed?.then((error) => {
  process.stderr.write(`Sharj stops: ${error.message}\n`);
  process.exitCode = 1;
  stop();
});
