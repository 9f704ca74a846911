import { bulkActions } from '#bot/actions/bulk.ts';
import type { NextStep } from '#bot/buying/numbers/next-step.ts';
import { failureReply, failureText } from '#bot/kit/failure.ts';
import { defineFeature, type Feature } from '#bot/kit/feature.ts';
import { oneLine, untrusted } from '#bot/kit/formatter.ts';
import { promptScreen } from '#bot/kit/navigation.ts';
import { type AnyReply, type BotRequest, type Reply, shownByWorker, type WorkerReply } from '#bot/kit/request.ts';
import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import { findMobiles, type Mobile } from '#domain/phone.ts';
import { offersOperator } from '#domain/product.ts';
import { repeatIn } from '#domain/repeat-count.ts';
import type { Batch } from '#shop/buying/bulk/batch.ts';
import { type Listed, longestList, mistakeOf, readList } from '#shop/buying/bulk/list.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import { createListQuestions } from './answers.ts';
import { createChooseForSections } from './choose-for-sections.ts';
import { createFixRows } from './fix-rows.ts';
import { createListView, type ListViewServices } from './list-view.ts';
import { listPromoQuestion } from './questions.ts';
import { createRowHandlers } from './row-handlers.ts';
import { readRows } from './row-meaning.ts';
import { bulkShortScreen } from './screens.ts';

export type Bulk = ReturnType<typeof createBulkFeature>;

/** The gateway's price or product is another one now. */
const priceChanges: readonly Failure['code'][] = ['price-moved', 'product-changed', 'product-gone'];
const again: readonly Failure['code'][] = [...priceChanges, 'quote-expired', 'list-changed', 'promo-used-up'];

