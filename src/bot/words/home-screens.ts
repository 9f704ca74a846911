import { adminActions } from '#bot/actions/admin.ts';
import { ownBotActions } from '#bot/actions/agent-bots.ts';
import { catalogueActions } from '#bot/actions/catalogue.ts';
import { homeActions } from '#bot/actions/home.ts';
import { reviewActions } from '#bot/actions/manual-review.ts';
import { numberActions } from '#bot/actions/numbers.ts';
import { orderActions } from '#bot/actions/orders.ts';
import { paymentDeskActions } from '#bot/actions/payment-desk.ts';
import { planActions } from '#bot/actions/plans.ts';
import { privacyActions } from '#bot/actions/privacy.ts';
import { reminderActions } from '#bot/actions/reminders.ts';
import { reportActions } from '#bot/actions/reports.ts';
import { apiActions } from '#bot/actions/reselling.ts';
import { supportActions } from '#bot/actions/support.ts';
import { walletActions } from '#bot/actions/wallet.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { backRow, inReadingOrder, mostButtons, withCheckMark } from '#bot/kit/navigation.ts';
import { type Button, button, lines, type Screen } from '#bot/kit/screen.ts';
import { can, type Roles } from '#domain/access.ts';
import { languages } from '#domain/language.ts';
import { type Rials, units } from '#domain/money.ts';
import type { Purchase } from '#domain/person.ts';
import type { Balance } from '#shop/base/wallet/wallet.ts';
import type { KnownNumber } from '#shop/people/people/numbers.ts';
import type { BackupStatus } from '#shop/running/backups/backups.ts';
import type { DaySum, Report } from '#shop/running/reports/sales-queries.ts';
import { againForButton } from './again-button.ts';
import { numberLabel } from './number-screens.ts';

/** A note replaces the hint. */
export function homeScreen(format: Formatter, person: Roles, note: string | null = null): Screen {
  const text =
    note === null
      ? [shopLine(format), format.html('home-title'), format.html('home-hint')]
      : [note, '', format.html('home-title')];
  return {
    text: lines(...text),
    keys: homeRows(format, person).map((row) => inReadingOrder(format, row)),
  };
}

/** Null: the owner gave the shop no name. */
function shopLine(format: Formatter): string | null {
  const shop = format.shopName();
  return shop === null ? null : format.html('home-shop', { shop: untrusted(shop) });
}

/** Access is checked when a button is pressed. */
function homeRows(format: Formatter, person: Roles): Button[][] {
  const desk = can(person, 'desk') ? [button(format.plain('key-desk'), adminActions.menu())] : [];
  const sell = button(format.plain('key-sell'), numberActions.askNumber({ purpose: 'any' }));
  const packages = button(format.plain('key-packages'), catalogueActions.operators({ type: 'data' }));
  const orders = button(format.plain('key-orders'), orderActions.orders({ page: 1 }));
  const wallet = button(format.plain('key-wallet'), walletActions.wallet());
  const settings = button(format.plain('key-settings'), homeActions.settings());
  const support = button(format.plain('key-support'), supportActions.support({ order: null }));
  // A number comes first in a sale and leads to all else; reports are on the page of today, saved numbers in the settings.
  if (person.role === 'agent')
    return [
      [sell, button(format.plain('key-today'), walletActions.today())],
      ...(desk.length > 0 ? [desk] : []),
      [packages, orders],
      [wallet, settings],
      [support],
    ];
  const reports = button(format.plain('key-reports'), reportActions.report({ of: null, span: 'day', day: null }));
  if (person.role === 'owner') return [[...desk, sell], [packages, orders], [wallet, reports], [settings]];
  return [
    ...(desk.length > 0 ? [desk] : []),
    [button(format.plain('key-offers'), numberActions.askNumber({ purpose: 'offers' })), packages],
    [
      button(format.plain('key-topup'), numberActions.askNumber({ purpose: 'topup' })),
      button(format.plain('key-numbers'), numberActions.numbers({ page: 1 })),
    ],
    [orders, wallet],
    [settings, support],
  ];
}

const mostAgain = 2;

type PricedPurchase = Omit<Purchase, 'confirmedAt'> & { readonly price: Rials | null };

/** For a customer: what ends next or was bought last, one tap from the confirm screen. */
export function buyerHomeScreen(format: Formatter, person: Roles, purchases: readonly PricedPurchase[]): Screen {
  const { text, keys } = homeScreen(format, person);
  const room = Math.min(mostAgain, mostButtons - keys.flat().length);
  const again = purchases
    .slice(0, room)
    .map((one) => [againForButton(format, one, one.price === null ? null : format.price(one.price))]);
  return { text, keys: [...again, ...keys] };
}

interface SellerHomeData {
  readonly balance: Balance;
  readonly today: Report;
  readonly customers: readonly KnownNumber[];
}

/** For an agent: the balance, the sales of today, and the last customers one tap away. */
export function sellerHomeScreen(
  format: Formatter,
  person: Roles,
  { balance, today, customers }: SellerHomeData,
): Screen {
  const sum = balance.balance;
  const { keys } = homeScreen(format, person);
  return {
    text: lines(
      shopLine(format),
      sum < 0
        ? format.html('wallet-debt', { debt: format.money(-sum) })
        : format.html('wallet-balance', { balance: format.money(sum) }),
      today.count === 0
        ? format.html('today-none')
        : format.html('seller-today', { count: today.count, profit: format.sum(today.discount) }),
      '',
      format.html('seller-hint'),
    ),
    keys: [
      ...keys.slice(0, 1),
      ...customers
        .slice(0, mostButtons - keys.flat().length)
        .map((one) => [button(numberLabel(format, one), numberActions.number({ mobile: one.mobile }))]),
      ...keys.slice(1),
    ],
  };
}

