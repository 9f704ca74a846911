import { CATEGORIES, MOBILE_PLANS, offersOf, TD_LTE_PLANS } from '@sharj/sandbox';
import { expect, test } from 'vitest';
import { createFormatter } from '#bot/kit/formatter.ts';
import { loadTexts } from '#bot/kit/texts.ts';
import { units } from '#domain/money.ts';
import { defaultOperators } from '#domain/operators.ts';
import { customerScreens } from '#test/support/screens/customer.ts';
import { ownerScreens } from '#test/support/screens/owner.ts';
import { paymentScreens } from '#test/support/screens/payment.ts';
import { planScreens } from '#test/support/screens/plan.ts';

const texts = loadTexts(new URL('../../../locales', import.meta.url).pathname);
const formatIn = (unit: (typeof units)[number]) => createFormatter({ texts, operators: defaultOperators }, 'ar', unit);

/** What is copied or typed elsewhere is in Latin digits everywhere: numbers, codes, cards, commands. */
const identifiers =
  /<code>.*?<\/code>|\u2066.*?\u2069|\b0?9\d{2} ?\d{3} ?\d{4}\b|\b\d{4}\*+\d{4}\b|\/[a-z]+|@\w+|\b[A-Z0-9]{5}-[A-Z0-9]{5}\b|[A-Z]+(?:_[A-Z]+)+|CSV|<[^>]*>/gs;
/** Words that a person typed, and the id of one who has no name. */
const foreign = /گ{25}|\b999999999\b/g;
const written = (text: string): string => text.replace(identifiers, '').replace(foreign, '');

const persian = /[پچژگیک۰-۹]/;
const latinDigits = /\d/;

test.each(units)('every screen is in Arabic letters and its own digits, in %ss', (unit) => {
  const format = formatIn(unit);
  const name = 'سارة';
  const screens = {
    ...customerScreens(format, name),
    ...ownerScreens(format, name),
    ...paymentScreens(format, name),
    ...planScreens(format),
  };
  const mixed = Object.entries(screens).flatMap(([title, { text, keys }]) =>
    [text, ...keys.flat().map(({ label }) => label)]
      .flatMap((one) => written(one).split('\n'))
      .filter((line) => persian.test(line) || latinDigits.test(line))
      .map((line) => `${title}: ${line}`),
  );
  expect([...new Set(mixed)]).toEqual([]);
});

test('products, offers, categories and operators of the gateway have Arabic names', () => {
  const format = formatIn('toman');
  const steps = Object.values(CATEGORIES).flatMap(({ name, data }) => [
    name,
    ...(JSON.parse(data) as { text: string }[]).map(({ text }) => text),
  ]);
  const packages = [...MOBILE_PLANS, ...TD_LTE_PLANS].filter(({ type }) => type !== 'cell_direct_charge');
  const names = [
    ...steps.map((step) => format.fromGateway(step)),
    ...packages.map((plan) => format.nameOf(plan.name, plan.nameEn)),
    ...offersOf('989351234567').map((offer) => format.nameOf(offer.offerDescLN, offer.offerDesc)),
    ...([1, 2, 3, 4, 5] as const).map((id) => format.operator(id)),
  ];
  for (const name of names) expect(name.replace('TD-LTE', '')).not.toMatch(/[a-zA-Z\dپچژگیک۰-۹]/);
  expect(format.nameOf('بسته اینترنت شبانه ۳۰ روزه ۵ گیگابایت', '30-day night internet 5 GB')).toBe(
    '٥\u00a0غيغا ليلي ٣٠ يومًا',
  );
});

test('an arrow back points to the right, and one ahead to the left', () => {
  const format = formatIn('toman');
  // Angle quotes are mirrored in a text from right to left.
  expect(format.plain('key-back')).toMatch(/^‹ /);
  expect(format.plain('key-previous')).toMatch(/^‹ /);
  expect(format.plain('key-next')).toMatch(/ ›$/);
});
