import { priceActions, type RuleKind } from '#bot/actions/prices.ts';
import { amountFailure, askAgain, failureReply } from '#bot/kit/failure.ts';
import { oneLine, truncate } from '#bot/kit/formatter.ts';
import { defineQuestion, notAnAnswer, onAnswer, ownersText, type QuestionHandler } from '#bot/kit/question.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Services } from '#bot/kit/services.ts';
import { isNothing, parseWholeAmount } from '#domain/amount.ts';
import { parsePercent } from '#domain/percent.ts';
import type { RuleDraft, RuleScope } from '#shop/pricing/prices/price-rules.ts';

export const percentQuestion = defineQuestion<RuleScope & { readonly kind: RuleKind }>('percent');
export const tierQuestion = defineQuestion('tier');
export const renameTierQuestion = defineQuestion<{ readonly tier: number }>('rename-tier');
export const turnoverQuestion = defineQuestion<{ readonly tier: number }>('turnover');

const nameLength = 40;

/** "1.5 Service": a percentage, then an optional name that stands on the confirm screen. */
function percentAndName(text: string): { points: number; name: string | null } | null {
  const words = oneLine(text).split(' ');
  for (let count = Math.min(2, words.length); count > 0; count -= 1) {
    const points = parsePercent(words.slice(0, count).join(' '));
    if (points === null) continue;
    const name = truncate(words.slice(count).join(' '), nameLength, '');
    return { points, name: name === '' ? null : name };
  }
  return null;
}

export function createPriceQuestions(
  { priceRules, tiers }: Pick<Services, 'priceRules' | 'tiers'>,
  showPreview: (request: BotRequest, draft: RuleDraft) => Promise<Reply>,
): QuestionHandler[] {
  return [
    onAnswer(percentQuestion, async (request, input, { target, targetId, operatorId, productType, kind }) => {
      const text = ownersText(request, input);
      if (text === null) return notAnAnswer;
      const terms = percentAndName(text);
      const back = priceActions.prices({ page: 1 });
      if (terms === null) return askAgain(request, { code: 'percent-invalid' }, back);
      const draft = await priceRules.draft(request.idempotencySource, {
        ...{ target, targetId, operatorId, productType },
        by: request.person.id,
        basisPoints: kind === 'fee' ? -terms.points : terms.points,
        name: target === 'gateway' ? null : terms.name,
      });
      return draft.ok ? showPreview(request, draft.value) : failureReply(request.format, draft.error, back);
    }),
    onAnswer(tierQuestion, async (request, input) => {
      const text = ownersText(request, input);
      if (text === null) return notAnAnswer;
      const creation = await tiers.create(request.person.id, truncate(oneLine(text), nameLength, ''));
      if (!creation.ok) return failureReply(request.format, creation.error, priceActions.tiers());
      return { redirect: priceActions.tier({ tier: creation.value.id }) };
    }),
    onAnswer(renameTierQuestion, async (request, input, { tier }) => {
      const text = ownersText(request, input);
      if (text === null) return notAnAnswer;
      const renaming = await tiers.rename(request.person.id, tier, truncate(oneLine(text), nameLength, ''));
      if (!renaming.ok) return askAgain(request, renaming.error, priceActions.tier({ tier }));
      return { redirect: priceActions.tier({ tier }) };
    }),
    onAnswer(turnoverQuestion, async (request, input, { tier }) => {
      const text = ownersText(request, input);
      if (text === null) return notAnAnswer;
      const turnover = isNothing(text) ? null : parseWholeAmount(text, request.person.unit);
      if (turnover === null && !isNothing(text))
        return askAgain(request, amountFailure(text), priceActions.tier({ tier }));
      const set = await tiers.setTurnover(request.person.id, tier, turnover);
      if (!set.ok) return failureReply(request.format, set.error, priceActions.tiers());
      return { redirect: priceActions.tier({ tier }) };
    }),
  ];
}
