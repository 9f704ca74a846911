import { bulkActions } from '#bot/actions/bulk.ts';
import { catalogueActions } from '#bot/actions/catalogue.ts';
import { paymentActions } from '#bot/actions/payments.ts';
import { shelfTop } from '#bot/actions/shelf-address.ts';
import { payLabel } from '#bot/buying/orders/pay-label.ts';
import { priceOfCredit } from '#bot/buying/top-up/screens.ts';
import { failureText } from '#bot/kit/failure.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { backRow, choiceRows, homeButton, inReadingOrder, withCheckMark } from '#bot/kit/navigation.ts';
import { rowLabels } from '#bot/kit/row-label.ts';
import { type Button, button, lines, newMessageButton, type Screen } from '#bot/kit/screen.ts';
import { soldRow } from '#bot/words/catalogue.ts';
import { paidLines, walletLines } from '#bot/words/price-lines.ts';
import { sectionAction } from '#bot/words/waiting-list.ts';
import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import type { PriceList } from '#domain/price.ts';
import type { Product } from '#domain/product.ts';
import type { Role } from '#domain/role.ts';
import { packagesOf } from '#domain/sold-to.ts';
import type { Balance } from '#shop/base/wallet/wallet.ts';
import { type Batch, listDigest, type RowOrder, tally } from '#shop/buying/bulk/batch.ts';
import { sellable } from '#shop/buying/bulk/checks.ts';
import { rowsToCorrect, type Section } from '#shop/buying/bulk/sections.ts';
import { creditPresets } from '#shop/buying/catalogue/credit-presets.ts';
import type { Payable } from '#shop/money/payments/payment-methods.ts';
import { problemLines, sectionHeading, sectionLines, sectionName } from './row-lines.ts';

/** Packages and amounts on buttons: with the rest of their screen there are ten. Others can be typed. */
const mostChoices = 6;
export const mostOffered = 3;

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

/** One table: a section for each operator, with what its numbers get, and what it costs. */
export function listScreen(format: Formatter, data: ListData): Screen {
  const { batch, sections, note } = data;
  const problems = problemLines(format, batch.rows);
  const { chosen } = tally(batch);
  return {
    text: lines(
      ...noteLines(note),
      format.html('bulk-title', { count: chosen || sellable(batch) }),
      ...sectionLines(format, sections),
      ...(problems.length > 0 ? ['', ...problems] : []),
      ...moneyLines(format, data),
      ...(sellable(batch) === 0 ? ['', format.html('bulk-nothing')] : []),
    ),
    keys: listKeys(format, data),
  };
}

const noteLines = (note: string | null): string[] => (note === null ? [] : [note, '']);

interface ChoiceData extends Choices {
  readonly batch: Batch;
  readonly sections: readonly Section[];
  readonly note: string | null;
}

/** Numbers of the section that is asked about. */
const mostNumbers = 8;

/** What the numbers of one section get: asked for before the table is shown, or to give them something else. */
export function choiceScreen(format: Formatter, data: ChoiceData): Screen {
  const { batch, sections, section, free, prices, note } = data;
  const { waiting, rows } = section;
  const problems = problemLines(format, batch.rows);
  const some = waiting.length > 0 && waiting.length < rows.length ? waiting.slice(0, mostNumbers) : [];
  const which = { operator: sectionName(format, section), count: waiting.length || rows.length };
  return {
    text: lines(
      ...noteLines(note),
      format.html('bulk-title', { count: sellable(batch) }),
      ...sections.map((one) => sectionHeading(format, one)),
      ...(problems.length > 0 ? ['', ...problems] : []),
      '',
      format.html('bulk-what', which),
      ...some.map(({ mobile }) => format.html('bulk-row', { number: format.mobile(mobile) })),
      free ? priceOfCredit(format, free, prices) : null,
    ),
    keys: [...choiceKeys(format, batch.id, data), ...leavingKeys(format, data)],
  };
}

/** Without a choice: to the table with what was chosen, or to the rows. */
function leavingKeys(format: Formatter, { batch, section }: ChoiceData): Button[][] {
  const isMissing = section.waiting.length > 0;
  const table = bulkActions.bulkTable({ batch: batch.id });
  const { chosen } = tally(batch);
  if (!isMissing) return [backRow(format, table)];
  const without = button(format.plain('key-bulk-without', { count: chosen }), table);
  return [[chosen > 0 ? without : allRowsButton(format, batch)], cancelRow(format, batch)];
}

