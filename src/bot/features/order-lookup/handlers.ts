import { may } from '../../../domain/access.ts';
import type { Press } from '../../core/callback-data.ts';
import { failureScreen } from '../../core/failure.ts';
import type { BotRequest, Reply, Routes, Services } from '../../core/request.ts';
import { askOwnerScreen } from '../admin/screens.ts';
import { reviewScreen } from '../manual-review/screens.ts';
import { numberOrdersScreen } from './screens.ts';

/** Anyone's order, by its code or by its number: what the owner is asked about. */
export function createFinding({ orders, people }: Services): Routes<'askFind' | 'found' | 'numberOrders'> {
  async function found({ format }: BotRequest, id: string, back: Press): Promise<Reply> {
    const order = await orders.find(id);
    if (!order) return { screen: failureScreen(format, { code: 'order-unknown' }, back) };
    const [buyer, events] = await Promise.all([people.find(order.buyerId), orders.events(id)]);
    return { screen: reviewScreen(format, { order, buyer, events, back }) };
  }

  return {
    askFind: async ({ format }) => ({
      screen: askOwnerScreen(format, format.html('ask-find'), { to: 'desk' }),
      ask: { for: 'find' },
    }),
    found: (request, { order, mobile, page }) =>
      found(request, order, mobile === null ? { to: 'desk' } : { to: 'numberOrders', mobile, page }),
    numberOrders: async ({ format }, { mobile, page }) => {
      const listed = await orders.ofNumber(mobile, page - 1);
      const names = await people.names([...new Set(listed.orders.map(({ buyerId }) => buyerId))]);
      return { screen: numberOrdersScreen(format, { ...listed, mobile, names }) };
    },
  };
}

/** Where what the owner typed leads; null: it is neither a code of ours nor a number. */
export async function foundBy(
  { orders }: Pick<Services, 'orders'>,
  { person }: Pick<BotRequest, 'person'>,
  typed: { readonly text: string | undefined; readonly mobile: string | undefined },
): Promise<Press | null> {
  if (!may(person.role, 'run')) return null;
  if (typed.mobile !== undefined) return { to: 'numberOrders', mobile: typed.mobile, page: 1 };
  const order = typed.text === undefined ? null : await orders.byCode(typed.text);
  return order && { to: 'found', order: order.id, mobile: null, page: 1 };
}
