import { orderActions } from '#bot/actions/orders.ts';
import { type PromoFor, type PromoTerms, promoActions } from '#bot/actions/promo-codes.ts';
import type { Ordering } from '#bot/buying/orders/ordering.ts';
import { askAgain, failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature, type Handlers } from '#bot/kit/feature.ts';
import { promptScreen } from '#bot/kit/navigation.ts';
import { defineQuestion, notAnAnswer, onAnswer, ownersText } from '#bot/kit/question.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Parts } from '#bot/parts.ts';
import { nameLosses, sellAtLossScreen } from '#bot/pricing/prices/loss-screens.ts';
import { createRuleNames, nameIn } from '#bot/pricing/prices/rule-words.ts';
import { homeScreen } from '#bot/words/home-screens.ts';
import type { Failure } from '#domain/failure.ts';
import type { OperatorId, ProductType } from '#domain/product.ts';
import { readPromoCode } from '#domain/promo.ts';
import { ok, type Result } from '#domain/result.ts';
import { intentOf } from '#shop/buying/orders/order.ts';
import type { NewPromoCode, PromoCode } from '#shop/pricing/prices/promo-codes.ts';
import {
  askPromoTermsScreen,
  newPromoScreen,
  promoAudienceScreen,
  promoFacts,
  promoOperatorScreen,
  promoScreen,
  promosScreen,
  promoTypeScreen,
} from './screens.ts';
import { askPromoCodeScreen, promoDaysScreen, promoOfSteps, promoUsesScreen, promoValueScreen } from './steps.ts';
import { readTerms, termsFailure } from './terms.ts';
import { createTakePromo, promoPrefix } from './use-promo.ts';

const promoQuestion = defineQuestion<{ readonly order: string }>('promo');
const promoTermsQuestion = defineQuestion<{
  /** The audience: stored under this name. */
  readonly whom: PromoFor['audience'];
  /** The level or person that it is for. */
  readonly id?: number;
  readonly operator: OperatorId | null;
  readonly type: ProductType | null;
}>('promo-terms');

const promoCodeQuestion = defineQuestion<{ readonly choice: PromoTerms }>('promo-code');

