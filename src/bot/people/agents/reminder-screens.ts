import { agentActions } from '#bot/actions/agents.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { key, page } from '#bot/kit/page.ts';
import type { Screen } from '#bot/kit/screen.ts';
import type { Rials } from '#domain/money.ts';

/** What a debtor will read, before it is sent. */
export const reminderScreen = (
  format: Formatter,
  { id, name }: { readonly id: number; readonly name: string },
  debt: Rials,
): Screen =>
  page(format, {
    text: [
      format.html('reminder-preview', { name: untrusted(name) }),
      '',
      format.html('reminder', { debt: format.money(debt) }),
    ],
    keys: [key('key-send-reminder', agentActions.sendReminder({ person: id }))],
    back: agentActions.agent({ person: id }),
  });

/** The same for all debtors; `owed` is the sum of their debts. */
export const remindersScreen = (format: Formatter, owed: Rials): Screen =>
  page(format, {
    text: [
      format.html('reminders-preview'),
      '',
      format.html('reminder', { debt: '…' }),
      '',
      format.html('owing-sum', { sum: format.money(owed) }),
    ],
    keys: [key('key-send-reminder', agentActions.sendReminders())],
    back: agentActions.owing({ page: 1 }),
  });
