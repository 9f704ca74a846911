import { bulkActions } from '#bot/actions/bulk.ts';
import { catalogueActions } from '#bot/actions/catalogue.ts';
import { paymentActions } from '#bot/actions/payments.ts';
import { shelfTop } from '#bot/actions/shelf-address.ts';
import { failureText } from '#bot/core/failure.ts';
import type { Formatter } from '#bot/core/formatter.ts';
import { backRow, choiceRows, homeButton, inReadingOrder, withCheckMark } from '#bot/core/navigation.ts';
import { rowLabels } from '#bot/core/row-label.ts';
import { type Button, button, lines, newMessageButton, type Screen } from '#bot/core/screen.ts';
import { payLabel } from '#bot/features/orders/pay-label.ts';
import { paidLines, walletLines } from '#bot/features/orders/price-lines.ts';
import { priceOfCredit } from '#bot/features/top-up/screens.ts';
import { soldRow } from '#bot/views/catalogue.ts';
import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import type { PriceList } from '#domain/price-list.ts';
import type { Product } from '#domain/product.ts';
import type { Role } from '#domain/role.ts';
import { type Batch, listDigest, type RowOrder, tally } from '#shop/bulk/batch.ts';
import { sellable } from '#shop/bulk/checks.ts';
import type { Section } from '#shop/bulk/sections.ts';
import { rowsToCorrect } from '#shop/bulk/sections.ts';
import { creditPresets } from '#shop/catalogue/credit-presets.ts';
import type { Payable } from '#shop/payments/payment-methods.ts';
import type { Balance } from '#shop/wallet/wallet.ts';
import { problemLines, sectionLines, sectionName } from './row-lines.ts';

/** Buttons for amounts; any other amount can be typed. */
const mostAmounts = 6;

/** A choice for a section, with its current price. */
export interface OfferedItem {
  readonly product: Product;
  /** What is sent, of a product with a range of prices. */
  readonly amount: Rials | null;
  readonly base: Rials;
  readonly price: Rials;
}

/** What the numbers of one section can get. */
export interface Choices {
  readonly section: Section;
  readonly offered: readonly OfferedItem[];
  /** The top-up of a free amount. */
  readonly free: Product | null;
  readonly prices: PriceList;
}

interface ListData {
  readonly batch: Batch;
  readonly sections: readonly Section[];
  /** Null: everything is chosen. */
  readonly choices: Choices | null;
  /** The seller's role. */
  readonly role: Role;
  /** There are promo codes to type. */
  readonly takesPromo: boolean;
  readonly wallet: Balance;
  /** What to add to the wallet first; null: nothing, or there is no way to pay. */
  readonly payable: Payable | null;
  /** Why a confirmation would be refused now. */
  readonly refused: Failure | null;
  /** The gateway answers no purchase now: the orders would wait. */
  readonly slow: boolean;
  /** Why the screen is shown again. */
  readonly note: string | null;
}

/** One table: a section for each operator, with what its numbers get, and what is still to be chosen. */
export function listScreen(format: Formatter, data: ListData): Screen {
  const { batch, sections, choices, note } = data;
  const left = problemLines(format, batch.rows);
  const count = sellable(batch);
  return {
    text: lines(
      note,
      note === null ? null : '',
      format.html('bulk-title', { count }),
      ...sectionLines(format, sections),
      ...(left.length > 0 ? ['', ...left] : []),
      ...moneyLines(format, data),
      ...(choices ? ['', askFor(format, choices)] : []),
      ...(count === 0 ? ['', format.html('bulk-nothing')] : []),
    ),
    keys: listKeys(format, data),
  };
}

function moneyLines(format: Formatter, { batch, role, wallet, payable, refused, slow }: ListData): (string | null)[] {
  const { chosen, total, charge } = tally(batch);
  if (chosen === 0) return [];
  const orders = batch.rows.flatMap(({ order }) => order ?? []);
  const names = new Set(orders.map(({ priceName }) => priceName));
  const [priceName = null] = names.size === 1 ? names : [];
  return [
    '',
    format.html('bulk-chosen', { count: chosen }),
    ...paidLines(format, { total, charge, priceName, promo: promoOf(orders) }, role),
    promoRowsLine(format, orders),
    ...walletLines(format, wallet, { charge }),
    payable === null || refused !== null ? null : format.html('bulk-short-pay'),
    slow ? format.html('confirm-slow') : null,
    refused === null ? null : format.html('warning', { text: { html: failureText(format, refused) } }),
    format.html('confirm-holds', { until: format.clock(Math.min(...orders.map(({ expiresAt }) => expiresAt))) }),
  ];
}

/** The code of the list, with all that it takes off. */
function promoOf(orders: readonly RowOrder[]): RowOrder['promo'] {
  const [first, ...others] = orders.flatMap(({ promo }) => promo ?? []);
  return first ? { ...first, discount: others.reduce((sum, { discount }) => sum + discount, first.discount) } : null;
}

/** Where the code is not for every number. */
function promoRowsLine(format: Formatter, orders: readonly RowOrder[]): string | null {
  const uses = orders.filter(({ promo }) => promo !== null).length;
  return uses === 0 || uses === orders.length
    ? null
    : format.html('bulk-promo-rows', { uses, others: orders.length - uses });
}

function askFor(format: Formatter, { section, free, prices }: Choices): string {
  const which = { operator: sectionName(format, section), count: section.rows.length };
  return lines(format.html('bulk-what', which), free ? priceOfCredit(format, free, prices) : null);
}

