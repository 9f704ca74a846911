import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface Verdict extends Answer {
  /** Null if nothing was sold. */
  readonly charge: number | null;
}

/** One row for each key, with the readable parts of the request. */
interface PurchaseRow {
  readonly key: string;
  readonly product_id: number | null;
  readonly mobile: string | null;
  readonly price: number | null;
  readonly webservice_code: string | null;
  readonly outcome: 'bought' | 'rejected';
}

export interface PurchaseEntry extends Omit<PurchaseRow, 'outcome'> {
  /** Equal for equal parameters in any style and order. */
  readonly fingerprint: string;
}

export type Settled =
  | { readonly kind: 'bought' | 'rejected' | 'replayed'; readonly answer: Answer }
  | { readonly kind: 'another-request' };

export interface Ledger {
  /** Decides a key once. `decide` runs in the transaction and gets its balance. */
  settle(entry: PurchaseEntry, decide: (balance: number) => Verdict): Settled;
  balance(): number;
  setBalance(rials: number): void;
  /** Lists purchases in the order of decision, or only those of one key. */
  purchases(key?: string): PurchaseRow[];
  close(): void;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS account (id INTEGER PRIMARY KEY CHECK (id = 1), balance INTEGER NOT NULL CHECK (balance >= 0));
  CREATE TABLE IF NOT EXISTS purchases (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    fingerprint TEXT NOT NULL,
    product_id INTEGER,
    mobile TEXT,
    price INTEGER,
    webservice_code TEXT,
    outcome TEXT NOT NULL CHECK (outcome IN ('bought', 'rejected')),
    status INTEGER NOT NULL,
    body TEXT NOT NULL,
    decided_at INTEGER NOT NULL
  ) STRICT;
`;

const COLUMNS = 'key, product_id, mobile, price, webservice_code, outcome';

export const openLedger = (path: string, options: { balance: number; now: () => number }): Ledger => {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const db = new DatabaseSync(path, { timeout: 5_000 });
  // With NORMAL, answers survive the death of the process, which is enough for a sandbox.
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${SCHEMA}`);
  db.prepare('INSERT INTO account (id, balance) VALUES (1, ?) ON CONFLICT DO NOTHING').run(options.balance);

  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const selectAnswer = db.prepare('SELECT fingerprint, status, body FROM purchases WHERE key = ?');
  const selectBalance = db.prepare('SELECT balance FROM account');
  const updateBalance = db.prepare('UPDATE account SET balance = ?');
  const charge = db.prepare('UPDATE account SET balance = balance - ?');
  const insert = db.prepare(`INSERT INTO purchases (${COLUMNS}, fingerprint, status, body, decided_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const selectAll = db.prepare(`SELECT ${COLUMNS} FROM purchases ORDER BY number`);
  const selectOne = db.prepare(`SELECT ${COLUMNS} FROM purchases WHERE key = ?`);

  const balance = (): number => Number(selectBalance.get()?.balance);

  const recall = (entry: PurchaseEntry): Settled | undefined => {
    const row = selectAnswer.get(entry.key);
    if (row === undefined) return undefined;
    if (row.fingerprint !== entry.fingerprint) return { kind: 'another-request' };
    return { kind: 'replayed', answer: { status: Number(row.status), body: String(row.body) } };
  };

  const decideOnce = (entry: PurchaseEntry, decide: (balance: number) => Verdict): Settled => {
    const earlier = recall(entry);
    if (earlier !== undefined) return earlier;
    const { status, body, charge: amount } = decide(balance());
    const kind = amount === null ? 'rejected' : 'bought';
    if (amount !== null) charge.run(amount);
    const { key, product_id, mobile, price, webservice_code, fingerprint } = entry;
    insert.run(key, product_id, mobile, price, webservice_code, kind, fingerprint, status, body, options.now());
    return { kind, answer: { status, body } };
  };

  return {
    settle(entry, decide) {
      // With IMMEDIATE, a second process on the same file waits and does not decide the same key again.
      begin.run();
      try {
        const settled = decideOnce(entry, decide);
        commit.run();
        return settled;
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      }
    },
    balance,
    setBalance: (rials) => void updateBalance.run(rials),
    purchases(key) {
      const rows = key === undefined ? selectAll.all() : selectOne.all(key);
      // SQLite returns untyped rows.
      return rows.map((row) => ({ ...row }) as unknown as PurchaseRow);
    },
    close: () => db.close(),
  };
};
