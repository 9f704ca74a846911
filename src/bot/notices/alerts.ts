import type { Api } from 'grammy';
import { adminActions } from '#bot/actions/admin.ts';
import { agentActions } from '#bot/actions/agents.ts';
import { periodsAction } from '#bot/actions/files.ts';
import { homeActions } from '#bot/actions/home.ts';
import { reviewActions } from '#bot/actions/manual-review.ts';
import { orderActions } from '#bot/actions/orders.ts';
import { paymentDeskActions } from '#bot/actions/payment-desk.ts';
import { staffActions } from '#bot/actions/staff.ts';
import { supportActions } from '#bot/actions/support.ts';
import { walletActions } from '#bot/actions/wallet.ts';
import { canNow } from '#bot/core/authorize.ts';
import { escapeHtml, type Formatter, untrusted } from '#bot/core/formatter.ts';
import { inReadingOrder } from '#bot/core/navigation.ts';
import { type Button, lines, newMessageButton, type Screen } from '#bot/core/screen.ts';
import type { Services } from '#bot/core/services.ts';
import { messageOptions } from '#bot/core/show.ts';
import { mismatchLines } from '#bot/features/admin/ledger-screen.ts';
import type { SlipDelivery } from '#bot/features/payment-desk/slip-delivery.ts';
import { problemText } from '#bot/features/payments/payment-words.ts';
import { isUnreachable, problemOf, retryLater } from '#bot/telegram/problem.ts';
import { startOf } from '#domain/calendar.ts';
import { shopLanguage } from '#domain/language.ts';
import { settlementPause } from '#domain/settlement.ts';
import type { Log } from '#log.ts';
import type { AlertWorkerDeps } from '#shop/alerts/alert-worker.ts';
import { type Alert, staffPermissionFor } from '#shop/alerts/alerts.ts';
import { isPersonal, type PersonalNotice } from '#shop/alerts/personal-notice.ts';
import { createPersonalScreens, type NoticeServices } from './personal-notices.ts';

type Deps = NoticeServices &
  Pick<Services, 'people' | 'formatterFor' | 'now'> & { readonly api: Api; readonly log: Log };

/** Alerts that are a text and a button; a slip also has a picture. */
type PlainAlert = Exclude<Alert, { readonly kind: 'payment-slip' } | PersonalNotice>;