function listKeys(format: Formatter, data: ListData): Button[][] {
  const { batch, sections, choices, takesPromo } = data;
  const { chosen } = tally(batch);
  const confirm = chosen === 0 ? [] : confirmKeys(format, data);
  const hasPromo = batch.rows.some(({ order }) => order?.promo);
  const isWaiting = sections.some(({ waiting }) => waiting.length > 0);
  const choosing = choices ? choiceKeys(format, batch.id, choices) : [];
  return [
    ...(isWaiting ? [...choosing, ...confirm] : [...confirm, ...choosing]),
    ...(hasPromo ? [[button(format.plain('key-drop-promo'), bulkActions.bulkDropPromo({ batch: batch.id }))]] : []),
    ...(takesPromo && chosen > 0 && !hasPromo
      ? [[button(format.plain('key-promo'), bulkActions.bulkPromo({ batch: batch.id }))]]
      : []),
    ...boughtKeys(format, batch),
    ...sectionKeys(format, data),
    ...rowKeys(format, batch, sections),
    inReadingOrder(format, [
      button(format.plain('key-cancel'), bulkActions.bulkCancel({ batch: batch.id })),
      homeButton(format),
    ]),
  ];
}

/** What would be refused now is tried again after what is missing was paid, or the next day. */
function confirmKeys(format: Formatter, { batch, wallet, payable, refused }: ListData): Button[][] {
  const { charge } = tally(batch);
  const { available } = wallet;
  const action = bulkActions.bulkConfirm({ batch: batch.id, table: listDigest(batch) });
  const isShort = available !== null && available < charge;
  if (refused === null && !isShort)
    return [[button(format.plain('key-confirm', { total: format.money(charge) }), action, 'success')]];
  return [
    ...(refused !== null || payable === null ? [] : [[payButton(format, payable, charge - (available ?? 0))]]),
    [button(format.plain('key-try-again'), action)],
  ];
}

function choiceKeys(format: Formatter, batchId: string, { section, offered, free, prices }: Choices): Button[][] {
  const { operatorId, simType } = section;
  if (operatorId === null) return [];
  const item = (id: number, amount: Rials | null) => bulkActions.bulkItem({ batch: batchId, id, amount, bought: 'no' });
  const labels = rowLabels(
    format,
    offered.map(({ price, ...item }) => ({ ...soldRow(format, item), price: format.price(price) })),
  );
  const presets = free ? creditPresets(prices.creditLimits(free)).slice(0, mostAmounts) : [];
  const credits = free
    ? presets.map((credit) => button(format.price(credit), item(free.id, prices.withTax(credit))))
    : [];
  return [
    ...offered.map(({ product, amount }, nth) => [button(labels[nth] ?? '', item(product.id, amount))]),
    ...choiceRows(format, credits),
    [button(format.plain('key-packages'), catalogueActions.shelf(shelfTop('data', operatorId, simType, null)))],
  ];
}

function boughtKeys(format: Formatter, { id, rows }: Batch): Button[][] {
  const row = rows.find(({ problem }) => problem === 'bought-today');
  if (!row?.item) return [];
  const { productId, amount } = row.item;
  const all = bulkActions.bulkItem({ batch: id, id: productId, amount, bought: 'yes' });
  return [[button(format.plain('key-include-bought'), all)]];
}

/** The other sections; that of the choices is on the screen. */
function sectionKeys(format: Formatter, { batch, sections, choices }: ListData): Button[][] {
  const others = sections.flatMap((section) => {
    const { operatorId, simType, waiting, rows } = section;
    if (operatorId === null || section === choices?.section) return [];
    const label = format.plain('key-bulk-section', { operator: sectionName(format, section), count: rows.length });
    return [
      button(
        withCheckMark(waiting.length === 0, label),
        bulkActions.bulkSection({ batch: batch.id, operator: operatorId, sim: simType }),
      ),
    ];
  });
  return choiceRows(format, others);
}

function rowKeys(format: Formatter, batch: Batch, sections: readonly Section[]): Button[][] {
  const [first, ...more] = rowsToCorrect(batch, sections);
  const all = button(
    format.plain('key-bulk-rows', { count: batch.rows.length }),
    bulkActions.bulkRows({ batch: batch.id, page: 1 }),
  );
  if (!first) return [[all]];
  const label = format.plain('key-bulk-correct', { count: more.length + 1 });
  const correct = button(label, bulkActions.bulkRow({ batch: batch.id, row: first.row }));
  return [inReadingOrder(format, [correct, all])];
}

interface ShortData {
  readonly batchId: string;
  readonly table: string;
  readonly missing: Rials;
  /** What to add to the wallet; null: there is no way to pay. */
  readonly payable: Payable | null;
}

export const bulkShortScreen = (format: Formatter, { batchId, table, missing, payable }: ShortData): Screen => ({
  text: lines(
    failureText(format, { code: 'wallet-too-small', missing }),
    format.html(payable === null ? 'bulk-short' : 'bulk-short-pay'),
  ),
  keys: [
    // In a message of its own: the list is confirmed from this one afterwards.
    ...(payable === null ? [] : [[payButton(format, payable, missing)]]),
    [button(format.plain('key-try-again'), bulkActions.bulkConfirm({ batch: batchId, table }))],
    backRow(format, bulkActions.bulk({ batch: batchId })),
  ],
});

const payButton = (format: Formatter, payable: Payable, missing: Rials): Button => ({
  ...newMessageButton(payLabel(format, payable, missing), paymentActions.payAmount({ amount: payable.amount })),
  style: 'success',
});
