import { type PromoChoice, type PromoFor, type PromoTerms, promoActions } from '#bot/actions/promo-codes.ts';
import type { Action } from '#bot/kit/action.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { promptScreen } from '#bot/kit/navigation.ts';
import { fitting, key, page } from '#bot/kit/page.ts';
import { button, type Screen } from '#bot/kit/screen.ts';
import { dayMs } from '#domain/calendar.ts';
import type { NewPromoCode } from '#shop/pricing/prices/promo-codes.ts';

/** The steps of a new code after whom and what it is for: how much, how often, how long. Then its name is typed. */

const percents = [5, 10, 15, 20, 30, 50];
const amounts = [50_000, 100_000, 200_000, 500_000];
const manyUses = [1, 10, 50, 100, 500];
const manyDays = [1, 7, 14, 30, 90];

export const promoForOf = ({ audience, id }: PromoChoice): PromoFor =>
  audience === 'tier' || audience === 'person' ? { audience, id: id ?? 0 } : { audience };

const typesOf = ({ operator, ...choice }: PromoChoice): Action => {
  const promo = promoForOf({ operator, ...choice });
  return promo.id === undefined
    ? promoActions.promoType({ audience: promo.audience, operator })
    : promoActions.promoTypeFor({ ...promo, operator });
};

/** All terms in one line, with what the buttons do not have. */
const inOneLine = ({ operator, type, ...choice }: PromoChoice): Action => {
  const promo = promoForOf({ operator, type, ...choice });
  return promo.id === undefined
    ? promoActions.askPromoTerms({ audience: promo.audience, operator, type })
    : promoActions.askPromoTermsFor({ ...promo, operator, type });
};

export const promoValueScreen = (format: Formatter, choice: PromoChoice): Screen =>
  page(format, {
    text: format.html('promo-value'),
    keys: [
      ...fitting(
        format,
        percents.map((percent) =>
          button(format.percent(percent * 100), promoActions.promoUses({ ...choice, percent, amount: null })),
        ),
      ),
      ...fitting(
        format,
        amounts.map((amount) =>
          button(format.price(amount), promoActions.promoUses({ ...choice, percent: null, amount })),
        ),
      ),
      key('key-promo-line', inOneLine(choice)),
    ],
    back: typesOf(choice),
  });

export const promoUsesScreen = (format: Formatter, choice: Omit<PromoTerms, 'uses' | 'days'>): Screen =>
  page(format, {
    text: format.html('promo-uses'),
    keys: [
      ...fitting(
        format,
        manyUses.map((uses) =>
          button(format.plain('promo-times', { count: uses }), promoActions.promoDays({ ...choice, uses })),
        ),
      ),
      key('key-no-limit', promoActions.promoDays({ ...choice, uses: null })),
    ],
    back: promoActions.promoValue(choice),
  });

export const promoDaysScreen = (format: Formatter, choice: Omit<PromoTerms, 'days'>): Screen =>
  page(format, {
    text: format.html('promo-days'),
    keys: [
      ...fitting(
        format,
        manyDays.map((days) => button(format.plain('days', { days }), promoActions.askPromoCode({ ...choice, days }))),
      ),
      key('key-no-limit', promoActions.askPromoCode({ ...choice, days: null })),
    ],
    back: promoActions.promoUses(choice),
  });

export const askPromoCodeScreen = (format: Formatter, choice: PromoTerms): Screen =>
  promptScreen(format, format.html('ask-promo-code'), promoActions.promoDays(choice));

/** Each person uses it once. */
export function promoOfSteps(choice: PromoTerms, code: string, now: number): NewPromoCode {
  const { audience, id, operator, type, percent, amount, uses, days } = choice;
  return {
    code,
    value: percent === null ? { kind: 'amount', amount: amount ?? 0 } : { kind: 'percent', points: percent * 100 },
    target: audience === 'everyone' ? null : audience,
    targetId: id,
    operatorId: operator,
    productType: type,
    mostUses: uses,
    mostEach: 1,
    endsAt: days === null ? null : now + days * dayMs,
  };
}
