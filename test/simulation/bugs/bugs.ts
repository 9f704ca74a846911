import type { Bug } from './bug.ts';
import { moneyBugs } from './money-bugs.ts';
import { sellingBugs } from './selling-bugs.ts';
import { worldBugs } from './world-bugs.ts';

const purchaseWorker = 'src/shop/buying/orders/purchase-worker.ts';
const outcome = 'src/gateway/purchase-outcome.ts';

/** Holes that the simulation must find, put back into the source one at a time. */
export const bugs: Readonly<Record<string, Bug>> = {
  ...worldBugs,
  ...moneyBugs,
  ...sellingBugs,
  'the receipt job is written outside of the transaction': {
    budget: 20,
    patches: [
      {
        file: 'src/shop/buying/orders/finalize-order.ts',
        search: '  await addReceiptJob(tx, subjectOf(order), now);\n',
        replacement: '',
      },
      {
        file: purchaseWorker,
        search: '    if (done) onEnded(to);\n',
        replacement:
          '    if (done) void database.transaction((tx) => addReceiptJob(tx, subjectOf(done), now()));\n    if (done) onEnded(to);\n',
      },
    ],
  },
  'a retry has a new key': {
    budget: 20,
    patches: [
      {
        file: purchaseWorker,
        search: 'gateway.buyPackage({ key, body, route, since })',
        replacement: 'gateway.buyPackage({ key: key + order.attempts, body, route, since })',
      },
    ],
  },
  'an update is acknowledged before it is on the disk': {
    budget: 20,
    patches: [{ file: 'src/bot/intake/inbox.ts', search: '      await store.sync();\n', replacement: '' }],
  },
  'an update is acknowledged before it is stored': {
    budget: 20,
    patches: [
      {
        file: 'src/bot/intake/polling.ts',
        search: '    await inbox.receive(updates);\n    offset = (updates.at(-1)?.update_id ?? offset) + 1;\n',
        replacement: '    offset = (updates.at(-1)?.update_id ?? offset) + 1;\n    await inbox.receive(updates);\n',
      },
    ],
  },
  'the money is released at unsure': {
    budget: 20,
    patches: [
      {
        file: purchaseWorker,
        search: 'if (moved) await addReceiptJob(tx, subjectOf(orderOf(moved)), at);',
        replacement:
          'if (moved) await wallet.release(tx, orderOf(moved), actor);\n      if (moved) await addReceiptJob(tx, subjectOf(orderOf(moved)), at);',
      },
    ],
  },
  'the hold is forgotten': {
    budget: 20,
    patches: [
      {
        file: 'src/shop/buying/orders/confirm-order.ts',
        search: '  for (const order of confirmed) await wallet.hold(tx, order, actor);\n',
        replacement: '',
      },
    ],
  },
  'Confirm does not look into the wallet': {
    budget: 20,
    patches: [
      {
        file: 'src/shop/buying/orders/confirm-order.ts',
        search: "  if (missing > 0) return { failure: { code: 'wallet-too-small', missing } };\n",
        replacement: '',
      },
    ],
  },
  'a delivery is captured twice': {
    budget: 20,
    patches: [
      {
        file: 'src/shop/buying/orders/finalize-order.ts',
        search: "await wallet[to === 'delivered' ? 'capture' : 'release'](tx, order, actor);",
        replacement:
          "await wallet[to === 'delivered' ? 'capture' : 'release'](tx, order, actor);\n  if (to === 'delivered') await wallet.capture(tx, order, actor);",
      },
      {
        file: 'src/shop/base/wallet/wallet.ts',
        search: 'order.id}`, personId: order.buyerId',
        replacement: 'order.id}` + Math.random(), personId: order.buyerId',
      },
    ],
  },
  'a delivery is not counted': {
    budget: 20,
    patches: [
      {
        file: 'src/shop/buying/orders/finalize-order.ts',
        search: "  if (to === 'delivered') await countSale(tx, row);\n",
        replacement: '',
      },
    ],
  },
  'buyers read "not bought" while the answer is unknown': {
    budget: 20,
    patches: [
      {
        file: 'src/bot/words/order-screen.ts',
        search: "? 'state-activated' :",
        replacement: "? 'state-activated' : state === 'unsure' ? 'state-rejected' :",
      },
    ],
  },
  'a server error counts as a no': {
    budget: 20,
    patches: [
      {
        file: outcome,
        search: 'const refused = status >= 400 && status < 500 && !undecided.has(status);',
        replacement: 'const refused = status >= 400 && !undecided.has(status);',
      },
    ],
  },
  'a web page counts as a yes': {
    budget: 20,
    patches: [
      {
        file: outcome,
        search: '  if (!json.ok) return unsure(json.error);\n',
        replacement: "  if (!json.ok) return status < 300 ? ok({ message: '' }) : unsure(json.error);\n",
      },
    ],
  },
  'unknown words count as a no': {
    budget: 20,
    patches: [
      {
        file: purchaseWorker,
        search: 'return unrecognised(order, answer.error.message);',
        replacement: 'return refused(order, answer.error.message);',
      },
    ],
  },
  'a missing address counts as a no': {
    budget: 20,
    patches: [
      {
        file: purchaseWorker,
        search: '    if (wasSent(order)) return unanswered(',
        replacement: '    if (false as boolean) return unanswered(',
      },
    ],
  },
  'two live Confirms of one sale both buy': {
    budget: 20,
    patches: [
      {
        file: 'src/shop/buying/orders/quotes.ts',
        search: 'return retireOlder(tx, inserted, at);',
        replacement: 'return inserted.order;',
      },
      {
        file: 'src/shop/buying/orders/confirm-order.ts',
        search: 'if (asksAboutRepeats && quotes.isRepeated)',
        replacement: 'if (false as boolean)',
      },
    ],
  },
  'a receipt is done before it is sent': {
    budget: 20,
    patches: [
      {
        file: 'src/shop/money/receipts/receipt-worker.ts',
        search: '    const result = await deliver(what, {',
        replacement:
          "    await database.write((db) =>\n      db.updateTable('receipt_jobs').set({ done_at: now() }).where('subject', '=', job.subject).execute(),\n    );\n    const result = await deliver(what, {",
      },
    ],
  },
};
