import { start } from './app.ts';
import { describeMistakes, readConfig, readSandboxConfig } from './config.ts';

const asked = process.argv[2];
const config = asked === 'gateway' ? readSandboxConfig() : readConfig();

if (!config.ok) {
  process.stderr.write(describeMistakes(config.error));
  process.exit(1);
}

const running = await start(config.value).catch((error: unknown) => {
  process.stderr.write(`Sharj could not start: ${error instanceof Error ? error.message : 'unknown problem'}\n`);
  process.exit(1);
});

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // A second signal is someone losing patience.
    if (stopping) process.exit(1);
    stopping = true;
    running.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}
