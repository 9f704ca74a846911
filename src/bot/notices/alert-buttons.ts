import { adminActions } from '#bot/actions/admin.ts';
import { agentBotActions, ownBotActions } from '#bot/actions/agent-bots.ts';
import { agentActions } from '#bot/actions/agents.ts';
import { periodsAction } from '#bot/actions/files.ts';
import { homeActions } from '#bot/actions/home.ts';
import { reviewActions } from '#bot/actions/manual-review.ts';
import { orderActions } from '#bot/actions/orders.ts';
import { paymentDeskActions } from '#bot/actions/payment-desk.ts';
import { staffActions } from '#bot/actions/staff.ts';
import { supportActions } from '#bot/actions/support.ts';
import { walletActions } from '#bot/actions/wallet.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { type Button, newMessageButton } from '#bot/kit/screen.ts';
import type { Alert } from '#shop/base/alerts/alerts.ts';
import type { PersonalNotice } from '#shop/base/alerts/personal-notice.ts';

/** Alerts that are a text and a button; a slip also has a picture. */
export type PlainAlert = Exclude<Alert, { readonly kind: 'payment-slip' } | PersonalNotice>;

/** Where an alert leads. */
export function alertButton(format: Formatter, alert: PlainAlert): Button {
  switch (alert.kind) {
    case 'order-in-review':
    case 'answer-unrecognised':
      return newMessageButton(format.plain('key-open-order'), reviewActions.review({ order: alert.orderId }));
    case 'sold-after-refund':
      return newMessageButton(format.plain('key-open-order'), orderActions.order({ order: alert.orderId, page: null }));
    case 'payment-waiting':
    case 'payment-mismatch':
    case 'payment-kept':
    case 'payment-unsettled':
      return newMessageButton(
        format.plain('key-open-payment'),
        paymentDeskActions.deskPayment({ payment: alert.paymentId }),
      );
    case 'payment-unknown':
    case 'payment-misconfigured':
      return newMessageButton(format.plain('key-desk-money'), paymentDeskActions.paymentDesk());
    case 'agent-joined':
    case 'api-key-in-doubt':
    case 'settlement-pause':
    case 'settlement-resume':
      return newMessageButton(format.plain('key-open-agent'), agentActions.agent({ person: alert.personId }));
    case 'bot-stopped':
    case 'bot-runs':
      return newMessageButton(format.plain('key-agent-bot'), agentBotActions.agentBot({ person: alert.personId }));
    case 'own-bot-stopped':
    case 'own-bot-runs':
      return newMessageButton(format.plain('key-own-bot'), ownBotActions.ownBot());
    case 'staff-joined':
      return newMessageButton(format.plain('key-person'), staffActions.staffMember({ person: alert.personId }));
    case 'owner-joined':
    case 'person-deleted':
      return newMessageButton(format.plain('key-person'), agentActions.agent({ person: alert.personId }));
    case 'shop-message':
      return newMessageButton(format.plain('key-help'), homeActions.help());
    case 'support-unanswered':
      return newMessageButton(
        format.plain('key-support-open'),
        supportActions.conversation({ person: alert.personId }),
      );
    case 'support-group-failed':
    case 'support-group-moved':
      return newMessageButton(format.plain('key-support-desk'), supportActions.supportDesk({ page: 1 }));
    case 'order-reversed':
      return newMessageButton(format.plain('key-open-order'), orderActions.order({ order: alert.orderId, page: null }));
    case 'settlement-due':
    case 'settlement-reopened':
    case 'own-settlement-pause':
    case 'own-settlement-resume':
      return newMessageButton(format.plain('key-wallet'), walletActions.wallet());
    case 'tier-changed':
      return newMessageButton(format.plain('key-today'), walletActions.today());
    case 'ledger-mismatch':
      return newMessageButton(format.plain('key-ledger-check'), adminActions.checkLedger());
    case 'restored':
      return newMessageButton(format.plain('key-compare'), adminActions.restored());
    case 'backup-failed':
    case 'backup-old':
      return newMessageButton(format.plain('key-backup'), adminActions.backup());
    case 'account-empty':
    case 'account-filled':
    case 'purchases-failing':
    case 'gateway-elsewhere':
    case 'purchases-answered':
    case 'low-balance':
    case 'plans-unfunded':
    case 'clock-wrong':
    case 'clock-right':
    case 'token-refused':
    case 'token-accepted':
      return newMessageButton(format.plain('key-health'), adminActions.health());
  }
}

/** For people who are no owners: home, or the file of what a statement sums up. */
export function secondButton(format: Formatter, { kind }: PlainAlert): Button {
  switch (kind) {
    case 'settlement-due':
    case 'settlement-reopened':
      return newMessageButton(format.plain('key-file'), periodsAction('money'));
    case 'tier-changed':
    case 'shop-message':
    case 'order-reversed':
    case 'own-settlement-pause':
    case 'own-settlement-resume':
    case 'own-bot-stopped':
    case 'own-bot-runs':
      return newMessageButton(format.plain('key-home'), homeActions.home());
    default:
      return newMessageButton(format.plain('key-desk'), adminActions.menu());
  }
}
