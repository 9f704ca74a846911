import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * open -> paid -> verified; open -> cancelled; paid or verified -> reversed.
 * Money is with the bank while a payment is `paid` or `verified`.
 */
export type BankState = 'open' | 'paid' | 'verified' | 'cancelled' | 'reversed';

/** The payment providers that the bank simulates. */
export type BankMethod = 'zarinpal' | 'zibal';

export interface BankPayment {
  readonly reference: string;
  readonly provider: BankMethod;
  readonly merchant: string;
  /** The amount asked for, in rials. */
  readonly amount: number;
  readonly callbackUrl: string;
  readonly orderId: string | null;
  readonly description: string;
  readonly state: BankState;
  /** What the card was charged, in rials; null if nothing. */
  readonly taken: number | null;
  readonly receipt: string | null;
  readonly createdAt: number;
  readonly paidAt: number | null;
  /** When a late payer will pay; null without a plan. */
  readonly dueAt: number | null;
}

export type NewPayment = Pick<
  BankPayment,
  'reference' | 'provider' | 'merchant' | 'amount' | 'callbackUrl' | 'orderId' | 'description'
>;

export interface BankLedger {
  /** False if the reference is in use. */
  open(payment: NewPayment): boolean;
  find(reference: string): BankPayment | undefined;
  /** Takes the money once; false if the payment is not open. */
  take(reference: string, amount: number): boolean;
  /** Takes the amount at that time, like a person who pays after everyone stopped waiting. */
  takeLater(reference: string, at: number): boolean;
  cancel(reference: string): boolean;
  verify(reference: string): boolean;
  /** Gives the money back. */
  reverse(reference: string): boolean;
  /** Lists payments in the order of their requests. */
  list(): BankPayment[];
  reset(): void;
  close(): void;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS payments (
    number INTEGER PRIMARY KEY,
    reference TEXT NOT NULL UNIQUE,
    provider TEXT NOT NULL,
    merchant TEXT NOT NULL,
    amount INTEGER NOT NULL,
    callbackUrl TEXT NOT NULL,
    orderId TEXT,
    description TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'open',
    taken INTEGER,
    receipt TEXT,
    createdAt INTEGER NOT NULL,
    paidAt INTEGER,
    dueAt INTEGER
  ) STRICT;
`;

const COLUMNS = `reference, provider, merchant, amount, callbackUrl, orderId, description, state, taken, receipt,
  createdAt, paidAt, dueAt`;

/** Every change of state names the states that it may leave, so that each step happens once. */
export const openBankLedger = (path: string, now: () => number): BankLedger => {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const db = new DatabaseSync(path, { timeout: 5_000 });
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${SCHEMA}`);

  const insert = db.prepare(`INSERT INTO payments
    (reference, provider, merchant, amount, callbackUrl, orderId, description, createdAt)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`);
  const one = db.prepare(`SELECT ${COLUMNS} FROM payments WHERE reference = ?`);
  const all = db.prepare(`SELECT ${COLUMNS} FROM payments ORDER BY number`);
  const RECEIPT = "printf('%012d', 700000000000 + number)";
  const take = db.prepare(`UPDATE payments SET state = 'paid', taken = ?, paidAt = ?, dueAt = NULL, receipt = ${RECEIPT}
    WHERE reference = ? AND state = 'open'`);
  const takeDue = db.prepare(`UPDATE payments SET state = 'paid', taken = amount, paidAt = dueAt, dueAt = NULL,
    receipt = ${RECEIPT} WHERE state = 'open' AND dueAt <= ?`);
  const plan = db.prepare("UPDATE payments SET dueAt = ? WHERE reference = ? AND state = 'open'");
  const cancel = db.prepare("UPDATE payments SET state = 'cancelled' WHERE reference = ? AND state = 'open'");
  const verify = db.prepare("UPDATE payments SET state = 'verified' WHERE reference = ? AND state = 'paid'");
  const reverse = db.prepare(
    "UPDATE payments SET state = 'reversed', taken = NULL WHERE reference = ? AND state IN ('paid', 'verified')",
  );

  const read = (row: unknown): BankPayment => ({ ...(row as BankPayment) });
  /** Late payments need no timer: they take effect when anyone looks after their time. */
  const due = () => void takeDue.run(now());

  return {
    open: (p) =>
      insert.run(p.reference, p.provider, p.merchant, p.amount, p.callbackUrl, p.orderId, p.description, now())
        .changes === 1,
    find(reference) {
      due();
      const row = one.get(reference);
      return row === undefined ? undefined : read(row);
    },
    take: (reference, amount) => take.run(amount, now(), reference).changes === 1,
    takeLater: (reference, at) => plan.run(at, reference).changes === 1,
    cancel: (reference) => cancel.run(reference).changes === 1,
    verify: (reference) => verify.run(reference).changes === 1,
    reverse: (reference) => reverse.run(reference).changes === 1,
    list() {
      due();
      return all.all().map(read);
    },
    reset: () => db.exec('DELETE FROM payments'),
    close: () => db.close(),
  };
};
