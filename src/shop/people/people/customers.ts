import type { Day } from '#domain/calendar.ts';
import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import type { Mobile } from '#domain/phone.ts';
import type { ProductType } from '#domain/product.ts';
import type { NamedPrice } from '#domain/quote.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Role } from '#domain/role.ts';
import type { Alerts } from '#shop/base/alerts/alerts.ts';
import type { Audit } from '#shop/base/audit/audit.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { Database } from '#storage/database.ts';
import type { People } from './people.ts';

/** Encoded by index, so only append. */
export const customerSorts = ['newest', 'best'] as const;
export type CustomerSort = (typeof customerSorts)[number];

export interface CustomerSummary {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
  readonly pausedWhy: string | null;
  /** What they paid for delivered orders. */
  readonly charged: Rials;
}

export interface CustomerCard {
  readonly username: string | null;
  readonly since: number;
  readonly seenAt: number;
  readonly isUnreachable: boolean;
  readonly orders: number;
  readonly charged: Rials;
  readonly lastAt: number | null;
  readonly plans: ActivePlans;
}

interface ActivePlans {
  readonly count: number;
  /** The earliest entries. */
  readonly next: readonly {
    readonly mobile: Mobile;
    readonly title: string;
    readonly titleEn: string | null;
    readonly productType: ProductType;
    readonly item: { readonly kind: 'product' } & NamedPrice;
    readonly day: Day;
  }[];
}

export interface PersonNote {
  readonly id: number;
  readonly authorId: number;
  readonly at: number;
  readonly text: string;
}

interface CustomersDeps {
  readonly database: Database;
  readonly people: Pick<People, 'isOwner' | 'hasPermission' | 'search'>;
  readonly audit: Audit;
  readonly alerts: Pick<Alerts, 'writeTo'>;
  readonly alertsDue: Signal;
  readonly now: () => number;
}

/** An update may arrive twice, so equal words of one author within this time are the same note. */
const sameNoteMs = 10 * 60_000;
/** Enough to choose from. More words narrow the search. */
const mostFound = 6;
const plansShown = 3;

