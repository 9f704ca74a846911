import { may } from '../../../domain/access.ts';
import type { Mobile } from '../../../domain/phone.ts';
import type { ProductType } from '../../../domain/product.ts';
import { priceOfBase } from '../../../domain/quote.ts';
import type { KnownNumber } from '../../../shop/people/numbers.ts';
import type { Press, Purpose } from '../../core/callback-data.ts';
import type { Formatter } from '../../core/formatter.ts';
import {
  type BotRequest,
  type FileReply,
  type NextStep,
  pressOf,
  type Reply,
  type Routes,
  type Services,
} from '../../core/request.ts';
import { type Button, button } from '../../core/screen.ts';
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
export function shelfNote({ catalogue }: Pick<Services, 'catalogue'>, format: Formatter): string | null {
  const { asOf, ageMs, problem } = catalogue.status();
  if (asOf === null || ageMs === null) return format.html('catalogue-none');
  return problem === null && ageMs < staleMs ? null : format.html('catalogue-stale', { when: format.when(asOf) });
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
  { numbers }: Pick<Services, 'numbers'>,
  { person, format }: BotRequest,
  lead: NextStep,
  back: Press,
  note: string | null = null,
): Promise<Reply> {
  const known = await numbers.list(person.id, 0, recent);
  const screen = askNumberScreen(format, { known: known.numbers, lead: (mobile) => pressOf(lead, mobile), back, note });
  return { screen, ask: { for: 'number', lead }, sharing: known.numbers.length === 0 };
}

function typesFor({ catalogue }: Pick<Services, 'catalogue'>, { operatorId, simType }: KnownNumber): ProductType[] {
  if (operatorId === null || simType === null) return [];
  return catalogue.types({ operatorId, simType }).map(({ type }) => type);
}

/** The number's own screen, which first asks for whatever is not known about it yet. */
export async function numberHub(
  services: Services,
  { person, format }: BotRequest,
  mobile: Mobile,
  { purpose = 'any', note = null }: { purpose?: Purpose; note?: string | null } = {},
): Promise<Reply> {
  const { operators } = services;
  const number = await services.numbers.find(person.id, mobile);
  // No price stands here: only shelves that are empty are worth a word.
  const said = note ?? (services.catalogue.status().asOf === null ? shelfNote(services, format) : null);
  const screen = numberScreen(format, { number, types: typesFor(services, number), operators, purpose, note: said });
  const again = may(person.role, 'sell') ? await soldBefore(services, { person, format }, number) : [];
  return { screen: { ...screen, keys: [...again, ...screen.keys] } };
}

/** For sellers: what this number got before, and what they sell all day. A tap leads to the price. */
async function soldBefore(
  { catalogue, orders, reports, vatPercent }: Services,
  { person, format }: Pick<BotRequest, 'person' | 'format'>,
  { mobile, operatorId, simType }: KnownNumber,
): Promise<Button[][]> {
  if (operatorId === null || simType === null) return [];
  const before = await orders.lastFor(person.id, mobile, againHere);
  const lately = await reports.lately(person.id, againLately + againHere);
  const known = new Set(before.map(({ item }) => (item.kind === 'product' ? `${item.productId} ${item.amount}` : '')));
  const others = lately.flatMap((item) => {
    const product = catalogue.product(item.productId);
    const fits = product?.onSale && item.operatorId === operatorId && item.simType === simType;
    if (!product || !fits || known.has(`${item.productId} ${item.amount}`)) return [];
    const price = item.amount ?? priceOfBase(product.price, vatPercent).total;
    const label = format.offered(product.name, product.nameEn, product.days, format.money(price));
    const { productId: id, amount } = item;
    return [[button(label, amount === null ? { to: 'product', id, mobile } : { to: 'amount', id, mobile, amount })]];
  });
  return [
    ...before.map((order) => [
      button(`↻ ${format.offered(order.title, order.titleEn, order.days, format.money(order.total))}`, {
        to: 'again',
        order: order.id,
      } as const),
    ]),
    ...others.slice(0, againLately),
  ];
}

const labelling = ({ format }: BotRequest, number: KnownNumber): Reply => ({
  screen: askLabelScreen(format, number),
  ask: { for: 'label', mobile: number.mobile },
});

/** `go` follows a press: an answered question leads on to what the person came for. */
export function createNumberRoutes(
  services: Services,
  go: (request: BotRequest, press: Press) => Promise<Reply | FileReply>,
): Routes<Names> {
  const { numbers } = services;

  async function onward(request: BotRequest, mobile: Mobile, purpose: Purpose): Promise<Reply | FileReply> {
    const { operatorId, simType } = await numbers.find(request.person.id, mobile);
    if (operatorId === null || simType === null) return numberHub(services, request, mobile, { purpose });
    return purpose === 'any' ? numberHub(services, request, mobile) : go(request, pressOf({ kind: purpose }, mobile));
  }

  return {
    askNumber: (request, { purpose }) => askNumber(services, request, { kind: purpose }, { to: 'home' }),
    number: async (request, { mobile }) => {
      await numbers.use(request.person.id, mobile);
      return numberHub(services, request, mobile);
    },
    numbers: async ({ person, format }, { page }) => {
      const at = Math.min(Math.max(1, page), mostPages);
      const listed = await numbers.list(person.id, at - 1, pageSize);
      return { screen: numbersScreen(format, { ...listed, page: at }) };
    },
    chooseOperator: async ({ person, format }, { mobile }) => ({
      screen: chooseOperatorScreen(format, await numbers.find(person.id, mobile), 'any'),
    }),
    setOperator: async (request, { mobile, operator, purpose }) => {
      await numbers.setOperator(request.person.id, mobile, operator);
      return onward(request, mobile, purpose);
    },
    chooseSim: async ({ person, format }, { mobile }) => ({
      screen: chooseSimScreen(format, await numbers.find(person.id, mobile), 'any'),
    }),
    setSim: async (request, { mobile, sim, purpose }) => {
      await numbers.setSimType(request.person.id, mobile, sim);
      return onward(request, mobile, purpose);
    },
    saved: async (request, { mobile }) => {
      const number = await numbers.find(request.person.id, mobile);
      return number.label === null ? labelling(request, number) : { screen: savedNumberScreen(request.format, number) };
    },
    label: async (request, { mobile }) => labelling(request, await numbers.find(request.person.id, mobile)),
    unlabel: async (request, { mobile }) => {
      await numbers.setLabel(request.person.id, mobile, null);
      return numberHub(services, request, mobile);
    },
    forget: async ({ person, format }, { mobile }) => {
      await numbers.forget(person.id, mobile);
      const listed = await numbers.list(person.id, 0, pageSize);
      const note = format.html('forgotten', { number: { html: format.mobile(mobile) } });
      return { screen: numbersScreen(format, { ...listed, page: 1, note }) };
    },
  };
}
