import { adminActions } from '#bot/actions/admin.ts';
import { agentActions } from '#bot/actions/agents.ts';
import { supportActions } from '#bot/actions/support.ts';
import { amountFailure, askAgain, failureReply } from '#bot/core/failure.ts';
import type { Notify } from '#bot/core/feature.ts';
import { oneLine, truncate, untrusted } from '#bot/core/formatter.ts';
import {
  type Answer,
  defineQuestion,
  messageFrom,
  notAnAnswer,
  onAnswer,
  ownersText,
  type QuestionHandler,
  textFrom,
} from '#bot/core/question.ts';
import type { BotRequest, HandlerResult, Reply } from '#bot/core/request.ts';
import { newMessageButton } from '#bot/core/screen.ts';
import type { Services } from '#bot/core/services.ts';
import { isNothing, parseWholeAmount, splitAmount } from '#domain/amount.ts';
import type { Rials, Unit } from '#domain/money.ts';
import { type CreditDraft, type CreditKind, creditPermission } from '#shop/credit/credit.ts';
import { invitedScreen } from './invite-screens.ts';

interface Credit {
  readonly action: CreditKind;
  readonly person: number;
}

export const inviteQuestion = defineQuestion('invite');
export const creditQuestion = defineQuestion<Credit>('credit');
export const pauseQuestion = defineQuestion<{ readonly person: number }>('pause');

const noteLength = 200;

interface AgentQuestionsDeps extends Pick<Services, 'agents' | 'credit'> {
  readonly notify: Notify;
  readonly inviteLink: (code: string) => string;
}

export function createAgentQuestions(
  { agents, credit, notify, inviteLink }: AgentQuestionsDeps,
  showAgent: (request: BotRequest, personId: number, note?: string | null) => Promise<Reply>,
  ask: (request: BotRequest, draft: CreditDraft) => Promise<Reply>,
): QuestionHandler[] {
  async function pause(request: BotRequest, personId: number, why: string): Promise<Answer | HandlerResult> {
    const result = await agents.pause(request.person.id, personId, why);
    if (!result.ok) return failureReply(request.format, result.error, agentActions.agents({ page: 1 }));
    if (result.value)
      await notify(
        personId,
        (format) => format.html('failure-person-paused', { reason: untrusted(why) }),
        (format) => newMessageButton(format.plain('key-support'), supportActions.support({ order: null })),
      );
    return showAgent(request, personId);
  }

  async function invite(request: BotRequest, text: string): Promise<Answer | HandlerResult> {
    const limit = sumOf(text, request.person.unit);
    if (limit === null) return askAgain(request, amountFailure(text), agentActions.agents({ page: 1 }));
    const invitation = await agents.invite(request.idempotencySource, request.person.id, limit);
    if (!invitation.ok) return failureReply(request.format, invitation.error, adminActions.menu());
    const link = inviteLink(invitation.value.code);
    return { screen: invitedScreen(request.format, { invite: invitation.value, link }) };
  }

  /** Stores what was typed and asks for confirmation. */
  async function propose(
    request: BotRequest,
    { action, person }: Credit,
    text: string,
  ): Promise<Answer | HandlerResult> {
    const parts = amountAndNote(text, request.person.unit);
    // Only a limit may be zero.
    if (parts === null || (parts.amount === 0 && action !== 'limit'))
      return askAgain(request, amountFailure(text.split(/\s+/).slice(0, 2).join(' ')), agentActions.agent({ person }));
    const { amount, note } = parts;
    const wish = { key: request.idempotencySource, by: request.person.id, personId: person, amount, note };
    const draft = await credit.draft(action, wish);
    if (!draft.ok) return failureReply(request.format, draft.error, agentActions.agent({ person }));
    return ask(request, draft.value);
  }

  return [
    onAnswer(inviteQuestion, async (request, input) => {
      const text = ownersText(request, input);
      return text === null ? notAnAnswer : invite(request, text);
    }),
    onAnswer(creditQuestion, async (request, input, { action, person }) => {
      const text = textFrom(request, input, creditPermission(action));
      return text === null ? notAnAnswer : propose(request, { action, person }, text);
    }),
    onAnswer(pauseQuestion, async (request, input, { person }) => {
      const text = messageFrom(request, input, 'run');
      return text === null ? notAnAnswer : pause(request, person, truncate(oneLine(text), noteLength, ''));
    }),
  ];
}

const sumOf = (text: string, unit: Unit): Rials | null => (isNothing(text) ? 0 : parseWholeAmount(text, unit));

/** "500,000 paid in cash": an amount, then an optional note. */
export function amountAndNote(text: string, unit: Unit): { amount: Rials; note: string | null } | null {
  const split = splitAmount(oneLine(text), unit);
  const note = truncate(split?.rest ?? '', noteLength, '');
  return split && { amount: split.amount, note: note === '' ? null : note };
}
