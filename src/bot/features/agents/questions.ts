import { parseAmount } from '../../../domain/amount.ts';
import type { Rials, Unit } from '../../../domain/money.ts';
import { inviteHours } from '../../../shop/people/agents.ts';
import { failureReply } from '../../core/failure.ts';
import { type Formatter, foreign, oneLine, truncate } from '../../core/formatter.ts';
import {
  type Answer,
  defineQuestion,
  notAnAnswer,
  onAnswer,
  ownersText,
  type QuestionHandler,
} from '../../core/question.ts';
import type { BotRequest, HandlerResult, Reply } from '../../core/request.ts';
import { lines } from '../../core/screen.ts';
import type { Services } from '../../core/services.ts';
import type { Notify } from '../../notices.ts';
import { adminActions } from '../admin/actions.ts';
import { askAgain } from '../home/ask-again.ts';
import { agentActions } from './actions.ts';
import { invitedScreen } from './screens.ts';

interface Credit {
  readonly action: 'grant' | 'take' | 'limit';
  readonly person: number;
}

export const inviteQuestion = defineQuestion('invite');
export const creditQuestion = defineQuestion<Credit>('credit');
export const pauseQuestion = defineQuestion<{ readonly person: number }>('pause');

const noteLength = 200;

export interface AgentQuestionsDeps extends Pick<Services, 'agents' | 'credit'> {
  readonly notify: Notify;
  readonly inviteLink: (code: string) => string;
}

export function createAgentQuestions(
  { agents, credit, notify, inviteLink }: AgentQuestionsDeps,
  showAgent: (request: BotRequest, personId: number, note?: string | null) => Promise<Reply>,
): QuestionHandler[] {
  async function pause(request: BotRequest, personId: number, why: string): Promise<Answer | HandlerResult> {
    const paused = await agents.pause(request.person.id, personId, why);
    if (!paused.ok) return failureReply(request.format, paused.error, agentActions.agents({ page: 1 }));
    if (paused.value)
      await notify(personId, (format) => format.html('failure-person-paused', { reason: foreign(why) }));
    return showAgent(request, personId);
  }

  async function invite(request: BotRequest, text: string): Promise<Answer | HandlerResult> {
    const limit = sumOf(text, request.person.unit);
    if (limit === null) return askAgain(request, { code: 'amount-invalid' }, agentActions.agents({ page: 1 }));
    const invited = await agents.invite(request.person.id, limit);
    if (!invited.ok) return failureReply(request.format, invited.error, adminActions.menu());
    const link = inviteLink(invited.value.code);
    return { screen: invitedScreen(request.format, { link, limit, hours: inviteHours }) };
  }

  async function move(request: BotRequest, { action, person }: Credit, text: string): Promise<Answer | HandlerResult> {
    const typed = amountAndNote(text, request.person.unit);
    // Only a limit may be zero.
    if (typed === null || (typed.amount === 0 && action !== 'limit'))
      return askAgain(request, { code: 'amount-invalid' }, agentActions.agent({ person }));
    const { amount, note } = typed;
    const moved = await credit[action]({ key: request.origin, by: request.person.id, personId: person, amount, note });
    if (!moved.ok) {
      const { error } = moved;
      if (error.code !== 'wallet-too-small') return failureReply(request.format, error, agentActions.agent({ person }));
      const most = request.format.money(Math.max(0, amount - error.missing));
      return showAgent(request, person, request.format.html('take-too-much', { most }));
    }
    const { balance } = moved.value;
    const said = (format: Formatter) =>
      lines(
        format.html(`notice-${action}`, { amount: format.money(amount) }),
        note === null ? null : format.html('notice-note', { note: foreign(note) }),
        format.html('wallet-available', { available: format.money(Math.max(0, balance.available ?? 0)) }),
      );
    // Also when it was done before: a crash in between left the agent untold.
    const told = await notify(person, said);
    const answer = request.format.html(`done-${action}`, { amount: request.format.money(amount) });
    const unheard = told ? null : request.format.html('not-told');
    return showAgent(request, person, lines(answer, unheard));
  }

  return [
    onAnswer(inviteQuestion, async (request, typed) => {
      const text = ownersText(request, typed);
      return text === null ? notAnAnswer : invite(request, text);
    }),
    onAnswer(creditQuestion, async (request, typed, { action, person }) => {
      const text = ownersText(request, typed);
      return text === null ? notAnAnswer : move(request, { action, person }, text);
    }),
    onAnswer(pauseQuestion, async (request, typed, { person }) => {
      const text = ownersText(request, typed);
      return text === null ? notAnAnswer : pause(request, person, truncate(oneLine(text), noteLength, ''));
    }),
  ];
}

const isNothing = (text: string): boolean => /^[0۰٠]$/.test(text.trim());
const sumOf = (text: string, unit: Unit): Rials | null => (isNothing(text) ? 0 : parseAmount(text, unit));

/** "500,000 paid in cash": an amount, then an optional note. */
export function amountAndNote(text: string, unit: Unit): { amount: Rials; note: string | null } | null {
  const words = oneLine(text).split(' ');
  for (let taken = words.length; taken > 0; taken -= 1) {
    const amount = sumOf(words.slice(0, taken).join(' '), unit);
    if (amount === null) continue;
    const note = truncate(words.slice(taken).join(' '), noteLength, '');
    return { amount, note: note === '' ? null : note };
  }
  return null;
}