const cancelRow = (format: Formatter, { id }: Batch): Button[] =>
  inReadingOrder(format, [
    button(format.plain('key-cancel'), bulkActions.bulkCancel({ batch: id })),
    homeButton(format),
  ]);

const allRowsButton = (format: Formatter, { id, rows }: Batch): Button =>
  button(format.plain('key-bulk-rows', { count: rows.length }), bulkActions.bulkRows({ batch: id, page: 1 }));

/** The sections, to give one of them something else. */
export const sectionsScreen = (format: Formatter, batch: Batch, sections: readonly Section[]): Screen => ({
  text: format.html('bulk-which-section'),
  keys: [
    ...choiceRows(
      format,
      sections.flatMap((section) => {
        const { operatorId, waiting, rows } = section;
        if (operatorId === null) return [];
        const label = format.plain('key-bulk-section', { operator: sectionName(format, section), count: rows.length });
        return [button(withCheckMark(waiting.length === 0, label), sectionAction(batch, { ...section, operatorId }))];
      }),
    ),
    backRow(format, bulkActions.bulkTable({ batch: batch.id })),
  ],
});

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

function listKeys(format: Formatter, data: ListData): Button[][] {
  const { batch, takesPromo } = data;
  const { chosen } = tally(batch);
  const hasPromo = batch.rows.some(({ order }) => order?.promo);
  return [
    ...(chosen === 0 ? [] : confirmKeys(format, data)),
    fixRow(format, data),
    ...(hasPromo ? [[button(format.plain('key-drop-promo'), bulkActions.bulkDropPromo({ batch: batch.id }))]] : []),
    ...(takesPromo && chosen > 0 && !hasPromo
      ? [[button(format.plain('key-promo'), bulkActions.bulkPromo({ batch: batch.id }))]]
      : []),
    ...boughtKeys(format, batch),
    cancelRow(format, batch),
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
  const presets = free ? creditPresets(prices.creditLimits(free), mostChoices - offered.length) : [];
  const credits = free
    ? presets.map((credit) => button(format.price(credit), item(free.id, prices.withTax(credit))))
    : [];
  return [
    ...offered.map(({ product, amount }, nth) => [button(labels[nth] ?? '', item(product.id, amount))]),
    ...choiceRows(format, credits),
    [
      button(
        format.plain(section.isTdlte ? 'key-tdlte' : 'key-packages'),
        catalogueActions.shelf(shelfTop(packagesOf(section), operatorId, simType, null)),
      ),
    ],
  ];
}

function boughtKeys(format: Formatter, { id, rows }: Batch): Button[][] {
  const row = rows.find(({ problem }) => problem === 'bought-today');
  if (!row?.item) return [];
  const { productId, amount } = row.item;
  const all = bulkActions.bulkItem({ batch: id, id: productId, amount, bought: 'yes' });
  return [[button(format.plain('key-include-bought'), all)]];
}

/** What only the seller can clear up, then what is missing; without either, what shall be something else. */
function fixRow(format: Formatter, { batch, sections }: ListData): Button[] {
  const wrong = rowsToCorrect(batch, sections);
  const [first, ...others] = wrong;
  const waiting = sections.filter((section) => section.operatorId !== null && section.waiting.length > 0);
  const openCount = new Set([...wrong, ...waiting.flatMap((section) => section.waiting)]).size;
  const isMany = others.length > 0;
  const action = isMany
    ? bulkActions.bulkFix({ batch: batch.id, out: 'no' })
    : first
      ? bulkActions.bulkRow({ batch: batch.id, row: first.row })
      : waiting.length > 0
        ? bulkActions.bulk({ batch: batch.id })
        : bulkActions.bulkSections({ batch: batch.id });
  const label =
    openCount > 0 ? format.plain('key-bulk-correct', { count: openCount }) : format.plain('key-bulk-change');
  return inReadingOrder(format, [button(label, action), allRowsButton(format, batch)]);
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
    backRow(format, bulkActions.bulkTable({ batch: batchId })),
  ],
});

const payButton = (format: Formatter, payable: Payable, missing: Rials): Button => ({
  ...newMessageButton(payLabel(format, payable, missing), paymentActions.payAmount({ amount: payable.amount })),
  style: 'success',
});
