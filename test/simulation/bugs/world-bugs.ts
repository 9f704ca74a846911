import type { Bug } from './bug.ts';

const purchaseWorker = 'src/shop/buying/orders/purchase-worker.ts';
const leases = 'src/shop/base/jobs/leases.ts';
const noteGateway = 'src/shop/buying/orders/note-gateway.ts';

/** Of processes that are late, share a database or change their gateway. */
export const worldBugs: Readonly<Record<string, Bug>> = {
  'a late 404 refunds what was sold': {
    budget: 40,
    patches: [
      { file: purchaseWorker, search: '      claimed: order,\n      now: now(),', replacement: '      now: now(),' },
    ],
  },
  'a lease is shorter than a call': {
    budget: 20,
    patches: [
      { file: leases, search: 'lease_until: until, attempts:', replacement: 'lease_until: until - 55_000, attempts:' },
    ],
  },
  'a refused token counts as a no': {
    budget: 40,
    patches: [
      {
        file: purchaseWorker,
        search: 'return waitForToken(order);',
        replacement: "return refused(order, 'the token is refused');",
      },
    ],
  },
  'a restore marks nothing': {
    budget: 60,
    patches: [
      {
        file: 'src/shop/running/backups/finish-restore.ts',
        search: '  await markPossiblySent(tx, now);\n',
        replacement: '',
      },
    ],
  },
  'a restored shop sells at once': {
    budget: 60,
    patches: [
      {
        file: 'src/shop/running/backups/finish-restore.ts',
        search: "  await setSwitch(tx, { ...pause, actor: 'restore', at: now });\n",
        replacement: '',
      },
    ],
  },
  'what a former gateway may have sold is sent to another': {
    budget: 40,
    patches: [
      {
        file: noteGateway,
        search: 'const sentOrders = orders.filter(wasSent);',
        replacement: 'const sentOrders = orders.filter(wasSent).slice(orders.length);',
      },
    ],
  },
};
