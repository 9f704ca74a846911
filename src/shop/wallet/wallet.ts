import { isRials, type Rials } from '../../domain/money.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import { prepared } from '../../storage/prepared.ts';
import type { LedgerRow } from '../../storage/tables.ts';
import { ensureWallet, findLedgerMismatches, type LedgerMismatch, post } from './ledger.ts';

export interface Balance {
  /** Negative when an agent sold on credit. */
  readonly balance: number;
  readonly held: Rials;
  readonly creditLimit: Rials;
  /** What can still be spent; null for the owner, who has no limit. */
  readonly available: number | null;
}

/** The part of an order that wallets care about. */
export interface Payable {
  readonly id: string;
  readonly buyerId: number;
  /** What the buyer pays: stored with the quote, so that what was held is what is captured or released. */
  readonly charge: Rials;
}

export interface LedgerCredit {
  readonly key: string;
  readonly personId: number;
  readonly amount: Rials;
  readonly actor: string;
  readonly note: string | null;
}

export type Wallet = ReturnType<typeof createWallet>;

export interface WalletDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly isOwner: (personId: number) => boolean;
}

const walletOf = prepared((db, { personId }: { readonly personId: number }) =>
  db.selectFrom('wallets').selectAll().where('person_id', '=', personId),
);

export function createWallet({ database, now, isOwner }: WalletDeps) {
  async function read(personId: number, db = database.db): Promise<Balance> {
    const [row] = await walletOf(db, { personId });
    const { balance, held, credit_limit: creditLimit } = row ?? { balance: 0, held: 0, credit_limit: 0 };
    return { balance, held, creditLimit, available: isOwner(personId) ? null : balance - held + creditLimit };
  }

  /** Sets the order's money aside, inside the transaction that confirms it. `shortOf` was asked before. */
  const hold = (tx: Transaction, order: Payable, actor: string) =>
    postOrder(tx, 'hold', order, actor, { balance: 0, held: order.charge });

  /** Bought: the held money is spent. */
  const capture = (tx: Transaction, order: Payable, actor: string) =>
    postOrder(tx, 'capture', order, actor, { balance: -order.charge, held: -order.charge });

  /** Definitely not bought: the held money is free again. */
  const release = (tx: Transaction, order: Payable, actor: string) =>
    postOrder(tx, 'release', order, actor, { balance: 0, held: -order.charge });

  async function postOrder(
    tx: Transaction,
    kind: 'hold' | 'capture' | 'release',
    order: Payable,
    actor: string,
    moved: { balance: number; held: number },
  ): Promise<void> {
    const entry = { ...moved, kind, key: `${kind}:${order.id}`, personId: order.buyerId, orderId: order.id };
    const written = await post(tx, { ...entry, actor, note: null, at: now() });
    // The order's state guards this; a second entry would mean that the guard failed.
    if (!written) throw new Error(`Order ${order.id} already has its ${kind} in the ledger.`);
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

  /** Money from Telegram Payments; for use inside the transaction that spends it. */
  const payIn = give('payment');
  const grantIn = give('grant');
  const takeIn = give('take');
  /** A debt paid back outside the bot. */
  const repayIn = give('repayment');

  /** How much of an amount the wallet lacks, with the wallet locked until the transaction ends. None if `key` took it before. */
  async function shortfall(tx: Transaction, personId: number, amount: Rials, key?: string): Promise<Rials> {
    await ensureWallet(tx, personId);
    const before =
      key === undefined ? null : await tx.selectFrom('ledger').select('id').where('key', '=', key).executeTakeFirst();
    if (before) return 0;
    const { available } = await read(personId, tx);
    return available === null ? 0 : Math.max(0, amount - available);
  }

  async function setCreditLimit(personId: number, limit: Rials): Promise<void> {
    assertRials(limit);
    await database.transaction(async (tx) => {
      await ensureWallet(tx, personId);
      await tx.updateTable('wallets').set({ credit_limit: limit }).where('person_id', '=', personId).execute();
    });
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

  /** What changed the balance, newest first; money set aside and given free again did not. */
  async function movements(
    personId: number,
    page: number,
    pageSize: number,
  ): Promise<{ rows: LedgerRow[]; more: boolean }> {
    const rows = await database.db
      .selectFrom('ledger')
      .selectAll()
      .where('person_id', '=', personId)
      .where('balance_delta', '<>', 0)
      .orderBy('id', 'desc')
      .limit(pageSize + 1)
      .offset(page * pageSize)
      .execute();
    return { rows: rows.slice(0, pageSize), more: rows.length > pageSize };
  }

  return {
    read: (personId: number) => read(personId),
    hold,
    capture,
    release,
    payIn,
    grantIn,
    takeIn,
    repayIn,
    shortfall,
    /** False: this very grant was made before. */
    grant: (gift: LedgerCredit): Promise<boolean> => database.transaction((tx) => grantIn(tx, gift)),
    take: (gift: LedgerCredit): Promise<boolean> => database.transaction((tx) => takeIn(tx, gift)),
    pay: (gift: LedgerCredit): Promise<boolean> => database.transaction((tx) => payIn(tx, gift)),
    setCreditLimit,
    statement,
    movements,
    findLedgerMismatches: (): Promise<LedgerMismatch[]> => findLedgerMismatches(database.db),
  };
}

/** A minus sign would turn a grant into a take, and SQLite would keep half a rial: amounts are checked where they are typed. */
function assertRials(amount: number): void {
  if (!isRials(amount)) throw new RangeError('An amount must be whole rials, and not negative.');
}
