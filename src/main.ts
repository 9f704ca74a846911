import { backUp, type Running, start } from './app.ts';
import { describeMistakes, readConfig, readSandboxConfig } from './config.ts';

const asked = process.argv[2];
const config = asked === 'gateway' ? readSandboxConfig() : readConfig();

if (!config.ok) {
  process.stderr.write(describeMistakes(config.error));
  process.exit(1);
}

if (asked === 'backup') {
  const said = await backUp(config.value, process.argv[3] ?? '');
  process[said.ok ? 'stdout' : 'stderr'].write(`${said.ok ? said.value : said.error}\n`);
  process.exit(said.ok ? 0 : 1);
}

let running: Running | undefined;
let stopping = false;

function stop(): void {
  if (stopping) return;
  stopping = true;
  // Not up yet: there is nothing in hand to finish.
  if (!running) process.exit(0);
  running.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
}

// Started by the playground: it lets go of us when it ends, and also when it is killed.
process.on('disconnect', stop);

running = await start(config.value).catch((error: unknown) => {
  process.stderr.write(`Sharj could not start: ${error instanceof Error ? error.message : 'unknown problem'}\n`);
  process.exit(1);
});
process.send?.('ready');

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // A second signal is someone losing patience.
    if (stopping) process.exit(1);
    stop();
  });
}
