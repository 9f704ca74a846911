import type { Action } from '#bot/kit/action.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { homeButton } from '#bot/kit/navigation.ts';
import { button, type Screen } from '#bot/kit/screen.ts';
import type { Services } from '#bot/parts.ts';
import { isOnline, type OnlineMethod, type PaymentMethod } from '#domain/payment.ts';
import { isReturnedUnpaid } from '#shop/money/payments/online-payments.ts';
import { paidElsewhere } from '#shop/money/payments/other-payments.ts';
import type { Payment } from '#shop/money/payments/payment.ts';
import { isOver, paymentScreen } from './payment-screen.ts';
import {
  aboveWalletInvoiceScreen,
  backFromMethod,
  cardScreen,
  methodsScreen,
  type Purpose,
  payAgain,
} from './screens.ts';

export type PaymentView = ReturnType<typeof createPaymentView>;

/** What a message about a payment shows its payer, from the payment's current state. */
export function createPaymentView({ orders, payments, wallet }: Pick<Services, 'orders' | 'payments' | 'wallet'>) {
  const purposeOf = async (payment: Payment): Promise<Purpose> =>
    payment.orderId !== null ? { orderId: payment.orderId } : { amount: await payments.card.wantedFor(payment) };

  const unpaidNote = async (format: Formatter, { id }: Payment): Promise<string> =>
    format.html((await payments.queries.isElsewhereAtBank(id)) ? 'payment-unpaid-here' : 'payment-unpaid');

  const backOf = async (payment: Payment): Promise<Action> =>
    backFromMethod(await purposeOf(payment), await payments.methods.forPerson(payment.personId));

  return async (format: Formatter, payment: Payment): Promise<Screen> => {
    const { state, method, amount, cardId, personId, orderId } = payment;
    const order = orderId === null ? null : await orders.find(orderId);
    const isAsked = state === 'asked' && !isOver(order);
    if (isAsked && isOnline(method)) {
      const wanted = orderId === null ? { amount } : { orderId };
      const methods = await payments.methods.forPerson(personId);
      const online = { payment, pageAt: (at: OnlineMethod) => payments.online.pageUrl(payment, at) };
      const unpaid = isReturnedUnpaid(payment) ? await unpaidNote(format, payment) : null;
      return methodsScreen(format, { unpaid, amount, wanted, order, methods: withOwn(methods, method), online });
    }
    if (isAsked && method === 'invoice') return aboveWalletInvoiceScreen(format, payment, await backOf(payment));
    const card = isAsked && cardId !== null ? await payments.cards.find(cardId) : null;
    if (card) return cardScreen(format, { payment, order, card, back: await backOf(payment) });
    const { balance } = await wallet.read(personId);
    const screen = paymentScreen(format, { payment, order, balance });
    if (state !== 'expired' || payment.reason === paidElsewhere) return screen;
    const again = button(format.plain('key-pay-again'), payAgain(await purposeOf(payment)));
    return { ...screen, keys: [[again], [homeButton(format)]] };
  };
}

/** What was begun can be paid, also after its method was switched off. */
const withOwn = (methods: readonly PaymentMethod[], own: PaymentMethod): readonly PaymentMethod[] =>
  methods.includes(own) ? methods : [own, ...methods];
