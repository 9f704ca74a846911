import type { Bug } from './bug.ts';

const bookPayment = 'src/shop/money/payments/book-payment.ts';
const buyCycle = 'src/shop/returning/plans/buy-cycle.ts';

/** Of restored payments, plans, prices, the API, announcements and credit by hand. */
export const sellingBugs: Readonly<Record<string, Bug>> = {
  'a payer is refunded after a restore': {
    budget: 40,
    patches: [
      {
        file: bookPayment,
        search: 'payment.possibly_sent_at !== null && order.possiblySentAt !== null;',
        replacement: 'payment.amount < 0;',
      },
      { file: bookPayment, search: 'throw new InDoubt();', replacement: 'await also?.(tx);' },
    ],
  },
  'a payment in doubt is credited by itself': {
    budget: 40,
    patches: [{ file: bookPayment, search: 'throw new InDoubt();', replacement: 'await also?.(tx);' }],
  },
  'the limit of a plan is not looked at again': {
    budget: 40,
    patches: [{ file: buyCycle, search: ' && ceilingOf(row) >= isNew.charge;', replacement: ';' }],
  },
  'a cycle of a plan is bought twice': {
    budget: 40,
    patches: [
      {
        file: buyCycle,
        search: ".set({ state: 'ordered', problem: null, order_id: id, ended_at: at, lease_until: 0 })",
        replacement: '.set({ problem: null, lease_until: 0 })',
      },
      {
        file: buyCycle,
        search: 'const id = idFrom(source);',
        replacement: 'const id = idFrom(source + Math.random());',
      },
      {
        file: buyCycle,
        search: 'route, key, code: newCode(bytes), batchId: null };',
        replacement:
          'route, key: id, code: newCode((size) => bytes(size).map(() => Math.floor(Math.random() * 256))), batchId: null };',
      },
    ],
  },
  'a lease is ended by a process that no longer has it': {
    budget: 60,
    patches: [
      {
        file: 'src/shop/base/jobs/leases.ts',
        search: 'export const isStillClaimed = ({ attempts, lease_until }: Claimed) =>',
        replacement:
          'export const isStillClaimed = (_: Claimed) => sql<boolean>`1 = 1`;\nexport const wasClaimed = ({ attempts, lease_until }: Claimed) =>',
      },
    ],
  },
  'the API says no to what may still be bought': {
    budget: 40,
    patches: [
      {
        file: 'src/server/api/answers.ts',
        search: '    if (isEnd(order.state)) {',
        replacement: "    if (isEnd(order.state) || order.state !== 'quoted') {",
      },
    ],
  },
  'an announcement is sent twice': {
    budget: 40,
    patches: [
      {
        file: 'src/shop/support/broadcasts/broadcast-worker.ts',
        search: "      case 'sent':\n",
        replacement:
          "      case 'sent':\n        if (attempts < maxAttempts) return returnRecipient(database, recipient, attempts);\n",
      },
    ],
  },
  'credit by hand is booked twice': {
    budget: 60,
    patches: [
      {
        file: 'src/shop/money/credit/credit.ts',
        search: 'wallet.repayIn)(tx, creditOf(request));',
        replacement: 'wallet.repayIn)(tx, { ...creditOf(request), key: request.key + Math.random() });',
      },
    ],
  },
  'a price of before is charged': {
    budget: 40,
    patches: [
      {
        file: 'src/shop/buying/orders/quotes.ts',
        search: 'expiresAt: at + quoteMinutes * 60_000 };',
        replacement: 'expiresAt: at + quoteMinutes * 3_600_000 };',
      },
    ],
  },
};