/** Promo codes: typed by buyers on the confirm screen, made and watched by the owner. */
export function createPromoFeature(parts: Parts, { own, quote, following, askToConfirm }: Ordering): Feature {
  const { links, losses, now, promoCodes, tiers } = parts;
  const ruleNames = createRuleNames(parts);
  const takePromo = createTakePromo(parts, { quote, askToConfirm });

  async function list({ format }: BotRequest): Promise<Reply> {
    const [promos, losing] = await Promise.all([promoCodes.list(), losses.inForce()]);
    return { screen: promosScreen(format, promos, losing.promos) };
  }

  /** The name of the level or person that a code is for. */
  const nameOf = async (promo: Pick<PromoCode, 'target' | 'targetId'>): Promise<string | null> =>
    nameIn(await ruleNames([promo]), promo);

  /** Shown before it exists; one that sells at a loss is asked about as such. */
  async function preview(request: BotRequest, promo: NewPromoCode): Promise<Result<Reply, Failure>> {
    const { format, person, idempotencySource } = request;
    const draft = await promoCodes.draft(idempotencySource, person.id, promo);
    if (!draft.ok) return draft;
    const [name, promoLosses] = await Promise.all([nameOf(promo), losses.ofPromo(promo)]);
    const namedLosses = await nameLosses(promoLosses, ruleNames);
    const [yes, back] = [promoActions.makePromo({ draft: draft.value.id }), promoActions.promos()];
    const data = { facts: promoFacts(format, promo, name), yes, back, ...namedLosses };
    return ok({ screen: (promoLosses.examples.length === 0 ? newPromoScreen : sellAtLossScreen)(format, data) });
  }

  const handlers: Handlers<typeof promoActions> = {
    askPromo: async (request, { order: id }) => {
      const { format } = request;
      const order = await own(request, id);
      if (!order.ok) return failureReply(format, order.error);
      if (order.value.state !== 'quoted') return following(request, order.value);
      const screen = promptScreen(format, format.html('ask-promo'), orderActions.again({ order: id }));
      return { screen, question: promoQuestion({ order: id }) };
    },
    dropPromo: async (request, { order: id }) => {
      const order = await own(request, id);
      if (!order.ok) return failureReply(request.format, order.error);
      if (order.value.state !== 'quoted') return following(request, order.value);
      await promoCodes.forget(request.person.id);
      return quote(request, intentOf(order.value), { replaces: id });
    },
    usePromo: async ({ person, format }, { code: typedCode }) => {
      const code = readPromoCode(typedCode);
      if (code === null) return failureReply(format, { code: 'promo-unknown' });
      await promoCodes.remember(person.id, code);
      return { screen: homeScreen(format, person, format.html('promo-remembered', { code: format.code(code) })) };
    },
    promos: list,
    promo: async ({ format }, { promo: id }) => {
      const promo = await promoCodes.find(id);
      if (!promo) return failureReply(format, { code: 'promo-unknown' }, promoActions.promos());
      const [report, name, promoLosses] = await Promise.all([
        promoCodes.report(id),
        nameOf(promo),
        losses.ofPromo(promo),
      ]);
      const namedLosses = await nameLosses(promoLosses, ruleNames);
      const link = links.start(`${promoPrefix}${promo.code}`);
      return { screen: promoScreen(format, { promo, name, report, link, losses: namedLosses }) };
    },
    endPromo: async (request, { promo: id }) => {
      const ending = await promoCodes.end(request.person.id, id);
      return ending.ok ? list(request) : failureReply(request.format, ending.error, promoActions.promos());
    },
    makePromo: async ({ format, person }, { draft }) => {
      const creation = await promoCodes.createDrafted(draft, person.id);
      if (!creation.ok) return failureReply(format, creation.error, promoActions.promos());
      return { redirect: promoActions.promo({ promo: creation.value.id }) };
    },
    addPromo: async ({ format }) => ({ screen: promoAudienceScreen(format, await tiers.list()) }),
    promoOperator: async ({ format }, values) => ({ screen: promoOperatorScreen(format, values) }),
    promoType: async ({ format }, { audience, operator }) => ({
      screen: promoTypeScreen(format, { audience }, operator),
    }),
    askPromoTerms: async ({ format }, { audience, operator, type }) => ({
      screen: askPromoTermsScreen(format, { audience }, operator),
      question: promoTermsQuestion({ whom: audience, operator, type }),
    }),
    promoValue: async ({ format }, choice) => ({ screen: promoValueScreen(format, choice) }),
    promoUses: async ({ format }, choice) => ({ screen: promoUsesScreen(format, choice) }),
    promoDays: async ({ format }, choice) => ({ screen: promoDaysScreen(format, choice) }),
    askPromoCode: async ({ format }, choice) => ({
      screen: askPromoCodeScreen(format, choice),
      question: promoCodeQuestion({ choice }),
    }),
    promoOperatorFor: async ({ format }, values) => ({ screen: promoOperatorScreen(format, values) }),
    promoTypeFor: async ({ format }, { audience, id, operator }) => ({
      screen: promoTypeScreen(format, { audience, id }, operator),
    }),
    askPromoTermsFor: async ({ format }, { audience, id, operator, type }) => ({
      screen: askPromoTermsScreen(format, { audience, id }, operator),
      question: promoTermsQuestion({ whom: audience, id, operator, type }),
    }),
  };

  return defineFeature(promoActions, handlers, [
    onAnswer(promoQuestion, async (request, { text, mobiles }, { order: id }) => {
      if (mobiles.length > 0 || text === undefined) return notAnAnswer;
      const order = await own(request, id);
      if (!order.ok) return failureReply(request.format, order.error);
      const promoReply = await takePromo(request, order.value, text);
      // Another code may be typed below the refused one.
      if (promoReply.ok || promoReply.error.screen === null) return promoReply.ok ? promoReply.value : promoReply.error;
      return { ...promoReply.error, question: promoQuestion({ order: id }) };
    }),
    onAnswer(promoCodeQuestion, async (request, input, { choice }) => {
      const text = ownersText(request, input);
      if (text === null) return notAnAnswer;
      const back = promoActions.promoDays(choice);
      const code = readPromoCode(text);
      if (code === null) return askAgain(request, { code: 'promo-spelling' }, back);
      const previewed = await preview(request, promoOfSteps(choice, code, now()));
      if (previewed.ok) return previewed.value;
      return previewed.error.code === 'promo-taken'
        ? askAgain(request, previewed.error, back)
        : failureReply(request.format, previewed.error, back);
    }),
    onAnswer(promoTermsQuestion, async (request, input, { whom: audience, id = null, operator, type }) => {
      const text = ownersText(request, input);
      if (text === null) return notAnAnswer;
      const back = promoActions.promos();
      const terms = readTerms(text, request.person.unit, now());
      if (terms === null) return askAgain(request, termsFailure(text), back);
      const target = audience === 'everyone' ? null : audience;
      const promo = { ...terms, target, targetId: id, operatorId: operator, productType: type };
      const previewed = await preview(request, promo);
      if (previewed.ok) return previewed.value;
      if (previewed.error.code === 'promo-taken') return askAgain(request, previewed.error, back);
      return failureReply(request.format, previewed.error, back);
    }),
  ]);
}
