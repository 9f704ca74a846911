import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from './001-schema/columns.ts';
import { makeDelivery } from './001-schema/delivery.ts';
import { makeEarnings } from './001-schema/earnings.ts';
import { makeOrders } from './001-schema/orders.ts';
import { makePayments } from './001-schema/payments.ts';
import { makePeople } from './001-schema/people.ts';
import { makePlans } from './001-schema/plans.ts';
import { makePrices } from './001-schema/prices.ts';
import { makeReselling } from './001-schema/reselling.ts';
import { makeRunning } from './001-schema/running.ts';
import { makeSupport } from './001-schema/support.ts';

/** Creates every table of 1.0. Each later change of the schema is a migration of its own. */
export const schema = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await makePeople(db, kind);
    await makeOrders(db, kind);
    await makeDelivery(db, kind);
    await makePayments(db, kind);
    await makePrices(db, kind);
    await makeEarnings(db, kind);
    await makePlans(db);
    await makeSupport(db, kind);
    await makeReselling(db);
    await makeRunning(db, kind);
  },
});