interface OwnerHomeData {
  readonly reviews: number;
  /** Payments that wait for an owner. */
  readonly payments: number;
  /** Conversations that wait for an answer. */
  readonly support: number;
  readonly backup: Pick<BackupStatus, 'isSet' | 'isOld' | 'problem'>;
  /** Null: nothing was sold. */
  readonly yesterday: Pick<DaySum, 'count' | 'total'> | null;
}

/** Null: backups are made. */
export function backupTrouble(format: Formatter, { isSet, isOld, problem }: OwnerHomeData['backup']): string | null {
  if (!isSet) return format.html('desk-backup-off');
  if (isOld) return format.html('desk-backup-old');
  return problem ? format.html('desk-backup-failed') : null;
}

/** For an owner: what waits, each one tap away, and yesterday. */
export function ownerHomeScreen(format: Formatter, person: Roles, data: OwnerHomeData): Screen {
  const { reviews, payments, support, backup, yesterday } = data;
  const trouble = backupTrouble(format, backup);
  const waiting = [
    payments > 0 ? format.html('payment-desk-waiting', { count: payments }) : null,
    reviews > 0 ? format.html('desk-reviews', { count: reviews }) : null,
    support > 0 ? format.html('desk-support', { count: support }) : null,
    trouble,
  ].filter((line) => line !== null);
  const ways = [
    ...(payments > 0
      ? [
          button(
            format.plain('key-payments-waiting', { count: payments }),
            paymentDeskActions.waitingPayments({ page: 1 }),
          ),
        ]
      : []),
    ...(reviews > 0
      ? [button(format.plain('key-reviews', { count: reviews }), reviewActions.reviews({ page: 1 }))]
      : []),
    ...(support > 0
      ? [
          button(
            format.plain('category-count', { name: format.plain('key-support-desk'), count: support }),
            supportActions.supportDesk({ page: 1 }),
          ),
        ]
      : []),
    ...(trouble === null ? [] : [button(format.plain('key-backup'), adminActions.backup())]),
  ];
  const rows = homeRows(format, person).map((row) => inReadingOrder(format, row));
  const room = mostButtons - rows.flat().length;
  return {
    text: lines(
      shopLine(format),
      ...(waiting.length === 0 ? [format.html('nothing-waits')] : waiting),
      yesterday === null
        ? format.html('home-yesterday-none')
        : format.html('home-yesterday', { count: yesterday.count, total: format.sum(yesterday.total) }),
      '',
      format.html('home-hint'),
    ),
    keys: [...ways.slice(0, room).map((way) => [way]), ...rows],
  };
}

/** For new people; `welcome`: the owner's own words, if there are any. */
export const greetingText = (format: Formatter, name: string, welcome: string | null): string =>
  welcome === null ? format.html('welcome', { name: untrusted(name) }) : format.html('line', { text: welcome });

export const welcomeScreen = (greeting: string, { text, keys }: Screen): Screen => ({
  text: lines(greeting, '', text),
  keys,
});

export const termsScreen = (format: Formatter): Screen => ({
  text: lines(format.html('terms'), '', format.html('privacy-kept'), format.html('privacy-shared')),
  keys: [[button(format.plain('key-privacy'), privacyActions.privacy())], backRow(format, homeActions.help())],
});

const accessButton = (format: Formatter, access: OwnAccess): Button => {
  switch (access) {
    case 'bot':
      return button(format.plain('key-own-bot'), ownBotActions.ownBot());
    case 'api':
      return button(format.plain('key-api'), apiActions.api());
    case null:
      return button(format.plain('key-help'), homeActions.help());
  }
};

/** What an agent has beside the chat; the page of a bot leads on to the API. */
type OwnAccess = 'bot' | 'api' | null;

export function settingsScreen(format: Formatter, access: OwnAccess): Screen {
  return {
    text: lines(
      format.html('settings-title'),
      '',
      format.html('settings-hint'),
      format.html('settings-example', { amount: format.money(330_000) }),
    ),
    keys: [
      inReadingOrder(
        format,
        languages.map((language) =>
          button(
            withCheckMark(format.language === language, format.languageName(language, language)),
            homeActions.language({ language }),
          ),
        ),
      ),
      units
        .filter((unit) => unit !== format.unit)
        .map((unit) => button(`⇄ ${format.plain(`unit-${unit}`)}`, homeActions.unit({ unit }))),
      inReadingOrder(format, [
        button(format.plain('key-numbers'), numberActions.numbers({ page: 1 })),
        // Among ten buttons there is no room for both, and help is a command too.
        accessButton(format, access),
      ]),
      [button(format.plain('key-privacy'), privacyActions.privacy())],
      inReadingOrder(format, [
        button(format.plain('key-plans'), planActions.plans({ page: 1 })),
        button(format.plain('key-reminders'), reminderActions.reminders()),
      ]),
      backRow(format, homeActions.home()),
    ],
  };
}
