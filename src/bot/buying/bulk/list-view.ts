import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Services } from '#bot/parts.ts';
import { homeScreen } from '#bot/words/home-screens.ts';
import { isSoldTo, packagesOf } from '#domain/sold-to.ts';
import { receiptView } from '#shop/base/outbox/order-messages.ts';
import { type Batch, hasNumber, tally } from '#shop/buying/bulk/batch.ts';
import { isSamePlace, type Section, type SectionPlace, sectionsOf } from '#shop/buying/bulk/sections.ts';
import { freeTopUp } from '#shop/buying/catalogue/line-meaning.ts';
import { batchFacts, batchScreen } from './progress-screen.ts';
import { listChoiceQuestion } from './questions.ts';
import { itemsByUnit } from './row-meaning.ts';
import { type RowWithoutUnit, unitScreen } from './row-screens.ts';
import { type Choices, choiceScreen, listScreen, mostOffered, type OfferedItem, sectionsScreen } from './screens.ts';

export type ListViewServices = Pick<
  Services,
  | 'batches'
  | 'bestSellers'
  | 'catalogue'
  | 'numbers'
  | 'operators'
  | 'outage'
  | 'payments'
  | 'prices'
  | 'promoCodes'
  | 'reports'
  | 'dailyLimit'
  | 'vatPercent'
  | 'wallet'
>;

interface Showing {
  readonly note?: string | null;
  /** The section that is asked about; null: the first that waits. */
  readonly asked?: SectionPlace | null;
  /** The table even if something is missing, or the choice of a section to change; otherwise what comes next. */
  readonly as?: 'next' | 'table' | 'sections';
}

export type ListView = ReturnType<typeof createListView>;

/** Distinct recent sales of all operators. */
const lookedThrough = 40;

export function createListView(services: ListViewServices) {
  const { bestSellers, catalogue, numbers, outage, payments, prices, promoCodes, reports, dailyLimit, wallet } =
    services;

  async function sectionsIn({ sellerId, rows }: Batch): Promise<Section[]> {
    const mobiles = rows.filter(hasNumber).map(({ mobile }) => mobile);
    return sectionsOf({ rows }, await numbers.findAll(sellerId, mobiles));
  }

  /** What the seller sold lately to such numbers, then what the shop did, then what comes first in the catalogue. */
  async function choicesFor({ person }: BotRequest, section: Section): Promise<Choices> {
    const { operatorId, simType } = section;
    const list = await prices.listFor(person.id);
    const free = freeTopUp(catalogue, section);
    if (operatorId === null) return { section, offered: [], free, prices: list };
    const recentItems = (await reports.recentSales(person.id, lookedThrough))
      .filter((item) => item.operatorId === operatorId && item.simType === simType)
      .flatMap(({ productId, amount, base }) => {
        const product = catalogue.product(productId);
        return product?.onSale && isSoldTo(section, product.type) ? [{ product, amount, base }] : [];
      });
    const place = { operatorId, simType, type: packagesOf(section) };
    const recentIds = new Set(recentItems.map(({ product }) => product.id));
    const others = new Set([...(await bestSellers.bestFor(place)), ...catalogue.shelf(place).products]);
    const first = [...others]
      .filter(({ id, maxPrice }) => !recentIds.has(id) && maxPrice === null)
      .map((product) => ({ product, amount: null, base: product.price }));
    const items = [...recentItems, ...first].slice(0, mostOffered).map(({ product, amount, base }): OfferedItem => {
      const price = amount === null ? list.ofProduct(product) : list.ofAmount(product, amount);
      return { product, amount, base, price };
    });
    return { section, offered: items, free, prices: list };
  }

  /** One answer is for all of them. */
  async function rowsWithoutUnit({ person }: BotRequest, { sellerId, rows }: Batch): Promise<RowWithoutUnit[]> {
    const unclear = rows.filter(({ problem }) => problem === 'unclear');
    if (unclear.length < 2) return [];
    const knownNumbers = await numbers.findAll(
      sellerId,
      unclear.map(({ mobile }) => mobile),
    );
    return unclear.flatMap((row) => {
      const number = knownNumbers.get(row.mobile);
      const items = number && itemsByUnit(services, number, row.words ?? '', person.unit);
      return items ? [{ row, items }] : [];
    });
  }

  /** The list as it stands: what is missing, a table to confirm, its progress, or its outcome. */
  async function show(
    request: BotRequest,
    batch: Batch,
    { note = null, asked = null, as = 'next' }: Showing = {},
  ): Promise<Reply> {
    const { format, person } = request;
    if (batch.state === 'cancelled') return { screen: homeScreen(format, person, format.html('cancelled')) };
    if (batch.state !== 'draft') {
      const screen = batchScreen(format, batch, await batchFacts(services, batch, person.role));
      return batch.state === 'done'
        ? { screen }
        : { screen, tracks: { subject: `batch:${batch.id}`, view: receiptView } };
    }
    const withoutUnit = as === 'next' && !asked ? await rowsWithoutUnit(request, batch) : [];
    if (withoutUnit.length > 1) return { screen: unitScreen(format, { batch, rows: withoutUnit, note }) };
    const sections = await sectionsIn(batch);
    const withOperator = sections.filter(({ operatorId }) => operatorId !== null);
    if (as === 'sections' && withOperator.length > 1) return { screen: sectionsScreen(format, batch, sections) };
    const section = asked
      ? sections.find((one) => isSamePlace(one, asked))
      : as === 'sections'
        ? withOperator[0]
        : withOperator.find(({ waiting }) => waiting.length > 0);
    if (section && as !== 'table') {
      const screen = choiceScreen(format, { ...(await choicesFor(request, section)), batch, sections, note });
      const { operatorId, simType: sim, isTdlte, waiting } = section;
      const operator = asked || waiting.length === 0 ? operatorId : null;
      return { screen, question: listChoiceQuestion({ batch: batch.id, operator, sim, isTdlte }) };
    }
    const balance = await wallet.read(person.id);
    const { charge } = tally(batch);
    const refused = await dailyLimit.wouldExceedDailyLimit(person.id, charge);
    const missing = balance.available === null ? 0 : charge - balance.available;
    const payable = missing > 0 ? await payments.methods.payableFor(person.id, missing, 'wallet') : null;
    const slow = (await outage.since()) !== null;
    const takesPromo = await promoCodes.isAny();
    const money = { wallet: balance, payable, refused, takesPromo };
    return { screen: listScreen(format, { batch, sections, role: person.role, ...money, slow, note }) };
  }

  return { show, sectionsIn, rowsWithoutUnit };
}
