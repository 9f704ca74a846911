import { catalogueActions } from '#bot/actions/catalogue.ts';
import { type PageWish, pageOf } from '#bot/actions/commands.ts';
import { lookupActions } from '#bot/actions/order-lookup.ts';
import { orderActions } from '#bot/actions/orders.ts';
import { paymentDeskActions } from '#bot/actions/payment-desk.ts';
import { paymentActions } from '#bot/actions/payments.ts';
import { reportActions } from '#bot/actions/reports.ts';
import { supportActions } from '#bot/actions/support.ts';
import { walletActions } from '#bot/actions/wallet.ts';
import type { Bulk } from '#bot/buying/bulk/handlers.ts';
import type { CatalogueAnswers } from '#bot/buying/catalogue/search.ts';
import type { Ordering } from '#bot/buying/orders/ordering.ts';
import type { QuickSale } from '#bot/buying/quick-sale/quick-sale.ts';
import { canNow, canSell } from '#bot/kit/action.ts';
import type { TypedMessage } from '#bot/kit/question.ts';
import type { BotRequest, HandlerResult, Reply } from '#bot/kit/request.ts';
import type { Slips } from '#bot/money/payments/slips.ts';
import type { Services } from '#bot/parts.ts';
import type { TakeTypedPromo } from '#bot/pricing/promo-codes/use-promo.ts';
import type { ToConversation } from '#bot/support/support/to-conversation.ts';
import { homeScreen } from '#bot/words/home-screens.ts';
import { can } from '#domain/access.ts';
import { readingsOf } from '#domain/amount.ts';
import { dayOf } from '#domain/calendar.ts';
import { isMaskedMobile, plainDigits } from '#domain/phone.ts';
import { reportDays } from '#domain/reading/report-days.ts';
import { type Page, pages } from '#domain/words/concepts.ts';
import { intentOf } from '#shop/buying/orders/order.ts';
import type { Meaning } from '#shop/meaning/meaning.ts';
import { createOrderAnswer } from './order-answer.ts';
import { aboutScreen, numbersEndingScreen, promoHelpScreen, talkScreen } from './talk-screens.ts';

export interface AnswerParts {
  readonly bulk: Bulk;
  readonly ordering: Pick<Ordering, 'askToConfirm' | 'following' | 'leave' | 'quote'>;
  readonly quickSale: QuickSale;
  readonly readForSupport: ToConversation;
  readonly slips: Slips;
  readonly catalogueAnswers: CatalogueAnswers;
  readonly takePromo: TakeTypedPromo;
}

type Answer<Kind extends Meaning['kind']> = (
  request: BotRequest,
  meaning: Extract<Meaning, { readonly kind: Kind }>,
  typed: TypedMessage,
) => Promise<HandlerResult | 'taken' | null>;

export type Answers = { readonly [Kind in Meaning['kind']]: Answer<Kind> };

