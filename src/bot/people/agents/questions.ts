import { agentActions } from '#bot/actions/agents.ts';
import { supportActions } from '#bot/actions/support.ts';
import type { Action } from '#bot/kit/action.ts';
import { amountFailure, askAgain, failureReply } from '#bot/kit/failure.ts';
import type { Notify } from '#bot/kit/feature.ts';
import { type Formatter, oneLine, truncate, untrusted } from '#bot/kit/formatter.ts';
import { page } from '#bot/kit/page.ts';
import {
  type Answer,
  defineQuestion,
  messageFrom,
  notAnAnswer,
  onAnswer,
  ownersText,
  type QuestionHandler,
  textFrom,
} from '#bot/kit/question.ts';
import type { BotRequest, HandlerResult, Reply } from '#bot/kit/request.ts';
import { button, newMessageButton, type Screen } from '#bot/kit/screen.ts';
import type { Services } from '#bot/kit/services.ts';
import { isNothing, parseWholeAmount, splitAmount, unclearReadings } from '#domain/amount.ts';
import type { Rials, Unit } from '#domain/money.ts';
import { type CreditDraft, type CreditKind, creditPermission } from '#shop/money/credit/credit.ts';

interface Credit {
  readonly action: CreditKind;
  readonly person: number;
}

export const inviteQuestion = defineQuestion('invite');
export const creditQuestion = defineQuestion<Credit>('credit');
/** The check is on the screen, and another amount may be typed instead. Any other text is no answer. */
export const shownCreditQuestion = defineQuestion<{ readonly draft: string }>('shown-credit');
export const pauseQuestion = defineQuestion<{ readonly person: number }>('pause');

const noteLength = 200;

type Terms = Pick<CreditDraft, 'amount' | 'note'>;

interface AgentQuestionsDeps extends Pick<Services, 'agents' | 'credit'> {
  readonly notify: Notify;
}

interface Screens {
  showAgent(request: BotRequest, personId: number, note?: string | null): Promise<Reply>;
  /** The check before money moves. */
  ask(request: BotRequest, draft: CreditDraft): Promise<Reply>;
  invite(request: BotRequest, limit: Rials): Promise<Reply>;
}

export function createAgentQuestions(
  { agents, credit, notify }: AgentQuestionsDeps,
  { showAgent, ask, invite }: Screens,
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

  async function typedLimit(request: BotRequest, text: string): Promise<Answer | HandlerResult> {
    const { unit } = request.person;
    const back = agentActions.agents({ page: 1 });
    const amounts = unclearReadings(text, unit);
    if (amounts) {
      const open = (limit: Rials) => agentActions.inviteWith({ limit });
      return { screen: whichScreen(request.format, amounts, open, back), question: inviteQuestion() };
    }
    const limit = sumOf(text, unit);
    return limit === null ? askAgain(request, amountFailure(text), back) : invite(request, limit);
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
    return check(request, { action, person }, parts);
  }

  const draftOf = (request: BotRequest, { action, person }: Credit, terms: Terms, key = request.idempotencySource) =>
    credit.draft(action, { key, by: request.person.id, personId: person, ...terms });

  async function check(request: BotRequest, of: Credit, terms: Terms): Promise<Reply> {
    const draft = await draftOf(request, of, terms);
    if (!draft.ok) return failureReply(request.format, draft.error, agentActions.agent({ person: of.person }));
    return ask(request, draft.value);
  }

  /** Each reading is a draft: its check is one tap away. What is typed next is in place of the first. */
  async function askWhich(
    request: BotRequest,
    of: Credit,
    { amounts, note }: { readonly amounts: readonly Rials[]; readonly note: string | null },
  ): Promise<Reply> {
    const back = agentActions.agent({ person: of.person });
    const drafts = new Map<Rials, string>();
    for (const amount of amounts) {
      const draft = await draftOf(request, of, { amount, note }, `${request.idempotencySource}:${amount}`);
      if (!draft.ok) return failureReply(request.format, draft.error, back);
      drafts.set(amount, draft.value.id);
    }
    const open = (amount: Rials) => agentActions.creditDraft({ draft: drafts.get(amount) ?? '' });
    const [first = ''] = drafts.values();
    return {
      screen: whichScreen(request.format, amounts, open, back),
      question: shownCreditQuestion({ draft: first }),
    };
  }

  /** Another amount in place of the one that is shown, with the same note. */
  async function retype(request: BotRequest, shown: CreditDraft, text: string): Promise<Answer | Reply> {
    const { unit } = request.person;
    const { kind: action, personId: person, note } = shown;
    const amounts = unclearReadings(text, unit);
    const amount = amounts ? null : sumOf(text, unit);
    if (!amounts && (amount === null || (amount === 0 && action !== 'limit'))) return notAnAnswer;
    await credit.replace(shown);
    return amounts
      ? askWhich(request, { action, person }, { amounts, note })
      : check(request, { action, person }, { amount: amount ?? 0, note });
  }

  return [
    onAnswer(inviteQuestion, async (request, input) => {
      const text = ownersText(request, input);
      return text === null ? notAnAnswer : typedLimit(request, text);
    }),
    onAnswer(creditQuestion, async (request, input, { action, person }) => {
      const text = textFrom(request, input, creditPermission(action));
      if (text === null) return notAnAnswer;
      const amounts = unclearReadings(text, request.person.unit);
      return amounts
        ? askWhich(request, { action, person }, { amounts, note: null })
        : propose(request, { action, person }, text);
    }),
    onAnswer(shownCreditQuestion, async (request, input, { draft: id }) => {
      if (input.text === undefined || input.mobiles.length > 0) return notAnAnswer;
      const draft = await credit.drafted(id, request.person.id);
      return draft.ok ? retype(request, draft.value, input.text) : notAnAnswer;
    }),
    onAnswer(pauseQuestion, async (request, input, { person }) => {
      const text = messageFrom(request, input, 'run');
      return text === null ? notAnAnswer : pause(request, person, truncate(oneLine(text), noteLength, ''));
    }),
  ];
}

const whichScreen = (
  format: Formatter,
  amounts: readonly Rials[],
  open: (amount: Rials) => Action,
  back: Action,
): Screen =>
  page(format, {
    text: format.html('amount-which'),
    keys: amounts.map((amount) => button(format.price(amount), open(amount))),
    back,
  });

const sumOf = (text: string, unit: Unit): Rials | null => (isNothing(text) ? 0 : parseWholeAmount(text, unit));

/** "500,000 paid in cash": an amount, then an optional note. */
export function amountAndNote(text: string, unit: Unit): { amount: Rials; note: string | null } | null {
  const split = splitAmount(oneLine(text), unit);
  const note = truncate(split?.rest ?? '', noteLength, '');
  return split && { amount: split.amount, note: note === '' ? null : note };
}
