import { encode } from 'uqr';
import type { Formatter } from '#bot/kit/formatter.ts';
import { itemTitle } from '#bot/words/item-title.ts';
import type { Rials } from '#domain/money.ts';
import { longestName } from '#domain/shop-profile.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import { box, colours, drawable, element, picture, roundPicture, wrapped, write } from './svg.ts';

const width = 800;
const height = 1080;
const card = { left: 40, right: width - 40, top: 40, bottom: height - 40 };
const pad = 44;

export interface ReceiptData {
  readonly order: Order;
  /** The customer's. */
  readonly price: Rials;
  readonly shop: string;
  /** Where the receipt can be checked. */
  readonly link: string;
  /** The shop's picture: a square PNG as base64; null: none. */
  readonly icon?: string | null;
}

/** A delivered order as a picture to share, so the number is masked. */
export function receiptPicture(format: Formatter, { order, price, shop, link, icon = null }: ReceiptData): string {
  const { rtl } = format;
  const near = rtl ? ({ x: card.right - pad, at: 'right' } as const) : ({ x: card.left + pad, at: 'left' } as const);
  const far = rtl ? ({ x: card.left + pad, at: 'left' } as const) : ({ x: card.right - pad, at: 'right' } as const);
  const [what = '', more] = wrapped(itemTitle(format, order), 34, 2);
  const rows = [
    [format.plain('receipt-number'), format.masked(order.mobile)],
    [
      format.plain('receipt-operator'),
      `${format.operator(order.operatorId)} · ${format.sim(order.simType, order.productType)}`,
    ],
    [format.plain('receipt-time'), format.when(order.confirmedAt ?? order.quotedAt)],
    [format.plain('receipt-code'), format.code(order.code)],
  ] as const;
  const [name = ''] = wrapped(drawable(shop), longestName, 1);
  const size = 232;
  const middle = width / 2;
  return picture(
    width,
    height,
    box({
      x: card.left,
      y: card.top,
      width: card.right - card.left,
      height: card.bottom - card.top,
      fill: colours.card,
      rx: 32,
    }),
    write(middle, 112, name, { rtl, size: name.length > 28 ? 25 : 32, bold: true, at: 'middle' }),
    ...(icon === null ? [tick(middle, 196, 46)] : [roundPicture(icon, middle, 196, 54), tick(middle + 40, 234, 22)]),
    write(middle, 292, format.plain(order.productType === 'topup' ? 'receipt-delivered' : 'receipt-activated'), {
      rtl,
      size: 30,
      bold: true,
      fill: colours.good,
      at: 'middle',
    }),
    write(middle, 358, format.money(price), { rtl, size: 46, bold: true, at: 'middle' }),
    write(middle, 412, what, { rtl, size: 27, at: 'middle' }),
    ...(more === undefined ? [] : [write(middle, 448, more, { rtl, size: 27, at: 'middle' })]),
    dashes(484),
    ...rows.flatMap(([label, value], at) => [
      write(near.x, 536 + at * 48, label, { rtl, size: 25, fill: colours.quiet, at: near.at }),
      write(far.x, 536 + at * 48, value, { rtl, size: 25, bold: true, at: far.at }),
    ]),
    dashes(714),
    code(link, middle - size / 2, 738, size),
    write(middle, 1000, format.plain('receipt-scan'), { rtl, size: 21, fill: colours.quiet, at: 'middle' }),
  );
}

/** With an edge of the card's colour, which is seen beside a picture. */
const tick = (x: number, y: number, radius: number): string =>
  element('circle', { cx: x, cy: y, r: radius + 4, fill: colours.card }) +
  element('circle', { cx: x, cy: y, r: radius, fill: colours.good }) +
  element('path', {
    transform: `translate(${x} ${y}) scale(${radius / 46})`,
    d: 'M-22 1l15 16 29-32',
    fill: 'none',
    stroke: colours.card,
    'stroke-width': 9,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  });

const dashes = (y: number): string =>
  element('path', {
    d: `M${card.left + pad} ${y}H${card.right - pad}`,
    stroke: colours.line,
    'stroke-width': 3,
    'stroke-dasharray': '10 10',
  });

/** A QR code as one SVG path. */
function code(text: string, x: number, y: number, size: number): string {
  const { data } = encode(text, { ecc: 'M', border: 0 });
  // Whole pixels: sharp edges are easier to scan.
  const unit = Math.floor(size / data.length);
  const spare = (size - unit * data.length) / 2;
  const squares = data.flatMap((row, down) => row.map((dark, right) => (dark ? `M${right} ${down}h1v1h-1z` : '')));
  const place = `translate(${x + spare} ${y + spare}) scale(${unit})`;
  const d = squares.join('');
  return element('path', { transform: place, d, fill: colours.ink, 'shape-rendering': 'crispEdges' });
}