/** What the bot does for each meaning of a text. Null: it has nothing to say. */
export function createAnswers(
  services: Pick<Services, 'lastOrders' | 'now' | 'orders' | 'payments' | 'support'>,
  { bulk, ordering, quickSale, readForSupport, slips, catalogueAnswers, takePromo }: AnswerParts,
): Answers {
  const { lastOrders, now } = services;
  const orderAnswer = createOrderAnswer(services, ordering);

  const page = async ({ person }: BotRequest, { kind }: { readonly kind: PageWish }) => {
    const action = pageOf(person, kind);
    return action && { redirect: action };
  };
  const pageAnswers = Object.fromEntries(pages.map((name) => [name, page])) as Record<Page, typeof page>;
  const talk = async ({ format }: BotRequest, { kind }: { readonly kind: 'thanks' | 'goodbye' }): Promise<Reply> => ({
    screen: talkScreen(format, kind),
  });

  const leave = (request: BotRequest, _: unknown, { message }: TypedMessage) =>
    ordering.leave(request, message?.reply_to_message?.message_id ?? null);

  return {
    buy: (request, { to }, typed) => quickSale.buy(request, to, typed),
    number: (request, { to }, typed) => quickSale.open(request, to, typed),
    mistake: (request, { failure }, typed) => quickSale.mistaken(request, failure, typed),
    list: async (request, _, typed) =>
      canSell(request.person) ? bulk.start(request, textOf(typed)) : quickSale.several(request, typed),
    price: async (request, { cheapest }, { reading }) =>
      (cheapest ? null : await quickSale.below(request, reading)) ?? catalogueAnswers.price(request, reading, cheapest),
    again: async (request, { to }) => {
      const order = await lastOrders.bought(request.person.id);
      const isSame = to.kind !== 'mobile' || to.mobile === order?.mobile;
      if (order && isSame && canSell(request.person) && !isMaskedMobile(order.mobile))
        return ordering.quote(request, intentOf(order), { isRepeat: true });
      if (!order) return { redirect: catalogueActions.operators({ type: 'data' }) };
      return to.kind === 'mobile'
        ? { redirect: orderActions.renumber({ order: order.id, mobile: to.mobile }) }
        : { redirect: orderActions.again({ order: order.id }) };
    },
    order: (request, meaning) => orderAnswer(request, meaning),
    pay: async (request, _, { reading: { figures } }) => {
      const [figure] = [...figures.money, ...figures.bare];
      const [amount, ...others] = figure ? readingsOf(figure, request.person.unit).likely : [];
      const isSaid = amount !== undefined && (others.length === 0 || figure?.unit === 'toman');
      return { redirect: isSaid ? paymentActions.payAmount({ amount }) : paymentActions.addMoney() };
    },
    sent: async (request, { code }, typed) =>
      // Money of others, for those who look at slips.
      code === null && canNow(request.person, 'approve')
        ? { redirect: paymentDeskActions.waitingPayments({ page: 1 }) }
        : slips.sent(request, code, typed),
    promo: async (request, { code }) =>
      code === null ? { screen: promoHelpScreen(request.format) } : takePromo(request, code),
    state: async (request, { mobile: named }, { text = '' }) => {
      const { person, format } = request;
      const [digits] = /(?<!\d)\d{3,9}(?!\d)/.exec(plainDigits(text)) ?? [];
      const found = named === null && digits !== undefined ? await lastOrders.endingWith(person.id, digits) : [];
      const mobile = named ?? (found.length === 1 ? found[0] : null) ?? null;
      if (mobile === null && digits !== undefined) return { screen: numbersEndingScreen(format, digits, found) };
      if (mobile === null) return { redirect: orderActions.orders({ page: 1 }) };
      if (canNow(person, 'orders')) return { redirect: lookupActions.numberOrders({ mobile, page: 1 }) };
      return { redirect: orderActions.history({ page: 1, state: 'all', time: 'all', mobile }) };
    },
    human: async (request) => {
      const order = await lastOrders.meant(request.person.id, null);
      return { redirect: supportActions.support({ order: order?.id ?? null }) };
    },
    greeting: async ({ person, format }) => ({ screen: homeScreen(format, person, format.html('talk-greeting')) }),
    thanks: talk,
    goodbye: talk,
    help: async (request, meaning, { reading: { said } }) =>
      said.has('how') || said.has('work') ? { screen: aboutScreen(request.format, 'help') } : page(request, meaning),
    safe: async ({ format }) => ({ screen: aboutScreen(format, 'safe') }),
    yes: async (request, _, typed) => {
      const order = await lastOrders.live(request.person.id);
      return order ? ordering.askToConfirm(request, order) : readForSupport(request, typed, null);
    },
    no: leave,
    leave,
    menu: async ({ format, person }) => ({ screen: homeScreen(format, person, format.html('left')) }),
    statement: async ({ person }) => ({
      redirect: person.role === 'agent' ? walletActions.statement({ page: 1 }) : walletActions.wallet(),
    }),
    report: async (request, _, { reading }) => {
      if (!can(request.person, 'sales')) return page(request, { kind: 'orders' });
      return {
        redirect: reportActions.report({ of: null, ...reportDays(reading, request.format.calendar, dayOf(now())) }),
      };
    },
    balance: page,
    orders: page,
    sell: page,
    settings: page,
    ...pageAnswers,
    unknown: async () => null,
  };
}

const textOf = ({ message }: TypedMessage): string => message?.text ?? message?.caption ?? '';
