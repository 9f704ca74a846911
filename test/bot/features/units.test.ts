import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createFormatter } from '#bot/core/formatter.ts';
import type { Screen } from '#bot/core/screen.ts';
import { loadTexts } from '#bot/core/texts.ts';
import { languages } from '#domain/language.ts';
import { units } from '#domain/money.ts';
import { defaultOperators } from '#domain/operators.ts';
import { customerScreens } from '#test/support/screens/customer.ts';
import { ownerScreens } from '#test/support/screens/owner.ts';
import { paymentScreens } from '#test/support/screens/payment.ts';
import { planScreens } from '#test/support/screens/plan.ts';
import { unitsIn } from '#test/support/units.ts';

const locales = new URL('../../../locales', import.meta.url).pathname;
const texts = loadTexts(locales);
const messageOf = ({ text, keys }: Screen): string => [text, ...keys.flat().map(({ label }) => label)].join('\n');

describe.each(languages)('every screen in %s', (language) => {
  test.each(units)('has amounts in %ss alone, whole tomans or not', (unit) => {
    const format = createFormatter({ texts, operators: defaultOperators }, language, unit);
    const screens = [0, 7].flatMap((more) =>
      Object.entries({
        ...customerScreens(format, 'Sara', 1_374_170 + more),
        ...ownerScreens(format, 'Sara'),
        ...paymentScreens(format, 'Sara', more),
        ...planScreens(format),
      }),
    );
    const read = screens.map(([name, screen]) => [name, unitsIn(messageOf(screen))] as const);
    expect(read.filter(([, found]) => found.some((one) => one !== unit))).toEqual([]);
    // Most screens have amounts, so the test sees them.
    expect(read.filter(([, found]) => found.length > 0).length).toBeGreaterThan(screens.length / 3);
  });

  test('says of rials that the bank needs them', () => {
    const format = createFormatter({ texts, operators: defaultOperators }, language, 'toman');
    const { card, 'pay back': back } = paymentScreens(format, 'Sara');
    for (const screen of [card, back]) expect(screen?.text.replace(/[^\p{Nd}]/gu, '').length).toBeGreaterThan(0);
    expect(unitsIn(format.bankMoney(38_500_000))).toEqual(['toman']);
    expect(format.bankMoney(38_500_000)).not.toBe(format.money(38_500_000));
  });

  test('an amount that is no whole toman has a decimal, on buttons too', () => {
    const format = createFormatter({ texts, operators: defaultOperators }, language, 'toman');
    const decimal = { fa: '۱۳٬۷۴۱٫۵', en: '13,741.5', ar: '١٣٬٧٤١٫٥' }[language];
    for (const text of [format.money(137_415), format.price(137_415)]) {
      expect(text).toContain(decimal);
      expect(unitsIn(text)).toEqual(['toman']);
    }
    expect(format.figure(137_415)).toBe(13_741.5);
  });

  test('no text names a unit by itself', () => {
    const named = readFileSync(`${locales}/${language}.ftl`, 'utf8')
      .split('\n')
      .map((line) => line.replaceAll('$rials', ''))
      .filter((line) => /ریال|ريال|تومان|\brials?\b|\btomans?\b/i.test(line))
      .map((line) => line.split(' = ')[0]);
    expect(named).toEqual(['unit-rial', 'unit-toman', 'settings-hint', 'key-copy-amount']);
  });
});
