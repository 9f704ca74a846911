import { expect, test } from 'vitest';
import type { Formatter } from '#bot/kit/formatter.ts';
import { mostButtons } from '#bot/kit/navigation.ts';
import { seenLength, shownLength } from '#bot/kit/row-label.ts';
import type { Button, Screen } from '#bot/kit/screen.ts';
import { walletScreen } from '#bot/money/wallet/screens.ts';
import { settingsScreen } from '#bot/words/home-screens.ts';
import { can, type Roles } from '#domain/access.ts';
import { languages } from '#domain/language.ts';
import { defaultPaymentSettings } from '#shop/money/payments/payment-settings.ts';
import { allActions, decode } from '#test/support/actions.ts';
import { sampled } from '#test/support/length.ts';
import { viewIn } from '#test/support/picture-cases.ts';
import { agentBotScreens, ownBotScreens } from '#test/support/screens/agent-bots.ts';
import { customerScreens } from '#test/support/screens/customer.ts';
import { deskScreens } from '#test/support/screens/desk.ts';
import { listScreens } from '#test/support/screens/list.ts';
import { ownerScreens } from '#test/support/screens/owner.ts';
import { paymentScreens } from '#test/support/screens/payment.ts';
import { planScreens } from '#test/support/screens/plan.ts';
import { apiScreens, personApiScreens } from '#test/support/screens/reselling.ts';

const mostConfirmRow = 3;
/** What a phone shows of a keyboard without pushing the text out of sight. */
const mostRows = 9;

const staffOf = (role: 'cashier' | 'support') => ({ role, dailyCredit: 1_000_000, decides: true });
const readers = {
  customer: { role: 'customer', staff: null },
  agent: { role: 'agent', staff: null },
  cashier: { role: 'customer', staff: staffOf('cashier') },
  support: { role: 'customer', staff: staffOf('support') },
  owner: { role: 'owner', staff: null },
} as const satisfies Record<string, Roles>;

/** Screens that are not for every day, each with its reason. Every other one is. */
const leftOut: Readonly<Record<string, string>> = {
  'customer: help': 'the shop writes its own questions, as many as it likes',
  'owner: audit 0': 'looked up when something is unclear; its entries are numbered lines with small buttons',
  'owner: audit 1': 'looked up when something is unclear; its entries are numbered lines with small buttons',
  'owner: prices': 'set once in a while: all rules and what belongs to them on one page',
  'owner: commission': 'set once in a while: one row an operator and kind',
  'owner: prices of a person': 'set once in a while: all rules of one person',
  'owner: promos': 'set once in a while: all codes on one page',
  'owner: rule audience': 'a step of a rule that is set once in a while: one button a level',
  'owner: tiers': 'set once in a while: all levels on one page',
  'owner: tier': 'set once in a while: all rules of one level',
  'owner: level of an agent': 'set once in a while: one row a level',
  'owner: days of the month': 'a calendar has a button for each day, and is seen when terms are agreed on',
};

const emptyWallet = (format: Formatter): Screen => {
  const balance = { balance: 0, held: 0, creditLimit: 0, available: 0 };
  return walletScreen(format, { balance, today: null, paying: defaultPaymentSettings, invites: true, open: 0 });
};

const wallet = (format: Formatter): Screen => {
  const money = 123_456_780;
  const balance = { balance: -money, held: money, creditLimit: money, available: money };
  const today = { limit: money, left: money, anew: 0 };
  return walletScreen(format, { balance, today, paying: defaultPaymentSettings, invites: true, open: 3 });
};

/** What a person with these roles can come to. */
function screensFor(format: Formatter, reader: Roles): Record<string, Screen> {
  const name = 'Mohammad Hossein';
  const groups: Record<string, Record<string, Screen>> = {
    customer: { ...customerScreens(format, name), wallet: wallet(format), 'empty wallet': emptyWallet(format) },
    payment: paymentScreens(format, name),
    plan: planScreens(format),
    ...(can(reader, 'sell') ? { list: listScreens(format), api: { settings: settingsScreen(format, 'bot') } } : {}),
    ...(can(reader, 'desk') ? { desk: deskScreens(format, name, reader) } : {}),
    ...(can(reader, 'run') ? { owner: ownerScreens(format, name) } : {}),
  };
  const named = Object.entries(groups).flatMap(([group, screens]) =>
    Object.entries(screens).map(([title, screen]) => [`${group}: ${title}`, forReader(reader, screen)] as const),
  );
  return Object.fromEntries(named);
}

