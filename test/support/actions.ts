import { type Action, type ActionRules, readValues, type ValuesOf } from '#bot/core/action.ts';
import { decodeAction, encodeAction } from '#bot/core/callback-data.ts';
import { adminActions } from '#bot/features/admin/actions.ts';
import { agentActions } from '#bot/features/agents/actions.ts';
import { auditActions } from '#bot/features/audit/actions.ts';
import { broadcastActions } from '#bot/features/broadcasts/actions.ts';
import { bulkActions } from '#bot/features/bulk/actions.ts';
import { catalogueActions } from '#bot/features/catalogue/actions.ts';
import { customerActions } from '#bot/features/customers/actions.ts';
import { fileActions } from '#bot/features/files/actions.ts';
import { homeActions } from '#bot/features/home/actions.ts';
import { reviewActions } from '#bot/features/manual-review/actions.ts';
import { numberActions } from '#bot/features/numbers/actions.ts';
import { lookupActions } from '#bot/features/order-lookup/actions.ts';
import { orderActions } from '#bot/features/orders/actions.ts';
import { paymentDeskActions } from '#bot/features/payment-desk/actions.ts';
import { paymentActions } from '#bot/features/payments/actions.ts';
import { offerActions } from '#bot/features/personal-offers/actions.ts';
import { planActions } from '#bot/features/plans/actions.ts';
import { priceActions } from '#bot/features/prices/actions.ts';
import { privacyActions } from '#bot/features/privacy/actions.ts';
import { promoActions } from '#bot/features/promo-codes/actions.ts';
import { referralActions } from '#bot/features/referrals/actions.ts';
import { reminderActions } from '#bot/features/reminders/actions.ts';
import { reportActions } from '#bot/features/reports/actions.ts';
import { settlementActions } from '#bot/features/settlement/actions.ts';
import { sharingActions } from '#bot/features/sharing/actions.ts';
import { staffActions } from '#bot/features/staff/actions.ts';
import { supportActions } from '#bot/features/support/actions.ts';
import { topUpActions } from '#bot/features/top-up/actions.ts';
import { walletActions } from '#bot/features/wallet/actions.ts';

/** Every action of the bot by its name. */
export const allActions = {
  ...adminActions,
  ...agentActions,
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
  ...planActions,
  ...priceActions,
  ...privacyActions,
  ...promoActions,
  ...reminderActions,
  ...referralActions,
  ...reportActions,
  ...reviewActions,
  ...sharingActions,
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
