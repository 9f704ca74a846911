import type { Running } from './app/running.ts';
import { backUp, start } from './app/start.ts';
import { describeMistakes, readBankConfig, readConfig, readSandboxConfig } from './config/config.ts';

const asked = process.argv[2];
const readers = { gateway: readSandboxConfig, bank: readBankConfig } as const;
const config = (asked === 'gateway' || asked === 'bank' ? readers[asked] : readConfig)();

if (!config.ok) {
  process.stderr.write(describeMistakes(config.error));
  process.exit(1);
}

if (asked === 'backup') {
  const said = await backUp(config.value, process.argv[3] ?? '');
  process[said.ok ? 'stdout' : 'stderr'].write(`${said.ok ? said.value : said.error}\n`);
  process.exit(said.ok ? 0 : 1);
}

/** A stop that is not over by then never will be; container engines kill after ten seconds. */
const longestStopMs = 9_800;
/** One Ctrl-C may come twice: from the terminal, and handed on by npm. */
const sameKeyMs = 500;

let running: Running | undefined;
let stopping = false;
let signalledAt: number | undefined;

function stop(): void {
  if (stopping) return;
  stopping = true;
  // Not up yet: there is nothing in hand to finish.
  if (!running) process.exit(0);
  setTimeout(() => giveUp('it took too long'), longestStopMs);
  running.stop().then(
    () => process.exit(process.exitCode ?? 0),
    (error: unknown) => giveUp(error instanceof Error ? error.message : 'unknown problem'),
  );
}

function giveUp(why: string): never {
  process.stderr.write(`Sharj did not stop cleanly: ${why}\n`);
  process.exit(1);
}

// Before the start: whoever is process 1 of a container gets no signal that it does not listen for.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    signalledAt ??= performance.now();
    // A second signal is someone losing patience.
    if (performance.now() - signalledAt > sameKeyMs) process.exit(1);
    stop();
  });
}

// Started by the playground: it lets go of us when it ends, and also when it is killed.
process.on('disconnect', stop);

running = await start(config.value).catch((error: unknown) => {
  process.stderr.write(`Sharj could not start: ${error instanceof Error ? error.message : 'unknown problem'}\n`);
  process.exit(1);
});
process.send?.('ready');
void running.failed?.then((error) => {
  process.stderr.write(`Sharj stops: ${error.message}\n`);
  process.exitCode = 1;
  stop();
});
