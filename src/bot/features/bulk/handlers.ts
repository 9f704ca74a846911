import type { Failure } from '../../../domain/failure.ts';
import type { Mobile } from '../../../domain/phone.ts';
import type { OperatorId } from '../../../domain/product.ts';
import { type Batch, tally } from '../../../shop/bulk/batch.ts';
import { isSellable } from '../../../shop/bulk/checks.ts';
import { readList } from '../../../shop/bulk/list.ts';
import { receiptView } from '../../../shop/receipts/order-messages.ts';
import { failureReply, failureText } from '../../core/failure.ts';
import { defineFeature, type Feature } from '../../core/feature.ts';
import { type Formatter, foreign } from '../../core/formatter.ts';
import type { BotRequest, FileReply, Reply } from '../../core/request.ts';
import type { Screen } from '../../core/screen.ts';
import type { Services } from '../../core/services.ts';
import { homeScreen } from '../home/screens.ts';
import type { NextStep } from '../numbers/next-step.ts';
import { amountPresets } from '../top-up/screens.ts';
import { bulkActions } from './actions.ts';
import {
  bulkAmountsScreen,
  bulkConfirmScreen,
  bulkItemsScreen,
  bulkProgressScreen,
  bulkShortScreen,
} from './screens.ts';

const offered = 5;

function titleOf(catalogue: Services['catalogue'], format: Formatter, { productId, amount }: Batch): string {
  const product = productId === null ? null : catalogue.product(productId);
  const name = product ? format.named(product.name, product.nameEn) : '';
  return amount === null ? name : `${name} · ${format.money(amount)}`;
}

export const batchScreen = (catalogue: Services['catalogue'], format: Formatter, batch: Batch): Screen =>
  bulkProgressScreen(format, { batch, title: titleOf(catalogue, format, batch) });

/** The same when the whole of it stands in a newer message. Only for a list that is over. */
export const batchLine = (catalogue: Services['catalogue'], format: Formatter, batch: Batch): Screen => ({
  text: format.html('bulk-over', { what: foreign(titleOf(catalogue, format, batch)), count: tally(batch).chosen }),
  keys: [],
});

export type Bulk = ReturnType<typeof createBulkFeature>;
export type StartBulk = (request: BotRequest, text: string, next?: NextStep) => Promise<Reply>;

type BulkServices = Pick<
  Services,
  'batches' | 'catalogue' | 'numbers' | 'operators' | 'outage' | 'prices' | 'reports' | 'dailyLimit' | 'wallet'
>;

