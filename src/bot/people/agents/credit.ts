import { agentActions } from '#bot/actions/agents.ts';
import type { Action } from '#bot/kit/action.ts';
import { amountFailure, askAgain, failureReply } from '#bot/kit/failure.ts';
import { type Formatter, oneLine, truncate, untrusted } from '#bot/kit/formatter.ts';
import { page } from '#bot/kit/page.ts';
import { type Answer, defineQuestion, notAnAnswer, onAnswer } from '#bot/kit/question.ts';
import type { BotRequest, HandlerResult, Reply } from '#bot/kit/request.ts';
import { button, lines, type Screen } from '#bot/kit/screen.ts';
import type { Parts } from '#bot/parts.ts';
import { isNothing, parseWholeAmount, splitAmount, unclearReadings } from '#domain/amount.ts';
import type { Rials, Unit } from '#domain/money.ts';
import type { Balance } from '#shop/base/wallet/wallet.ts';
import type { CreditDraft, CreditKind } from '#shop/money/credit/credit.ts';
import { creditScreen } from './screens.ts';

interface Credit {
  readonly action: CreditKind;
  readonly person: number;
}

export const inviteQuestion = defineQuestion('invite');
/** The check is on the screen, and another amount may be typed instead. Any other text is no answer. */
const shownCreditQuestion = defineQuestion<{ readonly draft: string }>('shown-credit');

export const noteLength = 200;

type Terms = Pick<CreditDraft, 'amount' | 'note'>;

interface Screens {
  readonly showAgent: (request: BotRequest, personId: number, note?: string | null) => Promise<Reply>;
  readonly invite: (request: BotRequest, limit: Rials) => Promise<Reply>;
}

/** Changes of a wallet by the owner: typed, shown, and carried out after the owner confirms. */
export function createCreditSteps({ credit, people, wallet, notify }: Parts, { showAgent, invite }: Screens) {
  const tooMuch = (request: BotRequest, { personId, amount }: CreditDraft, missing: number): Promise<Reply> => {
    const most = request.format.money(Math.max(0, amount - missing));
    return showAgent(request, personId, request.format.html('take-too-much', { most }));
  };

  async function ask(request: BotRequest, draft: CreditDraft): Promise<Reply> {
    const [person, balance] = await Promise.all([people.find(draft.personId), wallet.read(draft.personId)]);
    if (!person)
      return failureReply(request.format, { code: 'person-unknown' }, agentActions.agent({ person: draft.personId }));
    const missing = draft.amount - (balance.available ?? draft.amount);
    if (draft.kind === 'take' && missing > 0) return tooMuch(request, draft, missing);
    return {
      screen: creditScreen(request.format, { draft, person, balance }),
      question: shownCreditQuestion({ draft: draft.id }),
    };
  }

  /** The check of a draft that was chosen among several. */
  async function askDraft(request: BotRequest, id: string): Promise<Reply> {
    const draft = await credit.drafted(id, request.person.id);
    return draft.ok
      ? ask(request, draft.value)
      : failureReply(request.format, draft.error, agentActions.agents({ page: 1 }));
  }

  async function carryOut(request: BotRequest, id: string): Promise<Reply> {
    const { format, person } = request;
    const draftResult = await credit.drafted(id, person.id);
    if (!draftResult.ok) return failureReply(format, draftResult.error, agentActions.agents({ page: 1 }));
    const draft = draftResult.value;
    const result = await credit.carryOut(draft);
    if (!result.ok && result.error.code === 'wallet-too-small') return tooMuch(request, draft, result.error.missing);
    if (!result.ok) return failureReply(format, result.error, agentActions.agent({ person: draft.personId }));
    const { balance } = result.value;
    // Also when it was carried out before: a crash may have come before the notice.
    const isTold = draft.told || (await notify(draft.personId, (theirs) => noticeText(theirs, draft, balance)));
    if (!draft.told) await credit.markTold(draft);
    const answer = format.html(`done-${draft.kind}`, { amount: format.money(draft.amount) });
    return showAgent(request, draft.personId, lines(answer, isTold ? null : format.html('not-told')));
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
  async function typed(request: BotRequest, { action, person }: Credit, text: string): Promise<Answer | HandlerResult> {
    const amounts = unclearReadings(text, request.person.unit);
    if (amounts) return askWhich(request, { action, person }, { amounts, note: null });
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

  const retyped = onAnswer(shownCreditQuestion, async (request, input, { draft: id }) => {
    if (input.text === undefined || input.mobiles.length > 0) return notAnAnswer;
    const draft = await credit.drafted(id, request.person.id);
    return draft.ok ? retype(request, draft.value, input.text) : notAnAnswer;
  });

  return { askDraft, carryOut, typed, typedLimit, retyped };
}

const noticeText = (format: Formatter, { kind, amount, note }: CreditDraft, { balance, available }: Balance): string =>
  lines(
    format.html(`notice-${kind}`, { amount: format.money(amount) }),
    note === null ? null : format.html('notice-note', { note: untrusted(note) }),
    kind === 'repayment' && balance < 0 ? format.html('still-owed', { debt: format.money(-balance) }) : null,
    format.html('wallet-available', { available: format.money(Math.max(0, available ?? 0)) }),
  );

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