/** Everyone who ever wrote to the bot, for the desk. */
export function createCustomers({ database, people, audit, alerts, alertsDue, now }: CustomersDeps) {
  const { db } = database;

  const columns = ['people.id', 'people.name', 'people.role', 'people.paused_why', 'buyer_totals.charged'] as const;
  const summaries = () =>
    db
      .selectFrom('people')
      .leftJoin('buyer_totals', 'buyer_totals.person_id', 'people.id')
      .select(columns)
      .where('people.deleted_at', 'is', null);
  /** Lists only buyers, because the index of the sums has this order. */
  const best = () =>
    db
      .selectFrom('buyer_totals')
      .innerJoin('people', 'people.id', 'buyer_totals.person_id')
      .select(columns)
      .where('people.deleted_at', 'is', null)
      .orderBy('buyer_totals.charged', 'desc')
      .orderBy('buyer_totals.person_id', 'desc');
  const summaryOf = (row: {
    id: number;
    name: string;
    role: Role;
    paused_why: string | null;
    charged: number | null;
  }) => ({
    id: row.id,
    name: row.name,
    role: people.isOwner(row.id) ? 'owner' : row.role,
    pausedWhy: row.paused_why,
    charged: row.charged ?? 0,
  });

  async function list(
    sort: CustomerSort,
    page: number,
    pageSize: number,
  ): Promise<{ people: CustomerSummary[]; more: boolean }> {
    const limit = pageSize + 1;
    const offset = page * pageSize;
    const newest = summaries().orderBy('people.created_at', 'desc').orderBy('people.id', 'desc');
    const rows = await (sort === 'newest'
      ? newest.limit(limit).offset(offset).execute()
      : best().limit(limit).offset(offset).execute());
    return { people: rows.slice(0, pageSize).map(summaryOf), more: rows.length > pageSize };
  }

  /** Finds customers by a mobile number that they used or bought for, by Telegram's id, by name or by username. */
  async function find(text: string, mobile: Mobile | null): Promise<CustomerSummary[]> {
    const ids = mobile === null ? await idsOf(text) : await idsWith(mobile);
    if (ids.length === 0) return [];
    const rows = await summaries().where('people.id', 'in', ids).execute();
    return rows.map(summaryOf).toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  }

  async function idsOf(text: string): Promise<number[]> {
    const byName = await people.search(text, mostFound);
    const id = /^\d{1,15}$/.test(text) ? [Number(text)] : [];
    return [...new Set([...id, ...byName])];
  }

  async function idsWith(mobile: Mobile): Promise<number[]> {
    const savers = db.selectFrom('numbers').select('person_id').where('mobile', '=', mobile).limit(mostFound);
    const buyers = db
      .selectFrom('orders')
      .select('buyer_id as person_id')
      .where('mobile', '=', mobile)
      .where('confirmed_at', 'is not', null)
      .orderBy('confirmed_at', 'desc')
      .limit(100);
    const rows = [...(await buyers.execute()), ...(await savers.execute())];
    return [...new Set(rows.map(({ person_id }) => person_id))].slice(0, mostFound);
  }

  async function card(id: number): Promise<CustomerCard | null> {
    const row = await db
      .selectFrom('people')
      .leftJoin('buyer_totals', 'buyer_totals.person_id', 'people.id')
      .selectAll()
      .where('people.id', '=', id)
      .executeTakeFirst();
    if (!row) return null;
    return {
      username: row.username,
      since: row.created_at,
      seenAt: row.seen_at,
      isUnreachable: row.unreachable_at !== null,
      orders: row.orders ?? 0,
      charged: row.charged ?? 0,
      lastAt: row.last_at,
      plans: await plansOf(id),
    };
  }

  async function plansOf(id: number): Promise<ActivePlans> {
    const active = db.selectFrom('plans').where('person_id', '=', id).where('state', '=', 'active');
    const { count } = await active.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    const next = await active
      .select(['mobile', 'title', 'title_en as titleEn', 'product_type as productType', 'next_day as day'])
      .select(['amount', 'credit'])
      .orderBy('next_day')
      .orderBy('id')
      .limit(plansShown)
      .execute();
    const thing = ({ amount, credit, ...plan }: (typeof next)[number]) => ({
      ...plan,
      item: { kind: 'product', amount, credit } as const,
    });
    return { count, next: next.map(thing) };
  }

  /** The notes about a person, newest first. */
  async function notes(
    personId: number,
    page: number,
    pageSize: number,
  ): Promise<{ notes: PersonNote[]; more: boolean }> {
    const rows = await db
      .selectFrom('person_notes')
      .selectAll()
      .where('person_id', '=', personId)
      .orderBy('id', 'desc')
      .limit(pageSize + 1)
      .offset(page * pageSize)
      .execute();
    const notes = rows.slice(0, pageSize).map(({ id, author_id: authorId, at, text }) => ({ id, authorId, at, text }));
    return { notes, more: rows.length > pageSize };
  }

  async function addNote(by: number, personId: number, text: string): Promise<Result<null, Failure>> {
    return database.transaction(async (tx) => {
      if (!(await people.hasPermission(by, 'notes', tx))) return err({ code: 'not-allowed' });
      const person = await tx
        .selectFrom('people')
        .select((eb) =>
          eb
            .selectFrom('person_notes')
            .select('id')
            .where('person_id', '=', personId)
            .where('author_id', '=', by)
            .where('text', '=', text)
            .where('at', '>', now() - sameNoteMs)
            .limit(1)
            .as('note'),
        )
        .where('id', '=', personId)
        .executeTakeFirst();
      if (!person) return err({ code: 'person-unknown' });
      if (person.note !== null) return ok(null);
      await tx.insertInto('person_notes').values({ person_id: personId, author_id: by, at: now(), text }).execute();
      await audit.write(tx, { actorId: by, action: 'note', personId, details: { text } });
      return ok(null);
    });
  }

  async function removeNote(by: number, id: number): Promise<Result<null, Failure>> {
    return database.transaction(async (tx) => {
      if (!(await people.hasPermission(by, 'notes', tx))) return err({ code: 'not-allowed' });
      const note = await tx.deleteFrom('person_notes').where('id', '=', id).returningAll().executeTakeFirst();
      const details = { text: note?.text ?? '' };
      if (note) await audit.write(tx, { actorId: by, action: 'remove-note', personId: note.person_id, details });
      return ok(null);
    });
  }

  /**
   * Sends a message from the shop, never from a person's account. The alert worker delivers it, and `key` makes it one
   * message.
   */
  async function message(by: number, personId: number, text: string, key: string): Promise<Result<null, Failure>> {
    const result = await database.transaction(async (tx): Promise<Result<null, Failure>> => {
      if (!(await people.hasPermission(by, 'message', tx))) return err({ code: 'not-allowed' });
      const person = await tx.selectFrom('people').selectAll().where('id', '=', personId).executeTakeFirst();
      if (!person || person.deleted_at !== null) return err({ code: 'person-unknown' });
      if (person.unreachable_at !== null) return err({ code: 'person-unreachable' });
      const isNew = await alerts.writeTo(tx, [personId], { occasion: key, alert: { kind: 'shop-message', text } });
      if (isNew) await audit.write(tx, { actorId: by, action: 'message', personId, details: { text } });
      return ok(null);
    });
    if (result.ok) alertsDue.notify();
    return result;
  }

  return { list, find, card, notes, addNote, removeNote, message };
}
