import type { OperatorId } from '../../domain/product.ts';
import type { Batch } from '../../shop/bulk/batch.ts';
import { readList } from '../../shop/bulk/list.ts';
import type { Counter, Lead, Routes, Step, Visit } from '../routes.ts';
import type { Screen } from '../screen.ts';
import { bulkAmountsScreen, bulkConfirmScreen, bulkItemsScreen, bulkStandingScreen } from '../screens/bulk.ts';
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
  const { batches, catalogue, numbers, operators, reports, wakeSettler } = counter;

  /** A batch as it stands: still to be chosen for, to be confirmed, under way, or over. */
  async function standing(visit: Visit, batch: Batch, note: string | null = null): Promise<Step> {
    const { view, person } = visit;
    if (batch.state === 'cancelled') return { screen: homeScreen(view, person.role, view.html('cancelled')) };
    if (batch.state !== 'draft') return { screen: batchScreen(catalogue, view, batch) };
    if (batch.productId === null || note === null) {
      const lately = await reports.lately(person.id, offered);
      return { screen: bulkItemsScreen(view, { batch, lately }) };
    }
    return { screen: bulkConfirmScreen(view, { batch, title: titleOf(catalogue, view, batch), note }) };
  }

  /** A list was pasted. */
  async function start(visit: Visit, text: string, lead: Lead = { kind: 'any' }): Promise<Step> {
    const batch = await batches.draft(visit.origin, visit.person.id, readList(text, operators));
    // Asked for while something was chosen already: that is what they all get.
    if (lead.kind === 'product') return priced(visit, batch.id, lead.id, null, false);
    return lead.kind === 'amount' ? priced(visit, batch.id, lead.id, lead.amount, false) : standing(visit, batch);
  }

  async function priced(
    visit: Visit,
    id: string,
    productId: number,
    amount: number | null,
    bought: boolean,
  ): Promise<Step> {
    const batch = await batches.price(id, visit.person.id, { kind: 'product', productId, amount }, bought);
    if (!batch.ok) return { screen: failureScreen(visit.view, batch.error, { to: 'bulk', batch: id }) };
    if (batch.value.state !== 'draft') return standing(visit, batch.value);
    return {
      screen: bulkConfirmScreen(visit.view, {
        batch: batch.value,
        title: titleOf(catalogue, visit.view, batch.value),
        note: null,
      }),
    };
  }

  async function confirm(visit: Visit, id: string): Promise<Step> {
    const { view, person, messageId } = visit;
    const result = await batches.confirm(id, person.id, messageId);
    if (result.ok) {
      const screen = batchScreen(catalogue, view, result.value);
      let shown = false;
      return {
        screen,
        after: async () => {
          wakeSettler();
          if (shown) return null;
          shown = true;
          const now = await batches.find(id);
          return now ? batchScreen(catalogue, view, now) : null;
        },
      };
    }
    const { error } = result;
    if (error.code !== 'price-moved' && error.code !== 'quote-expired') {
      return { screen: failureScreen(view, error, { to: 'bulk', batch: id }) };
    }
    const current = await batches.own(id, person.id);
    if (!current.ok || current.value.productId === null)
      return { screen: failureScreen(view, error, { to: 'bulk', batch: id }) };
    const again = await priced(visit, id, current.value.productId, current.value.amount, false);
    return { screen: { ...again.screen, text: `${failureText(view, error)}\n\n${again.screen.text}` } };
  }

  /** The operator of most numbers on the list: a top-up is of one operator. */
  async function operatorOfMost(visit: Visit, batch: Batch): Promise<OperatorId | null> {
    const counts = new Map<OperatorId, number>();
    for (const { mobile, problem } of batch.rows) {
      if (problem === 'number-invalid' || problem === 'twice') continue;
      const { operatorId } = await numbers.find(visit.person.id, mobile);
      if (operatorId !== null) counts.set(operatorId, (counts.get(operatorId) ?? 0) + 1);
    }
    return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null;
  }

  const routes: Routes<Names> = {
    bulk: async (visit, { batch: id }) => {
      const batch = await batches.own(id, visit.person.id);
      return batch.ok ? standing(visit, batch.value) : { screen: failureScreen(visit.view, batch.error) };
    },
    bulkItem: (visit, { batch, id, amount, bought }) => priced(visit, batch, id, amount, bought === 'yes'),
    bulkTopup: async (visit, { batch: id }) => {
      const batch = await batches.own(id, visit.person.id);
      if (!batch.ok) return { screen: failureScreen(visit.view, batch.error) };
      const operatorId = await operatorOfMost(visit, batch.value);
      const shelf =
        operatorId === null
          ? null
          : catalogue.shelf({ operatorId, simType: 'prepaid', type: 'topup' }, { sort: 'price' });
      const product = shelf?.products.find(({ maxPrice }) => maxPrice !== null) ?? null;
      const presets = product === null ? [] : amountPresets(product);
      return { screen: bulkAmountsScreen(visit.view, { batch: batch.value, product, presets }) };
    },
    bulkConfirm: (visit, { batch }) => confirm(visit, batch),
    bulkCancel: async (visit, { batch: id }) => {
      const batch = await batches.cancel(id, visit.person.id);
      return batch.ok ? standing(visit, batch.value) : { screen: failureScreen(visit.view, batch.error) };
    },
    bulkRetry: async (visit, { batch: id }) => {
      const batch = await batches.retry(id, visit.person.id, visit.origin);
      if (!batch.ok) return { screen: failureScreen(visit.view, batch.error, { to: 'bulk', batch: id }) };
      return {
        screen: bulkConfirmScreen(visit.view, {
          batch: batch.value,
          title: titleOf(catalogue, visit.view, batch.value),
          note: null,
        }),
      };
    },
  };

  return { routes, start };
}
