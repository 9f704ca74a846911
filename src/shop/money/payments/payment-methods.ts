import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import { isOnline, type PaymentMethod, paymentMethods } from '#domain/payment.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { PaymentProvider } from '#payments/provider.ts';
import type { Audit } from '#shop/base/audit/audit.ts';
import type { Database, Queries } from '#storage/database.ts';
import type { AmountDue } from './amount-due.ts';
import type { BankCards } from './bank-cards.ts';
import type { PaymentSettingsStore } from './payment-settings.ts';

export interface PaymentMethodsDeps {
  readonly database: Database;
  readonly settings: Pick<PaymentSettingsStore, 'read'>;
  readonly cards: Pick<BankCards, 'list'>;
  readonly due: AmountDue;
  readonly audit: Audit;
  readonly providers: readonly PaymentProvider[];
  /** False if providers take nothing new; payments that were begun are still asked about. */
  readonly isOnlineOpen?: boolean | undefined;
  /** Whether Telegram invoices are set up. */
  readonly invoices: boolean;
  readonly now: () => number;
}

/** How a missing sum is paid. A transfer adds a few tomans to be recognised by. */
export interface Payable {
  readonly method: PaymentMethod;
  readonly amount: Rials;
}

const wholeTomans = (amount: Rials): Rials => Math.ceil(amount / 10) * 10;

const leastBy = (method: PaymentMethod, missing: Rials, smallest: Rials): Rials =>
  method === 'invoice' ? missing : Math.max(smallest, wholeTomans(missing));

export type PaymentMethods = ReturnType<typeof createPaymentMethods>;

/** Available methods for a person, and the limits of an amount. */
export function createPaymentMethods(deps: PaymentMethodsDeps) {
  const { database, settings, cards, due, audit, providers, isOnlineOpen = true, invoices, now } = deps;

  const isSetUp = (method: PaymentMethod, haveCard: boolean): boolean => {
    if (method === 'card') return haveCard;
    if (method === 'invoice') return invoices;
    return isOnlineOpen && providers.some((provider) => provider.method === method);
  };

  /** Methods that are set up, with whether the owner has them on. */
  async function all(): Promise<{ method: PaymentMethod; isOn: boolean }[]> {
    const { off } = await settings.read();
    const haveCard = (await cards.list()).some(({ isOn }) => isOn);
    return paymentMethods
      .filter((method) => isSetUp(method, haveCard))
      .map((method) => ({ method, isOn: !off.includes(method) }));
  }

  async function forPerson(personId: number): Promise<PaymentMethod[]> {
    const on = (await all()).filter(({ isOn }) => isOn).map(({ method }) => method);
    return on.includes('card') && (await isBlocked(database.db, personId)) ? on.filter((one) => one !== 'card') : on;
  }

  async function isBlocked(db: Queries, personId: number): Promise<boolean> {
    const row = await db
      .selectFrom('payment_blocks')
      .select('person_id')
      .where('person_id', '=', personId)
      .where('method', '=', 'card')
      .where('reopened_at', 'is', null)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Opens card payments again for a person whose slips were rejected. */
  async function reopen(by: number, personId: number): Promise<boolean> {
    return database.transaction(async (tx) => {
      const row = await tx
        .updateTable('payment_blocks')
        .set({ reopened_at: now() })
        .where('person_id', '=', personId)
        .where('method', '=', 'card')
        .where('reopened_at', 'is', null)
        .returning('person_id')
        .executeTakeFirst();
      if (row) await audit.write(tx, { actorId: by, action: 'reopen-card', personId, details: {} });
      return row !== undefined;
    });
  }

  /**
   * The amount to pay for an order, or into the wallet. Invoices ask for exactly what is missing. Other methods ask for
   * whole tomans and at least the smallest amount; the rest stays in the wallet.
   */
  async function amountFor(
    personId: number,
    method: PaymentMethod,
    wanted: { readonly orderId: string } | { readonly amount: Rials },
  ): Promise<Result<{ amount: Rials; orderId: string | null }, Failure>> {
    if (!(await forPerson(personId)).includes(method)) return err({ code: 'method-closed' });
    const { smallest, largest } = await settings.read();
    if ('amount' in wanted) {
      const refusal = await refusalToPayIn(database.db, personId);
      if (refusal) return err(refusal);
      const { amount } = wanted;
      if (amount < smallest || amount > largest)
        return err({ code: 'amount-out-of-range', min: smallest, max: largest });
      return ok({ amount: method === 'invoice' ? amount : wholeTomans(amount), orderId: null });
    }
    const amount = await due(wanted.orderId, personId, method);
    if (!amount.ok) return amount;
    const { order, amount: missing } = amount.value;
    return ok({ amount: missing === 0 ? 0 : leastBy(method, missing, smallest), orderId: order.id });
  }

  /** What the first available method asks for when `missing` is short; null if no method is available. */
  async function payableFor(personId: number, missing: Rials, purpose: 'order' | 'wallet'): Promise<Payable | null> {
    const methods = await forPerson(personId);
    const method = methods.find(isOnline) ?? methods[0];
    if (method === undefined) return null;
    const { smallest, largest } = await settings.read();
    if (purpose === 'order') return { method, amount: leastBy(method, missing, smallest) };
    const amount = Math.max(smallest, wholeTomans(missing));
    return amount <= largest ? { method, amount } : null;
  }

  const providerOf = (method: PaymentMethod): PaymentProvider | null =>
    isOnline(method) ? (providers.find((provider) => provider.method === method) ?? null) : null;

  return {
    all,
    forPerson,
    isBlocked: (personId: number) => isBlocked(database.db, personId),
    refusalToPayIn: (personId: number) => refusalToPayIn(database.db, personId),
    reopen,
    amountFor,
    payableFor,
    providerOf,
  };
}

/** Null if this person may pay in. A blocked person may pay only what they owe. */
export async function refusalToPayIn(db: Queries, personId: number): Promise<Failure | null> {
  const person = await db
    .selectFrom('people')
    .leftJoin('wallets', 'wallets.person_id', 'people.id')
    .select(['people.paused_why', 'wallets.balance'])
    .where('people.id', '=', personId)
    .executeTakeFirst();
  if (person?.paused_why == null || (person.balance ?? 0) < 0) return null;
  return { code: 'person-paused', reason: person.paused_why };
}