const actionOf = (button: Button) => ('data' in button ? decode(button.data)?.to : undefined);

/** As the bot shows it to a member of the staff. */
function forReader(reader: Roles, screen: Screen): Screen {
  if (reader.staff === null) return screen;
  const isAllowed = (button: Button) => {
    const to = actionOf(button);
    return to === undefined || can(reader, allActions[to].permission);
  };
  return { ...screen, keys: screen.keys.map((row) => row.filter(isAllowed)).filter((row) => row.length > 0) };
}

/** Moves money, or starts to. */
const isConfirm = (button: Button): boolean =>
  ('style' in button && button.style === 'success') || ['confirm', 'bulkConfirm'].includes(actionOf(button) ?? '');

const everyday = (format: Formatter, reader: Roles) =>
  Object.entries(screensFor(format, reader)).filter(([title]) => !(title in leftOut));

const views = languages.flatMap((language) =>
  Object.entries(readers).map(([name, roles]) => ({ language, name, roles })),
);

test.each(sampled(views, 5))(
  'every day the $name sees in $language at most ten buttons, Confirm in the first three rows, and the text above them',
  ({ language, roles }) => {
    const screens = everyday(viewIn(language, 'rial'), roles).map(([title, { keys }]) => ({ title, keys }));
    expect(screens.filter(({ keys }) => keys.flat().length > mostButtons)).toEqual([]);
    expect(screens.filter(({ keys }) => keys.slice(mostConfirmRow).flat().some(isConfirm))).toEqual([]);
    expect(screens.filter(({ keys }) => keys.length > mostRows)).toEqual([]);
  },
);

test.each(sampled(languages, 3))('labels of the desk and of lists are shown whole on a phone, in %s', (language) => {
  const format = viewIn(language, 'rial');
  const screens = {
    ...{ ...deskScreens(format, 'Sara', readers.owner), ...listScreens(format) },
    ...{ ...apiScreens(format, 'Sara'), ...personApiScreens(format, 'Sara') },
    ...{ ...ownBotScreens(format, 'Sara'), ...agentBotScreens(format, 'Sara') },
  };
  const rows = Object.values(screens).flatMap(({ keys }) => keys);
  const cut = rows.flatMap((row) =>
    // Rows of a list are cut behind what tells them apart.
    row.length === 1 && row[0]?.label.includes(' · ')
      ? []
      : row.map(({ label }) => label).filter((label) => seenLength(label) > shownLength(row.length)),
  );
  expect(cut).toEqual([]);
});

test('the check sees Confirm on the screens that have it', () => {
  const found = everyday(viewIn('en', 'toman'), readers.owner).filter(([, { keys }]) => keys.flat().some(isConfirm));
  const titles = found.map(([title]) => title);
  for (const title of [
    'customer: confirm, enough money',
    'list: complete',
    'list: one left out',
    'desk: credit: grant',
  ])
    expect(titles).toContain(title);
});

test('what is left out exists and needs to be', () => {
  const screens = screensFor(viewIn('en', 'toman'), readers.owner);
  const needless = Object.keys(leftOut).filter((title) => (screens[title]?.keys.flat().length ?? 0) <= mostButtons);
  expect(needless).toEqual([]);
});

test('staff see only the groups of the desk that are theirs', () => {
  const groups = (reader: Roles) =>
    Object.entries(deskScreens(viewIn('en', 'toman'), 'Sara', reader))
      .filter(([title]) => title === 'desk')
      .flatMap(([, desk]) => forReader(reader, desk).keys.flat().map(actionOf));
  expect(groups(readers.owner)).toEqual([
    ...['resumeSelling', 'firstSteps', 'latest', 'paymentDesk', 'supportDesk'],
    ...['deskPeople', 'prices', 'deskShop', 'report', 'home'],
  ]);
  expect(groups(readers.cashier)).toEqual(['paymentDesk', 'deskPeople', 'home']);
  expect(groups(readers.support)).toEqual(['latest', 'paymentDesk', 'supportDesk', 'deskPeople', 'home']);
});
