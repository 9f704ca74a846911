import type { Failure } from '../../domain/failure.ts';
import type { Mobile } from '../../domain/phone.ts';
import type { OperatorId } from '../../domain/product.ts';
import { type Batch, tally } from '../../shop/bulk/batch.ts';
import { isSellable } from '../../shop/bulk/checks.ts';
import { readList } from '../../shop/bulk/list.ts';
import { receiptView } from '../../shop/receipts/order-messages.ts';
import type { Counter, Handing, Lead, Routes, Step, Visit } from '../routes.ts';
import type { Screen } from '../screen.ts';
import {
  bulkAmountsScreen,
  bulkConfirmScreen,
  bulkItemsScreen,
  bulkShortScreen,
  bulkStandingScreen,
} from '../screens/bulk.ts';
import { failureScreen, failureText } from '../screens/failure.ts';
import { homeScreen } from '../screens/home.ts';
import { amountPresets } from '../screens/topup.ts';
import type { View } from '../view.ts';

type Names = 'bulk' | 'bulkItem' | 'bulkTopup' | 'bulkConfirm' | 'bulkCancel' | 'bulkRetry';

const offered = 5;

function titleOf(catalogue: Counter['catalogue'], view: View, { productId, amount }: Batch): string {
  const product = productId === null ? null : catalogue.product(productId);
  const name = product ? view.named(product.name, product.nameEn) : '';
  return amount === null ? name : `${name} · ${view.money(amount)}`;
}

/** A list that is under way or over. */
export const batchScreen = (catalogue: Counter['catalogue'], view: View, batch: Batch): Screen =>
  bulkStandingScreen(view, { batch, title: titleOf(catalogue, view, batch) });

export type Bulk = ReturnType<typeof createBulk>;

