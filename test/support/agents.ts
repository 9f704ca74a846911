import type { Person, Shown } from '@sharj/local-telegram';
import type { Language } from '#domain/language.ts';
import { type AuditEntry, createAudit } from '#shop/base/audit/audit.ts';
import { createWallet } from '#shop/base/wallet/wallet.ts';
import type { CreditKind } from '#shop/money/credit/credit.ts';
import { type Database, openDatabase } from '#storage/database.ts';
import { forge, greet, keysOn, tap } from './buyer.ts';
import { quiet } from './shop.ts';
import { ownerId, type World } from './world.ts';

/** An owner who has written once and uses rials. */
export async function meetOwner(world: World, language: Language = 'en'): Promise<Person> {
  const owner = world.telegram.person({ id: ownerId, first_name: 'Mr Owner', language_code: language });
  await owner.type('/start');
  await forge(owner, { to: 'language', language });
  await forge(owner, { to: 'unit', unit: 'rial' });
  return owner;
}

export function linkIn(messages: readonly Pick<Shown, 'text'>[]): string {
  const [link] = messages.flatMap(({ text }) => /https:\/\/t\.me\/\S+/.exec(text) ?? []);
  if (!link) throw new Error(`There is no link in: ${messages.map(({ text }) => text).join('\n')}`);
  return link;
}

/** The link of a new invitation. */
export async function invite(owner: Person, limit: number): Promise<string> {
  await forge(owner, { to: 'askInvite' });
  const { messages } = await owner.type(String(limit));
  return linkIn(messages);
}

/** The alert about a new agent. */
export const hearsOf = (owner: Person, { id, first_name: name }: Person): Promise<Shown> =>
  owner.sees(
    (shown) =>
      shown.text.includes(name) && keysOn(shown).some(({ press }) => press.to === 'agent' && press.person === id),
  );

export interface NewAgent {
  readonly language?: Language;
  /** In rials. */
  readonly limit?: number;
  readonly owner?: Person;
}

/** A person that the owner has made an agent; uses rials. */
export async function makeAgent(world: World, { language = 'en', limit = 1_000_000, owner }: NewAgent = {}) {
  const agent = await greet(world, { language, wallet: 0 });
  const host = owner ?? (await meetOwner(world));
  await agent.open(await invite(host, limit));
  await hearsOf(host, agent);
  await forge(agent, { to: 'unit', unit: 'rial' });
  return agent;
}

/** No quiet hours: they hear everything at once, at whatever hour the tests run. */
export const stayAwake = (person: Person) => forge(person, { to: 'setQuietHours', choice: 0 });

/** Queries the database directly. */
export async function look<T>(world: World, at: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(world.database.settings, { log: quiet });
  try {
    return await at(database);
  } finally {
    await database.close();
  }
}

export const walletOf = (world: World, { id }: Pick<Person, 'id'>) =>
  look(world, (database) => createWallet({ database, now: world.now, isOwner: () => false }).read(id));

/** Ledger mismatches. */
export const driftIn = (world: World) =>
  look(world, (database) => createWallet({ database, now: world.now, isOwner: () => false }).findLedgerMismatches());

/** Audit entries about a person, oldest first. */
export const trailOf = (world: World, { id }: Pick<Person, 'id'>): Promise<AuditEntry[]> =>
  look(world, async (database) => {
    const { entries } = await createAudit({ database, now: world.now }).list(0, 10_000);
    return entries.filter(({ actorId, personId }) => actorId === id || personId === id).toReversed();
  });

/** A snapshot, to check that nothing was written. */
export const everything = (world: World): Promise<string> =>
  look(world, async ({ db }) => {
    // Quotes whose time is over end by themselves.
    const orders = await db
      .selectFrom('orders')
      .selectAll()
      .where((eb) => eb.or([eb('state', 'not in', ['quoted', 'expired']), eb('expires_at', '>', world.now())]))
      .execute();
    const tables = [
      'ledger',
      'wallets',
      'audit',
      'batches',
      'batch_rows',
      'invites',
      'price_rules',
      'tiers',
      'promo_codes',
      'referrals',
      'settlement_terms',
      'staff_invites',
      'person_notes',
      'support_texts',
      'api_access',
      'api_tokens',
    ] as const;
    const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
    const people = await db
      .selectFrom('people')
      .select(['id', 'role', 'paused_why', 'tier_id', 'staff_role', 'staff_credit', 'staff_decides', 'deleted_at'])
      .execute();
    // The others are what workers remember.
    const switches = await db.selectFrom('switches').selectAll().where('actor', 'like', 'person:%').execute();
    const numbers = await db.selectFrom('numbers').select(['person_id', 'mobile', 'label']).execute();
    return JSON.stringify([orders, ...rows, people, switches, numbers]);
  });

/** On a person's page: presses a button, types the answer and confirms. */
export async function credit(owner: Person, person: Person, action: CreditKind, text: string) {
  await forge(owner, { to: 'agent', person: person.id });
  if (action === 'limit') await tap(owner, { to: 'personTerms' });
  await tap(owner, { to: 'askCredit', action });
  const typed = await owner.type(text);
  const asked = keysOn(owner.last()).some(({ press }) => press.to === 'confirmCredit');
  return asked ? tap(owner, { to: 'confirmCredit' }) : typed;
}
