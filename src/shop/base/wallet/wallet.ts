import { isRials, type LedgerMismatch, type Rials } from '#domain/money.ts';
import type { Mobile } from '#domain/phone.ts';
import type { ProductType } from '#domain/product.ts';
import type { Database, Transaction } from '#storage/database.ts';
import { prepared } from '#storage/prepared.ts';
import type { LedgerRow, OrderRow, WalletRow } from '#storage/tables/tables.ts';
import { ensureWallet, findLedgerMismatches, type LedgerEntry, post, setCreditLimit } from './ledger.ts';

export interface Balance {
  /** Negative if an agent sold on credit. */
  readonly balance: number;
  readonly held: Rials;
  readonly creditLimit: Rials;
  /** Null for the owner, who has no limit. */
  readonly available: number | null;
}

/** A change of the balance. */
export interface Movement extends LedgerRow {
  readonly paid: PaidOrder | null;
}

interface Payable {
  readonly id: string;
  readonly buyerId: number;
  /** Stored with the quote, so that the held amount is captured or released. */
  readonly charge: Rials;
}

interface LedgerCredit {
  readonly key: string;
  readonly personId: number;
  readonly amount: Rials;
  readonly actor: string;
  readonly note: string | null;
}

export type Wallet = ReturnType<typeof createWallet>;

interface WalletDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly isOwner: (personId: number) => boolean;
}

const walletOf = prepared((db, { personId }: { readonly personId: number }) =>
  db.selectFrom('wallets').selectAll().where('person_id', '=', personId),
);

export function createWallet({ database, now, isOwner }: WalletDeps) {
  const read = async (personId: number): Promise<Balance> =>
    balanceOf(personId, (await walletOf(database.db, { personId }))[0] ?? null);

  /** From a row that another query read; null if there is none. */
  function balanceOf(personId: number, row: WalletRow | null): Balance {
    const { balance, held, credit_limit: creditLimit } = row ?? { balance: 0, held: 0, credit_limit: 0 };
    return { balance, held, creditLimit, available: isOwner(personId) ? null : balance - held + creditLimit };
  }

  /** Holds money in the confirming transaction; `shortfall` was checked before. */
  const hold = (tx: Transaction, order: Payable, actor: string) =>
    postOrder(tx, order, { kind: 'hold', actor, balance: 0, held: order.charge });

  /** Spends the held money of a bought order. */
  const capture = (tx: Transaction, order: Payable, actor: string) =>
    postOrder(tx, order, { kind: 'capture', actor, balance: -order.charge, held: -order.charge });

  /** Frees the held money of an order that was not bought. */
  const release = (tx: Transaction, order: Payable, actor: string) =>
    postOrder(tx, order, { kind: 'release', actor, balance: 0, held: -order.charge });

  async function postOrder(
    tx: Transaction,
    order: Payable,
    moved: Pick<LedgerEntry, 'actor' | 'balance' | 'held'> & { readonly kind: 'hold' | 'capture' | 'release' },
  ): Promise<void> {
    const { kind } = moved;
    const entry = { ...moved, key: `${kind}:${order.id}`, personId: order.buyerId, orderId: order.id };
    const isFirst = await post(tx, { ...entry, note: null, at: now() });
    // The order's state prevents a second entry; it would be a bug.
    if (!isFirst) throw new Error(`Order ${order.id} already has its ${kind} in the ledger.`);
  }

  const give = (kind: 'grant' | 'take' | 'payment' | 'repayment') => async (tx: Transaction, gift: LedgerCredit) => {
    assertRials(gift.amount);
    return post(tx, {
      key: `${kind}:${gift.key}`,
      personId: gift.personId,
      kind,
      balance: kind === 'take' ? -gift.amount : gift.amount,
      held: 0,
      orderId: null,
      actor: gift.actor,
      note: gift.note,
      at: now(),
    });
  };

  /** Credits a Telegram payment in the transaction that spends it. */
  const payIn = give('payment');
  const grantIn = give('grant');
  const takeIn = give('take');
  /** Books a debt that was paid back outside the bot. */
  const repayIn = give('repayment');

  /** The missing part of an amount; locks the wallet. 0 if `key` is already in the ledger. */
  async function shortfall(tx: Transaction, personId: number, amount: Rials, key?: string): Promise<Rials> {
    const wallet = await ensureWallet(tx, personId);
    const before =
      key === undefined ? null : await tx.selectFrom('ledger').select('id').where('key', '=', key).executeTakeFirst();
    if (before) return 0;
    const { available } = balanceOf(personId, wallet);
    return available === null ? 0 : Math.max(0, amount - available);
  }

  /** The balance after the last of these orders was paid; null if all are unpaid. */
  async function balanceAfterAll(orderIds: readonly string[]): Promise<number | null> {
    if (orderIds.length === 0) return null;
    const row = await database.db
      .selectFrom('ledger')
      .select('balance_after')
      .where(
        'key',
        'in',
        orderIds.map((id) => `capture:${id}`),
      )
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.balance_after ?? null;
  }

  function statement(personId: number, page: number, pageSize: number): Promise<LedgerRow[]> {
    return database.db
      .selectFrom('ledger')
      .selectAll()
      .where('person_id', '=', personId)
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset(page * pageSize)
      .execute();
  }

  /** Changes of the balance, newest first, without holds and releases. */
  async function movements(
    personId: number,
    page: number,
    pageSize: number,
  ): Promise<{ rows: Movement[]; more: boolean }> {
    const rows = await database.db
      .selectFrom('ledger')
      .leftJoin('orders', 'orders.id', 'ledger.order_id')
      .selectAll('ledger')
      .select(paidOrder)
      .where('person_id', '=', personId)
      .where('balance_delta', '<>', 0)
      .orderBy('ledger.id', 'desc')
      .limit(pageSize + 1)
      .offset(page * pageSize)
      .execute();
    return { rows: rows.slice(0, pageSize).map(withPaid), more: rows.length > pageSize };
  }

  return {
    read,
    balanceOf,
    hold,
    capture,
    release,
    payIn,
    grantIn,
    takeIn,
    repayIn,
    shortfall,
    /** False if it was made before. */
    grant: (gift: LedgerCredit): Promise<boolean> => database.transaction((tx) => grantIn(tx, gift)),
    take: (gift: LedgerCredit): Promise<boolean> => database.transaction((tx) => takeIn(tx, gift)),
    pay: (gift: LedgerCredit): Promise<boolean> => database.transaction((tx) => payIn(tx, gift)),
    setCreditLimit: async (personId: number, limit: Rials): Promise<boolean> => {
      assertRials(limit);
      return database.transaction((tx) => setCreditLimit(tx, personId, limit));
    },
    balanceAfterAll,
    statement,
    movements,
    findLedgerMismatches: (): Promise<LedgerMismatch[]> => findLedgerMismatches(database.db),
  };
}

