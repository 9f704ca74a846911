import { sql } from 'kysely';
import type { PaymentSetup } from '#shop/money/payments/payments.ts';
import type { Database } from '#storage/database.ts';
import { setSwitch } from '#storage/switches.ts';

export const firstSteps = ['payment', 'price', 'agent', 'backup'] as const;
export type FirstStep = (typeof firstSteps)[number];

interface FirstStepsDeps {
  readonly database: Pick<Database, 'db'>;
  readonly paymentSetup: Pick<PaymentSetup, 'invoices' | 'providers'>;
  readonly now: () => number;
}

/** SQLite returns 1, PostgreSQL true. */
interface Flags {
  readonly card: boolean | number;
  readonly price: boolean | number;
  readonly agent: boolean | number;
  readonly dismissed: boolean | number;
}

/** A stored name, which never changes. */
const dismissedSwitch = 'first-steps-dismissed';

/** The checklist of a new shop. */
export function createFirstSteps({ database: { db }, paymentSetup, now }: FirstStepsDeps) {
  const isPaidOnline = paymentSetup.invoices || paymentSetup.providers.length > 0;

  return {
    /**
     * The finished steps. Null if all are done or the owner dismissed them. One statement, because the desk waits for
     * it.
     */
    async read(hasBackups: boolean): Promise<ReadonlySet<FirstStep> | null> {
      const { rows } = await sql<Flags>`select
        exists (select 1 from ${sql.table('bank_cards')} where removed_at is null) as card,
        exists (select 1 from ${sql.table('price_rules')} where target <> 'gateway' and ended_at is null) as price,
        (exists (select 1 from ${sql.table('invites')}) or exists (select 1 from ${sql.table('people')} where role = 'agent')) as agent,
        exists (select 1 from ${sql.table('switches')} where name = ${dismissedSwitch}) as dismissed`.execute(db);
      const [flags] = rows;
      if (!flags || flags.dismissed) return null;
      const isDone: Readonly<Record<FirstStep, boolean | number>> = {
        ...flags,
        payment: isPaidOnline || flags.card,
        backup: hasBackups,
      };
      const done = firstSteps.filter((step) => Boolean(isDone[step]));
      return done.length === firstSteps.length ? null : new Set(done);
    },
    dismiss: (by: number): Promise<void> =>
      setSwitch(db, { name: dismissedSwitch, value: 'yes', actor: `person:${by}`, at: now() }),
  };
}
