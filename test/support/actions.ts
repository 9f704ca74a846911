import { adminActions } from '#bot/actions/admin.ts';
import { agentBotActions, ownBotActions } from '#bot/actions/agent-bots.ts';
import { agentActions } from '#bot/actions/agents.ts';
import { auditActions } from '#bot/actions/audit.ts';
import { broadcastActions } from '#bot/actions/broadcasts.ts';
import { bulkActions } from '#bot/actions/bulk.ts';
import { catalogueActions } from '#bot/actions/catalogue.ts';
import { customerActions } from '#bot/actions/customers.ts';
import { fileActions } from '#bot/actions/files.ts';
import { homeActions } from '#bot/actions/home.ts';
import { reviewActions } from '#bot/actions/manual-review.ts';
import { numberActions } from '#bot/actions/numbers.ts';
import { lookupActions } from '#bot/actions/order-lookup.ts';
import { orderActions } from '#bot/actions/orders.ts';
import { merchantActions, paymentDeskActions } from '#bot/actions/payment-desk.ts';
import { paymentActions } from '#bot/actions/payments.ts';
import { offerActions } from '#bot/actions/personal-offers.ts';
import { planActions } from '#bot/actions/plans.ts';
import { priceActions } from '#bot/actions/prices.ts';
import { privacyActions } from '#bot/actions/privacy.ts';
import { promoActions } from '#bot/actions/promo-codes.ts';
import { referralActions } from '#bot/actions/referrals.ts';
import { reminderActions } from '#bot/actions/reminders.ts';
import { reportActions } from '#bot/actions/reports.ts';
import { apiActions, personApiActions } from '#bot/actions/reselling.ts';
import { settlementActions } from '#bot/actions/settlement.ts';
import { sharingActions } from '#bot/actions/sharing.ts';
import { shopProfileActions } from '#bot/actions/shop-profile.ts';
import { staffActions } from '#bot/actions/staff.ts';
import { supportActions } from '#bot/actions/support.ts';
import { topUpActions } from '#bot/actions/top-up.ts';
import { walletActions } from '#bot/actions/wallet.ts';
import { type Action, type ActionRules, readValues, type ValuesOf } from '#bot/kit/action.ts';
import { decodeAction, encodeAction } from '#bot/kit/callback-data.ts';

/** Every action of the bot by its name. */
export const allActions = {
  ...adminActions,
  ...agentActions,
  ...apiActions,
  ...ownBotActions,
  ...merchantActions,
  ...agentBotActions,
  ...auditActions,
  ...broadcastActions,
  ...bulkActions,
  ...catalogueActions,
  ...customerActions,
  ...fileActions,
  ...homeActions,
  ...lookupActions,
  ...numberActions,
  ...offerActions,
  ...orderActions,
  ...paymentActions,
  ...paymentDeskActions,
  ...personApiActions,
  ...planActions,
  ...priceActions,
  ...privacyActions,
  ...promoActions,
  ...reminderActions,
  ...referralActions,
  ...reportActions,
  ...reviewActions,
  ...sharingActions,
  ...shopProfileActions,
  ...staffActions,
  ...supportActions,
  ...settlementActions,
  ...topUpActions,
  ...walletActions,
};

type AllActions = typeof allActions;
/** An action with its name and its values, as tests write it, by its name. */
export type NamedActions = {
  [Name in keyof AllActions]: { readonly to: Name } & ValuesOf<AllActions[Name]>;
};
export type NamedAction = NamedActions[keyof AllActions];

const byTag = new Map(
  Object.entries(allActions).map(([to, rules]) => [rules.tag, { to, rules: rules as ActionRules }]),
);

export function makeAction({ to, ...values }: NamedAction): Action {
  const make = allActions[to] as (values: object) => Action;
  return make(values);
}

export const encode = (action: NamedAction, inNewMessage = false): string =>
  encodeAction(makeAction(action), inNewMessage);

/** Null: not a button of the bot. */
export function decode(data: string): NamedAction | null {
  const decoded = decodeAction(data);
  const known = decoded && byTag.get(decoded.action.tag);
  const values = known && readValues(known.rules, decoded.action.values);
  return values ? ({ to: known.to, ...values } as NamedAction) : null;
}
