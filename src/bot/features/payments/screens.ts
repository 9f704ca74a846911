import { isEnd } from '../../../domain/order.ts';
import type { Order } from '../../../shop/orders/order.ts';
import type { Formatter } from '../../core/formatter.ts';
import { button, lines, type Screen } from '../../core/screen.ts';
import { orderActions } from '../orders/actions.ts';
import { orderLine } from '../orders/order-screen.ts';

/** Stands above an invoice. Nothing can be cancelled once it is paid. */
export function aboveInvoiceScreen(format: Formatter, order: Order): Screen {
  switch (order.state) {
    case 'quoted':
      return {
        text: format.html('invoice-below'),
        keys: [[button(format.plain('key-cancel'), orderActions.cancel({ order: order.id }))]],
      };
    case 'expired':
    case 'cancelled':
      return orderLine(format, order);
    default: {
      const paid = format.html('invoice-paid', { code: format.copyable(order.code) });
      return { text: isEnd(order.state) ? paid : lines(paid, format.html(`state-${order.state}`)), keys: [] };
    }
  }
}
