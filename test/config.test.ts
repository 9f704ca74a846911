import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Config,
  describeMistakes,
  readBankConfig,
  readConfig,
  readSandboxConfig,
  settingNames,
} from '#config/config.ts';
import { defaultOperators } from '#domain/operators.ts';

type Env = Record<string, string>;

const selling: Env = {
  BOT_TOKEN: '123456789:AAF-abcdefghijklmnopqrstuvwxyz_01234',
  GATEWAY_URL: 'https://gateway.example',
  GATEWAY_TOKEN: 'gateway-token',
};

function read(env: Env): Config {
  const config = readConfig(env);
  if (!config.ok) throw new Error(describeMistakes(config.error));
  return config.value;
}

function readBot(env: Env) {
  const config = read({ ...selling, ...env });
  if (config.mode !== 'bot') throw new Error('a playground came out of a token');
  return config;
}

/** Setting to expectation; empty: valid. */
function mistakes(
  env: Env,
  reader: typeof readConfig | typeof readSandboxConfig | typeof readBankConfig = readConfig,
): Env {
  const config = reader(env);
  return config.ok ? {} : Object.fromEntries(config.error.map(({ setting, expected }) => [setting, expected]));
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sharj-config-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('the defaults', () => {
  const settings = {
    host: '127.0.0.1',
    port: 8080,
    ownerIds: [],
    operators: defaultOperators,
    keyHours: 24,
    shopLanguage: 'fa',
    database: { kind: 'sqlite', file: 'data/sharj.db' },
    payments: null,
    onlinePayments: null,
    vatPercent: 10,
    quoteMinutes: 10,
    dailyLimits: { customer: null, agent: null },
    lowBalance: null,
    supportChatId: null,
    publicUrl: null,
    api: false,
    agentBots: 20,
    providerUrls: { zarinpal: 'https://payment.zarinpal.com', zibal: 'https://gateway.zibal.ir' },
    paymentDescription: 'افزایش موجودی',
    backup: null,
    agentBackups: { directory: 'data/backups', hour: 4, everyHours: null, keepDays: 14, isFirstPlanned: true },
    logLevel: 'info',
  };
  const gateway = {
    operator2Path: 'operator2',
    operatorNames: null,
    purchaseStyle: 'post-form',
    topUpPath: null,
    successPattern: null,
    accountEmptyPattern: null,
  };

  test('nothing set means the playground', () => {
    expect(read({})).toEqual({ ...settings, mode: 'playground', gateway });
  });

  test('a token, a gateway and its token start the real bot', () => {
    expect(read(selling)).toEqual({
      ...settings,
      mode: 'bot',
      botToken: selling.BOT_TOKEN,
      apiRoot: null,
      messenger: 'telegram',
      telegramProxy: null,
      webhook: null,
      gateway: { ...gateway, url: selling.GATEWAY_URL, token: selling.GATEWAY_TOKEN },
    });
  });

  test('an empty setting counts as absent', () => {
    const empty = Object.fromEntries(settingNames.map((name, index) => [name, index % 2 === 0 ? '' : ' \t']));
    expect(read(empty)).toEqual(read({}));
    expect(readSandboxConfig(empty)).toEqual(readSandboxConfig({}));
  });

  test('spaces around a value and the CR of a Windows file are removed', () => {
    const untidy = Object.fromEntries(Object.entries(selling).map(([name, value]) => [name, ` ${value} \r`]));
    expect(read(untidy)).toEqual(read(selling));
  });

  test('unknown variables are ignored', () => {
    expect(read({ PATH: '/usr/bin', HOME: '/root', EDITOR: 'vi' })).toEqual(read({}));
  });
});

describe('valid values', () => {
  test.each(['123456789:AAF-abcdefghijklmnopqrstuvwxyz_01234', '42:TEST', '7000000000:a'])('BOT_TOKEN=%s', (token) => {
    expect(readBot({ BOT_TOKEN: token }).botToken).toBe(token);
  });

  test.each([
    ['http://127.0.0.1:8081', 'http://127.0.0.1:8081'],
    ['https://tapi.messenger.example/', 'https://tapi.messenger.example'],
    ['https://example.org/bot-api//', 'https://example.org/bot-api'],
  ])('BOT_API_ROOT=%s ends without a slash', (value, root) => {
    expect(readBot({ BOT_API_ROOT: value }).apiRoot).toBe(root);
  });

  test.each(['http://p.example:3128', 'https://me:p%40ss@p.example', 'socks5://me:pw@10.0.0.1:1080'])(
    'TELEGRAM_PROXY=%s',
    (value) => {
      expect(readBot({ TELEGRAM_PROXY: value }).telegramProxy).toBe(value);
    },
  );

  test('WEBHOOK_URL and WEBHOOK_SECRET make it webhook mode', () => {
    const webhook = { url: 'https://sharj.example/telegram', secret: 'abcdefghij_KLMNO-123' };
    expect(readBot({ WEBHOOK_URL: webhook.url, WEBHOOK_SECRET: webhook.secret }).webhook).toEqual(webhook);
  });

  test('a local Bot API server may call back over plain http', () => {
    const env = { WEBHOOK_URL: 'http://10.0.0.2/telegram', WEBHOOK_SECRET: 's'.repeat(16) };
    expect(mistakes({ ...selling, ...env })).toHaveProperty('WEBHOOK_URL');
    expect(readBot({ ...env, BOT_API_ROOT: 'http://10.0.0.1:8081' }).webhook?.url).toBe(env.WEBHOOK_URL);
  });

  test.each(['0.0.0.0', '::', '::1', 'fe80::1', 'localhost', 'sharj.internal', 'my_service-1'])('HOST=%s', (host) => {
    expect(read({ HOST: host }).host).toBe(host);
  });

  test.each([0, 1, 8080, 65_535])('PORT=%i', (port) => {
    expect(read({ PORT: String(port) }).port).toBe(port);
  });

  test.each([
    ['5', [5]],
    ['5000000001,42', [5_000_000_001, 42]],
    [' 1, 2 3,,2 ', [1, 2, 3]],
    ['9007199254740991', [9_007_199_254_740_991]],
  ])('OWNER_IDS=%s', (text, ids) => {
    expect(read({ OWNER_IDS: text }).ownerIds).toEqual(ids);
  });

  test.each([
    ['http://127.0.0.1:8090', 'http://127.0.0.1:8090'],
    ['https://gateway.example/v1/', 'https://gateway.example/v1'],
    ['HTTPS://Gateway.Example', 'https://gateway.example'],
  ])('GATEWAY_URL=%s is kept as a root to append paths to', (value, root) => {
    expect(readBot({ GATEWAY_URL: value }).gateway.url).toBe(root);
  });

  test.each(['t', 'eyJhbGciOi.J9~+/=', '1|abcdef'])('GATEWAY_TOKEN=%s', (token) => {
    expect(readBot({ GATEWAY_TOKEN: token }).gateway.token).toBe(token);
  });

  test.each(['operator2', 'op-2', 'v1.0_~', '...'])('GATEWAY_OPERATOR2_PATH=%s', (segment) => {
    expect(read({ GATEWAY_OPERATOR2_PATH: segment }).gateway.operator2Path).toBe(segment);
  });

  test('GATEWAY_OPERATOR_NAMES are five, in any script, with or without spaces between them', () => {
    const names = read({ GATEWAY_OPERATOR_NAMES: 'mci, irancell ,rightel,taliya,شاتل' }).gateway.operatorNames;
    expect(names).toEqual(['mci', 'irancell', 'rightel', 'taliya', 'شاتل']);
  });

  test.each(['/api/top-up', '/api/v2/charge/'])('GATEWAY_TOPUP_PATH=%s', (topUpPath) => {
    expect(read({ GATEWAY_TOPUP_PATH: topUpPath }).gateway.topUpPath).toBe(topUpPath);
  });

  test.each(['post-form', 'post-json', 'post-multipart', 'get-query'])('GATEWAY_PURCHASE_STYLE=%s', (style) => {
    expect(read({ GATEWAY_PURCHASE_STYLE: style }).gateway.purchaseStyle).toBe(style);
  });

  test('GATEWAY_SUCCESS_PATTERN is a regular expression over the message', () => {
    const pattern = read({ GATEWAY_SUCCESS_PATTERN: '^(?:success|موفق)' }).gateway.successPattern;
    expect(['success', 'موفق بود', 'no success'].map((message) => pattern?.test(message))).toEqual([true, true, false]);
  });

  test('GATEWAY_ACCOUNT_EMPTY_PATTERN is a regular expression over the message, in capitals or not', () => {
    const pattern = read({ GATEWAY_ACCOUNT_EMPTY_PATTERN: 'panel is empty|پنل خالی' }).gateway.accountEmptyPattern;
    const messages = ['The Panel is empty', 'پنل خالی است', 'Insufficient balance'];
    expect(messages.map((message) => pattern?.test(message))).toEqual([true, true, false]);
  });

  test.each([1, 24, 8_760])('GATEWAY_KEY_HOURS=%i', (hours) => {
    expect(read({ GATEWAY_KEY_HOURS: String(hours) }).keyHours).toBe(hours);
  });

  test.each([
    ['sqlite:data/other.db', { kind: 'sqlite', file: 'data/other.db' }],
    ['sqlite://data/other.db', { kind: 'sqlite', file: 'data/other.db' }],
    ['sqlite:/var/lib/sharj.db', { kind: 'sqlite', file: '/var/lib/sharj.db' }],
    ['sqlite:///var/lib/sharj.db', { kind: 'sqlite', file: '/var/lib/sharj.db' }],
    ['sqlite::memory:', { kind: 'sqlite', file: ':memory:' }],
    ['postgres://sharj:secret@db:5432/sharj', { kind: 'postgres', url: 'postgres://sharj:secret@db:5432/sharj' }],
    ['postgresql://db/sharj?sslmode=require', { kind: 'postgres', url: 'postgresql://db/sharj?sslmode=require' }],
    ['postgres:///sharj?host=/run/pg', { kind: 'postgres', url: 'postgres:///sharj?host=/run/pg' }],
  ])('DATABASE_URL=%s', (value, database) => {
    expect(read({ DATABASE_URL: value }).database).toEqual(database);
  });

  test('DATABASE_POOLER=transaction', () => {
    const url = 'postgres://sharj:secret@pooler:6432/sharj';
    const pooled = { kind: 'postgres', url, isPooled: true };
    expect(read({ DATABASE_URL: url, DATABASE_POOLER: 'transaction' }).database).toEqual(pooled);
    expect(read({ DATABASE_URL: url, DATABASE_POOLER: 'off' }).database).toEqual({ kind: 'postgres', url });
    const expected = { DATABASE_URL: 'postgres://… without options=, because DATABASE_POOLER is set' };
    const misfits = [`${url}?options=-c%20search_path=shop`, 'sqlite:data/sharj.db', ''];
    for (const value of misfits)
      expect(mistakes({ DATABASE_URL: value, DATABASE_POOLER: 'transaction' })).toEqual(expected);
  });

  test('PAYMENTS_TOKEN turns invoices on, in rials unless CURRENCY says otherwise', () => {
    expect(read({ PAYMENTS_TOKEN: '1:TEST:abc' }).payments).toEqual({
      token: '1:TEST:abc',
      currency: 'IRR',
      exponent: 2,
    });
    expect(read({ PAYMENTS_TOKEN: '1:TEST:abc', CURRENCY: 'EUR' }).payments?.currency).toBe('EUR');
    expect(read({ CURRENCY: 'EUR' }).payments).toBeNull();
  });

  test.each([0, 9, 100])('VAT_PERCENT=%i', (percent) => {
    expect(read({ VAT_PERCENT: String(percent) }).vatPercent).toBe(percent);
  });

  test('daily limits, each on its own', () => {
    expect(read({ CUSTOMER_DAILY_LIMIT: '5000000' }).dailyLimits).toEqual({ customer: 5_000_000, agent: null });
    expect(read({ AGENT_DAILY_LIMIT: '1' }).dailyLimits).toEqual({ customer: null, agent: 1 });
  });

  test.each([1, 30, 1_440])('QUOTE_MINUTES=%i', (minutes) => {
    expect(read({ QUOTE_MINUTES: String(minutes) }).quoteMinutes).toBe(minutes);
  });

  test.each(['debug', 'info', 'warn', 'error', 'silent'])('LOG_LEVEL=%s', (level) => {
    expect(read({ LOG_LEVEL: level }).logLevel).toBe(level);
  });
});

describe('a mistake', () => {
  test.each([
    ['BOT_TOKEN', 'a token as BotFather gives it', ['token', '123456', ':abc', '12 3:abc', 'bot1:abc', '1:a/b']],
    ['BOT_API_ROOT', 'an http or https address', ['api.example', 'ftp://api.example', 'https://me:pw@api.example']],
    ['SHOP_LANGUAGE', 'one of fa, en, ar', ['FA', 'de']],
    ['MESSENGER', 'telegram or bale', ['Bale', 'whatsapp']],
    [
      'TELEGRAM_PROXY',
      'http://, https:// or socks5://',
      [
        'proxy.example:1080',
        'socks4://p.example:1',
        'http://p.example/path',
        'socks5://%zz@p.example:1',
        'https://10.0.0.1:443',
      ],
    ],
    [
      'WEBHOOK_URL',
      'the https address',
      ['sharj.example/hook', 'ftp://sharj.example', 'http://sharj.example', 'https://sharj.example/ربات'],
    ],
    ['WEBHOOK_SECRET', '16 to 256 letters', ['short', 'a'.repeat(257), 'has a space in it!']],
    ['HOST', 'a host name or address', ['[::1]', '127.0.0.1:8080', 'a b', 'http://localhost', 'a..b', '1::2::3']],
    ['PORT', 'a whole number from 0 to 65535', ['-1', '65536', '80.5', '0x50', '1e3', 'http', '۸۰۸۰']],
    ['OWNER_IDS', 'Telegram user ids', ['@owner', '0', '-5', '1;2', '1.5', ',', '9007199254740993']],
    [
      'GATEWAY_URL',
      'an http or https address',
      ['gateway', 'file:///x', 'https://g.example?a=1', 'https://g.example#a'],
    ],
    ['GATEWAY_TOKEN', 'a token without spaces', ['two words', 'line\nbreak', 'رمز']],
    ['GATEWAY_OPERATOR2_PATH', 'one path segment', ['a/b', '..', '.', 'a?b', 'a%2fb', 'a b']],
    ['GATEWAY_OPERATOR_NAMES', 'five different names', ['a,b,c,d', 'a,b,c,d,e,f', 'a,b,,d,e', 'a,b,c,d,a']],
    [
      'GATEWAY_TOPUP_PATH',
      'a path such as /api/top-up',
      ['api/top-up', '/api/../x', '/a?b', 'https://x.example/a', '//', '/a b'],
    ],
    ['GATEWAY_PURCHASE_STYLE', 'post-form, post-json, post-multipart or get-query', ['post', 'POST-FORM', 'get']],
    ['GATEWAY_SUCCESS_PATTERN', 'a regular expression', ['(', '[a', '/success/', '/success/i']],
    ['GATEWAY_ACCOUNT_EMPTY_PATTERN', 'a regular expression', ['(', '[a', '/empty/', '/empty/i']],
    ['GATEWAY_KEY_HOURS', 'a whole number from 1 to 8760', ['0', '8761', '1.5', 'day']],
    [
      'DATABASE_URL',
      'sqlite:FILE or postgres://',
      ['data/sharj.db', 'mysql://db', 'sqlite:', 'sqlite://', 'sqlite:data/'],
    ],
    ['PAYMENTS_TOKEN', 'a token without spaces', ['two words']],
    ['CURRENCY', 'three capital letters', ['irr', 'RIAL', '۱۲۳']],
    ['CURRENCY_EXPONENT', 'a whole number from 0 to 4', ['-1', '5', '2.0', 'two']],
    ['VAT_PERCENT', 'a whole number from 0 to 100', ['-1', '101', '9.5', '10%']],
    ['CUSTOMER_DAILY_LIMIT', 'a whole number of rials, 1 or more', ['0', '-1', '1.5', '5,000,000', 'none']],
    ['AGENT_DAILY_LIMIT', 'a whole number of rials, 1 or more', ['0', '9999999999999999']],
    ['QUOTE_MINUTES', 'a whole number from 1 to 1440', ['0', '1441', 'ten']],
    ['API', 'on or off', ['yes', 'true', 'ON']],
    ['LOG_LEVEL', 'debug, info, warn, error or silent', ['INFO', 'verbose']],
  ])('in %s says: %s', (setting, expected, values) => {
    const pair: Env = setting.startsWith('WEBHOOK_')
      ? { WEBHOOK_URL: 'https://sharj.example', WEBHOOK_SECRET: 's'.repeat(16) }
      : {};
    for (const value of values) {
      const found = mistakes({ ...selling, ...pair, [setting]: value });
      expect(Object.keys(found), value).toEqual([setting]);
      expect(found[setting], value).toContain(expected);
    }
  });

  const canaries: Env = {
    BOT_TOKEN: 'canary-bot-token',
    BOT_API_ROOT: 'canary://api-root',
    MESSENGER: 'canary',
    SHOP_LANGUAGE: 'canary-language',
    TELEGRAM_PROXY: 'canary://proxy',
    WEBHOOK_URL: 'canary://webhook',
    WEBHOOK_SECRET: 'canary!secret',
    HOST: 'canary host',
    PORT: 'canary-port',
    OWNER_IDS: 'canary-owner',
    GATEWAY_URL: 'canary://gateway',
    GATEWAY_TOKEN: 'canary token',
    GATEWAY_OPERATOR2_PATH: 'canary/path',
    GATEWAY_OPERATOR_NAMES: 'canary-names',
    GATEWAY_PURCHASE_STYLE: 'canary-style',
    GATEWAY_TOPUP_PATH: 'canary-path',
    GATEWAY_SUCCESS_PATTERN: 'canary(',
    GATEWAY_ACCOUNT_EMPTY_PATTERN: 'canary(',
    OPERATORS_FILE: 'canary.json',
    GATEWAY_KEY_HOURS: 'canary-hours',
    DATABASE_URL: 'canary://database',
    DATABASE_POOLER: 'canary-pooler',
    PAYMENTS_TOKEN: 'canary token',
    CURRENCY: 'canary',
    CURRENCY_EXPONENT: 'canary-exponent',
    PUBLIC_URL: 'canary://public',
    ZARINPAL_MERCHANT_ID: 'canary-merchant',
    ZARINPAL_URL: 'canary://zarinpal',
    ZIBAL_MERCHANT: 'canary merchant',
    ZIBAL_URL: 'canary://zibal',
    PAYMENT_DESCRIPTION: 'canary '.repeat(40),
    VAT_PERCENT: 'canary-vat',
    QUOTE_MINUTES: 'canary-minutes',
    CUSTOMER_DAILY_LIMIT: 'canary-customers',
    AGENT_DAILY_LIMIT: 'canary-agents',
    LOW_BALANCE: 'canary-low-balance',
    SUPPORT_CHAT_ID: 'canary-group',
    BACKUP_PASSPHRASE: 'canary',
    BACKUP_HOUR: 'canary-hour',
    BACKUP_DIR: 'canary'.repeat(200),
    BACKUP_EVERY_HOURS: 'canary-hours',
    BACKUP_KEEP_DAYS: 'canary-days',
    BACKUP_CHAT_ID: 'canary-chat',
    API: 'canary',
    AGENT_BOTS: 'canary-bots',
    LOG_LEVEL: 'canary-level',
    SANDBOX_PRODUCTS: 'canary-products',
  };

  test('is tested below for every setting', () => {
    expect(new Set(Object.keys(canaries))).toEqual(new Set(settingNames));
  });

  test.each([
    ['the bot', readConfig, settingNames.filter((name) => name !== 'SANDBOX_PRODUCTS')],
    [
      'the sandbox',
      readSandboxConfig,
      [
        'HOST',
        'PORT',
        'GATEWAY_TOKEN',
        'GATEWAY_OPERATOR2_PATH',
        'GATEWAY_OPERATOR_NAMES',
        'SANDBOX_PRODUCTS',
        'DATABASE_URL',
      ],
    ],
    ['the bank', readBankConfig, ['HOST', 'PORT', 'DATABASE_URL']],
  ] as const)('never comes alone, nor with its value: %s names all at once', (_, reader, names) => {
    const config = reader(canaries);
    if (config.ok) throw new Error('nonsense was accepted');
    const text = describeMistakes(config.error);
    expect(config.error.map(({ setting }) => setting).sort()).toEqual([...names].sort());
    for (const name of names) expect(text).toMatch(new RegExp(`^ {2}${name}: expected \\S`, 'm'));
    expect(text).not.toMatch(/canary/i);
  });

  test('is described in full sentences', () => {
    expect(describeMistakes([{ setting: 'PORT', expected: 'a whole number from 0 to 65535' }])).toBe(
      [
        'Sharj cannot start with these settings:',
        '  PORT: expected a whole number from 0 to 65535',
        'docs/configuration.md lists every setting.',
        '',
      ].join('\n'),
    );
  });
});

describe('settings that need each other', () => {
  const webhook = { WEBHOOK_URL: 'https://sharj.example', WEBHOOK_SECRET: 's'.repeat(16) };
  const { BOT_TOKEN = '', GATEWAY_URL = '', GATEWAY_TOKEN = '' } = selling;

  test.each([
    [{ BOT_TOKEN }, ['GATEWAY_TOKEN', 'GATEWAY_URL']],
    [{ GATEWAY_URL }, ['BOT_TOKEN']],
    [{ GATEWAY_TOKEN }, ['BOT_TOKEN', 'GATEWAY_URL']],
    [{ GATEWAY_URL, GATEWAY_TOKEN }, ['BOT_TOKEN']],
    [{ BOT_TOKEN, GATEWAY_URL }, ['GATEWAY_TOKEN']],
    [{ BOT_TOKEN, GATEWAY_TOKEN }, ['GATEWAY_URL']],
    [{ BOT_TOKEN, GATEWAY_URL: ' ', GATEWAY_TOKEN }, ['GATEWAY_URL']],
    [{ ...selling, WEBHOOK_URL: webhook.WEBHOOK_URL }, ['WEBHOOK_SECRET']],
    [{ ...selling, WEBHOOK_SECRET: webhook.WEBHOOK_SECRET }, ['WEBHOOK_URL']],
    [webhook, ['BOT_TOKEN']],
    [{ BOT_API_ROOT: 'http://127.0.0.1:8081' }, ['BOT_TOKEN']],
    [{ TELEGRAM_PROXY: 'socks5://127.0.0.1:1080' }, ['BOT_TOKEN']],
    [{ BOT_TOKEN: 'wrong' }, ['BOT_TOKEN', 'GATEWAY_TOKEN', 'GATEWAY_URL']],
  ])('%j misses %j', (env: Env, missing) => {
    expect(new Set(Object.keys(mistakes(env)))).toEqual(new Set(missing));
  });

  test('a missing companion says why it is needed', () => {
    expect(mistakes({ GATEWAY_URL }).BOT_TOKEN).toContain('because GATEWAY_URL is set');
  });
});

describe('online payments', () => {
  const PUBLIC_URL = 'https://shop.example';
  const ZARINPAL_MERCHANT_ID = '0d9b0ab2-5a4c-4f5e-9a44-3b6f4d7c1e21';

  test('are off with an address alone', () => {
    const settings = read({ PUBLIC_URL, ZARINPAL_URL: 'http://127.0.0.1:8070' });
    expect(settings).toMatchObject({ onlinePayments: null, publicUrl: PUBLIC_URL });
  });

  test('are on with one merchant, at the provider itself', () => {
    expect(read({ PUBLIC_URL, ZARINPAL_MERCHANT_ID }).onlinePayments).toEqual({
      publicUrl: PUBLIC_URL,
      description: 'افزایش موجودی',
      isOpen: true,
      accounts: [{ method: 'zarinpal', merchant: ZARINPAL_MERCHANT_ID, url: 'https://payment.zarinpal.com' }],
    });
    expect(read({ PUBLIC_URL, ZIBAL_MERCHANT: 'zibal' }).onlinePayments).toMatchObject({
      accounts: [{ method: 'zibal', merchant: 'zibal', url: 'https://gateway.zibal.ir' }],
    });
  });

  test('take every setting of their own', () => {
    const env = {
      PUBLIC_URL: 'https://shop.example/pretty/',
      ZARINPAL_MERCHANT_ID,
      ZARINPAL_URL: 'https://sandbox.zarinpal.com/',
      ZIBAL_MERCHANT: 'zibal',
      ZIBAL_URL: 'http://127.0.0.1:8070',
      PAYMENT_DESCRIPTION: 'Wallet of the shop',
    };
    expect(read(env).onlinePayments).toEqual({
      publicUrl: 'https://shop.example/pretty',
      description: 'Wallet of the shop',
      isOpen: true,
      accounts: [
        { method: 'zarinpal', merchant: ZARINPAL_MERCHANT_ID, url: 'https://sandbox.zarinpal.com' },
        { method: 'zibal', merchant: 'zibal', url: 'http://127.0.0.1:8070' },
      ],
    });
  });

  test('need the address under which people reach this server', () => {
    expect(mistakes({ ZIBAL_MERCHANT: 'zibal' }).PUBLIC_URL).toContain('because ZIBAL_MERCHANT is set');
    expect(mistakes({ ZARINPAL_MERCHANT_ID }).PUBLIC_URL).toContain('because ZARINPAL_MERCHANT_ID is set');
  });

  test.each([
    'http://127.0.0.1:8080',
    'http://localhost:8080',
    'http://[::1]:8080',
    'http://127.1.2.3',
    'https://10.0.0.1',
  ])('may be at %s', (url) => {
    expect(read({ PUBLIC_URL: url, ZIBAL_MERCHANT: 'zibal' }).onlinePayments?.publicUrl).toBe(url);
  });

  test.each([
    'http://shop.example',
    'http://10.0.0.1',
    'http://127.0.0.1.shop.example',
    'http://localhost.shop.example',
    'https://user@shop.example',
    'https://shop.example/?a=1',
    'https://shop.example/#a',
    'https://shop.example/فروشگاه',
    'https://shop.example/my%20shop',
    'ftp://shop.example',
    'shop.example',
  ])('may not be at %s', (url) => {
    expect(Object.keys(mistakes({ PUBLIC_URL: url }))).toEqual(['PUBLIC_URL']);
  });

  test.each([
    ['ZARINPAL_MERCHANT_ID', 'canary'],
    ['ZARINPAL_MERCHANT_ID', '0d9b0ab25a4c4f5e9a443b6f4d7c1e21'],
    ['ZARINPAL_URL', 'canary'],
    ['ZIBAL_MERCHANT', 'two words'],
    ['ZIBAL_URL', 'https://user:canary@gateway.example'],
    ['PAYMENT_DESCRIPTION', 'two\nlines'],
    ['PAYMENT_DESCRIPTION', 'x'.repeat(201)],
  ])('refuse %s=%s without repeating it', (setting, value) => {
    const found = mistakes({ PUBLIC_URL, [setting]: value });
    expect(Object.keys(found)).toEqual([setting]);
    expect(JSON.stringify(found)).not.toContain('canary');
  });
});

describe('the sandbox bank alone', () => {
  test('starts with nothing set', () => {
    expect(readBankConfig({})).toEqual({
      ok: true,
      value: { mode: 'bank', host: '127.0.0.1', port: 8070, database: 'data/bank.db' },
    });
  });

  test('takes its settings, and keeps its payments in SQLite only', () => {
    expect(readBankConfig({ HOST: '::1', PORT: '0', DATABASE_URL: 'sqlite::memory:' })).toEqual({
      ok: true,
      value: { mode: 'bank', host: '::1', port: 0, database: ':memory:' },
    });
    const found = mistakes({ DATABASE_URL: 'postgres://canary@db/bank' }, readBankConfig);
    expect(found).toEqual({ DATABASE_URL: 'sqlite:FILE (the sandbox bank keeps its payments in SQLite)' });
  });
});

describe('OPERATORS_FILE', () => {
  const table = structuredClone(defaultOperators);
  const changed = { ...table, 5: { names: { fa: 'پنج', en: 'Five' }, prefixes: ['9955'], tdltePrefixes: ['942'] } };

  test('replaces the table', () => {
    expect(read({ OPERATORS_FILE: file('good.json', JSON.stringify(changed)) }).operators).toEqual(changed);
  });

  test('may leave out prefixes that an operator does not have', () => {
    const bare = { ...table, 5: { names: { fa: 'پنج', en: 'Five' } } };
    const read5 = read({ OPERATORS_FILE: file('bare.json', JSON.stringify(bare)) }).operators[5];
    expect(read5).toEqual({ names: { fa: 'پنج', en: 'Five' }, prefixes: [], tdltePrefixes: [] });
  });

  test.each([
    ['that is broken', '{"1": '],
    ['without the fifth operator', JSON.stringify({ ...table, 5: undefined })],
    ['with a name in one language only', JSON.stringify({ ...table, 1: { ...table[1], names: { fa: 'یک' } } })],
    ['with prefixes that start with 0', JSON.stringify({ ...table, 1: { ...table[1], prefixes: ['0912'] } })],
    ['with prefixes as numbers', JSON.stringify({ ...table, 1: { ...table[1], prefixes: [912] } })],
    ['that holds a list', '[]'],
  ])('refuses a file %s', (name, text) => {
    const found = mistakes({ OPERATORS_FILE: file(`${name}.json`, text) });
    expect(found.OPERATORS_FILE).toContain('a readable JSON file');
  });

  test('refuses a file that is not there, and a folder', () => {
    expect(mistakes({ OPERATORS_FILE: join(folder, 'missing.json') })).toHaveProperty('OPERATORS_FILE');
    expect(mistakes({ OPERATORS_FILE: folder })).toHaveProperty('OPERATORS_FILE');
  });
});

describe('the sandbox alone', () => {
  test('starts with nothing set', () => {
    expect(readSandboxConfig({})).toEqual({
      ok: true,
      value: {
        mode: 'gateway',
        host: '127.0.0.1',
        port: 8090,
        token: 'sandbox',
        operator2Path: 'operator2',
        operatorNames: ['operator1', 'operator2', 'operator3', 'operator4', 'operator5'],
        products: 420,
        database: 'data/sandbox.db',
      },
    });
  });

  test('takes every setting of its own', () => {
    const env = {
      HOST: '::1',
      PORT: '0',
      GATEWAY_TOKEN: 'secret',
      GATEWAY_OPERATOR2_PATH: 'second',
      GATEWAY_OPERATOR_NAMES: 'a,b,c,d,e',
      SANDBOX_PRODUCTS: '100000',
      DATABASE_URL: 'sqlite::memory:',
    };
    expect(readSandboxConfig(env)).toEqual({
      ok: true,
      value: {
        mode: 'gateway',
        host: '::1',
        port: 0,
        token: 'secret',
        operator2Path: 'second',
        operatorNames: ['a', 'b', 'c', 'd', 'e'],
        products: 100_000,
        database: ':memory:',
      },
    });
  });

  test('keeps its purchases in SQLite only', () => {
    const found = mistakes({ DATABASE_URL: 'postgres://canary@db/sandbox' }, readSandboxConfig);
    expect(found).toEqual({ DATABASE_URL: 'sqlite:FILE (the sandbox keeps its purchases in SQLite)' });
  });

  test.each(['-1', '1000001', 'many'])('refuses a catalogue of %s products', (products) => {
    expect(Object.keys(mistakes({ SANDBOX_PRODUCTS: products }, readSandboxConfig))).toEqual(['SANDBOX_PRODUCTS']);
  });
});

describe('.env.example', () => {
  const lines = readFileSync(new URL('../.env.example', import.meta.url), 'utf8').split('\n');
  const settings = lines.flatMap((line) => {
    const [, name, value] = /^# ([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [{ name, value }];
  });

  test('names every setting once, and no other', () => {
    expect(settings.map(({ name }) => name).sort()).toEqual([...settingNames].sort());
  });

  test('sets nothing by itself', () => {
    expect(lines.filter((line) => line !== '' && !line.startsWith('# '))).toEqual([]);
  });

  test('shows the defaults: spelling them out changes nothing', () => {
    const spelled = Object.fromEntries(settings.map(({ name, value }) => [name, value]));
    expect(read(spelled)).toEqual(read({}));
    const { SANDBOX_PRODUCTS = '' } = spelled;
    expect(readSandboxConfig({ SANDBOX_PRODUCTS })).toEqual(readSandboxConfig({}));
  });
});
