import type { Failure } from '#domain/failure.ts';
import { isRials, type Rials } from '#domain/money.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Audit } from '#shop/base/audit/audit.ts';
import { createDrafts, type Draft } from '#shop/base/drafts/drafts.ts';
import type { Wallet } from '#shop/base/wallet/wallet.ts';
import type { People } from '#shop/people/people/people.ts';
import type { Database } from '#storage/database.ts';
import type { KeyValue } from '#storage/key-value.ts';
import { type Payment, paymentOf } from './payment.ts';
import { findPayment, lockPayment, writePaymentEvent } from './transition.ts';

interface PayBackRequest {
  readonly paymentId: string;
  readonly by: number;
  /** Identifies the update, so that a repeated update moves money once. */
  readonly key: string;
  readonly amount: Rials;
  readonly note: string;
}

export interface PayBackDraft extends PayBackRequest, Draft {}

interface PaidBack {
  readonly payment: Payment;
  /** False if this request was already carried out. */
  readonly moved: boolean;
}

export interface PayBackDeps {
  readonly database: Database;
  readonly wallet: Pick<Wallet, 'takeIn' | 'shortfall'>;
  readonly audit: Audit;
  readonly people: Pick<People, 'isOwner'>;
  readonly payBackDrafts: KeyValue<PayBackDraft>;
  readonly now: () => number;
}

/** Takes money that the owner paid back outside the bot from the wallet, at most what the payment brought. */
export function createPayBack({ database, wallet, audit, people, payBackDrafts, now }: PayBackDeps) {
  const drafts = createDrafts(payBackDrafts);

  async function draft(request: PayBackRequest): Promise<Result<PayBackDraft, Failure>> {
    if (!people.isOwner(request.by)) return err({ code: 'not-allowed' });
    const row = await findPayment(database.db, request.paymentId);
    if (row?.state !== 'paid') return err({ code: row ? 'payment-not-open' : 'payment-unknown' });
    const left = (row.credited ?? 0) - row.paid_back;
    if (!isRials(request.amount) || request.amount === 0 || request.amount > left)
      return err({ code: 'amount-out-of-range', min: 1, max: left });
    return ok(await drafts.add(request.key, (id) => ({ ...request, id })));
  }

  async function carryOut(id: string, by: number): Promise<Result<PaidBack, Failure>> {
    const draft = await drafts.find(id, by);
    if (draft.ok && draft.value.replaced) return err({ code: 'question-expired' });
    return draft.ok ? payBack(draft.value) : draft;
  }

  async function payBack({ paymentId: id, by, key, amount, note }: PayBackRequest): Promise<Result<PaidBack, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    const result = await database.transaction(async (tx): Promise<Result<boolean, Failure>> => {
      const row = await lockPayment(tx, id);
      if (!row) return err({ code: 'payment-unknown' });
      if (row.state !== 'paid') return err({ code: 'payment-not-open' });
      const { person_id: personId, paid_back } = row;
      const entry = { key: `payback:${key}`, personId, amount, actor: `person:${by}`, note };
      const before = tx.selectFrom('ledger').select('id').where('key', '=', `take:${entry.key}`);
      if (await before.executeTakeFirst()) return ok(false);
      const left = (row.credited ?? 0) - paid_back;
      if (!isRials(amount) || amount === 0 || amount > left)
        return err({ code: 'amount-out-of-range', min: 1, max: left });
      const missing = await wallet.shortfall(tx, personId, amount);
      if (missing > 0) return err({ code: 'wallet-too-small', missing });
      await wallet.takeIn(tx, entry);
      const set = { paid_back: paid_back + amount, updated_at: now() };
      await tx.updateTable('payments').set(set).where('id', '=', id).execute();
      const why = `paid back ${amount} rials: ${note}`;
      await writePaymentEvent(tx, { id, from: 'paid', to: 'paid', actor: entry.actor, why, now: now() });
      await audit.write(tx, { actorId: by, action: 'pay-back', personId, details: { payment: id, amount, note } });
      return ok(true);
    });
    if (!result.ok) return result;
    const row = await findPayment(database.db, id);
    return row ? ok({ payment: paymentOf(row), moved: result.value }) : err({ code: 'payment-unknown' });
  }

  return { draft, drafted: drafts.find, replace: drafts.replace, carryOut, payBack };
}
