import { DatabaseSync } from 'node:sqlite';
import { disk } from './disk.ts';

export interface OrderFact {
  readonly id: string;
  readonly buyer: number;
  readonly code: string;
  readonly key: string;
  readonly mobile: string;
  readonly state: string;
  readonly charge: number;
  /** What the gateway is sent. */
  readonly total: number;
  readonly confirmedAt: number | null;
  /** `api`: a machine asked for it. */
  readonly source: string;
  /** Of a row of a list. */
  readonly listId: string | null;
}

export interface LedgerFact {
  readonly key: string;
  readonly person: number;
  readonly kind: string;
  readonly balance: number;
  readonly held: number;
  readonly orderId: string | null;
}

/** What is in the shop's tables, read without a line of the shop. */
export interface ShopFacts {
  readonly orders: readonly OrderFact[];
  readonly events: readonly { readonly orderId: string; readonly state: string }[];
  readonly ledger: readonly LedgerFact[];
  readonly wallets: readonly { readonly person: number; readonly balance: number; readonly held: number }[];
  readonly payments: readonly {
    readonly person: number;
    readonly method: string;
    readonly amount: number;
    readonly reference: string | null;
    readonly hasSlip: number;
  }[];
  /** Payments that a restore left in doubt, and that no person decided, though they are in a wallet and bought nothing. */
  readonly guessed: readonly string[];
  readonly updates: readonly number[];
  /** People whose sums of the days are not those of their orders. */
  readonly miscounted: readonly number[];
}

function read<T>(look: (all: <Row>(sql: string) => Row[]) => T): T {
  const database = new DatabaseSync(disk.file);
  try {
    return look(<Row>(sql: string) => database.prepare(sql).all() as unknown as Row[]);
  } finally {
    database.close();
  }
}

export const shopFacts = (): ShopFacts =>
  read((all) => ({
    orders: all(`select id, buyer_id as buyer, webservice_code as code, idempotency_key as key, mobile, state,
      coalesce(charge, total) as charge, total, confirmed_at as confirmedAt, batch_id as listId, source from orders order by quoted_at, id`),
    events: all('select order_id as orderId, to_state as state from order_events order by id'),
    ledger: all(`select key, person_id as person, kind, balance_delta as balance, held_delta as held,
      order_id as orderId from ledger order by id`),
    wallets: all('select person_id as person, balance, held from wallets order by person_id'),
    payments: all(`select person_id as person, method, amount, reference, slip_kind is not null as hasSlip
      from payments order by created_at, id`),
    guessed: all<{ id: string }>(`select id from payments where state = 'paid' and bought = 0
      and possibly_sent_at is not null and not exists (select 1 from payment_events where payment_id = payments.id
        and to_state = 'paid' and actor like 'person:%')`).map(({ id }) => id),
    updates: all<{ id: number }>('select update_id as id from inbox').map(({ id }) => id),
    miscounted: all<{ person: number }>(`
      with sold as (select buyer_id as person, count(*) as count, sum(total) as total from orders
          where state = 'delivered' and reversed_at is null group by buyer_id),
        counted as (select seller_id as person, sum(count) as count, sum(total) as total from daily_sales
          where part = 'operator' and seller_id <> 0 group by seller_id having sum(count) <> 0)
      select person from sold full join counted using (person)
        where sold.count is not counted.count or sold.total is not counted.total`).map(({ person }) => person),
  }));

/** Since a restore, until an owner resumes it. */
export const isSellingPaused = (): boolean =>
  read((all) => all("select name from switches where name = 'paused-by-restore'").length > 0);

/** Payments that are in a wallet, by the key of their entry. */
export const creditedKeys = (): Set<string> =>
  read((all) => new Set(all<{ key: string }>("select key from ledger where kind = 'payment'").map(({ key }) => key)));

/** The providers' names of the payments that the shop knows. */
export const knownReferences = (): Set<string> =>
  read((all) => new Set(all<{ reference: string }>('select reference from payments').map((row) => row.reference)));

/** Nobody has been at the bank with it. An owner may end it an hour after a restore. */
const mayBeTaken = "(method = 'card' or reference is not null)";

/** Nothing waits: no order, no payment that somebody asked to check, no receipt, no update, no alert. */
export const isAtRest = (): boolean =>
  read((all) => {
    const [row] = all<{ open: number }>(`select
      (select count(*) from orders where state in ('confirmed', 'unsure', 'review'))
      + (select count(*) from payments where state = 'submitted' or (waiting_since is not null and ${mayBeTaken}))
      + (select count(*) from receipt_jobs where done_at is null)
      + (select count(*) from inbox where done_at is null)
      + (select count(*) from alerts where done_at is null) as open`);
    return row?.open === 0;
  });

/** Whether somebody has confirmed a purchase for this number. */
export const isConfirmed = (number: string): boolean =>
  read(
    (all) => all(`select id from orders where mobile = '98${number.slice(1)}' and confirmed_at is not null`).length > 0,
  );

export const isPausedByOwner = (): boolean =>
  read((all) => all("select name from switches where name = 'paused-by-owner'").length > 0);
