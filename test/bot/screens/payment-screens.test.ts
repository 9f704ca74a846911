import { parseHtml } from '@sharj/local-telegram';
import { describe, expect, test } from 'vitest';
import { createFormatter } from '#bot/kit/formatter.ts';
import { seenLength, shownLength } from '#bot/kit/row-label.ts';
import { markup, type Screen } from '#bot/kit/screen.ts';
import { loadTexts } from '#bot/kit/texts.ts';
import { paymentDeskPaymentScreen } from '#bot/money/payment-desk/payment-page.ts';
import { languages } from '#domain/language.ts';
import { defaultOperators } from '#domain/operators.ts';
import { sampled } from '#test/support/length.ts';
import { paymentScreens, paymentWith } from '#test/support/screens/payment.ts';

const texts = loadTexts(new URL('../../../locales', import.meta.url).pathname);
/** Telegram's limits on a message and on what stands below a photo. */
const longestText = 4_096;
const longestCaption = 1_024;

const painted = new Map<string, Record<string, Screen>>();
function paint(language: (typeof languages)[number], name: string): Record<string, Screen> {
  const format = createFormatter({ texts, operators: defaultOperators }, language, 'toman');
  const known = painted.get(language + name) ?? paymentScreens(format, name);
  painted.set(language + name, known);
  return known;
}

const hostile = [
  'سارا احمدی',
  '<b>&amp;</i> "quoted" <script>',
  '\u202eturned around\u2066 \u200f',
  '👩‍👩‍👧‍👦'.repeat(60),
  'x'.repeat(500),
  '\n\n  lines\nand\ttabs  ',
];

describe.each(sampled(languages, 3))('payment screens in %s', (language) => {
  const titles = Object.keys(paint(language, 'x'));

  test.each(titles)('%s: Telegram accepts it, whatever the names are', (title) => {
    for (const name of hostile) {
      const screen = paint(language, name)[title] ?? expect.fail(title);
      const { text } = parseHtml(screen.text);
      expect(text.length).toBeLessThanOrEqual(title.startsWith('slip') ? longestCaption : longestText);
      expect(text).not.toMatch(/\n{3}|^\n|\n$|undefined|null|NaN/);
      for (const button of markup(screen).inline_keyboard.flat()) {
        expect(button.text.trim()).not.toBe('');
        if ('callback_data' in button) expect(Buffer.byteLength(button.callback_data ?? '')).toBeLessThanOrEqual(64);
      }
    }
  });

  test('below the picture of a slip the newest steps stand, as many as there is room for', () => {
    const format = createFormatter({ texts, operators: defaultOperators }, language, 'toman');
    const payment = paymentWith(0, '12345678', { problem: null, reason: null, slip: { kind: 'photo', content: 'x' } });
    const events = Array.from({ length: 30 }, (_, nth) => ({
      at: nth * 60_000,
      actor: 'person:1',
      who: 'Sara Ahmadi',
      from: 'asked' as const,
      to: 'submitted' as const,
      why: `${nth} ${'word '.repeat(20)}`,
    }));
    const data = {
      payment,
      payer: 'Sara',
      card: null,
      events,
      decidable: true,
      blocked: false,
      beside: [],
      next: false,
    };
    const steps = (inCaption: boolean) => {
      const { text } = parseHtml(paymentDeskPaymentScreen(format, { ...data, inCaption }).text);
      if (inCaption) expect(text.length).toBeLessThanOrEqual(longestCaption);
      return text.split('\n').filter((line) => line.includes('word')).length;
    };
    expect(steps(false)).toBe(8);
    expect(steps(true)).toBeGreaterThan(1);
    expect(steps(true)).toBeLessThan(8);
  });

  test.each(titles)('%s: a phone shows every label whole', (title) => {
    for (const row of paint(language, 'Sara')[title]?.keys ?? [])
      for (const { label } of row) expect(seenLength(label), label).toBeLessThanOrEqual(shownLength(row.length));
  });
});
