import { dayMs, midnight } from '#domain/calendar.ts';
import type { Failure } from '#domain/failure.ts';
import { isBasisPoints, type PriceRule, type PriceTarget } from '#domain/price.ts';
import type { OperatorId, ProductType } from '#domain/product.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Audit } from '#shop/base/audit/audit.ts';
import { createDrafts, type Draft } from '#shop/base/drafts/drafts.ts';
import type { People } from '#shop/people/people/people.ts';
import type { Database, Queries } from '#storage/database.ts';
import type { KeyValue } from '#storage/key-value.ts';
import { ruleOf } from './prices.ts';

/** Target and scope of a rule. */
export interface RuleScope {
  readonly target: PriceTarget;
  readonly targetId: number | null;
  readonly operatorId: OperatorId | null;
  readonly productType: ProductType | null;
}

/** A rule that waits for the owner's confirmation. */
export interface RuleDraft extends RuleScope, Draft {
  readonly basisPoints: number;
  readonly name: string | null;
  /** The saved rule. */
  readonly ruleId: number | null;
}

export const ruleStarts = ['now', 'tomorrow'] as const;
export type RuleStart = (typeof ruleStarts)[number];

export type PriceRules = ReturnType<typeof createPriceRules>;

interface PriceRulesDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly people: Pick<People, 'isOwner'>;
  readonly drafts: KeyValue<RuleDraft>;
  /** If set, the supplier reports its commission, so nobody enters it. */
  readonly supplier: object | null;
  readonly now: () => number;
}

/** The owner's changes to prices. Rules are ended and never changed, so that their history stays. */
export function createPriceRules({ database, audit, people, drafts: stored, supplier, now }: PriceRulesDeps) {
  const drafts = createDrafts(stored);

  const isTold = ({ target }: Pick<RuleScope, 'target'>): boolean => target === 'gateway' && supplier !== null;

  const ofScope = (on: Queries, { target, targetId, operatorId, productType }: RuleScope) =>
    on
      .selectFrom('price_rules')
      .selectAll()
      .where('ended_at', 'is', null)
      .where('target', '=', target)
      .where('target_id', targetId === null ? 'is' : '=', targetId)
      .where('operator_id', operatorId === null ? 'is' : '=', operatorId)
      .where('product_type', productType === null ? 'is' : '=', productType);

  /** Present and future rules of one target, or of everyone except the gateway. */
  async function list(target?: Pick<RuleScope, 'target' | 'targetId'>): Promise<PriceRule[]> {
    const rows = await database.db
      .selectFrom('price_rules')
      .selectAll()
      .where('ended_at', 'is', null)
      .$if(target === undefined, (query) => query.where('target', '<>', 'gateway'))
      .$if(target !== undefined, (query) =>
        query
          .where('target', '=', target?.target ?? 'gateway')
          .where('target_id', target?.targetId == null ? 'is' : '=', target?.targetId ?? null),
      )
      .orderBy('id', 'desc')
      .execute();
    return rows.map(ruleOf);
  }

  async function find(id: number): Promise<PriceRule | null> {
    const row = await database.db.selectFrom('price_rules').selectAll().where('id', '=', id).executeTakeFirst();
    return row && row.ended_at === null ? ruleOf(row) : null;
  }

  async function draft(
    idempotencySource: string,
    wish: Omit<RuleDraft, 'id' | 'ruleId'>,
  ): Promise<Result<RuleDraft, Failure>> {
    if (!people.isOwner(wish.by)) return err({ code: 'not-allowed' });
    if (!isBasisPoints(wish.basisPoints) || wish.basisPoints === 0) return err({ code: 'percent-invalid' });
    return ok(await drafts.add(`price ${idempotencySource}`, (id) => ({ ...wish, id, ruleId: null })));
  }

  /** Saves a rule. One that starts now ends the rule that it replaces; one that starts later leaves it until then. */
  async function save(draftId: string, by: number, start: RuleStart): Promise<Result<PriceRule, Failure>> {
    const draft = await drafts.find(draftId, by);
    if (!draft.ok) return draft;
    const wish = draft.value;
    if (isTold(wish)) return err({ code: 'not-allowed' });
    const before = wish.ruleId === null ? null : await find(wish.ruleId);
    if (before) return ok(before);
    const at = now();
    const { target, targetId, operatorId, productType, basisPoints, name } = wish;
    const rule = await database.transaction(async (tx) => {
      if (start === 'now') {
        const before = await ofScope(tx, wish).where('starts_at', '<=', at).execute();
        for (const { id } of before) await close(tx, id, by, at);
      }
      const row = await tx
        .insertInto('price_rules')
        .values({
          target,
          target_id: targetId,
          operator_id: operatorId,
          product_type: productType,
          basis_points: basisPoints,
          name,
          starts_at: start === 'now' ? at : midnight(at) + dayMs,
          created_by: by,
          created_at: at,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit.write(tx, {
        actorId: by,
        action: 'price',
        personId: personOf(wish),
        details: detailsOf(ruleOf(row)),
      });
      return ruleOf(row);
    });
    await drafts.update({ ...wish, ruleId: rule.id });
    return ok(rule);
  }

  const close = (tx: Queries, id: number, by: number, at: number) =>
    tx
      .updateTable('price_rules')
      .set({ ended_at: at, ended_by: by })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .returningAll()
      .executeTakeFirst();

  /** Ends a rule, and with a started one also those that it replaced. A repeated call changes nothing. */
  async function end(id: number, by: number): Promise<Result<PriceRule, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    const rule = await find(id);
    if (!rule) return err({ code: 'price-rule-unknown' });
    if (isTold(rule)) return err({ code: 'not-allowed' });
    const at = now();
    await database.transaction(async (tx) => {
      const older =
        rule.startsAt <= at ? await ofScope(tx, rule).where('starts_at', '<=', rule.startsAt).execute() : [];
      const ended = await close(tx, id, by, at);
      if (!ended) return;
      for (const { id: other } of older) if (other !== id) await close(tx, other, by, at);
      await audit.write(tx, { actorId: by, action: 'end-price', personId: personOf(rule), details: detailsOf(rule) });
    });
    return ok(rule);
  }

  return { list, find, draft, drafted: drafts.find, save, end };
}

const personOf = ({ target, targetId }: RuleScope): number | null => (target === 'person' ? targetId : null);

const detailsOf = ({ id, target, targetId, operatorId, productType, basisPoints, name, startsAt }: PriceRule) => ({
  rule: id,
  target,
  targetId,
  operatorId,
  productType,
  basisPoints,
  name,
  startsAt,
});
