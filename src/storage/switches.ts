import { prepared } from './prepared.ts';
import type { Commits, Queries } from './queries.ts';

/** A named value that all processes share: a setting, a pause, or when something was done last. */
interface Switch {
  readonly name: string;
  readonly value: string;
  /** Who set it. */
  readonly actor: string;
  readonly at: number;
}

/**
 * Set while sales are paused: by the owner, or because of a refused token, an empty account at the gateway, a wrong
 * clock or a restored database.
 */
export const pauseSwitches = {
  owner: 'paused-by-owner',
  gateway: 'paused-by-gateway',
  account: 'paused-by-account',
  clock: 'paused-by-clock',
  restore: 'paused-by-restore',
} as const;
/** The last known balance at the gateway. */
export const balanceSwitch = 'gateway-balance';
/** Set while the gateway answers no purchase. */
export const outageSwitch = 'purchases-failing';
/** Which shop the tables belong to: the main one or an agent's. */
export const shopSwitch = 'shop';
/** The gateway of the last start. */
export const gatewaySwitch = 'gateway';
/** The last day on which statements were made. */
export const statementSwitch = 'settlement-day';
/** Its time is the revision of the shop's name, welcome and picture. */
export const shopRevisionSwitch = 'shop-profile';

const byName = prepared((db, { name }: Pick<Switch, 'name'>) =>
  db.selectFrom('switches').select(['value', 'at']).where('name', '=', name),
);

export async function readSwitch(db: Queries, name: string): Promise<Pick<Switch, 'value' | 'at'> | null> {
  const [row] = await byName(db, { name });
  return row ?? null;
}

export async function setSwitch(db: Queries, { name, ...row }: Switch): Promise<void> {
  await db
    .insertInto('switches')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

/**
 * Locks the switch until the transaction ends, and creates it if it is missing. Nobody changes the value between
 * reading and writing it.
 */
export async function lockSwitch(tx: Queries, row: Switch): Promise<string> {
  const { value } = await tx
    .insertInto('switches')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name: row.name }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}

/** Uses the time as a revision: returns one that is later than the stored one. */
export async function raiseSwitch(db: Queries, { name, ...row }: Switch): Promise<number> {
  const { at } = await db
    .insertInto('switches')
    .values({ name, ...row })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        ...row,
        at: eb
          .case()
          .when('switches.at', '<', row.at)
          .then(row.at)
          .else(eb('switches.at', '+', 1))
          .end(),
      })),
    )
    .returning('at')
    .executeTakeFirstOrThrow();
  return at;
}

/** False if the switch exists already; it stays unchanged. */
export async function addSwitch(db: Queries, row: Switch): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('switches')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** False if the switch does not exist. */
export async function removeSwitch(db: Queries, name: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('switches').where('name', '=', name).executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** True for one process, if the value differs and nobody has claimed it within the lease. */
export async function claimSwitch(
  database: Pick<Commits, 'write'>,
  { name, value, actor, at }: Switch,
  leaseMs: number,
): Promise<boolean> {
  const claimed = await database.write((on) =>
    on
      .insertInto('switches')
      .values({ name, value: '', actor, at })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ at })
          .where('switches.value', '<>', value)
          .where('switches.at', '<=', at - leaseMs),
      )
      .returning('name')
      .executeTakeFirst(),
  );
  return claimed !== undefined;
}
