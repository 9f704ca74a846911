import { randomBytes } from 'node:crypto';
import type { Language } from '#domain/language.ts';
import { isEnd } from '#domain/order.ts';
import type { Role } from '#domain/role.ts';
import { createAudit } from '#shop/base/audit/audit.ts';
import { createSignal } from '#shop/base/jobs/signal.ts';
import { createWallet } from '#shop/base/wallet/wallet.ts';
import { createOrderQueries } from '#shop/buying/orders/order-queries.ts';
import { createAgentBots } from '#shop/connecting/agent-bots/agent-bots.ts';
import { createApiAccess } from '#shop/connecting/reselling/api-access.ts';
import { createApiTokens } from '#shop/connecting/reselling/api-tokens.ts';
import { createBankCards } from '#shop/money/payments/bank-cards.ts';
import { createPeople } from '#shop/people/people/people.ts';
import type { Database } from '#storage/database.ts';

interface DemoPerson {
  readonly id: number;
  readonly name: string;
  readonly language: Language;
  readonly part: Role;
}

interface DemoShopDeps {
  readonly database: Database;
  readonly cast: readonly DemoPerson[];
  readonly now: () => number;
}

export type DemoShop = ReturnType<typeof createDemoShop>;

/** Enough for a few packages but not for a large top-up, so that visitors also see an invoice. */
const startingBalance = 1_500_000;
const agentCredit = 20_000_000;
/** A card number without an account; its check digit is right. */
const demoCard = { number: '6037991111111112', holder: 'نیما راد' };

const tokenName = 'Playground';

const pretendMoney: Readonly<Record<Language, string>> = {
  fa: 'پول آزمایشی',
  en: 'Pretend money',
  ar: 'مال تجريبي',
};

/** The playground's access to the bot's database: pretend money at the start, and data for its panel. */
export function createDemoShop({ database, cast, now }: DemoShopDeps) {
  const { db } = database;
  const owners = cast.filter(({ part }) => part === 'owner').map(({ id }) => id);
  const agent = cast.find(({ part }) => part === 'agent');
  const people = createPeople({ database, now, ownerIds: owners });
  const wallet = createWallet({ database, now, isOwner: people.isOwner });
  const history = createOrderQueries({ database, now });
  const audit = createAudit({ database, now });
  const apiAccess = createApiAccess({ database, audit, people, isApiOn: true, now, randomBytes });
  const agentBots = createAgentBots({
    ...{ database, audit, people, mostBots: 1, seal: null, agentBotsDue: createSignal(), now, randomBytes },
  });
  const apiTokens = createApiTokens({ database, audit, people, apiAccess, now, randomBytes });

  async function furnish(): Promise<void> {
    for (const person of cast) await endow(person);
    const [owner] = owners;
    const cards = createBankCards({ database, audit, now });
    if (owner === undefined) return;
    if ((await cards.list()).length === 0) await cards.add(owner, demoCard);
    if (!agent) return;
    // Allows both only once, because the visitor may end them as the owner.
    const api = await db.selectFrom('api_access').select('person_id').executeTakeFirst();
    if (!api) await apiAccess.allow(owner, agent.id, true);
    const bot = await db.selectFrom('agent_bots').select('person_id').executeTakeFirst();
    if (!bot) await agentBots.allow(owner, agent.id, true);
  }

  /** Gives pretend money once, because the ledger key is unique. */
  async function endow({ id, name, language, part }: DemoPerson): Promise<void> {
    const isNew = await wallet.grant({
      key: `playground:${id}`,
      personId: id,
      amount: startingBalance,
      actor: 'playground',
      note: pretendMoney[language],
    });
    if (!isNew || part !== 'agent') return;
    await people.loadOrCreate({ id, name, language });
    await db.updateTable('people').set({ role: 'agent' }).where('id', '=', id).execute();
    await wallet.setCreditLimit(id, agentCredit);
    await addPrices();
  }

  /** Adds prices, so that the demo's agents earn something and the owner sees what the shop earns. */
  async function addPrices(): Promise<void> {
    const rule = await db.selectFrom('price_rules').select('id').limit(1).executeTakeFirst();
    if (rule) return;
    const at = { starts_at: 0, created_at: now(), created_by: 0 };
    await db
      .insertInto('price_rules')
      .values([
        { target: 'agent', basis_points: 200, ...at },
        { target: 'gateway', basis_points: 350, ...at },
      ])
      .execute();
  }

  /** Makes a token that replaces the previous one. */
  async function newToken(): Promise<string> {
    const id = agent?.id ?? 0;
    const before = (await apiTokens.list(id)).find(({ name }) => name === tokenName);
    const tokenResult = await (before ? apiTokens.replace(id, before.id) : apiTokens.create(id, tokenName));
    if (!tokenResult.ok) throw new Error(tokenResult.error.code);
    return tokenResult.value.token;
  }

  const roleOf = async (personId: number): Promise<Role> => (await people.find(personId))?.role ?? 'customer';

  async function latestOrder(personId: number) {
    const row = await db
      .selectFrom('orders')
      .selectAll()
      .where('buyer_id', '=', personId)
      .orderBy('quoted_at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    if (!row) return null;
    const events = await history.events(row.id);
    const waits = row.confirmed_at !== null && !isEnd(row.state) && row.next_attempt_at > now();
    return {
      id: row.id,
      code: row.webservice_code,
      key: row.idempotency_key,
      state: row.state,
      title: row.title,
      titleEn: row.title_en,
      mobile: row.mobile,
      total: row.total,
      attempts: row.attempts,
      nextAttemptAt: waits ? row.next_attempt_at : null,
      events: events.map(({ at, from, to, why }) => ({ at, from, to, why })),
    };
  }

  /** Changes only the time of things. The bot still announces and buys by itself. */
  async function bringForward(personId: number): Promise<void> {
    await db.updateTable('people').set({ quiet_from: 0, quiet_to: 0 }).where('id', '=', personId).execute();
    const { numUpdatedRows: open } = await db
      .updateTable('plan_cycles')
      .set({ next_attempt_at: 0 })
      .where('person_id', '=', personId)
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow();
    if (open === 0n)
      await db
        .updateTable('plans')
        .set({ next_attempt_at: 0 })
        .where('person_id', '=', personId)
        .where('state', '=', 'active')
        .execute();
    await db
      .updateTable('reminders')
      .set({ due_at: now() })
      .where('person_id', '=', personId)
      .where('done_at', 'is', null)
      .execute();
  }

  return { owners, furnish, roleOf, walletOf: wallet.read, latestOrder, bringForward, newToken };
}
