import { existsSync } from 'node:fs';
import { z } from 'zod';
import { defaultLanguage, languages } from '#domain/language.ts';
import { defaultOperators } from '#domain/operators.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { databaseOf, databaseShape, expectedPoolable, isPoolable, sandboxDatabase } from './database.ts';
import { type Mistake, mistakesOf } from './mistakes.ts';
import { merchantCompanions, onlinePaymentsOf, onlinePaymentsShape, providerUrlsOf } from './online-payments.ts';
import {
  chat,
  expectedWebhook,
  hasPlainPath,
  host,
  type OperatorNames,
  operatorNames,
  operators,
  ownerIds,
  path,
  pattern,
  proxy,
  rials,
  root,
  segment,
  supportChat,
  token,
  url,
  whole,
} from './shapes.ts';

type Env = Readonly<Record<string, string | undefined>>;

const shape = z.object({
  BOT_TOKEN: z
    .string()
    .regex(/^\d+:[A-Za-z0-9_-]+$/, 'a token as BotFather gives it: 123456:ABC…')
    .optional(),
  MESSENGER: z.enum(['telegram', 'bale'], 'telegram or bale').default('telegram'),
  BOT_API_ROOT: root.optional(),
  TELEGRAM_PROXY: proxy.optional(),
  WEBHOOK_URL: url(['https:', 'http:'], expectedWebhook).refine(hasPlainPath, expectedWebhook).optional(),
  WEBHOOK_SECRET: z
    .string()
    .regex(/^[A-Za-z0-9_-]{16,256}$/, '16 to 256 letters, digits, _ or -')
    .optional(),
  HOST: host.default('127.0.0.1'),
  PORT: whole(0, 65_535).default(8080),
  OWNER_IDS: ownerIds.default([]),
  GATEWAY_URL: root.optional(),
  GATEWAY_TOKEN: token.optional(),
  GATEWAY_OPERATOR2_PATH: segment.default('operator2'),
  GATEWAY_OPERATOR_NAMES: operatorNames.optional(),
  GATEWAY_PURCHASE_STYLE: z
    .enum(
      ['post-form', 'post-multipart', 'get-query', 'post-json'],
      'post-form, post-json, post-multipart or get-query',
    )
    .default('post-form'),
  GATEWAY_TOPUP_PATH: path.optional(),
  GATEWAY_SUCCESS_PATTERN: pattern('u').optional(),
  GATEWAY_ACCOUNT_EMPTY_PATTERN: pattern('iu').optional(),
  OPERATORS_FILE: operators.default(defaultOperators),
  GATEWAY_KEY_HOURS: whole(1, 8_760).default(24),
  SHOP_LANGUAGE: z.enum(languages, `one of ${languages.join(', ')}`).default(defaultLanguage),
  ...databaseShape,
  BACKUP_PASSPHRASE: z.string().min(12, 'at least 12 characters').optional(),
  BACKUP_HOUR: whole(0, 23).default(4),
  BACKUP_EVERY_HOURS: whole(1, 24).optional(),
  BACKUP_DIR: z.string().max(1_000, 'the path of a folder').default('data/backups'),
  BACKUP_KEEP_DAYS: whole(1, 3_650).default(14),
  BACKUP_CHAT_ID: chat.optional(),
  PAYMENTS_TOKEN: token.optional(),
  CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, 'a currency code of three capital letters')
    .default('IRR'),
  CURRENCY_EXPONENT: whole(0, 4).default(2),
  ...onlinePaymentsShape.shape,
  VAT_PERCENT: whole(0, 100).default(10),
  QUOTE_MINUTES: whole(1, 1_440).default(10),
  CUSTOMER_DAILY_LIMIT: rials.optional(),
  AGENT_DAILY_LIMIT: rials.optional(),
  LOW_BALANCE: whole(1, Number.MAX_SAFE_INTEGER, 'a whole number of rials').optional(),
  SUPPORT_CHAT_ID: supportChat.optional(),
  API: z.enum(['on', 'off'], 'on or off').default('off'),
  AGENT_BOTS: whole(0, 200).default(20),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'debug, info, warn, error or silent').default('info'),
});

/** If the first is set, the second is required. */
const companions = [
  ['BOT_TOKEN', 'GATEWAY_URL', 'the gateway to sell through, because BOT_TOKEN is set'],
  ['BOT_TOKEN', 'GATEWAY_TOKEN', "the gateway's access token, because BOT_TOKEN is set"],
  ['GATEWAY_URL', 'BOT_TOKEN', 'a Telegram token, because GATEWAY_URL is set (leave both out for the playground)'],
  ['GATEWAY_TOKEN', 'BOT_TOKEN', 'a Telegram token, because GATEWAY_TOKEN is set (leave both out for the playground)'],
  ['WEBHOOK_URL', 'BOT_TOKEN', 'a Telegram token, because WEBHOOK_URL is set'],
  ['BOT_API_ROOT', 'BOT_TOKEN', 'a Telegram token, because BOT_API_ROOT is set'],
  ['TELEGRAM_PROXY', 'BOT_TOKEN', 'a Telegram token, because TELEGRAM_PROXY is set'],
  ['GATEWAY_TOKEN', 'GATEWAY_URL', "the gateway's address, because GATEWAY_TOKEN is set"],
  ['WEBHOOK_URL', 'WEBHOOK_SECRET', 'a secret, because WEBHOOK_URL is set: without one anyone could send updates'],
  ['WEBHOOK_SECRET', 'WEBHOOK_URL', 'the public address, because WEBHOOK_SECRET is set'],
  ...merchantCompanions,
] as const;