function alertText(format: Formatter, alert: PlainAlert, at: number): string {
  switch (alert.kind) {
    case 'account-empty':
      return alert.balance === null
        ? format.html('alert-account-empty-unknown', { total: format.money(alert.total) })
        : format.html('alert-account-empty', {
            total: format.money(alert.total),
            balance: format.money(alert.balance),
          });
    case 'account-filled':
      return format.html('alert-account-filled', { balance: format.money(alert.balance) });
    case 'purchases-failing':
      return format.html('alert-purchases-failing');
    case 'purchases-answered':
      return format.html('alert-purchases-answered', { since: format.when(alert.since) });
    case 'order-in-review':
      return format.html('alert-review', { code: format.code(alert.code) });
    case 'answer-unrecognised':
      return format.html('alert-unrecognised', { code: format.code(alert.code), message: untrusted(alert.message) });
    case 'low-balance':
      return format.html('alert-low-balance', {
        balance: format.money(alert.balance),
        threshold: format.money(alert.threshold),
      });
    case 'ledger-mismatch':
      return lines(
        format.html('alert-ledger', { count: alert.count }),
        ...mismatchLines(format, alert.mismatches, alert.count),
      );
    case 'agent-joined':
      return format.html('alert-agent-joined', { name: untrusted(alert.name), limit: format.money(alert.creditLimit) });
    case 'staff-joined':
      return format.html('alert-staff-joined', {
        name: untrusted(alert.name),
        role: format.plain(`staff-${alert.role}`),
      });
    case 'owner-joined':
      return format.html('alert-owner-joined', {
        name: untrusted(alert.name),
        id: format.copyable(String(alert.personId)),
      });
    case 'person-deleted':
      return format.html('alert-person-deleted', { id: format.copyable(String(alert.personId)) });
    case 'shop-message':
      return lines(format.html('notice-shop-message'), '', escapeHtml(alert.text));
    case 'payment-waiting':
      return format.html('alert-payment-waiting', {
        amount: format.money(alert.amount),
        method: format.plain(`method-${alert.method}`),
      });
    case 'payment-mismatch':
      return format.html('alert-payment-mismatch', {
        amount: format.money(alert.amount),
        method: format.plain(`method-${alert.method}`),
        why: untrusted(problemText(format, alert.why)),
      });
    case 'payment-kept':
      return format.html(`alert-payment-kept-${alert.why}`, { amount: format.money(alert.amount) });
    case 'payment-unknown':
      return format.html('alert-payment-unknown', {
        amount: format.money(alert.amount),
        method: format.plain(`method-${alert.method}`),
        reference: format.copyable(alert.reference),
      });
    case 'payment-misconfigured':
      return format.html('alert-payment-misconfigured', {
        method: format.plain(`method-${alert.method}`),
        why: untrusted(problemText(format, alert.why)),
      });
    case 'support-unanswered':
      return format.html('alert-support-unanswered', {
        name: untrusted(alert.name, 60),
        since: format.when(alert.since),
      });
    case 'support-group-failed':
      return format.html('alert-support-group-failed', { why: untrusted(alert.why) });
    case 'support-group-moved':
      return format.html('alert-support-group-moved', { chat: format.copyable(String(alert.chatId)) });
    case 'order-reversed':
      return format.html('notice-reversed', { code: format.code(alert.code), amount: format.money(alert.amount) });
    case 'settlement-due':
      return statementText(format, alert, at);
    case 'settlement-reopened':
      return lines(
        format.html('notice-settlement-reopened', {
          day: format.date(startOf(alert.day)),
          left: format.money(alert.left),
        }),
        '',
        untilText(format, alert.graceMs, at),
      );
    case 'own-settlement-pause':
    case 'own-settlement-resume':
      return format.html(`notice-${alert.kind}`, { owed: format.money(alert.owed) });
    case 'settlement-pause':
    case 'settlement-resume':
      return format.html(`alert-${alert.kind}`, { name: untrusted(alert.name), owed: format.money(alert.owed) });
    case 'tier-changed':
      if (alert.name === null) return format.html('notice-no-tier');
      return format.html(alert.rose ? 'notice-tier-rise' : 'notice-tier', { tier: untrusted(alert.name, 40) });
    case 'plans-unfunded':
      return format.html('alert-plans-unfunded', {
        planned: format.money(alert.planned),
        balance: format.money(alert.balance),
      });
    case 'backup-failed':
      return format.html('alert-backup-failed', { why: untrusted(alert.why, 200) });
    case 'backup-old':
      return alert.at === null
        ? format.html('alert-backup-none')
        : format.html('alert-backup-old', { time: format.when(alert.at) });
    case 'restored':
      return format.html('alert-restored', { time: format.when(alert.at) });
    case 'token-refused':
      return format.html('alert-token-refused');
    case 'token-accepted':
      return format.html('alert-token-accepted');
  }
}

function statementText(
  format: Formatter,
  alert: Extract<Alert, { readonly kind: 'settlement-due' }>,
  at: number,
): string {
  const { fromDay, day, before = 0, graceMs = alert.graceEndsAt - at } = alert;
  return lines(
    format.html('notice-statement', { from: format.date(startOf(fromDay)), to: format.date(startOf(day)) }),
    '',
    before === 0 ? null : format.html('statement-before', { amount: format.money(before) }),
    format.html('statement-bought', { amount: format.money(alert.bought) }),
    format.html('statement-paid', { amount: format.money(alert.paid) }),
    format.html('statement-owed', { amount: format.money(alert.owed) }),
    '',
    untilText(format, graceMs, at),
  );
}

