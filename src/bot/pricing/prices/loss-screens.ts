import type { Action } from '#bot/kit/action.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { key, page } from '#bot/kit/page.ts';
import { shortTitle } from '#bot/kit/row-label.ts';
import type { Screen } from '#bot/kit/screen.ts';
import { soldRow } from '#bot/words/catalogue.ts';
import type { LossExample, Losses } from '#shop/running/reports/losses.ts';
import { type Names, nameIn, ruleWords } from './rule-words.ts';

/** Texts have no colours. */
export const lossMark = (loses: boolean, label: string): string => (loses ? `🔴 ${label}` : label);

const rulesIn = ({ examples }: Losses) => examples.flatMap(({ rule }) => rule ?? []);

/** Losses with the names that they are told with. */
export interface NamedLosses {
  readonly losses: Losses;
  readonly names: Names;
}

export const nameLosses = async (
  losses: Losses,
  namesOf: (rules: ReturnType<typeof rulesIn>) => Promise<Names>,
): Promise<NamedLosses> => ({
  losses,
  names: losses.examples.length === 0 ? new Map() : await namesOf(rulesIn(losses)),
});

/** What it loses, on an example. */
export function lossLines(format: Formatter, { losses: { examples, isUnknown }, names }: NamedLosses): string[] {
  if (examples.length === 0) return isUnknown ? [format.html('loss-unknown')] : [];
  const isFree = examples.every(({ loss }) => loss.isFree);
  return [
    format.html(isFree ? 'loss-free' : 'loss-below'),
    ...examples.flatMap((example) => exampleLines(format, example, names)),
  ];
}

function exampleLines(format: Formatter, example: LossExample, names: Names): string[] {
  const { product, operatorId, productType, base, amount, total, charge, cost, loss, rule, promoCode } = example;
  const title = product
    ? shortTitle(format, soldRow(format, { product, base, amount }))
    : format.plain(`price-type-${productType}`);
  return [
    format.html(cost === null ? 'loss-example-unknown' : 'loss-example', {
      what: `${format.operator(operatorId)} · ${title}`,
      total: format.money(total),
      charge: format.money(charge),
      cost: format.money(cost ?? total),
      loss: format.money(loss.amount),
    }),
    ...(promoCode === null || rule === null
      ? []
      : [
          format.html('loss-with', {
            code: format.code(promoCode),
            rule: ruleWords(format, rule, nameIn(names, rule)),
          }),
        ]),
  ];
}

/** Asks once more before something is sold at a loss. */
export const sellAtLossScreen = (
  format: Formatter,
  { facts, yes, back, ...losses }: NamedLosses & { facts: readonly (string | null)[]; yes: Action; back: Action },
): Screen =>
  page(format, {
    text: [...facts, '', ...lossLines(format, losses), '', format.html('loss-once-more')],
    keys: [key('key-sell-at-loss', yes, 'danger')],
    back,
  });
