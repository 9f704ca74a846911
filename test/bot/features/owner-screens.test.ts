import { describe, expect, test } from 'vitest';
import { createFormatter } from '#bot/core/formatter.ts';
import { type Button, markup } from '#bot/core/screen.ts';
import { loadTexts } from '#bot/core/texts.ts';
import { languages } from '#domain/language.ts';
import { defaultOperators } from '#domain/operators.ts';
import { parseHtml } from '#playground/telegram/text/html.ts';
import { ownerScreens } from '#test/support/screens/owner.ts';

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

describe.each(languages)('the owner’s pages in %s', (language) => {
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
