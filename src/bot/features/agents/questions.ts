import { parseAmount } from '../../../domain/amount.ts';
import type { Failure } from '../../../domain/failure.ts';
import type { Rials, Unit } from '../../../domain/money.ts';
import { inviteHours } from '../../../shop/people/agents.ts';
import type { Press } from '../../core/callback-data.ts';
import { failureScreen } from '../../core/failure.ts';
import { type Formatter, foreign, oneLine, truncate } from '../../core/formatter.ts';
import type { Answer } from '../../core/question.ts';
import type { BotRequest, Reply } from '../../core/request.ts';
import { lines } from '../../core/screen.ts';
import type { DeskDeps, DeskPages, OwnerAsk } from '../admin/deps.ts';
import { invitedScreen } from '../admin/screens.ts';
import { retry } from '../home/ask-again.ts';
import type { DecideAsk } from '../manual-review/handlers.ts';

const noteLength = 200;

/** What the owner typed after one of the desk's questions. */
export function createDeskAnswers(
  { services, notify, inviteLink }: Omit<DeskDeps, 'copy'>,
  pages: DeskPages,
  decide: (request: BotRequest, ask: DecideAsk, why: string) => Promise<Answer>,
) {
  const { agents, credit, ownerSwitch } = services;

  const done = ({ screen }: Reply): Answer => ({ kind: 'done', screen, ask: null });
  const failed = ({ format }: BotRequest, failure: Failure, back: Press): Answer =>
    done({ screen: failureScreen(format, failure, back) });

  async function pause(request: BotRequest, personId: number, why: string): Promise<Answer> {
    const paused = await agents.pause(request.person.id, personId, why);
    if (!paused.ok) return failed(request, paused.error, { to: 'agents', page: 1 });
    if (paused.value)
      await notify(personId, (format) => format.html('failure-person-paused', { reason: foreign(why) }));
    return done(await pages.agent(request, personId));
  }

  async function invite(request: BotRequest, text: string): Promise<Answer> {
    const limit = sumOf(text, request.person.unit);
    if (limit === null) return retry(request, { code: 'amount-invalid' }, { to: 'agents', page: 1 });
    const invited = await agents.invite(request.person.id, limit);
    if (!invited.ok) return failed(request, invited.error, { to: 'desk' });
    const link = inviteLink(invited.value.code);
    return done({ screen: invitedScreen(request.format, { link, limit, hours: inviteHours }) });
  }

  async function move(request: BotRequest, { action, person }: Extract<OwnerAsk, { for: 'credit' }>, text: string) {
    const typed = amountAndNote(text, request.person.unit);
    // Nothing moves by nothing; a limit of nothing means something.
    if (typed === null || (typed.amount === 0 && action !== 'limit'))
      return retry(request, { code: 'amount-invalid' }, { to: 'agent', person });
    const { amount, note } = typed;
    const moved = await credit[action]({ key: request.origin, by: request.person.id, personId: person, amount, note });
    if (!moved.ok) {
      const { error } = moved;
      if (error.code !== 'wallet-too-small') return failed(request, error, { to: 'agent', person });
      const most = request.format.money(Math.max(0, amount - error.missing));
      return done(await pages.agent(request, person, request.format.html('take-too-much', { most })));
    }
    const { balance } = moved.value;
    const said = (format: Formatter) =>
      lines(
        format.html(`notice-${action}`, { amount: format.money(amount) }),
        note === null ? null : format.html('notice-note', { note: foreign(note) }),
        format.html('wallet-available', { available: format.money(Math.max(0, balance.available ?? 0)) }),
      );
    // Also when it was done before: whoever was killed in between has told nobody, and told twice is the smaller harm.
    const told = await notify(person, said);
    const answer = request.format.html(`done-${action}`, { amount: request.format.money(amount) });
    const unheard = told ? null : request.format.html('not-told');
    return done(await pages.agent(request, person, lines(answer, unheard)));
  }

  return async function answer(request: BotRequest, ask: OwnerAsk, text: string): Promise<Answer> {
    const words = truncate(oneLine(text), noteLength, '');
    switch (ask.for) {
      case 'pause':
        return pause(request, ask.person, words);
      case 'pauseSelling':
        await ownerSwitch.pause(request.person.id, words);
        return done(await pages.desk(request));
      case 'invite':
        return invite(request, text);
      case 'credit':
        return move(request, ask, text);
      case 'decide':
        return decide(request, ask, words);
    }
  };
}

const isNothing = (text: string): boolean => /^[0۰٠]$/.test(text.trim());
const sumOf = (text: string, unit: Unit): Rials | null => (isNothing(text) ? 0 : parseAmount(text, unit));

/** "500,000 paid in cash": the sum first, then whatever should be remembered about it. */
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
