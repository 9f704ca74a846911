import { setTimeout as pause } from 'node:timers/promises';
import type { BotRecord, Person, Shown, Telegram } from '@sharj/local-telegram';
import { sql } from 'kysely';
import { databaseFor } from '#app/agent-shops.ts';
import { createLog } from '#log.ts';
import { createSeal } from '#shop/base/seal.ts';
import { createWallet } from '#shop/base/wallet/wallet.ts';
import { assembleShop } from '#shop/shop.ts';
import { type DatabaseSettings, openDatabase } from '#storage/database.ts';
import { encode } from './actions.ts';
import { keysOn, says, topUp } from './buyer.ts';
import { openParts } from './shop-parts.ts';

export interface OwnShop {
  readonly agentId: number;
  readonly slug: string;
  readonly bot: BotRecord;
  readonly database: DatabaseSettings;
}

/** What each agent has in the shop, and each customer in the agent's. */
export const granted = 1_000_000_000;

const log = createLog('silent');
const ownerId = 1;

/** Agents with bots of their own, as the owner of the shop and they would make them; no bot runs. */
export async function makeOwnShops(
  telegram: Pick<Telegram, 'token' | 'addBot'>,
  settings: DatabaseSettings,
  count: number,
): Promise<OwnShop[]> {
  const seal = createSeal(telegram.token);
  // The gateway is asked nothing.
  const parts = await openParts(settings, 'http://127.0.0.1:1');
  const { database, gateway } = parts;
  const shop = assembleShop({ ...parts, ownerIds: [ownerId], mostBots: count, seal });
  const shops: OwnShop[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const agentId = 600_000 + nth;
    await shop.people.loadOrCreate({ id: agentId, name: `Agent ${nth}`, language: 'en' });
    await database.db.updateTable('people').set({ role: 'agent' }).where('id', '=', agentId).execute();
    await shop.wallet.grant({ key: `test ${nth}`, personId: agentId, amount: granted, actor: 'test', note: null });
    await shop.agentBots.allow(ownerId, agentId, true);
    const bot = telegram.addBot({ username: `shop${nth}_bot` });
    const { id, username = '' } = bot.user;
    const connected = await shop.agentBots.connect(agentId, {
      id,
      username,
      token: seal.close(bot.token),
      isManaged: false,
    });
    const own = await shop.agentBots.of(agentId);
    if (!connected.ok || !own) throw new Error('The bot was not connected.');
    shops.push({ agentId, slug: own.slug, bot, database: await databaseFor(settings, own.slug) });
  }
  await gateway.close();
  await database.close();
  return shops;
}

/** Money for someone who has written to the agent's bot. */
export async function grantIn({ database: settings }: OwnShop, personId: number): Promise<void> {
  const database = await openDatabase(settings, { log });
  const wallet = createWallet({ database, now: Date.now, isOwner: () => false });
  await wallet.grant({ key: 'test', personId, amount: granted, actor: 'test', note: null });
  await database.close();
}

const now = { wait: false } as const;

interface Books {
  readonly count: number;
  readonly total: number;
  readonly charge: number;
  readonly mismatches: number;
}

/** What was delivered, and whether the ledger adds up. */
export async function booksOf(settings: DatabaseSettings, source: 'bot' | null): Promise<Books> {
  const database = await openDatabase(settings, { log });
  const { count, total, charge } = await database.db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select(sql<number>`cast(coalesce(sum(total), 0) as bigint)`.as('total'))
    .select(sql<number>`cast(coalesce(sum(charge), 0) as bigint)`.as('charge'))
    .where('state', '=', 'delivered')
    .where('source', source === null ? 'is' : '=', source)
    .executeTakeFirstOrThrow();
  const wallet = createWallet({ database, now: Date.now, isOwner: () => false });
  const { length: mismatches } = await wallet.findLedgerMismatches();
  await database.close();
  return { count: Number(count), total: Number(total), charge: Number(charge), mismatches };
}

export const mobileOf = (shop: number, nth: number) => `98912${String(shop * 1_000 + nth).padStart(7, '0')}`;

/** Buys one after the other, however often the bot dies in between. */
export async function buyAll(person: Person, shop: number, purchases: number): Promise<void> {
  for (let nth = 0; nth < purchases; nth += 1) await buy(person, mobileOf(shop, nth));
}

async function buy(person: Person, mobile: string): Promise<void> {
  const isFor = ({ text }: Shown) => text.replace(/\D/g, '').includes(mobile.slice(2));
  const quote = () => person.messages().filter(isFor).map(confirmKey).find(Boolean);
  // Again, if a receipt that a killed process had not finished took the quote's place in the message. The first may only
  // be late: then there are several quotes, and the others are left.
  while (!quote()) {
    await person.forge(encode({ to: 'product', id: topUp.id, mobile }), now);
    for (const until = Date.now() + 15_000; !quote() && Date.now() < until; ) await pause(100);
  }
  // Of many quotes the oldest is over, and pressing it shows another.
  for (let key = quote(); key; ) {
    const { data, message, order } = key;
    const isReceipt = (shown: Shown) =>
      keysOn(shown).some(({ press }) => press.to === 'again' && press.order === order);
    const isOver = (shown: Shown) => shown.text.startsWith(expired) && confirmKey(shown)?.order !== order;
    // Before it is pressed: a receipt may be gone at once, if another quote takes its place.
    const answer = person.sees((shown) => isFor(shown) && (isReceipt(shown) || isOver(shown)), { timeoutMs: 300_000 });
    await Promise.all([answer, person.forge(data, { ...now, message })]);
    key = confirmKey(await answer);
  }
}

const expired = says('en', 'failure-quote-expired').slice(0, 20);

function confirmKey(shown: Shown) {
  for (const { data, message, press } of keysOn(shown))
    if (press.to === 'confirm') return { data, message, order: press.order };
  return undefined;
}