export function readConfig(env: Env = environment()): Result<Config, readonly Mistake[]> {
  const filled = withoutEmpty(env);
  const parsed = shape.safeParse(filled);
  const mistakes = parsed.success ? [] : mistakesOf(parsed.error);
  const report = (setting: string, expected: string) => {
    if (!mistakes.some((mistake) => mistake.setting === setting)) mistakes.push({ setting, expected });
  };
  for (const [present, needed, expected] of companions) {
    if (filled[present] && !filled[needed]) report(needed, expected);
  }
  if (/^http:/i.test(filled.WEBHOOK_URL ?? '') && !filled.BOT_API_ROOT) report('WEBHOOK_URL', expectedWebhook);
  if (filled.DATABASE_POOLER === 'transaction' && !isPoolable(filled.DATABASE_URL))
    report('DATABASE_URL', expectedPoolable);
  if (!parsed.success || mistakes.length > 0) return err(mistakes);

  const it = parsed.data;
  const { BOT_TOKEN: botToken, GATEWAY_URL, GATEWAY_TOKEN } = it;
  if (!botToken || !GATEWAY_URL || !GATEWAY_TOKEN)
    return ok({ ...settingsOf(it), mode: 'playground', gateway: gatewayOf(it) });
  const gateway = { ...gatewayOf(it), url: GATEWAY_URL, token: GATEWAY_TOKEN };
  return ok({ ...settingsOf(it), ...messengerOf(it), mode: 'bot', botToken, gateway });
}

type Parsed = z.output<typeof shape>;

const backupPlanOf = (it: Parsed) => ({
  directory: it.BACKUP_DIR,
  hour: it.BACKUP_HOUR,
  everyHours: it.BACKUP_EVERY_HOURS ?? null,
  keepDays: it.BACKUP_KEEP_DAYS,
});

const settingsOf = (it: Parsed) => ({
  host: it.HOST,
  port: it.PORT,
  ownerIds: it.OWNER_IDS,
  operators: it.OPERATORS_FILE,
  keyHours: it.GATEWAY_KEY_HOURS,
  /** For unknown people, and for those whose client does not tell their language. */
  shopLanguage: it.SHOP_LANGUAGE,
  database: databaseOf(it),
  /** Null makes no archives. */
  backup: it.BACKUP_PASSPHRASE
    ? {
        ...backupPlanOf(it),
        isFirstPlanned: false,
        passphrase: it.BACKUP_PASSPHRASE,
        /** Null sends archives to the owners. */
        chatId: it.BACKUP_CHAT_ID ?? null,
      }
    : null,
  /** For agents' shops, which have their own passphrases; null without agents' bots. */
  agentBackups: it.AGENT_BOTS === 0 ? null : { ...backupPlanOf(it), isFirstPlanned: true },
  payments: it.PAYMENTS_TOKEN
    ? { token: it.PAYMENTS_TOKEN, currency: it.CURRENCY, exponent: it.CURRENCY_EXPONENT }
    : null,
  /** Null without a provider. */
  onlinePayments: onlinePaymentsOf(it),
  vatPercent: it.VAT_PERCENT,
  quoteMinutes: it.QUOTE_MINUTES,
  /** In rials; null means unlimited. */
  dailyLimits: { customer: it.CUSTOMER_DAILY_LIMIT ?? null, agent: it.AGENT_DAILY_LIMIT ?? null },
  /** Owners are alerted below this balance at the gateway; null uses the sales of an average day. */
  lowBalance: it.LOW_BALANCE ?? null,
  /** The forum group for support conversations; null sends them to the owners privately. */
  supportChatId: it.SUPPORT_CHAT_ID ?? null,
  /** The address of this server on the internet; null if unknown. */
  publicUrl: it.PUBLIC_URL ?? null,
  /** Whether agents may buy through the shop's own API. */
  api: it.API === 'on',
  /** How many agents' bots may run; 0 switches them off. */
  agentBots: it.AGENT_BOTS,
  /** Addresses of all providers, because an agent's bot may use one that the shop does not. */
  providerUrls: providerUrlsOf(it),
  paymentDescription: it.PAYMENT_DESCRIPTION,
  logLevel: it.LOG_LEVEL,
});

