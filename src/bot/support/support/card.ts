import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { balanceLines } from '#bot/money/wallet/screens.ts';
import type { Services } from '#bot/parts.ts';
import { orderRow } from '#bot/words/history-screen.ts';
import type { Person } from '#domain/person.ts';
import type { Balance } from '#shop/base/wallet/wallet.ts';
import type { Order } from '#shop/buying/orders/order.ts';

/** Who asks, and what staff look up first. */
export interface Card {
  readonly person: Person;
  readonly balance: Balance;
  readonly orders: readonly Order[];
  /** The order that the conversation is about. */
  readonly about: Order | null;
}

const ordersShown = 3;

export function createCards({ people, orders, wallet }: Pick<Services, 'people' | 'orders' | 'wallet'>) {
  return async (personId: number, orderId: string | null): Promise<Card | null> => {
    const person = await people.find(personId);
    if (!person) return null;
    const [balance, history, about] = await Promise.all([
      wallet.read(personId),
      orders.ofBuyer(personId, 0),
      orderId === null ? null : orders.find(orderId),
    ]);
    return { person, balance, orders: history.orders.slice(0, ordersShown), about };
  };
}

export const cardLines = (format: Formatter, { person, balance, orders, about }: Card): (string | null)[] => [
  `<b>${format.html('line', { text: untrusted(person.name, 60) })}</b>`,
  format.html('support-card-id', { id: format.copyable(String(person.id)), role: format.plain(`role-${person.role}`) }),
  person.pausedWhy === null ? null : format.html('agent-paused', { reason: untrusted(person.pausedWhy) }),
  balanceLines(format, balance, 'theirs'),
  about === null ? null : format.html('support-about', { code: format.copyable(about.code) }),
  orders.length === 0 ? format.html('support-card-no-orders') : '',
  ...orders.map((order) =>
    format.html('support-card-order', { order: orderRow(format, order), code: format.copyable(order.code) }),
  ),
];
