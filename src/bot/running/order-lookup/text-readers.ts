import { lookupActions } from '#bot/actions/order-lookup.ts';
import { orderActions } from '#bot/actions/orders.ts';
import { canNow } from '#bot/kit/authorize.ts';
import { failureReply } from '#bot/kit/failure.ts';
import type { Services } from '#bot/kit/services.ts';
import type { TextReader } from '#bot/kit/text-reader.ts';
import { looksLikeCode } from '#shop/buying/orders/identity.ts';

/** Customers give the code to the shop when they ask for help. */
export const createOrderCodeReader =
  ({ orders }: Pick<Services, 'orders'>): TextReader =>
  async ({ person }, { text, mobiles }) => {
    // Ten digits can be a number and a code.
    const order = text === undefined || mobiles.length > 0 ? null : await orders.byCode(text);
    if (!order) return null;
    if (canNow(person, 'orders')) return { redirect: lookupActions.found({ order: order.id, mobile: null, page: 1 }) };
    return order.buyerId === person.id ? { redirect: orderActions.order({ order: order.id, page: 1 }) } : null;
  };

export const readUnknownCode: TextReader = async ({ format }, { text }) =>
  text !== undefined && looksLikeCode(text)
    ? failureReply(format, { code: 'order-unknown' }, orderActions.orders({ page: 1 }))
    : null;
