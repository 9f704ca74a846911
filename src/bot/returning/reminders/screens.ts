import { homeActions } from '#bot/actions/home.ts';
import { numberActions } from '#bot/actions/numbers.ts';
import { orderActions } from '#bot/actions/orders.ts';
import { planActions } from '#bot/actions/plans.ts';
import { reminderActions } from '#bot/actions/reminders.ts';
import { type Formatter, isolated } from '#bot/kit/formatter.ts';
import { withCheckMark } from '#bot/kit/navigation.ts';
import { key, newKey, page } from '#bot/kit/page.ts';
import { type Button, button, inRows, newMessageButton, type Screen } from '#bot/kit/screen.ts';
import { orderRow } from '#bot/words/history-screen.ts';
import { factsOf } from '#bot/words/order-screen.ts';
import { type Day, startOf } from '#domain/calendar.ts';
import type { Mobile } from '#domain/phone.ts';
import { type QuietHours, quietChoices } from '#domain/quiet-hours.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import type { EndingPackage, ReminderSettings } from '#shop/returning/reminders/reminders.ts';

interface SettingsData {
  readonly settings: ReminderSettings;
  readonly muted: readonly Mobile[];
}

const isNever = ({ from, to }: QuietHours): boolean => from === to;

const hoursText = (format: Formatter, { from, to }: QuietHours): string =>
  isNever({ from, to })
    ? format.plain('quiet-never')
    : format.plain('quiet-hours', { hours: isolated(`${clockAt(format, from)}–${clockAt(format, to)}`) });

const clockAt = (format: Formatter, hour: number): string => format.clock(startOf(0) + hour * 3_600_000);

/** A press switches it over. */
export function remindersScreen(format: Formatter, { settings: { on, quiet }, muted }: SettingsData): Screen {
  const isChosen = ({ from, to }: QuietHours) => from === quiet.from && to === quiet.to;
  return page(format, {
    text: [
      format.html('reminders-title'),
      '',
      format.html(on ? 'reminders-on' : 'reminders-off'),
      isNever(quiet) ? format.html('quiet-off') : format.html('quiet-now', { hours: hoursText(format, quiet) }),
      muted.length > 0 && `\n${format.html('reminders-muted')}`,
    ],
    keys: [
      key(
        on ? 'key-reminders-off' : 'key-reminders-on',
        reminderActions.setReminders({ reminders: on ? 'off' : 'on' }),
      ),
      ...inRows(
        quietChoices.map((choice, at) =>
          button(
            withCheckMark(isChosen(choice), hoursText(format, choice)),
            reminderActions.setQuietHours({ choice: at }),
          ),
        ),
        2,
      ),
      ...muted.map((mobile) =>
        key('key-unmute', reminderActions.remindNumber({ mobile, reminders: 'on' }), { number: format.mobile(mobile) }),
      ),
    ],
    back: homeActions.settings(),
  });
}

export const mutedScreen = (format: Formatter, mobile: Mobile): Screen =>
  page(format, {
    text: format.html('reminder-muted', { number: format.mobile(mobile) }),
    keys: [
      key('key-unmute', reminderActions.remindNumber({ mobile, reminders: 'on' }), { number: format.mobile(mobile) }),
    ],
    back: reminderActions.reminders(),
  });

const ends = (format: Formatter, day: Day): string => format.date(startOf(day));

/** The end is counted from the purchase: the operator may count in another way. */
export const packageEndingScreen = (
  format: Formatter,
  { order, endsOn, label }: { readonly order: Order; readonly endsOn: Day; readonly label: string | null },
): Screen =>
  page(format, {
    text: [
      format.html('reminder-title', { day: ends(format, endsOn) }),
      '',
      ...factsOf(format, order, label),
      '',
      format.html('reminder-estimate'),
    ],
    keys: [
      newKey('key-same-again', orderActions.again({ order: order.id })),
      [
        newKey('key-choose-another', numberActions.number({ mobile: order.mobile })),
        newKey('key-make-plan', planActions.planOrder({ order: order.id, follows: 'same' })),
      ],
      key('key-mute-number', reminderActions.remindNumber({ mobile: order.mobile, reminders: 'off' })),
    ],
  });

const packageKeys = (
  format: Formatter,
  packages: readonly EndingPackage[],
  labels: ReadonlyMap<Mobile, string | null>,
): Button[] =>
  packages.map(({ order }) =>
    newMessageButton(
      orderRow(format, order, labels.get(order.mobile) ?? undefined),
      orderActions.again({ order: order.id }),
    ),
  );

interface DigestData {
  readonly endsOn: Day;
  readonly count: number;
  readonly sentAt: number;
  readonly packages: readonly EndingPackage[];
  readonly labels: ReadonlyMap<Mobile, string | null>;
}

/** For a seller: all customers in one message. */
export const packagesEndingScreen = (
  format: Formatter,
  { endsOn, count, sentAt, packages, labels }: DigestData,
): Screen =>
  page(format, {
    text: [
      format.html('digest-title', { count, day: ends(format, endsOn) }),
      '',
      format.html('digest-hint'),
      format.html('reminder-estimate'),
    ],
    keys: [
      ...packageKeys(format, packages, labels),
      [
        count > packages.length &&
          newKey('key-all-of-them', reminderActions.endingPackages({ sentAt, page: 1 }), { count }),
        newKey('key-reminders', reminderActions.reminders()),
      ],
    ],
  });

interface EndingData {
  readonly packages: readonly EndingPackage[];
  readonly labels: ReadonlyMap<Mobile, string | null>;
  readonly sentAt: number;
  readonly page: number;
  readonly more: boolean;
}

export const endingPackagesScreen = (format: Formatter, { packages, labels, sentAt, ...turn }: EndingData): Screen =>
  page(format, {
    text: [format.html('ending-title'), '', format.html(packages.length === 0 ? 'ending-none' : 'digest-hint')],
    keys: packageKeys(format, packages, labels),
    turn: { ...turn, to: (page) => reminderActions.endingPackages({ sentAt, page }) },
    back: reminderActions.reminders(),
  });
