import { agentActions } from '#bot/actions/agents.ts';
import { settlementActions } from '#bot/actions/settlement.ts';
import { failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature } from '#bot/kit/feature.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Services } from '#bot/parts.ts';
import type { SettlementTerms } from '#domain/settlement.ts';
import { everyAgent } from '#shop/money/settlement/settlement-terms.ts';
import { settlementDaysScreen, settlementGraceScreen, settlementScreen } from './screens.ts';

/** As many statements as fit into a message. */
const mostListed = 20;

/** On which day agents on credit settle, and what is still open. */
export function createSettlementFeature({
  people,
  settlementTerms,
  statements,
}: Pick<Services, 'people' | 'settlementTerms' | 'statements'>): Feature {
  async function settlement({ format }: BotRequest, id: number): Promise<Reply> {
    const person = id === everyAgent ? null : await people.find(id);
    if (person === null && id !== everyAgent)
      return failureReply(format, { code: 'person-unknown' }, agentActions.agents({ page: 1 }));
    const [{ terms, own }, open] = await Promise.all([
      settlementTerms.of(id),
      statements.open(mostListed, person === null ? null : id),
    ]);
    return { screen: settlementScreen(format, { person, terms, own, ...open }) };
  }

  async function change(request: BotRequest, id: number, terms: SettlementTerms | null): Promise<Reply> {
    const set = await settlementTerms.set(request.person.id, id, terms);
    if (!set.ok) return failureReply(request.format, set.error, settlementActions.settlement({ person: id }));
    return settlement(request, id);
  }

  return defineFeature(settlementActions, {
    settlement: (request, { person }) => settlement(request, person),
    settlementDays: async (request, { person, cycle }) =>
      cycle === 'never'
        ? settlement(request, person)
        : { screen: settlementDaysScreen(request.format, { person, cycle }) },
    setSettlement: async (request, { person, cycle, day }) => {
      const { graceDays } = (await settlementTerms.of(person)).terms;
      return change(request, person, { cycle, day, graceDays });
    },
    settlementGrace: async ({ format }, { person }) => ({ screen: settlementGraceScreen(format, person) }),
    setSettlementGrace: async (request, { person, days }) => {
      const { cycle, day } = (await settlementTerms.of(person)).terms;
      return change(request, person, { cycle, day, graceDays: days });
    },
    dropSettlement: (request, { person }) => change(request, person, null),
  });
}