export function createBulkFeature(services: BulkServices) {
  const { batches, catalogue, numbers, operators, outage, prices, reports, dailyLimit, wallet } = services;

  async function currentScreen(request: BotRequest, batch: Batch, over = 0): Promise<Reply> {
    const { format, person } = request;
    if (batch.state === 'cancelled') return { screen: homeScreen(format, person, format.html('cancelled')) };
    const screen = () => batchScreen(catalogue, format, batch);
    if (batch.state === 'running')
      return { screen: screen(), tracks: { subject: `batch:${batch.id}`, view: receiptView } };
    if (batch.state === 'done') return { screen: screen() };
    const sold = await reports.lately(person.id, offered);
    const list = await prices.listFor(person.id);
    const lately = sold.flatMap(({ productId, amount }) => {
      const product = catalogue.product(productId);
      if (!product?.onSale) return [];
      const price = amount === null ? list.ofProduct(product) : list.ofAmount(product, amount);
      return [{ productId, amount, product, price }];
    });
    return { screen: bulkItemsScreen(format, { batch, lately, over }) };
  }

  const failed = ({ format }: BotRequest, id: string, failure: Failure): Reply =>
    failureReply(format, failure, bulkActions.bulk({ batch: id }));

  async function asking(request: BotRequest, batch: Batch, note: string | null): Promise<Reply> {
    if (batch.state !== 'draft') return currentScreen(request, batch);
    const { format, person } = request;
    const { available } = await wallet.read(person.id);
    const refused = await dailyLimit.wouldExceedDailyLimit(person.id, tally(batch).charge);
    const title = titleOf(catalogue, format, batch);
    const slow = (await outage.since()) !== null;
    return { screen: bulkConfirmScreen(format, { batch, role: person.role, title, available, refused, slow, note }) };
  }

  async function start(request: BotRequest, text: string, next: NextStep = { kind: 'any' }): Promise<Reply> {
    const { listed, over } = readList(text, operators);
    const batch = await batches.draft(request.idempotencySource, request.person.id, listed);
    // An item that was chosen before the numbers is for all of them.
    const amount = next.kind === 'amount' ? next.amount : null;
    if (next.kind !== 'product' && next.kind !== 'amount') return currentScreen(request, batch, over);
    const note = over > 0 ? request.format.html('bulk-too-long', { most: listed.length, count: over }) : null;
    return priced(request, batch.id, { id: next.id, amount, bought: false }, note);
  }

  /** Null: the only contact so far, handled as a single number. */
  async function gather(request: BotRequest, mobile: Mobile): Promise<Reply | null> {
    const batch = await batches.gather(request.idempotencySource, request.person.id, mobile);
    return batch.rows.length > 1 ? currentScreen(request, batch) : null;
  }

  async function priced(
    request: BotRequest,
    batchId: string,
    { id, amount, bought }: { id: number; amount: number | null; bought: boolean },
    note: string | null = null,
  ): Promise<Reply> {
    const batch = await batches.price(batchId, request.person.id, { kind: 'product', productId: id, amount }, bought);
    return batch.ok ? asking(request, batch.value, note) : failed(request, batchId, batch.error);
  }

  async function confirm(request: BotRequest, id: string, table: string): Promise<Reply | FileReply> {
    const { format, person, messageId } = request;
    const result = await batches.confirm(id, person.id, messageId, table);
    // The receipt worker shows the progress in this message.
    if (result.ok && result.value.state === 'running')
      return { screen: null, files: [], toast: format.plain('toast-buying') };
    if (result.ok) return currentScreen(request, result.value);
    const { error } = result;
    if (error.code === 'wallet-too-small') return { screen: bulkShortScreen(format, id, table, error.missing) };
    const current = await batches.own(id, person.id);
    const asked = current.ok ? current.value : null;
    const again = ['price-moved', 'quote-expired', 'list-changed'].includes(error.code);
    if (!again || !asked || asked.productId === null) return failed(request, id, error);
    const { productId, amount } = asked;
    return priced(request, id, { id: productId, amount, bought: false }, failureText(format, error));
  }

  /** A top-up is for one operator. */
  async function operatorOfMost(request: BotRequest, batch: Batch): Promise<OperatorId | null> {
    const counts = new Map<OperatorId, number>();
    for (const { mobile, problem } of batch.rows) {
      if (!isSellable(problem)) continue;
      const { operatorId } = await numbers.find(request.person.id, mobile);
      if (operatorId !== null) counts.set(operatorId, (counts.get(operatorId) ?? 0) + 1);
    }
    return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null;
  }

  async function amounts(request: BotRequest, batch: Batch): Promise<Reply> {
    if (batch.state !== 'draft') return currentScreen(request, batch);
    const operatorId = await operatorOfMost(request, batch);
    const shelf =
      operatorId === null
        ? null
        : catalogue.shelf({ operatorId, simType: 'prepaid', type: 'topup' }, { sort: 'price' });
    const product = shelf?.products.find(({ maxPrice }) => maxPrice !== null) ?? null;
    const presets = product === null ? [] : amountPresets(product);
    const list = await prices.listFor(request.person.id);
    return { screen: bulkAmountsScreen(request.format, { batch, product, presets, prices: list }) };
  }

  const feature: Feature = defineFeature(bulkActions, {
    bulk: async (request, { batch: id }) => {
      const batch = await batches.own(id, request.person.id);
      return batch.ok ? currentScreen(request, batch.value) : failureReply(request.format, batch.error);
    },
    bulkItem: (request, { batch, id, amount, bought }) =>
      priced(request, batch, { id, amount, bought: bought === 'yes' }),
    bulkTopup: async (request, { batch: id }) => {
      const batch = await batches.own(id, request.person.id);
      return batch.ok ? amounts(request, batch.value) : failureReply(request.format, batch.error);
    },
    bulkConfirm: (request, { batch, table }) => confirm(request, batch, table),
    bulkCancel: async (request, { batch: id }) => {
      const batch = await batches.cancel(id, request.person.id);
      return batch.ok ? currentScreen(request, batch.value) : failureReply(request.format, batch.error);
    },
    bulkRetry: async (request, { batch: id }) => {
      const batch = await batches.retry(id, request.person.id, request.idempotencySource);
      return batch.ok ? asking(request, batch.value, null) : failed(request, id, batch.error);
    },
  });

  return { feature, start, gather };
}
