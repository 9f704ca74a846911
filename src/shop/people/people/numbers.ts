import { foldText } from '#domain/fold-text.ts';
import { isTdlte, type Operators, operatorOf } from '#domain/operators.ts';
import type { Purchase } from '#domain/person.ts';
import type { Mobile } from '#domain/phone.ts';
import type { OperatorId, SimType } from '#domain/product.ts';
import type { Recipient } from '#domain/sold-to.ts';
import type { Database, Queries } from '#storage/database.ts';
import { prepared } from '#storage/prepared.ts';
import type { NumberRow } from '#storage/tables/tables.ts';
import { latestBought, purchasesIn } from './purchases.ts';

export interface KnownNumber extends Recipient {
  readonly mobile: Mobile;
  readonly label: string | null;
  /** Guessed from the prefix until corrected; null for an unknown prefix. */
  readonly operatorId: OperatorId | null;
  readonly simType: SimType;
  /** True if the person did not state it. Most SIM cards are prepaid. */
  readonly isSimAssumed: boolean;
}

/** A text that begins with the label of a saved number. */
export interface Labelled {
  /** Several numbers if the label is ambiguous. */
  readonly mobiles: readonly Mobile[];
  readonly rest: string;
}

export type Numbers = ReturnType<typeof createNumbers>;

interface NumbersDeps {
  readonly database: Database;
  readonly operators: Operators;
  readonly now: () => number;
}

interface NumberKey {
  readonly personId: number;
  readonly mobile: Mobile;
}

const numberOf = prepared((db, { personId, mobile }: NumberKey) =>
  db.selectFrom('numbers').selectAll().where('person_id', '=', personId).where('mobile', '=', mobile),
);

/** Returns at least one row, even for a number that is not stored. */
const numberWithPurchases = prepared((db, { personId, mobile }: NumberKey) =>
  db
    .selectFrom('people')
    .leftJoin('numbers', (join) => join.onRef('numbers.person_id', '=', 'people.id').on('numbers.mobile', '=', mobile))
    .leftJoin(latestBought(db, personId).as('bought'), (join) => join.onTrue())
    .select(['numbers.mobile', 'numbers.label', 'numbers.operator_id', 'numbers.sim_type'])
    .selectAll('bought')
    .where('people.id', '=', personId)
    .orderBy('bought.confirmed_at', 'desc'),
);

type NumberFacts = Pick<NumberRow, 'label' | 'operator_id' | 'sim_type'>;

/** Updates some fields and the time of use. */
const upsertWith = <Fact extends keyof NumberFacts = never>(...facts: readonly Fact[]) =>
  prepared((db, known: NumberKey & Pick<NumberRow, 'used_at'> & Pick<NumberFacts, Fact>) => {
    const values = Object.fromEntries(facts.map((fact) => [fact, known[fact]])) as Partial<NumberFacts>;
    const { personId: person_id, mobile, used_at } = known;
    return db
      .insertInto('numbers')
      .values({ person_id, mobile, label: null, operator_id: null, sim_type: null, ...values, used_at })
      .onConflict((conflict) => conflict.columns(['person_id', 'mobile']).doUpdateSet({ ...values, used_at }))
      .returningAll();
  });
const upsertNumber = {
  use: upsertWith(),
  label: upsertWith('label'),
  operator: upsertWith('operator_id'),
  simType: upsertWith('sim_type'),
};

