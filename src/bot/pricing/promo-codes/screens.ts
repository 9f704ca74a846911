import { priceActions } from '#bot/actions/prices.ts';
import { type PromoFor, promoActions, promoAudiences } from '#bot/actions/promo-codes.ts';
import type { Action } from '#bot/kit/action.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { linkKeys, linkLine } from '#bot/kit/links.ts';
import { promptScreen } from '#bot/kit/navigation.ts';
import { fitting, key, page } from '#bot/kit/page.ts';
import { button, type Screen } from '#bot/kit/screen.ts';
import { lossLines, lossMark, type NamedLosses } from '#bot/pricing/prices/loss-screens.ts';
import { promoLabel, whatWords } from '#bot/pricing/prices/rule-words.ts';
import { type OperatorId, operatorIds, type ProductType, productTypes } from '#domain/product.ts';
import type { NewPromoCode, PromoCode, PromoReport } from '#shop/pricing/prices/promo-codes.ts';
import type { Tier } from '#shop/pricing/prices/tiers.ts';
import type { LosingPrices } from '#shop/running/reports/losses.ts';

/** `losing`: those that sell below cost or for nothing. */
export const promosScreen = (format: Formatter, promos: readonly PromoCode[], losing: LosingPrices['promos']): Screen =>
  page(format, {
    text: [format.html('promos-title'), '', format.html(promos.length === 0 ? 'promos-none' : 'promos-hint')],
    keys: [
      ...promos.map((promo) =>
        button(
          lossMark(
            losing.some(({ id }) => id === promo.id),
            promoLabel(format, promo),
          ),
          promoActions.promo({ promo: promo.id }),
        ),
      ),
      key('key-add-promo', promoActions.addPromo()),
    ],
    back: priceActions.prices({ page: 1 }),
  });

/** What it takes off, for which people, of what, and how often. */
export function promoFacts(format: Formatter, promo: NewPromoCode, name: string | null): (string | null)[] {
  const { code, value, target, mostUses, mostEach, endsAt } = promo;
  return [
    format.html('promo-title', {
      code: format.copyable(code),
      value: value.kind === 'percent' ? format.percent(value.points) : format.money(value.amount),
    }),
    format.html('rule-for', {
      audience:
        name === null
          ? format.plain(target === null ? 'promo-for-everyone' : `promo-for-${target}`)
          : untrusted(name, 40),
    }),
    format.html('rule-what', { what: whatWords(format, promo) }),
    mostUses === null ? format.html('promo-any-uses') : format.html('promo-most-uses', { count: mostUses }),
    mostEach === null ? null : format.html('promo-most-each', { count: mostEach }),
    endsAt === null ? null : format.html('promo-until', { when: format.when(endsAt) }),
  ];
}

/** Before it exists. */
export const newPromoScreen = (
  format: Formatter,
  { facts, yes, back, ...losses }: NamedLosses & { facts: readonly (string | null)[]; yes: Action; back: Action },
): Screen => {
  const warnings = lossLines(format, losses);
  return page(format, {
    text: [...facts, ...(warnings.length === 0 ? [] : ['', ...warnings]), '', format.html('promo-preview')],
    keys: [key('key-make-promo', yes, 'success')],
    back,
  });
};

interface PromoData {
  readonly promo: PromoCode;
  readonly name: string | null;
  readonly report: PromoReport;
  readonly link: string;
  readonly losses: NamedLosses;
}

export function promoScreen(format: Formatter, { promo, name, report, link, losses }: PromoData): Screen {
  const { id, used } = promo;
  const warnings = lossLines(format, losses);
  return page(format, {
    text: [
      ...promoFacts(format, promo, name),
      ...(warnings.length === 0 ? [] : ['', ...warnings]),
      '',
      format.html('promo-used', { count: used }),
      used !== 0 &&
        format.html('promo-report', {
          people: report.people,
          discount: format.money(report.discount),
          charged: format.money(report.charged),
        }),
      '',
      linkLine(format, link),
    ],
    keys: [linkKeys(format, link), key('key-end-promo', promoActions.endPromo({ promo: id }), 'danger')],
    back: promoActions.promos(),
  });
}

export const promoAudienceScreen = (format: Formatter, tiers: readonly Pick<Tier, 'id' | 'name'>[]): Screen =>
  page(format, {
    text: [format.html('promo-audience'), '', format.html('promo-audience-person')],
    keys: [
      ...fitting(
        format,
        promoAudiences.map((audience) => key(`promo-for-${audience}`, promoActions.promoOperator({ audience }))),
      ),
      ...fitting(
        format,
        tiers.map(({ id, name }) =>
          button(untrusted(name, 14), promoActions.promoOperatorFor({ audience: 'tier', id })),
        ),
      ),
    ],
    back: promoActions.promos(),
  });

/** The next steps, for many people or for one. */
const stepsOf = (promo: PromoFor) =>
  promo.id === undefined
    ? {
        operators: () => promoActions.promoOperator({ audience: promo.audience }),
        types: (operator: OperatorId | null) => promoActions.promoType({ audience: promo.audience, operator }),
      }
    : {
        operators: () => promoActions.promoOperatorFor(promo),
        types: (operator: OperatorId | null) => promoActions.promoTypeFor({ ...promo, operator }),
      };

export const promoOperatorScreen = (format: Formatter, promo: PromoFor): Screen => {
  const { types } = stepsOf(promo);
  return page(format, {
    text: format.html('rule-which-operator'),
    keys: [
      key('price-every-operator', types(null)),
      ...fitting(
        format,
        operatorIds.map((operator) => button(format.operator(operator), types(operator))),
      ),
    ],
    back: promoActions.addPromo(),
  });
};

export const promoTypeScreen = (format: Formatter, promo: PromoFor, operator: OperatorId | null): Screen => {
  const { operators } = stepsOf(promo);
  const value = (type: ProductType | null) =>
    promoActions.promoValue({ audience: promo.audience, id: promo.id ?? null, operator, type });
  return page(format, {
    text: format.html('rule-which-type'),
    keys: [
      key('price-every-type', value(null)),
      ...fitting(
        format,
        productTypes.map((type) => key(`price-type-${type}`, value(type))),
      ),
    ],
    back: operators(),
  });
};

export const askPromoTermsScreen = (format: Formatter, promo: PromoFor, operator: OperatorId | null): Screen =>
  promptScreen(format, format.html('ask-promo-terms', { unit: format.unitName }), stepsOf(promo).types(operator));
