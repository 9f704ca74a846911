import { setTimeout } from 'node:timers/promises';
import type { BotConfig } from '#config/config.ts';

export type Address = Pick<BotConfig, 'host' | 'port'>;

/** Addresses of the processes on this machine, whose ports are consecutive. */
export const addressesOf = ({ host, port }: Address, processes: number): readonly Address[] =>
  Array.from({ length: processes }, (_, nth) => ({ host, port: port + nth }));

interface Readiness {
  readonly ready: boolean;
  readonly database?: string;
  readonly gateway?: string;
  readonly telegram?: string;
  readonly stopping?: boolean;
}

const askMs = 5_000;
const everyMs = 250;

/** Turns an address to listen on into one to ask. */
function addressOf({ host, port }: Address): string {
  const address = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

const ask = (at: Address, path: string) => fetch(`${addressOf(at)}${path}`, { signal: AbortSignal.timeout(askMs) });

/** Null if no bot answers there. */
export async function readReadiness(at: Address): Promise<Readiness | null> {
  const answer = await ask(at, '/readyz').catch(() => null);
  const report = (await answer?.json().catch(() => null)) as Readiness | null | undefined;
  return typeof report?.ready === 'boolean' ? report : null;
}

/** Values by name with their labels; empty if the bot does not answer. */
export async function readMetrics(at: Address): Promise<ReadonlyMap<string, number>> {
  const answer = await ask(at, '/metrics').catch(() => null);
  const text = answer?.ok ? await answer.text() : '';
  const lines = text.matchAll(/^([a-z_]+(?:\{.*\})?) (\S+)$/gm);
  return new Map([...lines].map(([, name = '', value]) => [name, Number(value)]));
}

/** Waits and returns null once the bot is ready, or the problem after `seconds`. */
export async function waitUntilReady(at: Address, seconds: number): Promise<string | null> {
  const until = performance.now() + seconds * 1_000;
  for (;;) {
    const report = await readReadiness(at);
    if (report?.ready) return null;
    if (performance.now() > until) return report ? problemIn(report) : 'no answer';
    await setTimeout(everyMs);
  }
}

const problemIn = ({ ready: _, ...checks }: Readiness): string =>
  Object.entries(checks)
    .filter(([name, answer]) => answer !== 'ok' && name !== 'gateway')
    .map(([name, answer]) => `${name}: ${answer}`)
    .join(', ');
