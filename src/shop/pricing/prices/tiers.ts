import { sql } from 'kysely';
import { dayOf } from '#domain/calendar.ts';
import type { Failure } from '#domain/failure.ts';
import { isRials, type Rials } from '#domain/money.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Alerts } from '#shop/base/alerts/alerts.ts';
import type { Audit } from '#shop/base/audit/audit.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { People } from '#shop/people/people/people.ts';
import type { Database, Transaction } from '#storage/database.ts';

/** A level of agents. */
export interface Tier {
  readonly id: number;
  readonly name: string;
  /** Agents with this turnover in the last 30 days rise to it; null if only the owner assigns it. */
  readonly turnover: Rials | null;
  readonly agents: number;
}

export type Tiers = ReturnType<typeof createTiers>;

interface TiersDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly alerts: Pick<Alerts, 'writeTo'>;
  readonly people: Pick<People, 'isOwner'>;
  readonly alertsDue: Signal;
  readonly now: () => number;
}

const turnoverDays = 30;

/** Levels of agents, assigned by the owner or reached by turnover. The agent hears of each change. */
export function createTiers({ database, audit, alerts, people, alertsDue, now }: TiersDeps) {
  const { db } = database;

  /** Tiers, the highest turnover first. */
  async function list(): Promise<Tier[]> {
    const rows = await db
      .selectFrom('tiers')
      .select(['id', 'name', 'turnover'])
      .select((eb) =>
        eb
          .selectFrom('people')
          .whereRef('people.tier_id', '=', 'tiers.id')
          .where('people.role', '=', 'agent')
          .select((query) => query.fn.countAll<number>().as('count'))
          .as('agents'),
      )
      .where('ended_at', 'is', null)
      .orderBy(sql`coalesce(turnover, -1)`, 'desc')
      .orderBy('id')
      .execute();
    return rows.map(({ agents, ...tier }) => ({ ...tier, agents: agents ?? 0 }));
  }

  const find = async (id: number): Promise<Tier | null> => (await list()).find((tier) => tier.id === id) ?? null;

  async function ofPerson(personId: number): Promise<Tier | null> {
    const row = await db.selectFrom('people').select('tier_id').where('id', '=', personId).executeTakeFirst();
    return row?.tier_id == null ? null : find(row.tier_id);
  }

  async function create(by: number, name: string): Promise<Result<Tier, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    // The same name again is the same level: an update may come twice.
    const tier = (await list()).find((tier) => tier.name === name);
    if (tier) return ok(tier);
    const id = await database.transaction(async (tx) => {
      const row = { name, turnover: null, created_by: by, created_at: now() };
      const newTier = await tx.insertInto('tiers').values(row).returning('id').executeTakeFirstOrThrow();
      await audit.write(tx, { actorId: by, action: 'tier', personId: null, details: { tier: newTier.id, note: name } });
      return newTier.id;
    });
    return ok({ id, name, turnover: null, agents: 0 });
  }

  async function rename(by: number, id: number, name: string): Promise<Result<Tier, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    const tiers = await list();
    const tier = tiers.find((one) => one.id === id);
    if (!tier) return err({ code: 'tier-unknown' });
    if (tiers.some((other) => other.id !== id && other.name === name)) return err({ code: 'tier-taken' });
    if (tier.name !== name)
      await database.transaction(async (tx) => {
        await tx.updateTable('tiers').set({ name }).where('id', '=', id).execute();
        const details = { tier: id, was: tier.name, note: name };
        await audit.write(tx, { actorId: by, action: 'rename-tier', personId: null, details });
      });
    return ok({ ...tier, name });
  }

  /** Its agents have no level then and are told; its rules and promo codes end with it. */
  async function end(by: number, id: number): Promise<Result<Tier, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    const tier = await find(id);
    if (!tier) return err({ code: 'tier-unknown' });
    await database.transaction(async (tx) => {
      const at = now();
      const open = tx.updateTable('tiers').set({ ended_at: at }).where('id', '=', id).where('ended_at', 'is', null);
      if (!(await open.returning('id').executeTakeFirst())) return;
      const members = await tx.selectFrom('people').select('id').where('tier_id', '=', id).execute();
      for (const { id: personId } of members)
        await move(tx, { personId, from: id, to: null, actorId: by, how: 'assign-tier' });
      await tx
        .updateTable('price_rules')
        .set({ ended_at: at, ended_by: by })
        .where('target', '=', 'tier')
        .where('target_id', '=', id)
        .where('ended_at', 'is', null)
        .execute();
      await tx
        .updateTable('promo_codes')
        .set({ ended_at: at })
        .where('target', '=', 'tier')
        .where('target_id', '=', id)
        .where('ended_at', 'is', null)
        .execute();
      const details = { tier: id, note: tier.name };
      await audit.write(tx, { actorId: by, action: 'end-tier', personId: null, details });
    });
    alertsDue.notify();
    return ok(tier);
  }

  /** Null: agents no longer rise to it by themselves. */
  async function setTurnover(by: number, id: number, turnover: Rials | null): Promise<Result<Tier, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    if (turnover !== null && !isRials(turnover)) return err({ code: 'amount-invalid' });
    const tier = await find(id);
    if (!tier) return err({ code: 'tier-unknown' });
    if (tier.turnover !== turnover) {
      await database.transaction(async (tx) => {
        await tx.updateTable('tiers').set({ turnover }).where('id', '=', id).execute();
        const details = { tier: id, amount: turnover ?? 0, note: tier.name };
        await audit.write(tx, { actorId: by, action: 'tier-turnover', personId: null, details });
      });
    }
    return ok({ ...tier, turnover });
  }

  /** Null: no level. True when it changed. */
  async function assign(by: number, personId: number, tierId: number | null): Promise<Result<boolean, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    const tier = tierId === null ? null : await find(tierId);
    if (tierId !== null && !tier) return err({ code: 'tier-unknown' });
    const person = await db.selectFrom('people').selectAll().where('id', '=', personId).executeTakeFirst();
    if (person?.role !== 'agent') return err({ code: 'person-unknown' });
    const isMoved = await database.transaction((tx) =>
      move(tx, { personId, from: person.tier_id, to: tier, actorId: by, how: 'assign-tier' }),
    );
    alertsDue.notify();
    return ok(isMoved);
  }

  /** Compares and sets, with what is told and written about it. */
  async function move(
    tx: Transaction,
    change: {
      readonly personId: number;
      readonly from: number | null;
      readonly to: Pick<Tier, 'id' | 'name'> | null;
      readonly actorId: number;
      readonly how: 'assign-tier' | 'rise';
    },
  ): Promise<boolean> {
    const { personId, from, to, actorId, how } = change;
    if (from === (to?.id ?? null)) return false;
    const moved = await tx
      .updateTable('people')
      .set({ tier_id: to?.id ?? null })
      .where('id', '=', personId)
      .where('tier_id', from === null ? 'is' : '=', from)
      .returning('id')
      .executeTakeFirst();
    if (!moved) return false;
    await audit.write(tx, {
      actorId,
      action: how,
      personId,
      details: { tier: to?.id ?? null, note: to?.name ?? null },
    });
    const alert = { kind: 'tier-changed', name: to?.name ?? null, rose: how === 'rise' ? 1 : 0 } as const;
    await alerts.writeTo(tx, [personId], { occasion: `${personId} ${now()} ${to?.id ?? 0}`, alert });
    return true;
  }

  /** Agents whose turnover reached a higher level than theirs. Levels never fall, and one assigned by the owner stays. */
  async function raise(): Promise<number> {
    const tiers = await list();
    const reachable = tiers.filter(({ turnover }) => turnover !== null);
    if (reachable.length === 0) return 0;
    const today = dayOf(now());
    const rows = await db
      .selectFrom('people')
      .innerJoin('daily_sales', 'daily_sales.seller_id', 'people.id')
      .where('people.role', '=', 'agent')
      .where('part', '=', 'operator')
      .where('day', '>', today - turnoverDays)
      .select(['people.id', 'people.tier_id', sql<number>`cast(sum(total) as bigint)`.as('turnover')])
      .groupBy(['people.id', 'people.tier_id'])
      .execute();
    let count = 0;
    for (const { id, tier_id: from, turnover } of rows) {
      const current = tiers.find((tier) => tier.id === from) ?? null;
      if (current && current.turnover === null) continue;
      const to = reachable.find((tier) => (tier.turnover ?? 0) <= turnover);
      if (!to || (current && (to.turnover ?? 0) <= (current.turnover ?? 0))) continue;
      const rose = await database.transaction((tx) => move(tx, { personId: id, from, to, actorId: id, how: 'rise' }));
      if (rose) count += 1;
    }
    if (count > 0) alertsDue.notify();
    return count;
  }

  return { list, find, ofPerson, create, rename, end, setTurnover, assign, raise };
}
