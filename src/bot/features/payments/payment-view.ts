import type { Formatter } from '#bot/core/formatter.ts';
import { homeButton } from '#bot/core/navigation.ts';
import { button, type Screen } from '#bot/core/screen.ts';
import type { Services } from '#bot/core/services.ts';
import { isOnline } from '#domain/payment.ts';
import type { Payment } from '#shop/payments/payment.ts';
import { paymentScreen } from './payment-screen.ts';
import { cardScreen, methodsScreen, payAgain, wantedOf } from './screens.ts';

export type PaymentView = ReturnType<typeof createPaymentView>;

/** What a message about a payment shows its payer, from the payment's current state. */
export function createPaymentView({ payments, wallet }: Pick<Services, 'payments' | 'wallet'>) {
  return async (format: Formatter, payment: Payment): Promise<Screen> => {
    const { state, method, amount, id, cardId, personId } = payment;
    const wanted = wantedOf(payment);
    if (state === 'asked' && isOnline(method)) {
      const methods = await payments.methods.forPerson(personId);
      return methodsScreen(format, { amount, wanted, methods, online: { method, url: payments.online.pageUrl(id) } });
    }
    if (state === 'asked' && method === 'invoice') return { text: format.html('invoice-below-wallet'), keys: [] };
    const card = state === 'asked' && cardId !== null ? await payments.cards.find(cardId) : null;
    if (card) return cardScreen(format, { payment, card });
    const { balance } = await wallet.read(personId);
    const screen = paymentScreen(format, { payment, balance });
    const again = button(format.plain('key-pay-again'), payAgain(wanted));
    return state === 'expired' ? { ...screen, keys: [[again], [homeButton(format)]] } : screen;
  };
}
