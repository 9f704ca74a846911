import { orderActions } from '#bot/actions/orders.ts';
import { planActions } from '#bot/actions/plans.ts';
import { supportActions } from '#bot/actions/support.ts';
import { walletActions } from '#bot/actions/wallet.ts';
import type { Action } from '#bot/kit/action.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { backRow, choiceRows, homeButton, inReadingOrder } from '#bot/kit/navigation.ts';
import { type Button, button, lines, newMessageButton, type Screen } from '#bot/kit/screen.ts';
import { heldStates, type OrderState, ownCauseOutcome } from '#domain/order.ts';
import type { Role } from '#domain/role.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import { namesDays, untrustedTitle } from './item-title.ts';
import { numberLine, saveButton } from './number-screens.ts';
import { balanceLine, paidLines, receiptLines } from './price-lines.ts';

export const signs = {
  confirmed: '⏳',
  unsure: '⏳',
  review: '🔎',
  delivered: '✅',
  rejected: '❌',
  quoted: '🏷',
  expired: '⌛️',
  cancelled: '✖️',
  reversed: '↩️',
} as const;

/** A delivery that the owner took back is none to anyone who reads of it. */
export const shownState = ({ state, reversedAt }: Pick<Order, 'state' | 'reversedAt'>): OrderState | 'reversed' =>
  reversedAt === null ? state : 'reversed';

/** What and for whom. */
export const saleLines = (format: Formatter, order: Order, label: string | null): string[] => [
  format.html('line', { text: { html: `<b>${format.html('line', { text: untrustedTitle(format, order) })}</b>` } }),
  numberLine(format, order.mobile, label),
];

const kindLine = (format: Formatter, { operatorId, simType, productType }: Order): string =>
  format.html('number-facts', { operator: format.operator(operatorId), sim: format.sim(simType, productType) });

/** The same lines wherever it matters what kind of number it is; validity where the name leaves it out. */
export const factsOf = (
  format: Formatter,
  order: Order,
  label: string | null,
  isSimKnown = true,
): (string | null)[] => [
  ...saleLines(format, order, label),
  isSimKnown || order.productType === 'tdlte'
    ? kindLine(format, order)
    : format.html('line', { text: format.operator(order.operatorId) }),
  order.days === null || namesDays(order) ? null : format.html('order-days', { days: order.days }),
];

export const codeLine = (format: Formatter, { code }: Order): string =>
  format.html('order-code', { code: format.copyable(code) });

/** Null: the delivery stands. */
export const reversedLine = (format: Formatter, { reversedAt, charge }: Order): string | null =>
  reversedAt === null
    ? null
    : format.html('order-reversed', { amount: format.money(charge), when: format.when(reversedAt) });

/** The same without the amount, for those who may not know what was paid. */
export const reversedOnLine = (format: Formatter, { reversedAt }: Order): string | null =>
  reversedAt === null ? null : format.html('order-reversed-on', { when: format.when(reversedAt) });

export interface OrderView {
  /** The saved name of the number. */
  readonly label: string | null;
  readonly role: Role;
  /** The buyer's balance once it was paid; null: not paid, or without a limit. */
  readonly balanceAfter: number | null;
  /** The plan that bought it; null: a person did. */
  readonly planId: string | null;
  /** How long the gateway is asked before a person looks at it. */
  readonly mostHours: number;
  /** It is under way for longer than people look at it without a word. */
  readonly isSlow: boolean;
}

/** An agent passes the text on as it is: their balance is on a button, which stays behind. */
export function orderScreen(format: Formatter, order: Order, view: OrderView): Screen {
  if (order.supersededBy !== null) return retiredScreen(format, order);
  const { role, balanceAfter } = view;
  const isPassedOn = role === 'agent';
  const shownView = isPassedOn ? { ...view, balanceAfter: null } : view;
  const text = orderText(format, order, shownView, {
    facts: [...saleLines(format, order, view.label), order.productType === 'tdlte' ? kindLine(format, order) : null],
    price: receiptLines(format, order, role),
    reversed: isPassedOn ? reversedOnLine(format, order) : reversedLine(format, order),
  });
  // The agent's own customers read another shop's name than the one they know.
  const shop = order.state === 'delivered' && !isPassedOn ? format.shopName() : null;
  return {
    text: lines(text, shop === null ? null : format.html('receipt-shop', { shop: untrusted(shop) })),
    keys: [
      ...receiptButtons(format, order),
      ...(isPassedOn && balanceAfter !== null ? [[balanceButton(format, balanceAfter)]] : []),
    ],
  };
}

/** What is left of a quote when a newer one stands instead. */
const retiredScreen = (format: Formatter, { id }: Order): Screen => ({
  text: format.html('retired'),
  keys: [[button(format.plain('key-show-newer'), orderActions.again({ order: id }))]],
});

const balanceButton = (format: Formatter, balance: number): Button =>
  newMessageButton(
    balance < 0
      ? format.plain('key-debt-after', { debt: format.price(-balance) })
      : format.plain('key-balance-after', { balance: format.price(balance) }),
    walletActions.wallet(),
  );

/** A delivered data package is active; a top-up has arrived. */
export const stateText = (format: Formatter, { state, productType }: Pick<Order, 'state' | 'productType'>): string =>
  format.html(state === 'delivered' && productType !== 'topup' ? 'state-activated' : `state-${state}`);

