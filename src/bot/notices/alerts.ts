import type { Api } from 'grammy';
import { canNow } from '#bot/kit/action.ts';
import { escapeHtml, type Formatter, isolated, untrusted } from '#bot/kit/formatter.ts';
import { inReadingOrder } from '#bot/kit/navigation.ts';
import { lines, type Screen } from '#bot/kit/screen.ts';
import { messageOptions } from '#bot/kit/show.ts';
import type { SlipDelivery } from '#bot/money/payment-desk/slip-delivery.ts';
import type { Services } from '#bot/parts.ts';
import { mismatchLines } from '#bot/running/admin/ledger-screen.ts';
import { isUnreachable, problemOf, retryLater } from '#bot/telegram/problem.ts';
import { problemText } from '#bot/words/payment-words.ts';
import { startOf } from '#domain/calendar.ts';
import type { Rials } from '#domain/money.ts';
import { settlementPause } from '#domain/settlement.ts';
import type { Log } from '#log.ts';
import type { AlertWorkerDeps } from '#shop/base/alerts/alert-worker.ts';
import { type Alert, isAboutRecipient, staffPermissionFor } from '#shop/base/alerts/alerts.ts';
import { isPersonal } from '#shop/base/alerts/personal-notice.ts';
import { alertButton, type PlainAlert, secondButton } from './alert-buttons.ts';
import { createPersonalScreens, type NoticeServices } from './personal-notices.ts';

type Deps = NoticeServices &
  Pick<Services, 'people' | 'formatterFor' | 'now'> & { readonly api: Api; readonly log: Log };

/** Beside what an agent can spend there, which a debt may have used up. */
const debtLine = (format: Formatter, owed: Rials | undefined): string | null =>
  owed === undefined ? null : format.html('desk-owed', { debt: format.money(owed) });

function alertText(format: Formatter, alert: PlainAlert, at: number): string {
  switch (alert.kind) {
    case 'account-empty':
      return alert.balance === null
        ? format.html('alert-account-empty-unknown', { total: format.money(alert.total) })
        : lines(
            format.html('alert-account-empty', {
              total: format.money(alert.total),
              balance: format.money(alert.balance),
            }),
            debtLine(format, alert.owed),
          );
    case 'account-filled':
      return format.html('alert-account-filled', { balance: format.money(alert.balance) });
    case 'purchases-failing':
      return format.html('alert-purchases-failing');
    case 'purchases-answered':
      return format.html('alert-purchases-answered', { since: format.when(alert.since) });
    case 'order-in-review':
      return format.html('alert-review', { code: format.code(alert.code) });
    case 'sold-after-refund':
      return format.html('alert-sold-after-refund', {
        code: format.code(alert.code),
        amount: format.money(alert.amount),
      });
    case 'api-key-in-doubt':
      return format.html('alert-api-key-in-doubt', { code: format.copyable(alert.code) });
    case 'answer-unrecognised':
      return format.html('alert-unrecognised', { code: format.code(alert.code), message: untrusted(alert.message) });
    case 'low-balance':
      return lines(
        format.html('alert-low-balance', {
          balance: format.money(alert.balance),
          threshold: format.money(alert.threshold),
        }),
        debtLine(format, alert.owed),
      );
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
    case 'payment-unsettled':
      return format.html('alert-payment-unsettled', {
        amount: format.money(alert.amount),
        method: format.plain(`method-${alert.method}`),
      });
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
    case 'gateway-elsewhere':
      return format.html('alert-gateway-elsewhere', {
        own: format.copyable(alert.own),
        noted: format.copyable(alert.noted),
      });
    case 'plans-unfunded':
      return lines(
        format.html('alert-plans-unfunded', {
          planned: format.money(alert.planned),
          balance: format.money(alert.balance),
        }),
        debtLine(format, alert.owed),
      );
    case 'backup-failed':
      return format.html('alert-backup-failed', { why: untrusted(alert.why, 200) });
    case 'backup-old':
      return alert.at === null
        ? format.html('alert-backup-none')
        : format.html('alert-backup-old', { time: format.when(alert.at) });
    case 'restored':
      return format.html(alert.withParent ? 'alert-restored-with-parent' : 'alert-restored', {
        time: format.when(alert.at),
      });
    case 'bot-stopped':
    case 'own-bot-stopped':
      return lines(
        format.html(alert.kind === 'bot-stopped' ? 'alert-bot-stopped' : 'notice-bot-stopped', botOf(alert)),
        format.html(`bot-problem-${alert.problem}`),
      );
    case 'bot-runs':
    case 'own-bot-runs':
      return format.html(alert.kind === 'bot-runs' ? 'alert-bot-runs' : 'notice-bot-runs', botOf(alert));
    case 'clock-wrong':
      return format.html(alert.offMs > 0 ? 'alert-clock-behind' : 'alert-clock-ahead', {
        minutes: Math.round(Math.abs(alert.offMs) / 60_000),
      });
    case 'clock-right':
      return format.html('alert-clock-right');
    case 'token-refused':
      return format.html('alert-token-refused');
    case 'token-accepted':
      return format.html('alert-token-accepted');
  }
}

const botOf = ({ username, name }: { readonly username: string; readonly name: string }) => ({
  bot: isolated(`@${username}`),
  name: untrusted(name),
});

function statementText(
  format: Formatter,
  alert: Extract<Alert, { readonly kind: 'settlement-due' }>,
  at: number,
): string {
  const { fromDay, day, before, graceMs } = alert;
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
    // Written before their role was taken away.
    const isTheirs = isAboutRecipient(alert) || !owner || canNow(owner, staffPermissionFor(alert) ?? 'run');
    if (!isTheirs) return { kind: 'unreachable' };
    // Paid, or ended by the owner, before it could be said.
    if (alert.kind === 'own-settlement-pause' && owner?.pausedWhy !== settlementPause) return { kind: 'delivered' };
    const format = formatterFor(owner?.language, owner?.unit);
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
