import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { openShopBot, type ShopBotOptions } from '#app/running-shop/shop-bot.ts';
import { loadTexts } from '#bot/kit/texts.ts';
import { readConfig } from '#config/config.ts';
import { createGateway } from '#gateway/gateway.ts';
import { createLog } from '#log.ts';
import { createClock } from '#shop/base/clock.ts';
import { createWallet } from '#shop/base/wallet/wallet.ts';
import { type Database, openDatabase } from '#storage/database.ts';
import { disk } from './disk.ts';
import { note } from './kernel/journal.ts';
import type { Life } from './kernel/life.ts';
import { random } from './kernel/random.ts';
import type { Running } from './lives.ts';
import {
  bankHost,
  type GatewayHost,
  gatewayToken,
  merchantOf,
  operatorNames,
  shopHost,
  successPattern,
  telegramHost,
} from './outside.ts';
import type { ShopServer } from './shop-server.ts';
import { gatedDialect } from './sql-gates.ts';

export const ownerId = 900_000_001;

export const texts = loadTexts(new URL('../../locales', import.meta.url).pathname);

const nothing = () => undefined;

export interface ShopSettings {
  readonly botToken: string;
  /** Other processes use the same database. Each of them takes updates by the webhook. */
  readonly isShared: boolean;
  readonly gatewayHost: GatewayHost;
}

export function settings({ botToken, isShared, gatewayHost }: ShopSettings) {
  const parsed = readConfig({
    BOT_TOKEN: botToken,
    BOT_API_ROOT: `http://${telegramHost}`,
    GATEWAY_URL: `http://${gatewayHost}`,
    GATEWAY_TOKEN: gatewayToken,
    GATEWAY_SUCCESS_PATTERN: successPattern,
    DATABASE_URL: `sqlite:${disk.file}`,
    OWNER_IDS: String(ownerId),
    AGENT_BOTS: '0',
    API: 'on',
    QUOTE_MINUTES: '2',
    LOG_LEVEL: 'silent',
    ...(isShared ? { WEBHOOK_URL: `https://${shopHost}/updates`, WEBHOOK_SECRET: 'a-secret-of-the-webhook' } : {}),
    PUBLIC_URL: `https://${shopHost}`,
    ZARINPAL_MERCHANT_ID: merchantOf('zarinpal'),
    ZARINPAL_URL: `http://${bankHost}`,
    ZIBAL_MERCHANT: merchantOf('zibal'),
    ZIBAL_URL: `http://${bankHost}`,
    PAYMENTS_TOKEN: '1234:TEST:simulation',
  });
  if (!parsed.ok || parsed.value.mode !== 'bot') throw new Error(`The settings are wrong: ${JSON.stringify(parsed)}`);
  const { gateway } = parsed.value;
  return { ...parsed.value, gateway: { ...gateway, operatorNames } };
}

/** Starts the shop as `startBot` does, in the context of a life; there are no pictures. `failed` resolves when it must stop. */
export async function startShop(life: Life, server: ShopServer, given: ShopSettings): Promise<Running> {
  const config = settings(given);
  const log = createLog('debug', { write: (line) => note(line.trim().replaceAll(disk.folder, '')) });
  const clock = createClock({ wall: () => Date.now() });
  const shared = { log, random: () => random.shop.next() };
  const onDate = (date: string) => clock.heard('gateway', date);
  const options: ShopBotOptions = {
    ...shared,
    clock,
    texts,
    gateway: createGateway({ ...config.gateway, baseUrl: config.gateway.url, now: clock.now, onDate, ...shared }),
    timings: { database: { wrap: gatedDialect, isShared: given.isShared } },
    renderer: { render: async () => new Uint8Array(), close: async () => undefined },
    metrics: { update: nothing, limited: nothing, ended: nothing, told: nothing, apiCall: nothing },
    isAnyHookAllowed: true,
    server: { close: async () => undefined },
    slug: null,
    seal: null,
  };
  const bot = await openShopBot(config, options);
  const http = new Hono();
  for (const app of [bot.apps.webhook, ...bot.apps.others]) if (app) http.route('/', app);
  server.open(life, (request, env) => http.fetch(request, env));
  await bot.start();
  return bot;
}

/** What the owner has agreed with someone before the run. */
export interface Terms {
  readonly personId: number;
  readonly name: string;
  /** Negative: a debt. */
  readonly rials: number;
  /** Of an agent, who settles today, without a day of grace; null: a customer. */
  readonly creditLimit: number | null;
  readonly referrerId: number | null;
  /** The number for which a plan is due today. */
  readonly planned: string | null;
}

