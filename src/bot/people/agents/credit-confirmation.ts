import { agentActions } from '#bot/actions/agents.ts';
import { failureReply } from '#bot/kit/failure.ts';
import type { Notify } from '#bot/kit/feature.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import { lines } from '#bot/kit/screen.ts';
import type { Services } from '#bot/kit/services.ts';
import type { Balance } from '#shop/base/wallet/wallet.ts';
import type { CreditDraft } from '#shop/money/credit/credit.ts';
import { shownCreditQuestion } from './questions.ts';
import { creditScreen } from './screens.ts';

interface CreditConfirmationDeps extends Pick<Services, 'credit' | 'people' | 'wallet'> {
  readonly notify: Notify;
}

/** Changes of a wallet by the owner: shown first, carried out after the owner confirms. */
export function createCreditConfirmation(
  { credit, people, wallet, notify }: CreditConfirmationDeps,
  showAgent: (request: BotRequest, personId: number, note?: string | null) => Promise<Reply>,
) {
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

  return { ask, askDraft, carryOut };
}

const noticeText = (format: Formatter, { kind, amount, note }: CreditDraft, { available }: Balance): string =>
  lines(
    format.html(`notice-${kind}`, { amount: format.money(amount) }),
    note === null ? null : format.html('notice-note', { note: untrusted(note) }),
    format.html('wallet-available', { available: format.money(Math.max(0, available ?? 0)) }),
  );
