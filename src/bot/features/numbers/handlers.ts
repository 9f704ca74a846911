import { may } from '../../../domain/access.ts';
import type { Mobile } from '../../../domain/phone.ts';
import type { ProductType } from '../../../domain/product.ts';
import { priceOfBase } from '../../../domain/quote.ts';
import type { KnownNumber } from '../../../shop/people/numbers.ts';
import type { Press, Purpose } from '../../core/callback-data.ts';
import type { View } from '../../core/formatter.ts';
import {
  type Counter,
  type Handing,
  type Lead,
  pressOf,
  type Routes,
  type Step,
  type Visit,
} from '../../core/request.ts';
import { type Key, key } from '../../core/screen.ts';
import {
  askLabelScreen,
  askNumberScreen,
  chooseOperatorScreen,
  chooseSimScreen,
  numberScreen,
  numbersScreen,
  savedNumberScreen,
} from './screens.ts';

/** Longer than from one refresh to the next: nobody need be told of less. */
const staleMs = 15 * 60_000;

/** Null while the shelves are fresh; otherwise that they could not be refreshed, and of when the prices are. */
export function shelfNote({ catalogue }: Pick<Counter, 'catalogue'>, view: View): string | null {
  const { asOf, ageMs, problem } = catalogue.status();
  if (asOf === null || ageMs === null) return view.html('catalogue-none');
  return problem === null && ageMs < staleMs ? null : view.html('catalogue-stale', { when: view.when(asOf) });
}

type Names =
  | 'askNumber'
  | 'number'
  | 'numbers'
  | 'chooseOperator'
  | 'setOperator'
  | 'chooseSim'
  | 'setSim'
  | 'saved'
  | 'label'
  | 'unlabel'
  | 'forget';

const pageSize = 8;
const againHere = 2;
const againLately = 3;
const recent = 6;
/** Nobody has that many; whoever forges such a button gets an empty page. */
const mostPages = 10_000;

/** Asks for a number, with the ones already known a tap away. */
export async function askNumber(
  { numbers }: Pick<Counter, 'numbers'>,
  { person, view }: Visit,
  lead: Lead,
  back: Press,
  note: string | null = null,
): Promise<Step> {
  const known = await numbers.list(person.id, 0, recent);
  const screen = askNumberScreen(view, { known: known.numbers, lead: (mobile) => pressOf(lead, mobile), back, note });
  return { screen, ask: { for: 'number', lead }, sharing: known.numbers.length === 0 };
}

function typesFor({ catalogue }: Pick<Counter, 'catalogue'>, { operatorId, simType }: KnownNumber): ProductType[] {
  if (operatorId === null || simType === null) return [];
  return catalogue.types({ operatorId, simType }).map(({ type }) => type);
}

/** The number's own screen, which first asks for whatever is not known about it yet. */
export async function numberHub(
  counter: Counter,
  { person, view }: Visit,
  mobile: Mobile,
  { purpose = 'any', note = null }: { purpose?: Purpose; note?: string | null } = {},
): Promise<Step> {
  const { operators } = counter;
  const number = await counter.numbers.find(person.id, mobile);
  // No price stands here: only shelves that are empty are worth a word.
  const said = note ?? (counter.catalogue.status().asOf === null ? shelfNote(counter, view) : null);
  const screen = numberScreen(view, { number, types: typesFor(counter, number), operators, purpose, note: said });
  const again = may(person.role, 'sell') ? await soldBefore(counter, { person, view }, number) : [];
  return { screen: { ...screen, keys: [...again, ...screen.keys] } };
}

