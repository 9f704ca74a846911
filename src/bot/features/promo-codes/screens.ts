import { operatorIds, productTypes } from '../../../domain/product.ts';
import type { PromoCode, PromoReport } from '../../../shop/prices/promo-codes.ts';
import type { ValuesOf } from '../../core/action.ts';
import type { Formatter } from '../../core/formatter.ts';
import { linkRow } from '../../core/link-row.ts';
import { backRow, choiceRows } from '../../core/navigation.ts';
import { button, lines, type Screen } from '../../core/screen.ts';
import { priceActions } from '../prices/actions.ts';
import { whatWords } from '../prices/rule-words.ts';
import { promoActions, promoTargets } from './actions.ts';

const valueWords = (format: Formatter, { value }: Pick<PromoCode, 'value'>): string =>
  value.kind === 'percent' ? format.percent(value.points) : format.price(value.amount);

export const promosScreen = (format: Formatter, promos: readonly PromoCode[]): Screen => ({
  text: lines(format.html('promos-title'), '', format.html(promos.length === 0 ? 'promos-none' : 'promos-hint')),
  keys: [
    ...promos.map((promo) => [
      button(
        format.plain('promo-row', { code: promo.code, value: valueWords(format, promo), used: promo.used }),
        promoActions.promo({ promo: promo.id }),
      ),
    ]),
    [button(format.plain('key-add-promo'), promoActions.addPromo())],
    backRow(format, priceActions.prices({ page: 1 })),
  ],
});

export function promoScreen(
  format: Formatter,
  { promo, report, link }: { promo: PromoCode; report: PromoReport; link: string },
): Screen {
  const { id, code, target, mostUses, mostEach, used, endsAt } = promo;
  return {
    text: lines(
      format.html('promo-title', { code: format.copyable(code), value: valueWords(format, promo) }),
      format.html('rule-for', { whom: format.plain(target === null ? 'promo-for-everyone' : `promo-for-${target}`) }),
      format.html('rule-what', { what: whatWords(format, promo) }),
      mostUses === null ? format.html('promo-any-uses') : format.html('promo-most-uses', { count: mostUses }),
      mostEach === null ? null : format.html('promo-most-each', { count: mostEach }),
      endsAt === null ? null : format.html('promo-until', { when: format.when(endsAt) }),
      '',
      format.html('promo-used', { count: used }),
      used === 0
        ? null
        : format.html('promo-report', {
            people: report.people,
            discount: format.money(report.discount),
            charged: format.money(report.charged),
          }),
      '',
      format.html('line', { text: { html: `<code>${link}</code>` } }),
    ),
    keys: [
      linkRow(format, link),
      [button(format.plain('key-end-promo'), promoActions.endPromo({ promo: id }), 'danger')],
      backRow(format, promoActions.promos()),
    ],
  };
}

export const promoWhomScreen = (format: Formatter): Screen => ({
  text: format.html('promo-whom'),
  keys: [
    ...choiceRows(
      format,
      promoTargets.map((whom) => button(format.plain(`promo-for-${whom}`), promoActions.promoOperator({ whom }))),
    ),
    backRow(format, promoActions.promos()),
  ],
});

export const promoOperatorScreen = (
  format: Formatter,
  { whom }: ValuesOf<typeof promoActions.promoOperator>,
): Screen => ({
  text: format.html('rule-which-operator'),
  keys: [
    [button(format.plain('price-every-operator'), promoActions.promoType({ whom, operator: null }))],
    ...choiceRows(
      format,
      operatorIds.map((operator) => button(format.operator(operator), promoActions.promoType({ whom, operator }))),
    ),
    backRow(format, promoActions.addPromo()),
  ],
});

export const promoTypeScreen = (
  format: Formatter,
  { whom, operator }: ValuesOf<typeof promoActions.promoType>,
): Screen => ({
  text: format.html('rule-which-type'),
  keys: [
    [button(format.plain('price-every-type'), promoActions.askPromoTerms({ whom, operator, type: null }))],
    ...choiceRows(
      format,
      productTypes.map((type) =>
        button(format.plain(`price-type-${type}`), promoActions.askPromoTerms({ whom, operator, type })),
      ),
    ),
    backRow(format, promoActions.promoOperator({ whom })),
  ],
});
