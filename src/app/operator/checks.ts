import { createServer, isIP } from 'node:net';
import { dirname } from 'node:path';
import { connect } from 'node:tls';
import { freeBytes } from '#app/free-space.ts';
import { messengers } from '#bot/telegram/messenger.ts';
import { type Probe, probeTelegram } from '#bot/telegram/probe.ts';
import type { BotConfig } from '#config/config.ts';
import { createGateway } from '#gateway/gateway.ts';
import { createLog, errorMessage } from '#log.ts';
import { botProblem, readAgentBots } from './agent-bots.ts';
import { misfitOf } from './database-facts.ts';
import { type Address, addressesOf, readMetrics, readReadiness } from './running-bot.ts';
import type { Say, Values } from './texts.ts';

/** Null if all is well. Otherwise the text says what is wrong and what to do. */
export type Finding = readonly [text: string, values?: Values] | null;

/** The releases of an interrupted update. */
export type CutOff = Readonly<Record<'from' | 'to', string>>;

/** What a check needs besides the settings. */
interface CheckOptions {
  readonly processes: number;
  /** Null if no update was interrupted. */
  readonly cutOff: CutOff | null;
  readonly say: Say;
}

const askMs = 10_000;
const minute = 60_000;
const day = 86_400_000;
const mostClockMs = 2 * minute;
const leastFreeMegabytes = 200;
const silent = createLog('silent');

export const probe = (config: BotConfig): Promise<Probe> => probeTelegram(config, messengers[config.messenger], silent);

/** Each check tests one thing the way the bot uses it, in the order of the report. */
export const checks = {
  service: async (config, { processes }) => {
    for (const one of addressesOf(config, processes))
      if (!(await readReadiness(one)))
        return (await isFree(one)) ? ['not-running'] : ['port-taken', { port: one.port }];
    return null;
  },
  clock: async ({ gateway }) => {
    const answer = await fetch(gateway.url, { method: 'HEAD', signal: AbortSignal.timeout(askMs) }).catch(() => null);
    const gatewayTime = Date.parse(answer?.headers.get('date') ?? '');
    const offMs = Number.isNaN(gatewayTime) ? 0 : Math.abs(Date.now() - gatewayTime);
    return offMs > mostClockMs ? ['clock-off', { minutes: Math.round(offMs / minute) }] : null;
  },
  disk: async ({ database }) => {
    const free = Math.floor((await freeBytes(database.kind === 'sqlite' ? dirname(database.file) : '.')) / 1e6);
    return free < leastFreeMegabytes ? ['disk-full', { free }] : null;
  },
  database: async ({ database }) => {
    const problem = await misfitOf(database);
    return problem === null ? null : ['database-failed', { why: problem }];
  },
  telegram: async (config) => {
    const answer = await probe(config);
    if (answer.kind === 'answers') return null;
    return answer.kind === 'token-refused' ? ['token-refused'] : ['telegram-unreachable', { why: answer.why }];
  },
  webhook: async (config) => {
    const answer = await probe(config);
    if (answer.kind !== 'answers') return null;
    const { url = '', last_error_message: failure, pending_update_count: pending } = answer.webhook;
    const own = config.webhook?.url;
    if (url !== '' && !(own !== undefined && url.startsWith(own)))
      return ['webhook-foreign', { host: URL.parse(url)?.host ?? '?' }];
    return own !== undefined && failure !== undefined && pending > 0 ? ['webhook-failing', { why: failure }] : null;
  },
  gateway: async (config) => {
    const { url, ...settings } = config.gateway;
    const gateway = createGateway({ ...settings, baseUrl: url, log: silent, now: Date.now, random: Math.random });
    const page = await gateway.listProducts({}, { deadlineMs: askMs });
    await gateway.close();
    if (page.ok) return null;
    if (page.error.kind === 'unauthorized') return ['gateway-unauthorized'];
    return ['gateway-unavailable', { why: 'why' in page.error ? page.error.why : `status ${page.error.status}` }];
  },
  certificate: async ({ onlinePayments }) => {
    const url = URL.parse(onlinePayments?.publicUrl ?? '');
    if (url?.protocol !== 'https:') return null;
    const end = await certificateEnd(url).catch(errorMessage);
    if (typeof end === 'string') return ['certificate-failed', { why: end }];
    const days = Math.floor((end - Date.now()) / day);
    return days < 7 ? ['certificate-ends', { days }] : null;
  },
  backup: async (config) => {
    if (config.backup === null) return ['backup-unset'];
    const metrics = await readMetrics(config);
    const isOld = (metrics.get('sharj_backup_age_seconds') ?? 0) > (2 * day) / 1_000;
    return isOld || metrics.get('sharj_backup_failed') === 1 ? ['backup-old'] : null;
  },
  'agent-bots': async (config, { processes, say }) => {
    if (config.agentBots === 0) return null;
    const bots = await readAgentBots(config, processes);
    const isUp = (await readReadiness(config)) !== null;
    const problems = bots.map((one) => botProblem(one, isUp, say)).filter((one) => one !== null);
    return problems.length === 0 ? null : ['bots-failed', { problems: problems.join(' ') }];
  },
  update: async (_config, { cutOff }) => (cutOff ? ['update-cut-off', cutOff] : null),
} as const satisfies Readonly<Record<string, Check>>;

type Check = (config: BotConfig, options: CheckOptions) => Promise<Finding>;

export type CheckName = keyof typeof checks;

/** Whether the port is free. */
function isFree({ host, port }: Address): Promise<boolean> {
  const { promise, resolve: done } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', () => done(false));
  server.listen(port, host, () => server.close(() => done(true)));
  return promise;
}

async function certificateEnd({ hostname, port }: URL): Promise<number> {
  const { promise, resolve: done, reject } = Promise.withResolvers<number>();
  const name = isIP(hostname) === 0 ? { servername: hostname } : {};
  const socket = connect({ host: hostname, port: Number(port || 443), ...name }, () => {
    done(Date.parse(socket.getPeerCertificate().valid_to));
    socket.end();
  });
  socket.setTimeout(askMs, () => socket.destroy(new Error('no answer')));
  socket.once('error', reject);
  return promise;
}