/** The grace period counts from now, when the statement is sent. */
const untilText = (format: Formatter, graceMs: number, at: number): string =>
  graceMs > 0 ? format.html('statement-until', { when: format.when(at + graceMs) }) : format.html('statement-at-once');

function alertButton(format: Formatter, alert: PlainAlert): Button {
  switch (alert.kind) {
    case 'order-in-review':
    case 'answer-unrecognised':
      return newMessageButton(format.plain('key-open-order'), reviewActions.review({ order: alert.orderId }));
    case 'payment-waiting':
    case 'payment-mismatch':
    case 'payment-kept':
      return newMessageButton(
        format.plain('key-open-payment'),
        paymentDeskActions.deskPayment({ payment: alert.paymentId }),
      );
    case 'payment-unknown':
    case 'payment-misconfigured':
      return newMessageButton(format.plain('key-desk-money'), paymentDeskActions.paymentDesk());
    case 'agent-joined':
    case 'settlement-pause':
    case 'settlement-resume':
      return newMessageButton(format.plain('key-open-agent'), agentActions.agent({ person: alert.personId }));
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
    case 'account-empty':
    case 'account-filled':
    case 'purchases-failing':
    case 'purchases-answered':
    case 'low-balance':
    case 'plans-unfunded':
    case 'backup-failed':
    case 'backup-old':
    case 'token-refused':
    case 'token-accepted':
      return newMessageButton(format.plain('key-health'), adminActions.health());
  }
}

/** For people who are no owners: home, or the file of what a statement sums up. */
function secondButton(format: Formatter, { kind }: PlainAlert): Button {
  switch (kind) {
    case 'settlement-due':
    case 'settlement-reopened':
      return newMessageButton(format.plain('key-file'), periodsAction('money'));
    case 'tier-changed':
    case 'shop-message':
    case 'order-reversed':
    case 'own-settlement-pause':
    case 'own-settlement-resume':
      return newMessageButton(format.plain('key-home'), homeActions.home());
    default:
      return newMessageButton(format.plain('key-desk'), adminActions.menu());
  }
}

/** New messages: the alert itself stays in the chat, to be found later. */
const alertScreen = (format: Formatter, alert: PlainAlert, at: number): Screen => ({
  text: alertText(format, alert, at),
  keys: [inReadingOrder(format, [alertButton(format, alert), secondButton(format, alert)])],
});

/** Sends alerts to an owner, and notices to others, in their own language. */
export function createAlertSender(deps: Deps, deliverSlip: SlipDelivery): AlertWorkerDeps['tell'] {
  const { api, people, formatterFor, log, now } = deps;
  const personalScreen = createPersonalScreens(deps);
  return async (ownerId, alert) => {
    const owner = await people.find(ownerId);
    const needs = staffPermissionFor(alert);
    // Written before their role was taken away.
    if (owner && needs !== null && !canNow(owner, needs)) return { kind: 'unreachable' };
    // Paid, or ended by the owner, before it could be said.
    if (alert.kind === 'own-settlement-pause' && owner?.pausedWhy !== settlementPause) return { kind: 'delivered' };
    const format = formatterFor(owner?.language ?? shopLanguage, owner?.unit ?? 'toman');
    try {
      if (alert.kind === 'payment-slip') await deliverSlip(ownerId, format, alert);
      else {
        const screen = isPersonal(alert) ? await personalScreen(format, alert) : alertScreen(format, alert, now());
        if (screen) await api.sendMessage(ownerId, screen.text, messageOptions(screen));
      }
      return { kind: 'delivered' };
    } catch (error) {
      log.warn({ alert: alert.kind, ...problemOf(error) }, 'alert not delivered');
      if (isUnreachable(error)) {
        if (isPersonal(alert)) await people.markUnreachable(ownerId);
        return { kind: 'unreachable' };
      }
      return retryLater(error);
    }
  };
}
