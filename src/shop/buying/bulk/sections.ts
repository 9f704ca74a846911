import type { Rials } from '#domain/money.ts';
import type { OperatorId, SimType } from '#domain/product.ts';
import type { Recipient } from '#domain/sold-to.ts';
import type { KnownNumber } from '#shop/people/people/numbers.ts';
import { type Batch, itemKey, type RowItem, type RowProblem, type SaleRow } from './batch.ts';
import { isSellable } from './checks.ts';

/** Numbers that can get the same items. */
export interface SectionPlace extends Recipient {
  /** Null if no known operator has the prefix. */
  readonly operatorId: OperatorId | null;
  readonly simType: SimType;
}

export const isSamePlace = (one: SectionPlace, other: SectionPlace): boolean =>
  one.operatorId === other.operatorId && one.simType === other.simType && one.isTdlte === other.isTdlte;

export interface Section extends SectionPlace {
  readonly rows: readonly SaleRow[];
  readonly groups: readonly Group[];
  /** Rows without an item that can be sold to them. */
  readonly waiting: readonly SaleRow[];
  readonly charge: Rials;
}

/** Rows of a section with the same item and price. */
export interface Group {
  readonly item: RowItem;
  /** Only rows that will be bought. */
  readonly rows: readonly SaleRow[];
  readonly charge: Rials;
}

type KnownNumbers = ReadonlyMap<string, KnownNumber>;

/** Sections in the order of the list, without rows that have a problem of their own. */
export function sectionsOf({ rows }: Pick<Batch, 'rows'>, numbers: KnownNumbers): Section[] {
  const parts = new Map<string, SectionPlace & { rows: SaleRow[] }>();
  for (const row of rows) {
    const number = numbers.get(row.mobile);
    if (!number || !isSellable(row.problem)) continue;
    const { operatorId, simType, isTdlte } = number;
    const key = `${operatorId} ${simType} ${isTdlte}`;
    const part = parts.get(key) ?? { operatorId, simType, isTdlte, rows: [] };
    part.rows.push(row);
    parts.set(key, part);
  }
  return [...parts.values()].map((part) => ({
    ...part,
    groups: groupsOf(part.rows),
    waiting: part.rows.filter(({ order, problem }) => order === null && problem !== 'bought-today'),
    charge: chargeOf(part.rows),
  }));
}

function groupsOf(rows: readonly SaleRow[]): Group[] {
  const groups = new Map<string, { item: RowItem; rows: SaleRow[] }>();
  for (const row of rows) {
    if (row.item === null || row.order === null) continue;
    const key = `${itemKey(row.item)} ${row.order.charge}`;
    const group = groups.get(key) ?? { item: row.item, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => ({ ...group, charge: chargeOf(group.rows) }));
}

const chargeOf = (rows: readonly SaleRow[]): Rials => rows.reduce((sum, { order }) => sum + (order?.charge ?? 0), 0);

const correctable: readonly (RowProblem | null)[] = [
  'number-invalid',
  'unclear',
  'not-found',
  'not-for-number',
  'unavailable',
];

/** Rows that only the seller can clear up, in the order of the list. */
export function rowsToCorrect({ rows }: Pick<Batch, 'rows'>, sections: readonly Section[]): SaleRow[] {
  const unknown = new Set(sections.filter(({ operatorId }) => operatorId === null).flatMap((section) => section.rows));
  return rows.filter((row) => correctable.includes(row.problem) || unknown.has(row));
}
