import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { isMisuse, misuse, type Outcome } from '#app/outcome.ts';
import { ownerLinkPrefix } from '#bot/people/home/invitations.ts';
import { messengers } from '#bot/telegram/messenger.ts';
import { build } from '#build.ts';
import type { BotConfig, Config } from '#config/config.ts';
import { err, ok } from '#domain/result.ts';
import { createLog, errorMessage } from '#log.ts';
import { createOwnerLink, removeOwner } from '#shop/people/people/owner-links.ts';
import { openDatabase } from '#storage/database.ts';
import { type BotReport, botLine, readAgentBots } from './agent-bots.ts';
import { type CheckName, type CutOff, checks, type Finding, probe } from './checks.ts';
import { contractsDatabase, type DatabaseFacts, misfitOfAny, readDatabaseFacts, readMark } from './database-facts.ts';
import type { OperatorCommand } from './names.ts';
import { addressesOf, readMetrics, readReadiness, waitUntilReady } from './running-bot.ts';
import { type Say, sayIn } from './texts.ts';

interface Options {
  readonly say: Say;
  readonly json: boolean;
  readonly only: readonly CheckName[];
  readonly remove: string | undefined;
  readonly seconds: number;
  readonly contracts: boolean;
  readonly processes: number;
  /** Null if no update was interrupted. */
  readonly cutOff: CutOff | null;
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const time = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The commands behind `sharj`. */
const commands: Readonly<Record<OperatorCommand, (config: BotConfig, options: Options) => Promise<Outcome>>> = {
  owner,
  status,
  check,
  ready,
  fits,
  mark,
};

export async function runOperatorCommand(
  name: OperatorCommand,
  config: Config,
  given: readonly string[],
): Promise<Outcome> {
  try {
    const { values } = parseArgs({
      args: [...given],
      options: {
        lang: { type: 'string', default: 'en' },
        json: { type: 'boolean', default: false },
        only: { type: 'string' },
        remove: { type: 'string' },
        seconds: { type: 'string', default: '60' },
        contracts: { type: 'boolean', default: false },
        processes: { type: 'string', default: '1' },
        'cut-off': { type: 'string', default: '' },
      },
    });
    const say = sayIn(values.lang === 'fa' ? 'fa' : 'en');
    if (config.mode !== 'bot') return err(say('playground'));
    const all = Object.keys(checks) as CheckName[];
    const asked = values.only?.split(',') ?? all;
    const only = all.filter((one) => asked.includes(one));
    if (only.length < asked.length) return misuse(say('checks', { names: all.join(', ') }));
    const { json, remove, contracts } = values;
    if (remove !== undefined && !/^[1-9]\d{0,14}$/.test(remove)) return misuse(say('owner-id', { id: remove }));
    const [seconds, processes] = [Number(values.seconds), Number(values.processes)];
    const [from, to] = values['cut-off'].split(' ');
    const cutOff = from && to ? { from, to } : null;
    const options = { say, json, only, remove, contracts, seconds, processes, cutOff };
    return await commands[name](config, options);
  } catch (error) {
    return isMisuse(error) ? misuse(errorMessage(error)) : err(errorMessage(error));
  }
}

/** Creates a one-time owner link, or removes an owner with `--remove`. */
async function owner(config: BotConfig, { say, remove }: Options): Promise<Outcome> {
  const telegram = remove === undefined ? await probe(config) : null;
  if (telegram?.kind === 'token-refused') return err(say('token-refused'));
  if (telegram?.kind === 'unreachable') return err(say('telegram-unreachable', { why: telegram.why }));
  const database = await openDatabase(config.database, { log: createLog('silent') });
  try {
    if (remove !== undefined) {
      const isRemoved = await removeOwner(database, Number(remove), Date.now);
      return isRemoved ? ok(say('owner-removed', { id: remove })) : err(say('owner-unknown', { id: remove }));
    }
    const code = await database.transaction((tx) => createOwnerLink(tx, { now: Date.now(), randomBytes }));
    const { linkRoot } = messengers[config.messenger];
    const link = `${linkRoot}/${telegram?.me.username}?start=${ownerLinkPrefix}${code}`;
    return ok(say('owner-link', { link }));
  } finally {
    await database.close();
  }
}

/** Runs the checks and writes a line for each. Fails if anything is wrong. */
async function check(config: BotConfig, options: Options): Promise<Outcome> {
  const { say, json, only } = options;
  const findings = await Promise.all(
    only.map(async (name): Promise<[CheckName, Finding]> => [name, await findingOf(name, config, options)]),
  );
  const isWell = findings.every(([, finding]) => finding === null);
  const report = json
    ? JSON.stringify(
        findings.map(([name, finding]) => ({
          name,
          ok: finding === null,
          ...(finding ? { problem: finding[0], text: say(...finding) } : {}),
        })),
      )
    : findings
        .map(([name, finding]) => `${finding ? '✗' : '✓'} ${say(name)}: ${finding ? say(...finding) : say('well')}`)
        .join('\n');
  return isWell ? ok(report) : err(report);
}

/** A failing check becomes a finding, so that the others are still reported. */
const findingOf = (name: CheckName, config: BotConfig, options: Options): Promise<Finding> =>
  checks[name](config, options).catch((error: unknown): Finding => ['check-failed', { why: errorMessage(error) }]);

/** Writes ten lines, and one for each agent's bot. Fails if a process is not ready. */
async function status(config: BotConfig, { say, json, processes, cutOff }: Options): Promise<Outcome> {
  const all = await Promise.all(addressesOf(config, processes).map(readReadiness));
  const [readiness] = all;
  const metrics = await readMetrics(config);
  const facts = await readDatabaseFacts(config.database).catch(errorMessage);
  const seen = typeof facts === 'object' ? facts : null;
  const since = metrics.get('process_start_time_seconds');
  const backupAge = metrics.get('sharj_backup_age_seconds') ?? 0;
  const report = {
    ...build,
    updateCutOff: cutOff !== null,
    ready: all.every((one) => one?.ready),
    processes: all.map((one) => one?.ready ?? false),
    runningSince: since === undefined ? null : since * 1_000,
    telegram: readiness?.telegram ?? null,
    gateway: readiness?.gateway ?? null,
    balance: metrics.get('sharj_gateway_balance_rials') ?? null,
    database: typeof facts === 'string' ? facts : (readiness?.database ?? 'ok'),
    databaseBytes: seen?.bytes ?? null,
    lastBackup: backupAge === 0 ? null : Math.round(Date.now() - backupAge * 1_000),
    updatesWaiting: seen?.updatesWaiting ?? null,
    alertsWaiting: seen?.alertsWaiting ?? null,
    agentBots: await readAgentBots(config, processes).catch(() => []),
  };
  const update = cutOff ? `\n${say('update')}: ${say('update-cut-off', cutOff)}` : '';
  const text = json ? JSON.stringify(report) : `${statusLines(report, seen, say)}${update}`;
  return report.ready ? ok(text) : err(text);
}

interface Report {
  readonly version: string;
  readonly commit: string | null;
  readonly processes: readonly boolean[];
  readonly runningSince: number | null;
  readonly telegram: string | null;
  readonly gateway: string | null;
  readonly balance: number | null;
  readonly database: string;
  readonly lastBackup: number | null;
  readonly agentBots: readonly BotReport[];
}

function statusLines(report: Report, facts: DatabaseFacts | null, say: Say): string {
  const orUnknown = (value: string | number | null | undefined): string => String(value ?? say('unknown'));
  const { processes } = report;
  const areReady = { ready: processes.filter(Boolean).length, all: processes.length };
  const many = processes.length > 1 ? `, ${say('processes', areReady)}` : '';
  const values: readonly (readonly [name: string, value: string])[] = [
    ['version', report.commit === null ? report.version : `${report.version} (${report.commit.slice(0, 7)})`],
    ['running', report.runningSince === null ? say('stopped') : `${time(report.runningSince)}${many}`],
    ['telegram', orUnknown(report.telegram)],
    ['gateway', orUnknown(report.gateway)],
    [
      'balance',
      report.balance === null ? say('unknown') : say('rials', { amount: report.balance.toLocaleString('en') }),
    ],
    ['database', report.database],
    ['size', facts ? megabytes(facts.bytes) : say('unknown')],
    ['last-backup', report.lastBackup === null ? say('none') : time(report.lastBackup)],
    ['updates', orUnknown(facts?.updatesWaiting)],
    ['alerts', orUnknown(facts?.alertsWaiting)],
  ];
  const lines = values.map(([name, value]) => `${say(name)}: ${value}`);
  return [...lines, ...report.agentBots.map((bot) => botLine(bot, say))].join('\n');
}

/** Waits until the bot is ready. */
async function ready(config: BotConfig, { say, seconds }: Options): Promise<Outcome> {
  const problem = await waitUntilReady(config, seconds);
  return problem === null ? ok(say('ready')) : err(say('not-ready', { why: problem }));
}

/**
 * Whether this release can still use the databases; with `--contracts`, whether starting it would lock out the previous
 * release.
 */
async function fits({ database }: BotConfig, { say, contracts }: Options): Promise<Outcome> {
  if (contracts) return (await contractsDatabase(database)) ? ok(say('contracts')) : err(say('adds'));
  const problem = await misfitOfAny(database);
  return problem === null ? ok(say('fits')) : err(say('database-failed', { why: problem }));
}

/** Tells `update` whether anything was sold or paid since. */
async function mark({ database }: BotConfig): Promise<Outcome> {
  return ok(await readMark(database));
}