export function createBulkFeature(services: ListViewServices) {
  const { batches, numbers, operators, payments, prices, promoCodes } = services;
  const view = createListView(services);
  const rowHandlers = createRowHandlers(services, view);
  const choose = createChooseForSections(services);
  const fixRows = createFixRows(services, view, rowHandlers);

  const failWith = ({ format }: BotRequest, id: string, failure: Failure): Reply =>
    failureReply(format, failure, bulkActions.bulk({ batch: id }));

  /** Shows the list with current prices. */
  async function open(
    request: BotRequest,
    batch: Batch,
    { note = null, as = 'next', ...how }: { note?: string | null; as?: 'next' | 'table'; fresh?: boolean } = {},
  ): Promise<Reply> {
    const quoteResult = await batches.quote(batch.id, request.person.id, how);
    if (quoteResult.ok) return view.show(request, quoteResult.value, { note, as });
    return view.show(request, batch, { note: note ?? failureText(request.format, quoteResult.error), as });
  }

  /** The numbers that a text names: by themselves or by their labels. */
  async function read({ person }: BotRequest, text: string) {
    return readList(text, operators, await numbers.labelFinder(person.id));
  }

  /** Several numbers, or saved names, one in a line: one of two may have a mistake, or be there twice. */
  async function isList(request: BotRequest, text: string): Promise<boolean> {
    const { listed } = await read(request, text);
    const fine = listed.filter(({ problem }) => problem === null);
    const isRepeated = listed.some(({ problem, words }) => problem === 'twice' && words !== null);
    return fine.length > 1 || (fine.length === 1 && (isRepeated || listed.some((row) => mistakeOf(row) !== null)));
  }

  async function start(request: BotRequest, text: string, next: NextStep = { kind: 'any' }): Promise<Reply> {
    const { person, format, idempotencySource } = request;
    const { rest, timesOf } = repeatsIn(text);
    const { listed, over, isUnclear, forAll } = await read(request, rest);
    const knownNumbers = await numbers.findAll(
      person.id,
      listed.map(({ mobile }) => mobile),
    );
    const rows = readRows(services, listed, knownNumbers, person.unit).flatMap((row) =>
      repeated(row, timesOf(row.mobile)),
    );
    const batch = await batches.draft(idempotencySource, person.id, rows.slice(0, longestList));
    const unclear = isUnclear ? format.html('bulk-line-unclear') : null;
    const more = over + Math.max(0, rows.length - longestList);
    const note = more > 0 ? format.html('bulk-too-long', { most: longestList, count: more }) : unclear;
    // An item that was chosen before the numbers is for all of them.
    if ('id' in next)
      return setPrice(request, batch.id, { id: next.id, amount: await amountOf(request, next), bought: false }, note);
    return forAll === null ? open(request, batch, { note }) : openWith(request, batch, forAll, note);
  }

  /** "x2" beside a number is for that number; in a line without one it is for all. Three numbers and «سه تا» are one each. */
  function repeatsIn(text: string): { readonly rest: string; readonly timesOf: (mobile: Mobile) => number } {
    const count = findMobiles(text, operators).length;
    const own = new Map<Mobile, number>();
    let all = 1;
    const lines = text.split(/[\r\n]+/).map((line) => {
      const repeat = repeatIn(line);
      if (repeat === null || (repeat.mayCountNumbers && count > 1 && repeat.times === count)) return line;
      const mobiles = findMobiles(line, operators);
      for (const mobile of mobiles) own.set(mobile, repeat.times);
      if (mobiles.length === 0) all = repeat.times;
      return repeat.rest;
    });
    return { rest: lines.join('\n'), timesOf: (mobile) => own.get(mobile) ?? all };
  }

  /** What is named for all is for the numbers without an item of their own. */
  async function openWith(request: BotRequest, batch: Batch, words: string, note: string | null): Promise<Reply> {
    const priced = await batches.quote(batch.id, request.person.id);
    const current = priced.ok ? priced.value : batch;
    const sections = (await view.sectionsIn(current)).filter(({ waiting }) => waiting.length > 0);
    const choice = await choose(request, current, sections, words);
    if (choice && 'screen' in choice) return choice;
    if (choice && 'chosen' in choice) return view.show(request, choice.chosen, { note });
    const none = request.format.html('quick-sale-none', { words: untrusted(oneLine(words), 40) });
    return view.show(request, current, { note: choice ? failureText(request.format, choice.failure) : none });
  }

  /** The same for the same number, as often as was said, with one Confirm. */
  async function repeat(request: BotRequest, order: Order, times: number): Promise<Reply | null> {
    if (order.item.kind !== 'product') return null;
    const { productId, amount } = order.item;
    const row = { mobile: order.mobile, problem: null, item: { productId, amount } };
    const batch = await batches.draft(request.idempotencySource, request.person.id, repeated(row, times));
    return open(request, batch);
  }

  async function amountOf({ person }: BotRequest, next: NextStep): Promise<Rials | null> {
    if (next.kind === 'credit') return (await prices.listFor(person.id)).withTax(next.credit);
    return next.kind === 'amount' ? next.amount : null;
  }

  /** Null: the only contact so far, handled as a single number. */
  async function gather(request: BotRequest, mobile: Mobile): Promise<Reply | null> {
    const batch = await batches.gather(request.idempotencySource, request.person.id, mobile);
    return batch.rows.length > 1 ? view.show(request, batch) : null;
  }

  async function setPrice(
    request: BotRequest,
    batchId: string,
    { id, amount, bought }: { id: number; amount: number | null; bought: boolean },
    note: string | null = null,
  ): Promise<Reply> {
    const batch = await batches.price(batchId, request.person.id, { kind: 'product', productId: id, amount }, bought);
    // Those that were bought today are taken in at the table.
    const as = bought ? 'table' : 'next';
    return batch.ok ? view.show(request, batch.value, { note, as }) : failWith(request, batchId, batch.error);
  }

  async function confirm(request: BotRequest, id: string, table: string): Promise<Reply | WorkerReply> {
    const { format, person, messageId } = request;
    const result = await batches.confirm(id, person.id, messageId, table);
    // The receipt worker shows the progress in this message.
    if (result.ok && result.value.state === 'running') return { ...shownByWorker, toast: format.plain('toast-buying') };
    if (result.ok) return view.show(request, result.value);
    const { error } = result;
    if (error.code === 'wallet-too-small') {
      const { missing } = error;
      const payable = await payments.methods.payableFor(person.id, missing, 'wallet');
      return { screen: bulkShortScreen(format, { batchId: id, table, missing, payable }) };
    }
    const current = again.includes(error.code) ? await batches.own(id, person.id) : result;
    const note = error.code === 'promo-used-up' ? format.html('bulk-promo-used') : failureText(format, error);
    return current.ok
      ? open(request, current.value, { note, as: 'table', fresh: priceChanges.includes(error.code) })
      : failWith(request, id, error);
  }

  async function ofOwn(request: BotRequest, id: string, then: (batch: Batch) => Promise<AnyReply>): Promise<AnyReply> {
    const batch = await batches.own(id, request.person.id);
    return batch.ok ? then(batch.value) : failureReply(request.format, batch.error);
  }

  const feature: Feature = defineFeature(
    bulkActions,
    {
      bulk: (request, { batch: id }) => ofOwn(request, id, (batch) => open(request, batch)),
      bulkTable: (request, { batch: id }) => ofOwn(request, id, (batch) => open(request, batch, { as: 'table' })),
      bulkSections: (request, { batch: id }) =>
        ofOwn(request, id, (batch) => view.show(request, batch, { as: 'sections' })),
      bulkItem: (request, { batch, id, amount, bought }) =>
        setPrice(request, batch, { id, amount, bought: bought === 'yes' }),
      bulkSection: (request, { batch: id, operator, sim }) =>
        ofOwn(request, id, (batch) =>
          view.show(request, batch, { asked: { operatorId: operator, simType: sim, isTdlte: false } }),
        ),
      bulkTdlteSection: (request, { batch: id, sim }) =>
        ofOwn(request, id, (batch) =>
          view.show(request, batch, { asked: { operatorId: offersOperator, simType: sim, isTdlte: true } }),
        ),
      bulkConfirm: (request, { batch, table }) => confirm(request, batch, table),
      bulkCancel: async (request, { batch: id }) => {
        const batch = await batches.cancel(id, request.person.id);
        return batch.ok ? view.show(request, batch.value) : failureReply(request.format, batch.error);
      },
      bulkRetry: async (request, { batch: id }) => {
        const batch = await batches.retry(id, request.person.id, request.idempotencySource);
        return batch.ok ? view.show(request, batch.value) : failWith(request, id, batch.error);
      },
      bulkPromo: (request, { batch: id }) =>
        ofOwn(request, id, async (batch) => {
          const { format } = request;
          if (batch.state !== 'draft') return view.show(request, batch);
          const screen = promptScreen(format, format.html('ask-promo'), bulkActions.bulkTable({ batch: id }));
          return { screen, question: listPromoQuestion({ batch: id }) };
        }),
      bulkDropPromo: (request, { batch: id }) =>
        ofOwn(request, id, async (batch) => {
          if (batch.state !== 'draft') return view.show(request, batch);
          await promoCodes.forget(request.person.id);
          return open(request, batch, { as: 'table' });
        }),
      bulkFile: (request, { batch: id }) =>
        ofOwn(request, id, async (batch) =>
          batch.confirmedAt === null
            ? view.show(request, batch)
            : { screen: null, files: [{ kind: 'list', batch: batch.id }] },
        ),
      bulkFix: (request, { batch: id, out }) =>
        ofOwn(request, id, (batch) => (out === 'yes' ? fixRows.leaveOut : fixRows.show)(request, batch)),
      ...rowHandlers.actions,
    },
    [...createListQuestions(services, { choose, view, rows: rowHandlers, open }), fixRows.question],
  );

  return { feature, start, repeat, gather, isList };
}

/** On purpose, so that nobody is asked whether the number got the same today. */
const repeated = (row: Listed, times: number): readonly Listed[] =>
  times === 1 || row.problem === 'number-invalid' || row.problem === 'twice'
    ? [row]
    : Array.from({ length: times }, () => ({ ...row, withBought: true }));