const gatewayOf = (it: Parsed) => ({
  operator2Path: it.GATEWAY_OPERATOR2_PATH,
  operatorNames: it.GATEWAY_OPERATOR_NAMES ?? null,
  purchaseStyle: it.GATEWAY_PURCHASE_STYLE,
  /** Null buys top-ups like packages. */
  topUpPath: it.GATEWAY_TOPUP_PATH ?? null,
  successPattern: it.GATEWAY_SUCCESS_PATTERN ?? null,
  /** Null uses the gateway client's own pattern. */
  accountEmptyPattern: it.GATEWAY_ACCOUNT_EMPTY_PATTERN ?? null,
});

const messengerOf = (it: Parsed) => ({
  messenger: it.MESSENGER,
  apiRoot: it.BOT_API_ROOT ?? null,
  /** Includes user and password; null without a proxy. */
  telegramProxy: it.TELEGRAM_PROXY ?? null,
  webhook: it.WEBHOOK_URL && it.WEBHOOK_SECRET ? { url: it.WEBHOOK_URL, secret: it.WEBHOOK_SECRET } : null,
});

type Settings = Readonly<ReturnType<typeof settingsOf>>;
type GatewaySettings = Readonly<ReturnType<typeof gatewayOf>>;

export interface BotConfig extends Settings, Readonly<ReturnType<typeof messengerOf>> {
  readonly mode: 'bot';
  readonly botToken: string;
  readonly gateway: GatewaySettings & { readonly url: string; readonly token: string };
}

/** Without a token the bot uses the sandbox gateway and the local Telegram, which need only the names. */
export interface PlaygroundConfig extends Settings {
  readonly mode: 'playground';
  readonly gateway: GatewaySettings;
}

export type Config = BotConfig | PlaygroundConfig;

export const sandboxNames: OperatorNames = ['operator1', 'operator2', 'operator3', 'operator4', 'operator5'];

const sandboxShape = z.object({
  HOST: host.default('127.0.0.1'),
  PORT: whole(0, 65_535).default(8090),
  GATEWAY_TOKEN: token.default('sandbox'),
  GATEWAY_OPERATOR2_PATH: segment.default('operator2'),
  GATEWAY_OPERATOR_NAMES: operatorNames.default(sandboxNames),
  SANDBOX_PRODUCTS: whole(0, 1_000_000).default(420),
  DATABASE_URL: sandboxDatabase('the sandbox keeps its purchases', 'data/sandbox.db'),
});

const bankShape = z.object({
  HOST: host.default('127.0.0.1'),
  PORT: whole(0, 65_535).default(8070),
  DATABASE_URL: sandboxDatabase('the sandbox bank keeps its payments', 'data/bank.db'),
});

/** docs/configuration.md and .env.example list the same settings. */
export const settingNames: readonly string[] = [
  ...new Set([...Object.keys(shape.shape), ...Object.keys(sandboxShape.shape)]),
];

export interface SandboxConfig extends Readonly<ReturnType<typeof sandboxOf>> {
  readonly mode: 'gateway';
}

const sandboxOf = (it: z.output<typeof sandboxShape>) => ({
  host: it.HOST,
  port: it.PORT,
  token: it.GATEWAY_TOKEN,
  operator2Path: it.GATEWAY_OPERATOR2_PATH,
  operatorNames: it.GATEWAY_OPERATOR_NAMES,
  products: it.SANDBOX_PRODUCTS,
  database: it.DATABASE_URL,
});

export interface BankConfig extends Readonly<ReturnType<typeof bankOf>> {
  readonly mode: 'bank';
}

const bankOf = ({ HOST, PORT, DATABASE_URL }: z.output<typeof bankShape>) => ({
  host: HOST,
  port: PORT,
  database: DATABASE_URL,
});

export function readSandboxConfig(env: Env = environment()): Result<SandboxConfig, readonly Mistake[]> {
  const parsed = sandboxShape.safeParse(withoutEmpty(env));
  return parsed.success ? ok({ mode: 'gateway', ...sandboxOf(parsed.data) }) : err(mistakesOf(parsed.error));
}

export function readBankConfig(env: Env = environment()): Result<BankConfig, readonly Mistake[]> {
  const parsed = bankShape.safeParse(withoutEmpty(env));
  return parsed.success ? ok({ mode: 'bank', ...bankOf(parsed.data) }) : err(mistakesOf(parsed.error));
}

export function describeMistakes(mistakes: readonly Mistake[]): string {
  const lines = mistakes.map(({ setting, expected }) => `  ${setting}: expected ${expected}`);
  return ['Sharj cannot start with these settings:', ...lines, 'docs/configuration.md lists every setting.', ''].join(
    '\n',
  );
}

/** The environment of this process with additional settings, for a child process. */
export const environmentWith = (settings: Readonly<Record<string, string>>): Env => ({ ...process.env, ...settings });

/** Reads .env; the environment overrides it. */
function environment(): Env {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** Drops empty settings (`BOT_TOKEN=` in a .env file) and trims spaces and CRs. */
function withoutEmpty(env: Env): Env {
  const trimmed = Object.entries(env).map(([name, value]) => [name, value?.trim()] as const);
  return Object.fromEntries(trimmed.filter(([, value]) => value));
}
