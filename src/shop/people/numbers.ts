import { type Operators, operatorOf } from '../../domain/operators.ts';
import type { Mobile } from '../../domain/phone.ts';
import type { OperatorId, SimType } from '../../domain/product.ts';
import type { Database } from '../../storage/database.ts';
import { prepared } from '../../storage/prepared.ts';

/** What a person knows about a number: their name for it, and what they corrected or answered once. */
export interface KnownNumber {
  readonly mobile: Mobile;
  readonly label: string | null;
  /** Guessed from the prefix until the person says otherwise; null where the prefix says nothing. */
  readonly operatorId: OperatorId | null;
  readonly simType: SimType | null;
}

export type Numbers = ReturnType<typeof createNumbers>;

export interface NumbersDeps {
  readonly database: Database;
  readonly operators: Operators;
  readonly now: () => number;
}

type Learnt = { label?: string | null; operator_id?: OperatorId; sim_type?: SimType; used_at?: number };

interface Whose {
  readonly personId: number;
  readonly mobile: Mobile;
}

const numberOf = prepared((db, { personId, mobile }: Whose) =>
  db.selectFrom('numbers').selectAll().where('person_id', '=', personId).where('mobile', '=', mobile),
);

const markUsed = prepared((db, { personId, mobile, used_at }: Whose & { readonly used_at: number }) =>
  db
    .insertInto('numbers')
    .values({ person_id: personId, mobile, label: null, operator_id: null, sim_type: null, used_at })
    .onConflict((conflict) => conflict.columns(['person_id', 'mobile']).doUpdateSet({ used_at })),
);

export function createNumbers({ database: { db }, operators, now }: NumbersDeps) {
  const guess = (mobile: Mobile): KnownNumber => ({
    mobile,
    label: null,
    operatorId: operatorOf(operators, mobile),
    simType: null,
  });

  async function find(personId: number, mobile: Mobile): Promise<KnownNumber> {
    const [row] = await numberOf(db, { personId, mobile });
    const guessed = guess(mobile);
    if (!row) return guessed;
    return { mobile, label: row.label, operatorId: row.operator_id ?? guessed.operatorId, simType: row.sim_type };
  }

  /** Saved ones with a label first, then the latest used: the order in which people look for a number. */
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
    const numbers = rows.slice(0, pageSize).map(({ mobile, label, operator_id, sim_type }) => {
      return { mobile, label, operatorId: operator_id ?? guess(mobile).operatorId, simType: sim_type };
    });
    return { numbers, more: rows.length > pageSize };
  }

  async function learn(personId: number, mobile: Mobile, learnt: Learnt): Promise<void> {
    const used_at = learnt.used_at ?? now();
    await db
      .insertInto('numbers')
      .values({ person_id: personId, mobile, label: null, operator_id: null, sim_type: null, ...learnt, used_at })
      .onConflict((conflict) => conflict.columns(['person_id', 'mobile']).doUpdateSet({ ...learnt, used_at }))
      .execute();
  }

  async function forget(personId: number, mobile: Mobile): Promise<void> {
    await db.deleteFrom('numbers').where('person_id', '=', personId).where('mobile', '=', mobile).execute();
  }

  return {
    find,
    list,
    forget,
    use: async (personId: number, mobile: Mobile): Promise<void> => {
      await markUsed(db, { personId, mobile, used_at: now() });
    },
    setOperator: (personId: number, mobile: Mobile, operatorId: OperatorId) =>
      learn(personId, mobile, { operator_id: operatorId }),
    setSimType: (personId: number, mobile: Mobile, simType: SimType) => learn(personId, mobile, { sim_type: simType }),
    setLabel: (personId: number, mobile: Mobile, label: string | null) => learn(personId, mobile, { label }),
  };
}
