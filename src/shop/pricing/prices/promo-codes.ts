import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { dayMs } from '#domain/calendar.ts';
import type { Failure } from '#domain/failure.ts';
import { isRials, type Rials } from '#domain/money.ts';
import { type Charge, isBasisPoints, isForBuyer, isForItem, type Sellable } from '#domain/price.ts';
import type { OperatorId, ProductType } from '#domain/product.ts';
import { type PromoValue, promoDiscount, readPromoCode } from '#domain/promo.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Role } from '#domain/role.ts';
import type { Audit } from '#shop/base/audit/audit.ts';
import { createDrafts, type Draft } from '#shop/base/drafts/drafts.ts';
import { createLately } from '#shop/base/jobs/lately.ts';
import type { People } from '#shop/people/people/people.ts';
import type { Database } from '#storage/database.ts';
import type { KeyValue } from '#storage/key-value.ts';
import type { PromoCodeRow } from '#storage/tables/price.ts';

export interface PromoCode {
  readonly id: number;
  readonly code: string;
  readonly value: PromoValue;
  /** Null for everyone. */
  readonly target: 'customer' | 'agent' | 'tier' | 'person' | null;
  /** The tier or the person. */
  readonly targetId: number | null;
  readonly operatorId: OperatorId | null;
  readonly productType: ProductType | null;
  /** Null for unlimited use. */
  readonly mostUses: number | null;
  readonly mostEach: number | null;
  readonly used: number;
  readonly endsAt: number | null;
}

export type NewPromoCode = Omit<PromoCode, 'id' | 'used'>;

/** A code that waits for the owner's confirmation. */
export interface PromoDraft extends Draft {
  readonly promo: NewPromoCode;
}

export interface PromoReport {
  readonly people: number;
  readonly discount: Rials;
  readonly charged: Rials;
}

export type PromoCodes = ReturnType<typeof createPromoCodes>;

interface PromoCodesDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly people: Pick<People, 'isOwner' | 'find'>;
  /** Codes of opened start links, by person. */
  readonly links: KeyValue<string>;
  readonly drafts: KeyValue<PromoDraft>;
  readonly now: () => number;
}

const linkMs = 7 * dayMs;

const promoOf = (row: PromoCodeRow): PromoCode => ({
  id: row.id,
  code: row.code,
  value: row.kind === 'percent' ? { kind: 'percent', points: row.value } : { kind: 'amount', amount: row.value },
  target: row.target,
  targetId: row.target_id,
  operatorId: row.operator_id,
  productType: row.product_type,
  mostUses: row.most_uses,
  mostEach: row.most_each,
  used: row.used,
  endsAt: row.ends_at,
});

export function chargeWithPromo(charge: Charge, { id, code, value }: Pick<PromoCode, 'id' | 'code' | 'value'>): Charge {
  const discount = promoDiscount(charge.charge, value);
  const profit = charge.profit === null ? null : charge.profit - discount;
  return { ...charge, charge: charge.charge - discount, profit, promo: { id, code, discount } };
}