/** For sellers: what this number got before, and what they sell all day. A tap leads to the price. */
async function soldBefore(
  { catalogue, orders, reports, vatPercent }: Counter,
  { person, view }: Pick<Visit, 'person' | 'view'>,
  { mobile, operatorId, simType }: KnownNumber,
): Promise<Key[][]> {
  if (operatorId === null || simType === null) return [];
  const before = await orders.lastFor(person.id, mobile, againHere);
  const lately = await reports.lately(person.id, againLately + againHere);
  const known = new Set(before.map(({ item }) => (item.kind === 'product' ? `${item.productId} ${item.amount}` : '')));
  const others = lately.flatMap((item) => {
    const product = catalogue.product(item.productId);
    const fits = product?.onSale && item.operatorId === operatorId && item.simType === simType;
    if (!product || !fits || known.has(`${item.productId} ${item.amount}`)) return [];
    const price = item.amount ?? priceOfBase(product.price, vatPercent).total;
    const label = view.offered(product.name, product.nameEn, product.days, view.money(price));
    const { productId: id, amount } = item;
    return [[key(label, amount === null ? { to: 'product', id, mobile } : { to: 'amount', id, mobile, amount })]];
  });
  return [
    ...before.map((order) => [
      key(`↻ ${view.offered(order.title, order.titleEn, order.days, view.money(order.total))}`, {
        to: 'again',
        order: order.id,
      } as const),
    ]),
    ...others.slice(0, againLately),
  ];
}

const labelling = ({ view }: Visit, number: KnownNumber): Step => ({
  screen: askLabelScreen(view, number),
  ask: { for: 'label', mobile: number.mobile },
});

/** `go` follows a press: an answered question leads on to what the person came for. */
export function createNumberRoutes(
  counter: Counter,
  go: (visit: Visit, press: Press) => Promise<Step | Handing>,
): Routes<Names> {
  const { numbers } = counter;

  async function onward(visit: Visit, mobile: Mobile, purpose: Purpose): Promise<Step | Handing> {
    const { operatorId, simType } = await numbers.find(visit.person.id, mobile);
    if (operatorId === null || simType === null) return numberHub(counter, visit, mobile, { purpose });
    return purpose === 'any' ? numberHub(counter, visit, mobile) : go(visit, pressOf({ kind: purpose }, mobile));
  }

  return {
    askNumber: (visit, { purpose }) => askNumber(counter, visit, { kind: purpose }, { to: 'home' }),
    number: async (visit, { mobile }) => {
      await numbers.use(visit.person.id, mobile);
      return numberHub(counter, visit, mobile);
    },
    numbers: async ({ person, view }, { page }) => {
      const at = Math.min(Math.max(1, page), mostPages);
      const listed = await numbers.list(person.id, at - 1, pageSize);
      return { screen: numbersScreen(view, { ...listed, page: at }) };
    },
    chooseOperator: async ({ person, view }, { mobile }) => ({
      screen: chooseOperatorScreen(view, await numbers.find(person.id, mobile), 'any'),
    }),
    setOperator: async (visit, { mobile, operator, purpose }) => {
      await numbers.setOperator(visit.person.id, mobile, operator);
      return onward(visit, mobile, purpose);
    },
    chooseSim: async ({ person, view }, { mobile }) => ({
      screen: chooseSimScreen(view, await numbers.find(person.id, mobile), 'any'),
    }),
    setSim: async (visit, { mobile, sim, purpose }) => {
      await numbers.setSimType(visit.person.id, mobile, sim);
      return onward(visit, mobile, purpose);
    },
    saved: async (visit, { mobile }) => {
      const number = await numbers.find(visit.person.id, mobile);
      return number.label === null ? labelling(visit, number) : { screen: savedNumberScreen(visit.view, number) };
    },
    label: async (visit, { mobile }) => labelling(visit, await numbers.find(visit.person.id, mobile)),
    unlabel: async (visit, { mobile }) => {
      await numbers.setLabel(visit.person.id, mobile, null);
      return numberHub(counter, visit, mobile);
    },
    forget: async ({ person, view }, { mobile }) => {
      await numbers.forget(person.id, mobile);
      const listed = await numbers.list(person.id, 0, pageSize);
      const note = view.html('forgotten', { number: { html: view.mobile(mobile) } });
      return { screen: numbersScreen(view, { ...listed, page: 1, note }) };
    },
  };
}