/** Takes a tenth off, once for each person. */
export const promoCode = 'ONCE';
const today = (): number => Math.floor(Date.now() / 86_400_000);

/** The shop as its owner made it before the run. */
export async function prepareShop(everyone: readonly Terms[]): Promise<void> {
  const database = await openDatabase({ kind: 'sqlite', file: disk.file }, { log: createLog('silent') });
  const wallet = createWallet({ database, now: Date.now, isOwner: () => false });
  const { db } = database;
  const at = Date.now();
  for (const { personId, name, rials, creditLimit, referrerId, planned } of everyone) {
    const gift = { key: `start:${personId}`, personId, amount: Math.abs(rials), actor: 'simulation', note: null };
    await wallet[rials < 0 ? 'take' : 'grant'](gift);
    const referral = { person_id: personId, referrer_id: referrerId ?? 0, at, void_why: null };
    if (referrerId !== null) await db.insertInto('referrals').values(referral).execute();
    if (planned !== null) await db.insertInto('plans').values(planDueToday(personId, planned)).execute();
    if (creditLimit !== null) await wallet.setCreditLimit(personId, creditLimit);
    if (creditLimit === null && planned === null) continue;
    const known = { language: 'en', unit: 'toman', paused_why: null, created_at: at, seen_at: at } as const;
    const role = creditLimit === null ? 'customer' : 'agent';
    await db
      .insertInto('people')
      .values({ ...known, id: personId, name, role })
      .execute();
    if (creditLimit !== null) await allowApi(db, personId, at);
  }
  const card = { number: '6037991111111112', holder: 'Sharj', created_at: at, removed_at: null };
  await db.insertInto('bank_cards').values(card).execute();
  // It is a Monday, the second day after a Saturday.
  await db.insertInto('settlement_terms').values({ person_id: 0, cycle: 'weekly', day: 2, grace_days: 0 }).execute();
  const settings = { 'settlement-day': String(today() - 1), referral: '{"isOn":true,"points":100,"days":90}' };
  for (const [switchName, value] of Object.entries(settings))
    await db.insertInto('switches').values({ name: switchName, value, actor: 'simulation', at }).execute();
  const terms = { kind: 'percent', value: 1_000, most_each: 1, created_by: ownerId, created_at: at } as const;
  const none = { target: null, target_id: null, operator_id: null, product_type: null, most_uses: null };
  await db
    .insertInto('promo_codes')
    .values({ ...terms, ...none, code: promoCode, ends_at: null, ended_at: null })
    .execute();
  await database.close();
}

async function allowApi(db: Database['db'], personId: number, at: number): Promise<void> {
  const access = { person_id: personId, allowed_at: at, daily_limit: null, hook_url: null, hook_secret: null };
  await db.insertInto('api_access').values(access).execute();
  const hash = createHash('sha256').update(apiTokenOf(personId)).digest('hex');
  const uses = { used_at: null, used_day: null, revoked_at: null };
  const token = { ...uses, id: apiTokenId(personId), person_id: personId, hash, name: 'till', created_at: at };
  await db.insertInto('api_tokens').values(token).execute();
}

/** Of an agent's machine. */
export const apiTokenOf = (personId: number): string => `sharj_${apiTokenId(personId)}_${'A'.repeat(43)}`;
const apiTokenId = (personId: number): string => personId.toString(16).padStart(12, '0');

/** The top-up of any amount, as the gateway lists it. */
export const topUp = { productId: 17, amount: 60_000, total: 60_000 };

const planDueToday = (personId: number, number: string) =>
  ({
    id: `plan${String(personId).padStart(10, '0')}`,
    person_id: personId,
    mobile: `98${number.slice(1)}`,
    what: `product:${topUp.productId}:${topUp.amount}`,
    kind: 'product',
    product_id: topUp.productId,
    amount: topUp.amount,
    offer_code: null,
    offer_type: null,
    profile_id: null,
    product_type: 'topup',
    operator_id: 1,
    sim_type: 'prepaid',
    title: 'شارژ با مبلغ دلخواه',
    title_en: 'Top-up of any amount',
    days: null,
    total: topUp.total,
    charge: topUp.total,
    ceiling: topUp.total,
    schedule: 'd30',
    anchor: today() - 30,
    next_day: today(),
    state: 'active',
    why: null,
    created_at: Date.now(),
    updated_at: Date.now(),
    next_attempt_at: 0,
  }) as const;
