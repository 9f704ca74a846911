import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from '#test/support/free-port.ts';
import { gatewayToken, ownerId, type World } from '#test/support/world.ts';

export interface Program {
  /** The address of its health and metrics. */
  readonly url: string;
  /** Error log lines, and output that is not a log line. */
  readonly complaints: readonly string[];
  /** SIGTERM. Returns its exit code. */
  stop(): Promise<number | null>;
}

/** `src/main.ts` with its settings, in its own process. */
export async function startProgram({ telegram, sandbox, database: { settings } }: World): Promise<Program> {
  const port = await freePort();
  // A small heap is collected often, so leaks show early.
  const flags = ['--max-old-space-size=128'];
  const child = spawn(process.execPath, [...flags, new URL('../../src/main.ts', import.meta.url).pathname], {
    env: {
      PATH: process.env.PATH,
      BOT_TOKEN: telegram.token,
      BOT_API_ROOT: telegram.url,
      GATEWAY_URL: sandbox.url,
      GATEWAY_TOKEN: gatewayToken,
      GATEWAY_OPERATOR_NAMES: 'operator1,operator2,operator3,operator4,operator5',
      DATABASE_URL: settings.kind === 'sqlite' ? `sqlite:${settings.file}` : settings.url,
      OWNER_IDS: String(ownerId),
      PORT: String(port),
      // Everything is logged, and discarded here.
      LOG_LEVEL: 'debug',
    },
  });
  const complaints: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      if (!line.startsWith('{') || (JSON.parse(line) as { level: string }).level === 'error') complaints.push(line);
    });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) break;
    if (child.exitCode !== null) throw new Error(`The program ended: ${complaints.join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const stop = async () => {
    child.kill('SIGTERM');
    const [code] = await exited;
    return code;
  };
  return { url, complaints, stop };
}
