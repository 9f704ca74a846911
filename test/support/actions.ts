import { type Action, type ActionRules, readValues, type ValuesOf } from '../../src/bot/core/action.ts';
import { decodeAction, encodeAction } from '../../src/bot/core/callback-data.ts';
import { adminActions } from '../../src/bot/features/admin/actions.ts';
import { agentActions } from '../../src/bot/features/agents/actions.ts';
import { auditActions } from '../../src/bot/features/audit/actions.ts';
import { broadcastActions } from '../../src/bot/features/broadcasts/actions.ts';
import { bulkActions } from '../../src/bot/features/bulk/actions.ts';
import { catalogueActions } from '../../src/bot/features/catalogue/actions.ts';
import { customerActions } from '../../src/bot/features/customers/actions.ts';
import { fileActions } from '../../src/bot/features/files/actions.ts';
import { homeActions } from '../../src/bot/features/home/actions.ts';
import { reviewActions } from '../../src/bot/features/manual-review/actions.ts';
import { numberActions } from '../../src/bot/features/numbers/actions.ts';
import { lookupActions } from '../../src/bot/features/order-lookup/actions.ts';
import { orderActions } from '../../src/bot/features/orders/actions.ts';
import { paymentDeskActions } from '../../src/bot/features/payment-desk/actions.ts';
import { paymentActions } from '../../src/bot/features/payments/actions.ts';
import { offerActions } from '../../src/bot/features/personal-offers/actions.ts';
import { planActions } from '../../src/bot/features/plans/actions.ts';
import { priceActions } from '../../src/bot/features/prices/actions.ts';
import { privacyActions } from '../../src/bot/features/privacy/actions.ts';
import { promoActions } from '../../src/bot/features/promo-codes/actions.ts';
import { referralActions } from '../../src/bot/features/referrals/actions.ts';
import { reminderActions } from '../../src/bot/features/reminders/actions.ts';
import { reportActions } from '../../src/bot/features/reports/actions.ts';
import { settlementActions } from '../../src/bot/features/settlement/actions.ts';
import { sharingActions } from '../../src/bot/features/sharing/actions.ts';
import { staffActions } from '../../src/bot/features/staff/actions.ts';
import { supportActions } from '../../src/bot/features/support/actions.ts';
import { topUpActions } from '../../src/bot/features/top-up/actions.ts';
import { walletActions } from '../../src/bot/features/wallet/actions.ts';

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
