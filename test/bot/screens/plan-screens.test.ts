import { parseHtml } from '@sharj/local-telegram';
import { describe, expect, test } from 'vitest';
import { createFormatter } from '#bot/kit/formatter.ts';
import { seenLength, shownLength } from '#bot/kit/row-label.ts';
import type { Button } from '#bot/kit/screen.ts';
import { loadTexts } from '#bot/kit/texts.ts';
import type { Language } from '#domain/language.ts';
import { defaultOperators } from '#domain/operators.ts';
import { planScreens } from '#test/support/screens/plan.ts';
import { languages } from '#test/support/story.ts';

const texts = loadTexts(new URL('../../../locales', import.meta.url).pathname);
const paint = (language: Language) =>
  planScreens(createFormatter({ texts, operators: defaultOperators }, language, 'rial'));

describe.each(languages)('plans and reminders, in %s', (language) => {
  test.each(Object.entries(paint(language)))(
    '%s: fits, and a phone shows its short labels whole',
    (_, { text, keys }) => {
      expect(parseHtml(text).text.length).toBeLessThanOrEqual(4_096);
      expect(text).not.toMatch(/\{|undefined|null|NaN/);
      for (const row of keys)
        for (const { label } of row) {
          // Rows of a list are cut behind what tells them apart.
          const isListed = row.length === 1 && label.includes(' · ');
          if (!isListed) expect(seenLength(label), label).toBeLessThanOrEqual(shownLength(row.length));
        }
    },
  );
});

test.each(['fa', 'en', 'ar'] as const)('the rows of plans show what, for whom and when, in %s', (language) => {
  const screens = paint(language);
  const rowsOf = (name: string) => (screens[name]?.keys ?? []).filter(({ length }) => length === 1).flat();
  for (const { label } of ['list', 'of a day', 'tomorrow'].flatMap(rowsOf))
    expect(seenLength(label), label).toBeLessThanOrEqual(shownLength(1));
  const [{ label = '' } = {}] = rowsOf('list');
  expect(label).toMatch(/Mohammad|Mohamma…/);
  expect(label).toMatch(/\p{Nd}+[^\p{L}\p{Nd}·]+\p{Nd}+$/u);
});

/** What a button does, in any language. */
const goals = (row: readonly Button[]): string[] => row.map(({ label: _, ...goal }) => JSON.stringify(goal));

test('rows run from the right in Persian', () => {
  const english = paint('en');
  for (const [what, { keys }] of Object.entries(paint('fa'))) {
    // Rows may be longer in one language than in the other.
    const read = keys.map(goals).flatMap((row) => row.toReversed());
    expect(read, what).toEqual(english[what]?.keys.flatMap(goals));
  }
});