/** Refuses a negative grant, which would take money, and half a rial, which SQLite would store. */
function assertRials(amount: number): void {
  if (!isRials(amount)) throw new RangeError('An amount must be whole rials, and not negative.');
}

/** What a movement paid for. */
export interface PaidOrder {
  readonly code: string;
  readonly mobile: Mobile;
  readonly title: string;
  readonly titleEn: string | null;
  readonly productType: ProductType;
  readonly base: Rials;
  readonly item: { readonly kind: 'product'; readonly amount: Rials | null };
}

/** Columns of a ledger entry's order, from a left join. */
export const paidOrder = [
  'orders.webservice_code as code',
  'orders.mobile',
  'orders.title',
  'orders.title_en',
  'orders.product_type',
  'orders.named_amount',
  'orders.base',
] as const;

type Joined = { readonly code: string | null } & {
  readonly [Column in 'mobile' | 'title' | 'title_en' | 'product_type' | 'named_amount' | 'base']:
    | OrderRow[Column]
    | null;
};

/** The columns as one value; null if the entry has no order. */
export function withPaid<Row extends Joined>(row: Row): Omit<Row, keyof Joined> & { readonly paid: PaidOrder | null } {
  const { code, mobile, title, title_en: titleEn, product_type: productType, named_amount, base, ...entry } = row;
  if (code === null || mobile === null || title === null || productType === null || base === null)
    return { ...entry, paid: null };
  return {
    ...entry,
    paid: { code, mobile, title, titleEn, productType, base, item: { kind: 'product', amount: named_amount } },
  };
}