/** Its state at a glance. */
export const markLine = (format: Formatter, order: Order): string => {
  const state = shownState(order);
  return format.html('review-title', { sign: signs[state], state: format.plain(`mark-${state}`) });
};

/** A message after a newer one shows the order: the outcome is told once. */
export const belowLine = (format: Formatter, order: Order): Screen => ({
  text: [format.html('order-below'), codeLine(format, order)].join(' · '),
  keys: [],
});

/** What is left of an order that came to nothing. */
export const orderLine = (format: Formatter, order: Order): Screen => ({
  text: [markLine(format, order), codeLine(format, order)].join(' · '),
  keys: [],
});

export const orderPageScreen = (
  format: Formatter,
  order: Order,
  view: OrderView,
  { here, back }: { readonly here: Action; readonly back: Action },
): Screen => ({
  text: orderText(format, order, view, {
    facts: factsOf(format, order, view.label),
    price: paidLines(format, order, view.role),
    reversed: reversedLine(format, order),
  }),
  keys: [
    inReadingOrder(format, [
      heldStates.includes(order.state) ? button(format.plain('key-refresh'), here) : againButton(format, order),
      shareButton(format, order, newMessageButton),
    ]),
    ...(order.state === 'delivered'
      ? [[pictureButton(format, order, newMessageButton)], [planButton(format, order, view.planId, newMessageButton)]]
      : []),
    [askButton(format, order, newMessageButton)],
    backRow(format, back),
  ],
});

/** The gateway's or the owner's words, except when the cause is the shop's own account. */
export const outcomeText = (format: Formatter, outcome: string): string =>
  outcome === ownCauseOutcome ? format.plain('outcome-account-empty') : format.fromGateway(outcome);

interface OrderLines {
  readonly facts: readonly (string | null)[];
  readonly price: readonly (string | null)[];
  readonly reversed: string | null;
}

function orderText(
  format: Formatter,
  order: Order,
  { balanceAfter, planId, mostHours, isSlow }: OrderView,
  { facts, price, reversed }: OrderLines,
): string {
  const reason =
    order.state === 'rejected' && order.outcome
      ? format.html('order-reason', { reason: untrusted(outcomeText(format, order.outcome)) })
      : null;
  const isWaiting = order.state === 'confirmed' || order.state === 'unsure';
  return lines(
    stateText(format, order),
    isWaiting && isSlow ? format.html('order-held', { hours: mostHours }) : null,
    reason,
    reversed,
    '',
    ...facts,
    planId === null ? null : format.html('order-planned'),
    order.source === null ? null : format.html(`order-by-${order.source}`),
    ...price,
    balanceAfter === null ? null : balanceLine(format, balanceAfter),
    '',
    codeLine(format, order),
    format.html('line', { text: format.when(order.confirmedAt ?? order.quotedAt) }),
  );
}

/** Links away from a receipt open new messages, because people look for it later. */
function receiptButtons(format: Formatter, order: Order): Button[][] {
  const refresh = button(format.plain('key-refresh'), orderActions.order({ order: order.id, page: null }));
  const more = newMessageButton(format.plain('key-more'), orderActions.more({ order: order.id }));
  switch (order.state) {
    case 'confirmed':
    case 'unsure':
    case 'review':
      return [inReadingOrder(format, [refresh, askButton(format, order, newMessageButton), more])];
    case 'delivered':
      return [
        inReadingOrder(format, [
          againButton(format, order, newMessageButton),
          shareButton(format, order, newMessageButton),
          more,
        ]),
      ];
    case 'rejected':
      return [
        [againButton(format, order, newMessageButton)],
        inReadingOrder(format, [askButton(format, order, newMessageButton), more]),
      ];
    case 'quoted':
    case 'expired':
    case 'cancelled':
      return [inReadingOrder(format, [againButton(format, order, button), homeButton(format)])];
  }
}

/** What is done less often with an order, below its receipt. */
export function moreScreen(format: Formatter, order: Order, { label, planId }: OrderView): Screen {
  const delivered = order.state === 'delivered';
  return {
    text: lines(...saleLines(format, order, label)),
    keys: [
      ...choiceRows(
        format,
        delivered
          ? [pictureButton(format, order), planButton(format, order, planId), askButton(format, order)]
          : [shareButton(format, order)],
        1,
      ),
      inReadingOrder(format, [saveButton(format, { mobile: order.mobile, label }), homeButton(format)]),
    ],
  };
}

/** Nothing was bought yet of an order that failed. */
const againButton = (format: Formatter, { id, state }: Order, make = button): Button =>
  make(format.plain(state === 'delivered' ? 'key-buy-again' : 'key-try-again'), orderActions.again({ order: id }));

const planButton = (format: Formatter, { id }: Order, planId: string | null, make = button): Button =>
  planId === null
    ? make(format.plain('key-make-plan-of'), planActions.planOrder({ order: id, follows: 'same' }))
    : make(format.plain('key-open-plan'), planActions.plan({ plan: planId }));

const askButton = (format: Formatter, { id }: Order, make = button): Button =>
  make(format.plain('key-ask-order'), supportActions.support({ order: id }));

const pictureButton = (format: Formatter, { id }: Order, make = button): Button =>
  make(format.plain('key-picture'), orderActions.picture({ order: id }));

const shareButton = (format: Formatter, { id }: Order, make = button): Button =>
  make(format.plain('key-share'), orderActions.share({ order: id }));
