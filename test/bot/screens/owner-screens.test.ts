import { parseHtml } from '@sharj/local-telegram';
import { describe, expect, test } from 'vitest';
import { createFormatter } from '#bot/kit/formatter.ts';
import { mostButtons, pageSize } from '#bot/kit/navigation.ts';
import { type Button, markup } from '#bot/kit/screen.ts';
import { loadTexts } from '#bot/kit/texts.ts';
import { invitesScreen } from '#bot/people/agents/invite-screens.ts';
import { staffScreen } from '#bot/people/staff/screens.ts';
import { plannedListScreen } from '#bot/support/broadcasts/draft-screens.ts';
import { languages } from '#domain/language.ts';
import { defaultOperators } from '#domain/operators.ts';
import { sampled } from '#test/support/length.ts';
import { announcement, ownerScreens } from '#test/support/screens/owner.ts';

const texts = loadTexts(new URL('../../../locales', import.meta.url).pathname);
const paint = (language: (typeof languages)[number], name: string) =>
  ownerScreens(createFormatter({ texts, operators: defaultOperators }, language, 'toman'), name);

/** What a button does, in any language. */
const goals = (row: readonly Button[]): string[] => row.map(({ label: _, ...goal }) => JSON.stringify(goal));

test('rows of the owner’s pages run from the right in Persian', () => {
  const [persian, english] = [paint('fa', 'name'), paint('en', 'name')];
  for (const [what, { keys }] of Object.entries(persian)) {
    // Rows may be longer in one language than in the other.
    const read = keys.map(goals).flatMap((row) => row.toReversed());
    expect(read, what).toEqual(english[what]?.keys.flatMap(goals));
  }
});

test('lists of any length have pages: invitations, staff, planned broadcasts', () => {
  const format = createFormatter({ texts, operators: defaultOperators }, 'en', 'toman');
  const codes = Array.from({ length: 40 }, (_, at) => String(at).padStart(22, 'c'));
  const staff = { role: 'cashier', dailyCredit: 0, decides: false } as const;
  const invites = codes.map((code) => ({ code, creditLimit: 0, expiresAt: 0 }));
  const links = codes.map((code) => ({ ...staff, code, expiresAt: 0 }));
  const members = codes.map((name, id) => ({ ...staff, id, name }));
  const planned = codes.map((code) => ({ ...announcement('planned'), id: code.slice(8) }));
  const lists = [
    { rows: 40, screen: (page: number) => invitesScreen(format, invites, page) },
    { rows: 80, screen: (page: number) => staffScreen(format, { members, invites: links, page }) },
    { rows: 40, screen: (page: number) => plannedListScreen(format, planned, page) },
  ];
  for (const { rows, screen } of lists) {
    const pages = Array.from({ length: Math.ceil(rows / pageSize) }, (_, at) => screen(at + 1));
    const items = pages.flatMap(({ keys }) => keys.slice(0, pageSize).filter((row) => row.length === 1));
    expect(new Set(items.flatMap(goals)).size).toBeGreaterThanOrEqual(rows);
    for (const { keys } of pages) expect(keys.flat().length).toBeLessThanOrEqual(mostButtons);
    // A page that is gone is the last one.
    expect(screen(9_999)).toEqual(pages.at(-1));
  }
});

describe.each(sampled(languages, 3))('the owner’s pages in %s', (language) => {
  test.each([
    ['a plain name', 'Sara'],
    ['markup', '<b>&"</i>'.repeat(12)],
    ['families', '👩‍👩‍👧‍👦'.repeat(40)],
    ['towers of marks', `a${'\u0301'.repeat(60)}`.repeat(30)],
    ['words that turn around', '\u202eevil\u2066 '.repeat(20)],
  ])('fit into a message and keep their buttons, with %s', (_, name) => {
    for (const [what, screen] of Object.entries(paint(language, name))) {
      expect(parseHtml(screen.text).text.length, what).toBeLessThanOrEqual(4_096);
      expect(screen.text, what).not.toMatch(/\{|undefined|NaN/);
      expect(() => markup(screen), what).not.toThrow();
      expect(screen.keys.flat().length, what).toBeGreaterThan(0);
    }
  });
});