/** One thing for many numbers: paste a list, choose, look at the table, confirm once. */
export function createBulk(counter: Counter) {
  const { batches, catalogue, numbers, operators, reports, spending, wallet } = counter;

  /** A batch as it stands: still to be chosen for, under way, or over. */
  async function standing(visit: Visit, batch: Batch, over = 0): Promise<Step> {
    const { view, person } = visit;
    if (batch.state === 'cancelled') return { screen: homeScreen(view, person.role, view.html('cancelled')) };
    if (batch.state === 'running')
      return {
        screen: batchScreen(catalogue, view, batch),
        tracks: { subject: `batch:${batch.id}`, view: receiptView },
      };
    if (batch.state === 'done') return { screen: batchScreen(catalogue, view, batch) };
    const sold = await reports.lately(person.id, offered);
    const lately = sold.filter(({ productId }) => catalogue.product(productId)?.onSale);
    return { screen: bulkItemsScreen(view, { batch, lately, over }) };
  }

  const failed = ({ view }: Visit, id: string, failure: Failure): Step => ({
    screen: failureScreen(view, failure, { to: 'bulk', batch: id }),
  });

  /** Priced: the table and the one Confirm. */
  async function asking(visit: Visit, batch: Batch, note: string | null): Promise<Step> {
    if (batch.state !== 'draft') return standing(visit, batch);
    const { view, person } = visit;
    const { available } = await wallet.read(person.id);
    const refused = await spending.wouldBeOver(person.id, tally(batch).total);
    const title = titleOf(catalogue, view, batch);
    return { screen: bulkConfirmScreen(view, { batch, title, available, refused, note }) };
  }

  /** A list was pasted. */
  async function start(visit: Visit, text: string, lead: Lead = { kind: 'any' }): Promise<Step> {
    const { listed, over } = readList(text, operators);
    const batch = await batches.draft(visit.origin, visit.person.id, listed);
    // Asked for while something was chosen already: that is what they all get.
    const amount = lead.kind === 'amount' ? lead.amount : null;
    if (lead.kind !== 'product' && lead.kind !== 'amount') return standing(visit, batch, over);
    const note = over > 0 ? visit.view.html('bulk-too-long', { most: listed.length, count: over }) : null;
    return priced(visit, batch.id, { id: lead.id, amount, bought: false }, note);
  }

  /** A contact was shared. Alone it is a number like any other; after another one, a list. */
  async function gather(visit: Visit, mobile: Mobile): Promise<Step | null> {
    const batch = await batches.gather(visit.origin, visit.person.id, mobile);
    return batch.rows.length > 1 ? standing(visit, batch) : null;
  }

  async function priced(
    visit: Visit,
    batchId: string,
    { id, amount, bought }: { id: number; amount: number | null; bought: boolean },
    note: string | null = null,
  ): Promise<Step> {
    const batch = await batches.price(batchId, visit.person.id, { kind: 'product', productId: id, amount }, bought);
    return batch.ok ? asking(visit, batch.value, note) : failed(visit, batchId, batch.error);
  }

  async function confirm(visit: Visit, id: string, table: string): Promise<Step | Handing> {
    const { view, person, messageId } = visit;
    const result = await batches.confirm(id, person.id, messageId, table);
    // The receipt worker counts in this message.
    if (result.ok && result.value.state === 'running')
      return { screen: null, files: [], toast: view.plain('toast-buying') };
    if (result.ok) return standing(visit, result.value);
    const { error } = result;
    if (error.code === 'wallet-too-small') return { screen: bulkShortScreen(view, id, table, error.missing) };
    const current = await batches.own(id, person.id);
    const asked = current.ok ? current.value : null;
    const again = ['price-moved', 'quote-expired', 'list-changed'].includes(error.code);
    if (!again || !asked || asked.productId === null) return failed(visit, id, error);
    const { productId, amount } = asked;
    return priced(visit, id, { id: productId, amount, bought: false }, failureText(view, error));
  }

  /** The operator of most numbers on the list: a top-up is of one operator. */
  async function operatorOfMost(visit: Visit, batch: Batch): Promise<OperatorId | null> {
    const counts = new Map<OperatorId, number>();
    for (const { mobile, problem } of batch.rows) {
      if (!isSellable(problem)) continue;
      const { operatorId } = await numbers.find(visit.person.id, mobile);
      if (operatorId !== null) counts.set(operatorId, (counts.get(operatorId) ?? 0) + 1);
    }
    return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null;
  }

  async function amounts(visit: Visit, batch: Batch): Promise<Step> {
    if (batch.state !== 'draft') return standing(visit, batch);
    const operatorId = await operatorOfMost(visit, batch);
    const shelf =
      operatorId === null
        ? null
        : catalogue.shelf({ operatorId, simType: 'prepaid', type: 'topup' }, { sort: 'price' });
    const product = shelf?.products.find(({ maxPrice }) => maxPrice !== null) ?? null;
    const presets = product === null ? [] : amountPresets(product);
    return { screen: bulkAmountsScreen(visit.view, { batch, product, presets }) };
  }

  const routes: Routes<Names> = {
    bulk: async (visit, { batch: id }) => {
      const batch = await batches.own(id, visit.person.id);
      return batch.ok ? standing(visit, batch.value) : { screen: failureScreen(visit.view, batch.error) };
    },
    bulkItem: (visit, { batch, id, amount, bought }) => priced(visit, batch, { id, amount, bought: bought === 'yes' }),
    bulkTopup: async (visit, { batch: id }) => {
      const batch = await batches.own(id, visit.person.id);
      return batch.ok ? amounts(visit, batch.value) : { screen: failureScreen(visit.view, batch.error) };
    },
    bulkConfirm: (visit, { batch, table }) => confirm(visit, batch, table),
    bulkCancel: async (visit, { batch: id }) => {
      const batch = await batches.cancel(id, visit.person.id);
      return batch.ok ? standing(visit, batch.value) : { screen: failureScreen(visit.view, batch.error) };
    },
    bulkRetry: async (visit, { batch: id }) => {
      const batch = await batches.retry(id, visit.person.id, visit.origin);
      return batch.ok ? asking(visit, batch.value, null) : failed(visit, id, batch.error);
    },
  };

  return { routes, start, gather };
}
