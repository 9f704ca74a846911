import type { BotRequest, Reply } from '#bot/core/request.ts';
import type { Services } from '#bot/core/services.ts';
import { homeScreen } from '#bot/features/home/screens.ts';
import type { OperatorId, SimType } from '#domain/product.ts';
import { type Batch, tally } from '#shop/bulk/batch.ts';
import { type Section, sectionsOf } from '#shop/bulk/sections.ts';
import { freeTopUp } from '#shop/catalogue/line-meaning.ts';
import { receiptView } from '#shop/outbox/order-messages.ts';
import { batchScreen } from './progress-screen.ts';
import { listChoiceQuestion } from './questions.ts';
import { type Choices, listScreen, type OfferedItem } from './screens.ts';

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

interface AskedSection {
  readonly operator: OperatorId;
  readonly sim: SimType;
}

export type ListView = ReturnType<typeof createListView>;

const mostOffered = 5;
/** Distinct recent sales of all operators. */
const lookedThrough = 40;

export function createListView(services: ListViewServices) {
  const { bestSellers, catalogue, numbers, outage, payments, prices, promoCodes, reports, dailyLimit, wallet } =
    services;

  async function sectionsIn({ sellerId, rows }: Batch): Promise<Section[]> {
    const mobiles = rows.filter(({ problem }) => problem !== 'number-invalid').map(({ mobile }) => mobile);
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
        return product?.onSale ? [{ product, amount, base }] : [];
      });
    const place = { operatorId, simType, type: 'data' } as const;
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

  /** The list as it stands: a table to choose and confirm, its progress, or its outcome. */
  async function show(
    request: BotRequest,
    batch: Batch,
    { note = null, asked = null }: { note?: string | null; asked?: AskedSection | null } = {},
  ): Promise<Reply> {
    const { format, person } = request;
    if (batch.state === 'cancelled') return { screen: homeScreen(format, person, format.html('cancelled')) };
    if (batch.state === 'running')
      return { screen: batchScreen(format, batch), tracks: { subject: `batch:${batch.id}`, view: receiptView } };
    if (batch.state === 'done') return { screen: batchScreen(format, batch) };
    const sections = await sectionsIn(batch);
    const section = asked
      ? sections.find(({ operatorId, simType }) => operatorId === asked.operator && simType === asked.sim)
      : sections.find(({ operatorId, waiting }) => operatorId !== null && waiting.length > 0);
    const choices = section ? await choicesFor(request, section) : null;
    const balance = await wallet.read(person.id);
    const { charge } = tally(batch);
    const refused = await dailyLimit.wouldExceedDailyLimit(person.id, charge);
    const missing = balance.available === null ? 0 : charge - balance.available;
    const payable = missing > 0 ? await payments.methods.payableFor(person.id, missing, 'wallet') : null;
    const slow = (await outage.since()) !== null;
    const takesPromo = await promoCodes.isAny();
    const money = { wallet: balance, payable, refused, takesPromo };
    const data = { batch, sections, choices, role: person.role, ...money, slow, note };
    const question = section && {
      question: listChoiceQuestion({ batch: batch.id, operator: asked?.operator ?? null, sim: section.simType }),
    };
    return { screen: listScreen(format, data), ...question };
  }

  return { show, sectionsIn };
}
