import { parseCardNumber } from '#domain/bank-card.ts';
import type { Failure } from '#domain/failure.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Audit } from '#shop/base/audit/audit.ts';
import type { Database } from '#storage/database.ts';
import type { BankCardRow } from '#storage/tables/tables.ts';

/** A card of the shop to which people transfer money. */
export interface BankCard {
  readonly id: number;
  readonly number: string;
  readonly holder: string;
  readonly isOn: boolean;
}

interface BankCardsDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly now: () => number;
}

export type BankCards = ReturnType<typeof createBankCards>;

/** The longest name that fits on the screen beside its card. */
const holderLength = 60;

export function createBankCards({ database, audit, now }: BankCardsDeps) {
  async function list(): Promise<BankCard[]> {
    const rows = await database.db
      .selectFrom('bank_cards')
      .selectAll()
      .where('removed_at', 'is', null)
      .orderBy('id')
      .execute();
    return rows.map(cardOf);
  }

  /** Finds removed cards too: old payments name them. */
  async function find(id: number): Promise<BankCard | null> {
    const row = await database.db.selectFrom('bank_cards').selectAll().where('id', '=', id).executeTakeFirst();
    return row ? cardOf(row) : null;
  }

  /** Switches a known number on again, with the new holder. */
  async function add(by: number, card: { number: string; holder: string }): Promise<Result<BankCard, Failure>> {
    const number = parseCardNumber(card.number);
    const holder = card.holder.replace(/\s+/g, ' ').trim().slice(0, holderLength);
    if (number === null || holder === '') return err({ code: 'card-invalid' });
    return database.transaction(async (tx) => {
      const row = await tx
        .insertInto('bank_cards')
        .values({ number, holder, created_at: now(), removed_at: null })
        .onConflict((conflict) =>
          conflict.column('number').where('removed_at', 'is', null).doUpdateSet({ holder, is_on: 1 }),
        )
        .returningAll()
        .executeTakeFirstOrThrow();
      await record(tx, by, 'add', row);
      return ok(cardOf(row));
    });
  }

  const change = (by: number, id: number, what: string, set: Partial<Pick<BankCardRow, 'is_on' | 'removed_at'>>) =>
    database.transaction(async (tx) => {
      const row = await tx
        .updateTable('bank_cards')
        .set(set)
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      if (row) await record(tx, by, what, row);
      return row ? cardOf(row) : null;
    });

  async function record(tx: Parameters<Audit['write']>[0], by: number, what: string, row: BankCardRow) {
    const details = { what, card: row.number.slice(-4), holder: row.holder };
    await audit.write(tx, { actorId: by, action: 'bank-card', personId: null, details });
  }

  return {
    list,
    find,
    add,
    switch: (by: number, id: number, on: boolean) => change(by, id, on ? 'on' : 'off', { is_on: on ? 1 : 0 }),
    remove: (by: number, id: number) => change(by, id, 'remove', { is_on: 0, removed_at: now() }),
  };
}

const cardOf = (row: BankCardRow): BankCard => ({
  id: row.id,
  number: row.number,
  holder: row.holder,
  isOn: row.is_on === 1,
});