export function createNumbers({ database, operators, now }: NumbersDeps) {
  const { db } = database;
  const write = async (work: (db: Queries) => Promise<unknown>): Promise<void> => void (await database.write(work));

  const guess = (mobile: Mobile): KnownNumber => ({
    mobile,
    label: null,
    operatorId: operatorOf(operators, mobile),
    simType: 'prepaid',
    isSimAssumed: true,
    isTdlte: isTdlte(operators, mobile),
  });

  function knownOf({ mobile, label, operator_id, sim_type }: NumberFacts & Pick<NumberRow, 'mobile'>): KnownNumber {
    const guessed = guess(mobile);
    return {
      ...guessed,
      label,
      operatorId: operator_id ?? guessed.operatorId,
      simType: sim_type ?? guessed.simType,
      isSimAssumed: sim_type === null,
    };
  }

  async function find(personId: number, mobile: Mobile): Promise<KnownNumber> {
    const [row] = await numberOf(db, { personId, mobile });
    return row ? knownOf(row) : guess(mobile);
  }

  /** Finds a number together with the person's last purchases for any number. */
  async function findWithPurchases(
    personId: number,
    mobile: Mobile,
  ): Promise<{ readonly number: KnownNumber; readonly purchases: Purchase[] }> {
    const rows = await numberWithPurchases(db, { personId, mobile });
    const [row] = rows;
    const number = row && row.mobile !== null ? knownOf({ ...row, mobile: row.mobile }) : guess(mobile);
    return { number, purchases: purchasesIn(rows) };
  }

  async function findAll(personId: number, mobiles: readonly Mobile[]): Promise<Map<Mobile, KnownNumber>> {
    const numbers = new Map(mobiles.map((mobile) => [mobile, guess(mobile)]));
    if (mobiles.length === 0) return numbers;
    const rows = await db
      .selectFrom('numbers')
      .selectAll()
      .where('person_id', '=', personId)
      .where('mobile', 'in', [...numbers.keys()])
      .execute();
    for (const row of rows) numbers.set(row.mobile, knownOf(row));
    return numbers;
  }

  /** Numbers with labels first, then by last use. */
  async function list(
    personId: number,
    page: number,
    pageSize: number,
  ): Promise<{ numbers: KnownNumber[]; more: boolean }> {
    const rows = await db
      .selectFrom('numbers')
      .selectAll()
      .where('person_id', '=', personId)
      .orderBy((eb) => eb.case().when('label', 'is', null).then(1).else(0).end())
      .orderBy('used_at', 'desc')
      .orderBy('mobile')
      .limit(pageSize + 1)
      .offset(page * pageSize)
      .execute();
    const numbers = rows.slice(0, pageSize).map(knownOf);
    return { numbers, more: rows.length > pageSize };
  }

  /** Saved names in one spelling, longest first. Several numbers may share a name. */
  async function names(personId: number): Promise<readonly { readonly name: string; readonly mobiles: Mobile[] }[]> {
    const rows = await db
      .selectFrom('numbers')
      .select(['mobile', 'label'])
      .where('person_id', '=', personId)
      .where('label', 'is not', null)
      .orderBy('used_at', 'desc')
      .orderBy('mobile')
      .execute();
    return [...Map.groupBy(rows, ({ label }) => foldText(label ?? ''))]
      .filter(([name]) => name !== '')
      .map(([name, those]) => ({ name, mobiles: those.map(({ mobile }) => mobile) }))
      .toSorted((a, b) => b.name.length - a.name.length);
  }

  /** Finds the numbers whose label begins a text, and the rest of the text. The longest label wins. */
  async function labelFinder(personId: number): Promise<(text: string) => Labelled | null> {
    const saved = await names(personId);
    return (text) => {
      const typed = foldText(text);
      const match = saved.find(({ name }) => typed === name || typed.startsWith(`${name} `));
      return match ? { mobiles: match.mobiles, rest: typed.slice(match.name.length).trim() } : null;
    };
  }

  const findByLabel = async (personId: number, text: string) => (await labelFinder(personId))(text);

  async function latest(personId: number, limit: number): Promise<KnownNumber[]> {
    const rows = await db
      .selectFrom('numbers')
      .selectAll()
      .where('person_id', '=', personId)
      .orderBy('used_at', 'desc')
      .orderBy('mobile')
      .limit(limit)
      .execute();
    return rows.map(knownOf);
  }

  async function forget(personId: number, mobile: Mobile): Promise<void> {
    await db.deleteFrom('numbers').where('person_id', '=', personId).where('mobile', '=', mobile).execute();
  }

  return {
    find,
    findWithPurchases,
    findAll,
    findByLabel,
    labelFinder,
    names,
    list,
    latest,
    forget,
    use: async (personId: number, mobile: Mobile): Promise<KnownNumber> => {
      const [row] = await database.write((tx) => upsertNumber.use(tx, { personId, mobile, used_at: now() }));
      return row ? knownOf(row) : guess(mobile);
    },
    setOperator: (personId: number, mobile: Mobile, operator_id: OperatorId) =>
      write((tx) => upsertNumber.operator(tx, { personId, mobile, used_at: now(), operator_id })),
    setSimType: (personId: number, mobile: Mobile, sim_type: SimType) =>
      write((tx) => upsertNumber.simType(tx, { personId, mobile, used_at: now(), sim_type })),
    setLabel: (personId: number, mobile: Mobile, label: string | null) =>
      write((tx) => upsertNumber.label(tx, { personId, mobile, used_at: now(), label })),
  };
}
