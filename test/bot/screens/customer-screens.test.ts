import { parseHtml } from '@sharj/local-telegram';
import { describe, expect, test } from 'vitest';
import { offerDigest } from '#bot/buying/personal-offers/screens.ts';
import { createFormatter, truncate } from '#bot/kit/formatter.ts';
import { type Button, markup, type Screen } from '#bot/kit/screen.ts';
import { loadTexts } from '#bot/kit/texts.ts';
import { languages } from '#domain/language.ts';
import { defaultOperators } from '#domain/operators.ts';
import { decode } from '#test/support/actions.ts';
import { sampled } from '#test/support/length.ts';
import fc from '#test/support/property.ts';
import { customerScreens } from '#test/support/screens/customer.ts';

const texts = loadTexts(new URL('../../../locales', import.meta.url).pathname);

const painted = new Map<string, Record<string, Screen>>();
const screensFor = (language: (typeof languages)[number], name: string): Record<string, Screen> => {
  const known =
    painted.get(language + name) ??
    customerScreens(createFormatter({ texts, operators: defaultOperators }, language, 'toman'), name);
  painted.set(language + name, known);
  return known;
};

/** The name of the action of a button. */
const goalOf = (key: Button): string | undefined => ('data' in key ? decode(key.data)?.to : undefined);

const hostile = [
  'بسته اینترنت ۳۰ روزه ۱۰ گیگابایت',
  '<b>&amp;</i> "quoted" <script>',
  '\u202eturned around\u2066 \u200f',
  '👩‍👩‍👧‍👦'.repeat(60),
  'x'.repeat(500),
  '\n\n  lines\nand\ttabs  ',
];

const written = {
  fa: { days: /۳۰\u00a0?روز/, price: /[۰-۹]\u00a0(ت|ریال)/ },
  en: { days: /30(\u00a0days|d)/, price: /\d\u00a0(T|IRR)/ },
  ar: { days: /٣٠([\u00a0 ]يوم|ي)/, price: /[٠-٩]\u00a0(ت|ريال)/ },
} as const;

describe.each(sampled(languages, 3))('every screen in %s', (language) => {
  const names = Object.keys(screensFor(language, 'x'));

  test.each(names)('%s: Telegram accepts it, whatever the names are', (title) => {
    for (const name of hostile) {
      const screen = screensFor(language, name)[title];
      if (!screen) throw new Error(`there is no screen "${title}"`);
      const { text } = parseHtml(screen.text);
      expect(text.length).toBeLessThanOrEqual(4_096);
      expect(text.trim()).not.toBe('');
      expect(text).not.toMatch(/\n{3}|^\n|\n$|undefined|null|NaN/);
      const buttons = markup(screen).inline_keyboard;
      expect(Buffer.byteLength(JSON.stringify(buttons))).toBeLessThanOrEqual(10_000);
      for (const button of buttons.flat()) {
        expect(button.text.trim()).not.toBe('');
        if ('callback_data' in button) expect(Buffer.byteLength(button.callback_data)).toBeLessThanOrEqual(64);
      }
    }
  });

  test.each(names)(
    '%s: has a way back or home, at most eight rows of items, one item or three amounts in a row',
    (title) => {
      const screen = screensFor(language, 'A name of some length')[title];
      const buttons = screen?.keys.flat() ?? [];
      const goals = buttons.flatMap((key) => goalOf(key) ?? []);
      if (!['home', 'home of a buyer', 'home of an agent', 'home of an owner', 'welcome'].includes(title))
        expect(goals.some((to) => ['home', 'cancel', 'more'].includes(to))).toBe(true);
      const things = goals.filter((to) => ['product', 'offer', 'order', 'number'].includes(to));
      expect(things.length).toBeLessThanOrEqual(9);
      for (const row of screen?.keys ?? []) {
        const kinds = row.map((key) => goalOf(key) ?? 'copy');
        if (kinds.includes('product') || kinds.includes('offer')) expect(kinds).toHaveLength(1);
        expect(kinds.length).toBeLessThanOrEqual(3);
      }
    },
  );

  test('rows of a list show price and days, even if the name is too long for a button', () => {
    for (const title of ['products', 'offers', 'search']) {
      const screen = screensFor(language, 'y'.repeat(300))[title];
      const rows = screen?.keys.filter(([key]) => key && ['product', 'offer'].includes(goalOf(key) ?? '')) ?? [];
      expect(rows.length).toBeGreaterThan(3);
      for (const [key] of rows) {
        const { days, price } = written[language];
        expect(key?.label).toMatch(days);
        expect(key?.label).toMatch(price);
        expect(key?.label.length).toBeLessThan(100);
      }
    }
  });

  test('an amount always has its unit', () => {
    for (const [title, { text, keys }] of Object.entries(screensFor(language, 'name'))) {
      const said = [parseHtml(text).text, ...keys.flat().map(({ label }) => label)].join('\n');
      for (const [, after = ''] of said.matchAll(
        /(?:\d{1,3}(?:,\d{3})+|[۰-۹٠-٩]{1,3}(?:٬[۰-۹٠-٩]{3})+)(?:[.٫][\d۰-۹٠-٩])?(.{0,12})/g,
      )) {
        const counted = /^\)|^\/|^ ›$|^ (to choose|offers|of|مورد|پیشنهاد|از|من|عرضًا?|خيارًا?)[ .]|^$/.test(after);
        if (!counted) expect(after, `${title}: ${said}`).toMatch(/^\u00a0(tomans|تومان|T|ت|IRR|ریال|ريال)/);
      }
    }
  });
});

/** What a button does, in any language. */
const goals = (row: readonly Button[]): string[] => row.map(({ label: _, ...goal }) => JSON.stringify(goal));

test.each(Object.keys(screensFor('fa', 'name')))('%s: rows run from the right in Persian', (title) => {
  const rows = (language: (typeof languages)[number]) => screensFor(language, 'name')[title]?.keys.map(goals) ?? [];
  const [persian, english] = [rows('fa'), rows('en')];
  for (const row of persian.filter(({ length }) => length > 1)) expect(english).toContainEqual(row.toReversed());
});

test('a text is never cut within a grapheme', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (text, length) => {
      const cut = truncate(text, length, '');
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.isWellFormed()).toBe(true);
      expect([...new Intl.Segmenter().segment(cut)].length).toBeLessThanOrEqual(length);
    }),
  );
});

test('offers are told apart by code and type, not by position', () => {
  const offer = { code: '40100', type: 'DATA' };
  expect(offerDigest(offer)).toBe(offerDigest({ ...offer }));
  expect(
    new Set([offerDigest(offer), offerDigest({ ...offer, type: 'VOICE' }), offerDigest({ ...offer, code: '4010' })])
      .size,
  ).toBe(3);
});
