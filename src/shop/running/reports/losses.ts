import type { Rials } from '#domain/money.ts';
import { chargeOf, isForBuyer, isForItem, type Loss, lossOf, type PriceRule } from '#domain/price.ts';
import {
  everything,
  type Position,
  type PriceBookDeps,
  positionsOf,
  readPriceBook,
} from '#shop/pricing/prices/price-book.ts';
import type { RuleDraft } from '#shop/pricing/prices/price-rules.ts';
import { chargeWithPromo, type NewPromoCode, type PromoCode } from '#shop/pricing/prices/promo-codes.ts';
import { draftedRule } from './price-preview.ts';
import type { SaleExample, SaleExamples } from './sale-examples.ts';

/** The price, cost and loss of an example. */
interface TriedSale extends SaleExample {
  readonly charge: Rials;
  readonly cost: Rials | null;
  readonly loss: Loss | null;
  /** The rule behind its price. */
  readonly rule: PriceRule | null;
  readonly promoCode: string | null;
}

export type LossExample = TriedSale & { readonly loss: Loss };

export interface Losses {
  /** The first loss, and the first free sale. Empty without a known loss. */
  readonly examples: readonly LossExample[];
  /** Whether something sells below its total while the gateway's commission for it is not entered. */
  readonly isUnknown: boolean;
}

/** Rules and codes that sell below cost or for free. */
export interface LosingPrices {
  readonly rules: ReadonlySet<number>;
  readonly promos: readonly PromoCode[];
}

export const noLosingPrices: LosingPrices = { rules: new Set(), promos: [] };

interface LossesDeps extends PriceBookDeps {
  readonly saleExamples: SaleExamples;
}

const distinct = (positions: readonly Position[]): Position[] => [
  ...new Map(positions.map((position) => [position.key, position])).values(),
];

const usersOf = (promo: NewPromoCode, positions: readonly Position[]): Position[] =>
  distinct(positions.filter(({ buyer, what }) => isForItem(promo, what) && isForBuyer(promo, buyer)));

/** Tries each example at each of its prices. */
const trySales = (
  examples: readonly SaleExample[],
  positions: readonly Position[],
  promo: NewPromoCode | null = null,
): TriedSale[] =>
  examples.flatMap((example) =>
    positions
      .filter(({ what }) => what.operatorId === example.operatorId && what.productType === example.productType)
      .map(({ own, rules }) => {
        const usual = chargeOf(example.total, example, rules);
        const { charge, cost } = promo ? chargeWithPromo(usual, { ...promo, id: 0 }) : usual;
        const loss = lossOf(example.total, { charge, cost });
        return { ...example, charge, cost, loss, rule: own, promoCode: promo?.code ?? null };
      }),
  );

function lossesIn(sales: readonly TriedSale[]): Losses {
  const losing = sales.filter((sale): sale is LossExample => sale.loss !== null);
  const free = losing.find(({ loss }) => loss.isFree);
  return {
    examples: [...new Set([losing[0], free])].filter((example) => example !== undefined),
    isUnknown: sales.some(({ charge, cost, total }) => cost === null && charge < total),
  };
}

/** Finds sales below cost or for free: by a rule, a code, or a code on top of a rule. */
export function createLosses({ saleExamples, ...deps }: LossesDeps) {
  const { now } = deps;

  const examplesFor = async (scope: Parameters<typeof isForItem>[0]): Promise<SaleExample[]> => [
    ...(await saleExamples.soldLately(scope)),
    ...everything.filter((what) => isForItem(scope, what)).flatMap(saleExamples.extremes),
  ];

  async function tryRule(rule: PriceRule, added: { readonly rule?: PriceRule }): Promise<Losses> {
    const [book, examples] = await Promise.all([readPriceBook(deps, added), examplesFor(rule)]);
    const all = positionsOf(book, Math.max(now(), rule.startsAt));
    const positions = all.filter(({ own }) => own?.id === rule.id);
    const alone = lossesIn(trySales(examples, distinct(positions)));
    if (alone.examples.length > 0) return alone;
    const together = book.promos.flatMap((promo) => trySales(examples, usersOf(promo, positions), promo));
    return { ...alone, examples: lossesIn(together).examples };
  }

  /** Losses of a rule that applies now or later. */
  const ofRule = (rule: PriceRule): Promise<Losses> => tryRule(rule, {});

  async function ofDraft(draft: RuleDraft): Promise<Losses> {
    const rule = draftedRule(draft, now());
    return tryRule(rule, { rule });
  }

  async function ofPromo(promo: NewPromoCode): Promise<Losses> {
    const [book, examples] = await Promise.all([readPriceBook(deps, { promo }), examplesFor(promo)]);
    return lossesIn(trySales(examples, usersOf(promo, positionsOf(book, now())), promo));
  }

  /** Losing rules and codes, present and future. With a draft, those that would lose because of it. */
  async function inForce(draft?: RuleDraft): Promise<LosingPrices> {
    const book = await readPriceBook(deps, draft ? { rule: draftedRule(draft, now()) } : {});
    const examples = everything.flatMap(saleExamples.extremes);
    const loses = (positions: readonly Position[], promo: PromoCode | null = null) =>
      trySales(examples, positions, promo).some(({ loss }) => loss !== null);
    const rules = new Set<number>();
    const promos = new Set<PromoCode>();
    const starts = book.rules.map(({ startsAt }) => startsAt).filter((at) => at > now());
    for (const at of new Set([now(), ...starts])) {
      const positions = positionsOf(book, at);
      const losing = new Set(
        distinct(positions)
          .filter((position) => loses([position]))
          .map(({ key }) => key),
      );
      for (const position of positions) if (position.own && losing.has(position.key)) rules.add(position.own.id);
      for (const promo of book.promos) if (loses(usersOf(promo, positions), promo)) promos.add(promo);
    }
    return { rules, promos: [...promos] };
  }

  return { ofRule, ofDraft, ofPromo, inForce };
}
