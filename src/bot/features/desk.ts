import { parseAmount } from '../../domain/amount.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Rials } from '../../domain/money.ts';
import type { Answer } from '../conversations/answers.ts';
import type { Ask, Counter, Routes, Step, Visit } from '../routes.ts';
import { agentScreen, agentsScreen, askOwnerScreen, deskScreen, invitedScreen, owingScreen } from '../screens/desk.ts';
import { failureScreen } from '../screens/failure.ts';
import { clipped, oneLine } from '../view.ts';

type Names =
  | 'desk'
  | 'agents'
  | 'agent'
  | 'owing'
  | 'askInvite'
  | 'askCredit'
  | 'askPause'
  | 'unpause'
  | 'remind'
  | 'remindAll'
  | 'askPauseSelling'
  | 'resumeSelling';

export type OwnerAsk = Extract<Ask, { for: 'invite' | 'credit' | 'pause' | 'pauseSelling' }>;

export type Desk = ReturnType<typeof createDesk>;

const pageSize = 8;
const inviteHours = 48;
const noteLength = 200;

export interface DeskDeps {
  readonly counter: Counter;
  /** Writes to someone who did not ask; false when they cannot be reached. */
  readonly notify: (
    personId: number,
    key: string,
    variables: (money: (amount: number) => string) => Record<string, string>,
  ) => Promise<boolean>;
  readonly inviteLink: (code: string) => string;
}

/** What only the owner does: agents, their credit, their debts, and the switch of the shop. */
export function createDesk({ counter, notify, inviteLink }: DeskDeps) {
  const { agents, audit, catalogue, credit, ownerSwitch, people, selling, wallet } = counter;

  async function desk({ view }: Visit): Promise<Step> {
    return { screen: deskScreen(view, { gatewayBalance: catalogue.status().balance, paused: await selling.paused() }) };
  }

  async function agent({ view }: Visit, personId: number, note: string | null = null): Promise<Step> {
    const person = await people.find(personId);
    if (!person) return { screen: failureScreen(view, { code: 'person-unknown' }, { to: 'agents', page: 1 }) };
    return { screen: agentScreen(view, { person, balance: await wallet.read(personId), note }) };
  }

  async function remindOne(by: number, personId: number): Promise<boolean> {
    const { balance } = await wallet.read(personId);
    if (balance >= 0) return false;
    const told = await notify(personId, 'reminder', (money) => ({ debt: money(-balance) }));
    await audit.record({ actorId: by, action: 'remind', personId, details: { debt: -balance, told: told ? 1 : 0 } });
    return told;
  }

  async function remindAll(visit: Visit): Promise<Step> {
    let told = 0;
    for (let page = 0, more = true; more; page += 1) {
      const listed = await agents.list(page, 50, true);
      more = listed.more;
      for (const { id } of listed.people) if (await remindOne(visit.person.id, id)) told += 1;
    }
    const note = visit.view.html('reminded', { count: told });
    const step = await desk(visit);
    return { screen: { ...step.screen, text: `${note}\n\n${step.screen.text}` } };
  }

  const asking = ({ view }: Visit, text: string, ask: OwnerAsk, back: Parameters<typeof askOwnerScreen>[2]): Step => ({
    screen: askOwnerScreen(view, text, back),
    ask,
  });

  const routes: Routes<Names> = {
    desk: (visit) => desk(visit),
    agents: async ({ view }, { page }) => {
      const at = Math.max(1, page);
      return { screen: agentsScreen(view, { ...(await agents.list(at - 1, pageSize)), page: at }) };
    },
    owing: async ({ view }, { page }) => {
      const at = Math.max(1, page);
      return { screen: owingScreen(view, { ...(await agents.list(at - 1, pageSize, true)), page: at }) };
    },
    agent: (visit, { person }) => agent(visit, person),
    askInvite: async (visit) => {
      const unit = visit.view.plain(`unit-${visit.view.unit}`);
      return asking(visit, visit.view.html('ask-invite', { unit }), { for: 'invite' }, { to: 'agents', page: 1 });
    },
    askCredit: async (visit, { action, person }) => {
      const unit = visit.view.plain(`unit-${visit.view.unit}`);
      return asking(
        visit,
        visit.view.html(`ask-${action}`, { unit }),
        { for: 'credit', action, person },
        { to: 'agent', person },
      );
    },
    askPause: async (visit, { person }) =>
      asking(visit, visit.view.html('ask-pause'), { for: 'pause', person }, { to: 'agent', person }),
    unpause: async (visit, { person }) => {
      const done = await agents.pause(visit.person.id, person, null);
      return done.ok
        ? agent(visit, person)
        : { screen: failureScreen(visit.view, done.error, { to: 'agents', page: 1 }) };
    },
    remind: async (visit, { person }) => {
      const told = await remindOne(visit.person.id, person);
      return agent(visit, person, visit.view.html(told ? 'reminded-one' : 'not-reminded'));
    },
    remindAll,
    askPauseSelling: async (visit) =>
      asking(visit, visit.view.html('ask-pause-selling'), { for: 'pauseSelling' }, { to: 'desk' }),
    resumeSelling: async (visit) => {
      await ownerSwitch.resume(visit.person.id);
      return desk(visit);
    },
  };

  /** What the owner typed after one of the questions above. */
  async function answer(visit: Visit, ask: OwnerAsk, text: string): Promise<Answer> {
    const done = ({ screen }: Step): Answer => ({ kind: 'done', screen, ask: null });
    const failed = (failure: Failure): Answer => done({ screen: failureScreen(visit.view, failure, { to: 'desk' }) });
    const by = visit.person.id;
    const words = clipped(oneLine(text), noteLength, '');
    switch (ask.for) {
      case 'pause': {
        const paused = await agents.pause(by, ask.person, words);
        return paused.ok ? done(await agent(visit, ask.person)) : failed(paused.error);
      }
      case 'pauseSelling':
        await ownerSwitch.pause(by, words);
        return done(await desk(visit));
      case 'invite': {
        const limit = text.trim() === '0' ? 0 : parseAmount(text, visit.person.unit);
        if (limit === null) return failed({ code: 'amount-invalid' });
        const invite = await agents.invite(by, limit);
        if (!invite.ok) return failed(invite.error);
        return done({
          screen: invitedScreen(visit.view, { link: inviteLink(invite.value.code), limit, hours: inviteHours }),
        });
      }
      case 'credit': {
        const typed = amountAndNote(text, visit.person.unit);
        if (typed === null) return failed({ code: 'amount-invalid' });
        const request = { key: visit.origin, by, personId: ask.person, amount: typed.amount, note: typed.note };
        const moved = await credit[ask.action](request);
        if (!moved.ok) return failed(moved.error);
        return done(
          await agent(
            visit,
            ask.person,
            visit.view.html(`done-${ask.action}`, { amount: visit.view.money(typed.amount) }),
          ),
        );
      }
    }
  }

  return { routes, answer };
}

/** "500,000 paid in cash": the sum first, then whatever should be remembered about it. */
export function amountAndNote(text: string, unit: 'rial' | 'toman'): { amount: Rials; note: string | null } | null {
  const words = oneLine(text).split(' ');
  for (let taken = words.length; taken > 0; taken -= 1) {
    const typed = words.slice(0, taken).join(' ');
    const amount = typed === '0' ? 0 : parseAmount(typed, unit);
    if (amount === null) continue;
    const note = clipped(words.slice(taken).join(' '), noteLength, '');
    return { amount, note: note === '' ? null : note };
  }
  return null;
}
