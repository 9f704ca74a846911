import { parseAmount } from '../../domain/amount.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Rials, Unit } from '../../domain/money.ts';
import { inviteHours } from '../../shop/people/agents.ts';
import type { Press } from '../buttons.ts';
import type { Answer } from '../conversations/answer.ts';
import { retry } from '../conversations/retry.ts';
import type { Step, Visit } from '../routes.ts';
import { lines } from '../screen.ts';
import { invitedScreen } from '../screens/desk.ts';
import { failureScreen } from '../screens/failure.ts';
import { clipped, foreign, oneLine, type View } from '../view.ts';
import type { DeskDeps, DeskPages, OwnerAsk } from './desk-deps.ts';
import type { DecideAsk } from './reviewing.ts';

const noteLength = 200;

/** What the owner typed after one of the desk's questions. */
export function createDeskAnswers(
  { counter, notify, inviteLink }: Omit<DeskDeps, 'copy'>,
  pages: DeskPages,
  decide: (visit: Visit, ask: DecideAsk, why: string) => Promise<Answer>,
) {
  const { agents, credit, ownerSwitch } = counter;

  const done = ({ screen }: Step): Answer => ({ kind: 'done', screen, ask: null, tracks: null });
  const failed = ({ view }: Visit, failure: Failure, back: Press): Answer =>
    done({ screen: failureScreen(view, failure, back) });

  async function pause(visit: Visit, personId: number, why: string): Promise<Answer> {
    const paused = await agents.pause(visit.person.id, personId, why);
    if (!paused.ok) return failed(visit, paused.error, { to: 'agents', page: 1 });
    if (paused.value) await notify(personId, (view) => view.html('failure-person-paused', { reason: foreign(why) }));
    return done(await pages.agent(visit, personId));
  }

  async function invite(visit: Visit, text: string): Promise<Answer> {
    const limit = sumOf(text, visit.person.unit);
    if (limit === null) return retry(visit, { code: 'amount-invalid' }, { to: 'agents', page: 1 });
    const invited = await agents.invite(visit.person.id, limit);
    if (!invited.ok) return failed(visit, invited.error, { to: 'desk' });
    const link = inviteLink(invited.value.code);
    return done({ screen: invitedScreen(visit.view, { link, limit, hours: inviteHours }) });
  }

  async function move(visit: Visit, { action, person }: Extract<OwnerAsk, { for: 'credit' }>, text: string) {
    const typed = amountAndNote(text, visit.person.unit);
    // Nothing moves by nothing; a limit of nothing means something.
    if (typed === null || (typed.amount === 0 && action !== 'limit'))
      return retry(visit, { code: 'amount-invalid' }, { to: 'agent', person });
    const { amount, note } = typed;
    const moved = await credit[action]({ key: visit.origin, by: visit.person.id, personId: person, amount, note });
    if (!moved.ok) {
      const { error } = moved;
      if (error.code !== 'wallet-too-small') return failed(visit, error, { to: 'agent', person });
      const most = visit.view.money(Math.max(0, amount - error.missing));
      return done(await pages.agent(visit, person, visit.view.html('take-too-much', { most })));
    }
    const { balance } = moved.value;
    const said = (view: View) =>
      lines(
        view.html(`notice-${action}`, { amount: view.money(amount) }),
        note === null ? null : view.html('notice-note', { note: foreign(note) }),
        view.html('wallet-available', { available: view.money(Math.max(0, balance.available ?? 0)) }),
      );
    // Also when it was done before: whoever was killed in between has told nobody, and told twice is the smaller harm.
    const told = await notify(person, said);
    const answer = visit.view.html(`done-${action}`, { amount: visit.view.money(amount) });
    const unheard = told ? null : visit.view.html('not-told');
    return done(await pages.agent(visit, person, lines(answer, unheard)));
  }

  return async function answer(visit: Visit, ask: OwnerAsk, text: string): Promise<Answer> {
    const words = clipped(oneLine(text), noteLength, '');
    switch (ask.for) {
      case 'pause':
        return pause(visit, ask.person, words);
      case 'pauseSelling':
        await ownerSwitch.pause(visit.person.id, words);
        return done(await pages.desk(visit));
      case 'invite':
        return invite(visit, text);
      case 'credit':
        return move(visit, ask, text);
      case 'decide':
        return decide(visit, ask, words);
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
    const note = clipped(words.slice(taken).join(' '), noteLength, '');
    return { amount, note: note === '' ? null : note };
  }
  return null;
}
