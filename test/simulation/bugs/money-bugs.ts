import type { Bug } from './bug.ts';

const paymentWorker = 'src/shop/money/payments/payment-worker.ts';
const mayBuy = 'src/shop/buying/orders/may-buy.ts';
const onlinePayments = 'src/shop/money/payments/online-payments.ts';

/** Of payments, codes, statements and what the owner decides. */
export const moneyBugs: Readonly<Record<string, Bug>> = {
  'who comes back from the bank is believed': {
    budget: 60,
    patches: [
      {
        file: paymentWorker,
        search: "      case 'unpaid':\n        return unpaid(payment);\n",
        replacement:
          "      case 'unpaid':\n        if (payment.state !== 'submitted') return unpaid(payment);\n        return paid(payment, { kind: 'paid', amount: null, receipt: null, card: null });\n",
      },
    ],
  },
  'of two page loads the later reference counts': {
    budget: 60,
    patches: [
      {
        file: onlinePayments,
        search: "        .where('reference', 'is', null)\n        .execute(),",
        replacement: '        .execute(),',
      },
    ],
  },
  'a payment is not asked about once its payer gave it up': {
    budget: 60,
    patches: [
      {
        file: 'src/shop/money/payments/give-up-payment.ts',
        search: "...(row.method !== 'card' && row.reference !== null ? {} : { next_attempt_at: null }),",
        replacement: 'next_attempt_at: null,',
      },
    ],
  },
  'a blocked payer buys': {
    budget: 60,
    patches: [
      {
        file: mayBuy,
        search: "  if (person !== null) return { code: 'person-paused', reason: person };\n",
        replacement: '',
      },
    ],
  },
  'a statement stays paid by money that did not stay': {
    budget: 60,
    patches: [
      {
        file: 'src/shop/base/wallet/ledger.ts',
        search: "  if (entry.balance < 0 && entry.kind !== 'capture')\n",
        replacement: '  if (false as boolean)\n',
      },
    ],
  },
  'a code is used as often as it is quoted': {
    budget: 60,
    patches: [
      {
        file: 'src/shop/buying/orders/confirm-order.ts',
        search: "    if (!(await claimPromo(tx, claim))) return { failure: { code: 'promo-used-up' } };\n",
        replacement: '    await claimPromo(tx, claim);\n',
      },
    ],
  },
  'a reversed delivery is not paid back': {
    budget: 60,
    patches: [
      {
        file: 'src/shop/buying/orders/reversal.ts',
        search: '      await post(tx, { ...entry, orderId, actor, note: null, at });\n',
        replacement: '',
      },
    ],
  },
  'what was paid back stays in the wallet': {
    budget: 60,
    patches: [
      {
        file: 'src/shop/money/payments/pay-back.ts',
        search: '      await wallet.takeIn(tx, entry);\n',
        replacement: '',
      },
    ],
  },
};