/** Codes that reduce the price of one order. A quote only shows the discount; the confirmation uses the code up. */
export function createPromoCodes({ database, audit, people, links, drafts: stored, now }: PromoCodesDeps) {
  const { db } = database;
  const drafts = createDrafts(stored);
  /** Whether any code exists, as the statement saw when it took the chat. */
  const open = createLately<boolean>(now);

  async function list(): Promise<PromoCode[]> {
    const open = db.selectFrom('promo_codes').selectAll().where('ended_at', 'is', null);
    return (await open.orderBy('id', 'desc').execute()).map(promoOf);
  }

  async function find(id: number): Promise<PromoCode | null> {
    const row = await db.selectFrom('promo_codes').selectAll().where('id', '=', id).executeTakeFirst();
    return row && row.ended_at === null ? promoOf(row) : null;
  }

  /** Whether it is worth asking buyers for one. */
  const isAny = async (): Promise<boolean> => open.value() ?? (await list()).length > 0;

  /** Null if the owner may create it. */
  function refusalOf(by: number, { code, value }: NewPromoCode): Failure | null {
    if (!people.isOwner(by)) return { code: 'not-allowed' };
    const isRight =
      value.kind === 'percent'
        ? isBasisPoints(value.points) && value.points > 0
        : isRials(value.amount) && value.amount > 0;
    return isRight && readPromoCode(code) === code ? null : { code: 'promo-invalid' };
  }

  /** Null if the code is free. */
  async function madeBefore(promo: NewPromoCode): Promise<Result<PromoCode, Failure> | null> {
    const row = await db.selectFrom('promo_codes').selectAll().where('code', '=', promo.code).executeTakeFirst();
    if (!row) return null;
    const { id, used, ...terms } = promoOf(row);
    const isSame = row.ended_at === null && isDeepStrictEqual(terms, promo);
    return isSame ? ok({ ...terms, id, used }) : err({ code: 'promo-taken' });
  }

  async function draft(
    idempotencySource: string,
    by: number,
    promo: NewPromoCode,
  ): Promise<Result<PromoDraft, Failure>> {
    const problem = refusalOf(by, promo);
    if (problem) return err(problem);
    const before = await madeBefore(promo);
    if (before && !before.ok) return before;
    return ok(await drafts.add(`promo ${idempotencySource}`, (id) => ({ id, by, promo })));
  }

  async function createDrafted(draftId: string, by: number): Promise<Result<PromoCode, Failure>> {
    const draft = await drafts.find(draftId, by);
    return draft.ok ? create(by, draft.value.promo) : draft;
  }

  /** Creates a code. The same code with the same terms finds the existing one. */
  async function create(by: number, promo: NewPromoCode): Promise<Result<PromoCode, Failure>> {
    const problem = refusalOf(by, promo);
    if (problem) return err(problem);
    const { code, value, target, targetId, operatorId, productType, mostUses, mostEach, endsAt } = promo;
    const row = await database.transaction(async (tx) => {
      const newRow = await tx
        .insertInto('promo_codes')
        .values({
          code,
          kind: value.kind,
          value: value.kind === 'percent' ? value.points : value.amount,
          target,
          target_id: targetId,
          operator_id: operatorId,
          product_type: productType,
          most_uses: mostUses,
          most_each: mostEach,
          ends_at: endsAt,
          created_by: by,
          created_at: now(),
        })
        .onConflict((conflict) => conflict.column('code').doNothing())
        .returningAll()
        .executeTakeFirst();
      if (newRow)
        await audit.write(tx, {
          actorId: by,
          action: 'promo',
          personId: null,
          details: { promo: newRow.id, note: code },
        });
      return newRow;
    });
    return row ? ok(promoOf(row)) : ((await madeBefore(promo)) ?? err({ code: 'promo-taken' }));
  }

  async function end(by: number, id: number): Promise<Result<PromoCode, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    const promo = await find(id);
    if (!promo) return err({ code: 'promo-unknown' });
    await database.transaction(async (tx) => {
      const ended = await tx
        .updateTable('promo_codes')
        .set({ ended_at: now() })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      const details = { promo: id, note: promo.code };
      if (ended) await audit.write(tx, { actorId: by, action: 'end-promo', personId: null, details });
    });
    return ok(promo);
  }

  /** The results of a code: uses that were delivered or may still be. */
  async function report(id: number): Promise<PromoReport> {
    return db
      .selectFrom('promo_uses')
      .innerJoin('orders', 'orders.id', 'promo_uses.order_id')
      .where('promo_uses.promo_id', '=', id)
      .select([
        sql<number>`cast(count(distinct promo_uses.person_id) as bigint)`.as('people'),
        sql<number>`cast(coalesce(sum(promo_uses.discount), 0) as bigint)`.as('discount'),
        sql<number>`cast(coalesce(sum(orders.charge), 0) as bigint)`.as('charged'),
      ])
      .executeTakeFirstOrThrow();
  }

  const roleOf = async (personId: number): Promise<Role> => (await people.find(personId))?.role ?? 'customer';

  const tierOf = async (personId: number): Promise<number | null> =>
    (await db.selectFrom('people').select('tier_id').where('id', '=', personId).executeTakeFirst())?.tier_id ?? null;

  async function isFor(promo: PromoCode, personId: number): Promise<boolean> {
    if (promo.target === null) return true;
    const tierId = promo.target === 'tier' ? await tierOf(personId) : null;
    return isForBuyer(promo, { personId, role: await roleOf(personId), tierId });
  }

  /** Null if there is no open code of this name. */
  async function typed(text: string): Promise<PromoCode | null> {
    const code = readPromoCode(text);
    if (code === null) return null;
    const row = await db.selectFrom('promo_codes').selectAll().where('code', '=', code).executeTakeFirst();
    const isOpen = row && row.ended_at === null && (row.ends_at === null || row.ends_at > now());
    return isOpen ? promoOf(row) : null;
  }

  /** How often this person may still use it. */
  async function usesLeft({ id, mostUses, mostEach, used }: PromoCode, personId: number): Promise<number> {
    const inAll = mostUses === null ? Number.POSITIVE_INFINITY : mostUses - used;
    if (mostEach === null) return inAll;
    const { count } = await db
      .selectFrom('promo_uses')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('promo_id', '=', id)
      .where('person_id', '=', personId)
      .executeTakeFirstOrThrow();
    return Math.min(inAll, mostEach - count);
  }

  /** Finds a code that this person may use for this item now. The confirmation decides. */
  async function findUsable(text: string, personId: number, what: Sellable): Promise<Result<PromoCode, Failure>> {
    const promo = await typed(text);
    if (!promo) return err({ code: 'promo-unknown' });
    if (!isForItem(promo, what) || !(await isFor(promo, personId))) return err({ code: 'promo-unfit' });
    return (await usesLeft(promo, personId)) > 0 ? ok(promo) : err({ code: 'promo-used-up' });
  }

  /** Finds the code for each row of a list in turn: the remembered one, while it fits and earlier rows leave a use. */
  async function forRows(personId: number): Promise<(what: Sellable) => PromoCode | null> {
    const text = await remembered(personId);
    const promo = text === undefined ? null : await typed(text);
    if (!promo || !(await isFor(promo, personId))) return () => null;
    let left = await usesLeft(promo, personId);
    return (what) => {
      if (left <= 0 || !isForItem(promo, what)) return null;
      left -= 1;
      return promo;
    };
  }

  /** The charge after the discount. */
  async function apply(
    text: string,
    personId: number,
    what: Sellable,
    charge: Charge,
  ): Promise<Result<Charge, Failure>> {
    const promo = await findUsable(text, personId, what);
    return promo.ok ? ok(chargeWithPromo(charge, promo.value)) : promo;
  }

  /** Remembers the code of a start link for the next purchase. */
  const remember = (personId: number, code: string): Promise<void> => links.set(String(personId), code, linkMs);
  const forget = (personId: number): Promise<void> => links.delete(String(personId));
  const remembered = async (personId: number): Promise<string | undefined> =>
    (await isAny()) ? links.get(String(personId)) : undefined;

  return {
    list,
    find,
    isAny,
    noted: open.note,
    typed: async (text: string): Promise<PromoCode | null> =>
      readPromoCode(text) !== null && (await isAny()) ? typed(text) : null,
    draft,
    createDrafted,
    create,
    end,
    report,
    findUsable,
    forRows,
    apply,
    remember,
    forget,
    remembered,
  };
}
