import { setTimeout } from 'node:timers/promises';
import { dayOf } from '../../../domain/calendar.ts';
import type { Failure } from '../../../domain/failure.ts';
import type { Press } from '../../core/callback-data.ts';
import { failureScreen } from '../../core/failure.ts';
import type { Answer } from '../../core/question.ts';
import type { Routes, Step, Visit } from '../../core/request.ts';
import { lines } from '../../core/screen.ts';
import { createReminding, remindHours } from '../agents/debt-reminders.ts';
import { createDeskAnswers } from '../agents/questions.ts';
import { createAuditRoutes } from '../audit/handlers.ts';
import { createAnnouncingRoutes } from '../broadcasts/handlers.ts';
import { createReviewing } from '../manual-review/handlers.ts';
import { createFinding } from '../order-lookup/handlers.ts';
import { statementScreen } from '../wallet/screens.ts';
import type { DeskDeps, OwnerAsk } from './deps.ts';
import { healthScreen } from './health-screen.ts';
import { agentScreen, agentsScreen, askOwnerScreen, deskScreen, owingScreen } from './screens.ts';

type Names =
  | 'desk'
  | 'health'
  | 'agents'
  | 'agent'
  | 'personStatement'
  | 'owing'
  | 'askInvite'
  | 'askCredit'
  | 'askPause'
  | 'unpause'
  | 'remind'
  | 'remindAll'
  | 'askPauseSelling'
  | 'resumeSelling';

export type Desk = ReturnType<typeof createDesk>;

const pageSize = 8;
const askAgainMs = 60_000;
const answerMs = 3_000;
/** Nobody has that many; whoever forges such a button gets an empty page. */
const mostPages = 10_000;

/** What only the owner does: agents, their credit, their debts, and the switch of the shop. */
export function createDesk({ counter, notify, inviteLink, copy }: DeskDeps) {
  const {
    agents,
    announcements,
    balanceWatch,
    catalogue,
    deciding,
    ownerSwitch,
    people,
    reports,
    selling,
    wallet,
    now,
  } = counter;
  const reminding = createReminding({ counter, notify });
  const reviewing = createReviewing(counter);
  const announcing = createAnnouncingRoutes({ counter, copy });

  function gatewayMoney() {
    const { balance, balanceAt } = catalogue.status();
    return { balance, at: balanceAt, low: balanceWatch.isLow(balance) };
  }

  async function desk({ view }: Visit): Promise<Step> {
    const from = dayOf(now());
    const [paused, reviews, announcement, [today]] = await Promise.all([
      selling.paused(),
      deciding.reviews(),
      announcements.current(),
      reports.days(null, { from, to: from }),
    ]);
    const sold = today ?? { count: 0, total: 0 };
    const data = { gateway: gatewayMoney(), paused, reviews, announcement, today: sold, now: now() };
    return { screen: deskScreen(view, data) };
  }

  const unknown = ({ view }: Visit, failure: Failure): Step => ({
    screen: failureScreen(view, failure, { to: 'agents', page: 1 }),
  });

  async function agent(visit: Visit, personId: number, note: string | null = null): Promise<Step> {
    const person = await people.find(personId);
    if (!person) return unknown(visit, { code: 'person-unknown' });
    return { screen: agentScreen(visit.view, { person, balance: await wallet.read(personId), note }) };
  }

  async function owing({ view }: Visit, page: number, note: string | null = null): Promise<Step> {
    const at = pageAt(page);
    const [listed, owed] = await Promise.all([agents.list(at - 1, pageSize, true), agents.owed()]);
    return { screen: owingScreen(view, { ...listed, page: at, note, owed }) };
  }

  const asking = ({ view }: Visit, text: string, ask: OwnerAsk, back: Press): Step => ({
    screen: askOwnerScreen(view, text, back),
    ask,
  });
  const unitOf = ({ view }: Visit) => ({ unit: view.plain(`unit-${view.unit}`) });

  const routes: Routes<Names> = {
    desk: (visit) => desk(visit),
    health: async ({ view }) => {
      const { ageMs } = catalogue.status();
      // Whoever looks has a reason to: what is older than a minute is asked for anew, if the answer comes soon.
      if (ageMs === null || ageMs > askAgainMs)
        await Promise.race([catalogue.refresh(), setTimeout(answerMs, undefined, { ref: false })]);
      const { low } = gatewayMoney();
      return { screen: healthScreen(view, { health: await counter.health.read(), low, intake: counter.intake }) };
    },
    agents: async ({ view }, { page }) => {
      const at = pageAt(page);
      return { screen: agentsScreen(view, { ...(await agents.list(at - 1, pageSize)), page: at }) };
    },
    owing: (visit, { page }) => owing(visit, page),
    agent: (visit, { person }) => agent(visit, person),
    personStatement: async (visit, { person: id, page }) => {
      const person = await people.find(id);
      if (!person) return unknown(visit, { code: 'person-unknown' });
      const at = pageAt(page);
      const moved = await wallet.movements(id, at - 1, pageSize);
      return { screen: statementScreen(visit.view, { ...moved, page: at, of: person }) };
    },
    askInvite: async (visit) =>
      asking(visit, visit.view.html('ask-invite', unitOf(visit)), { for: 'invite' }, { to: 'agents', page: 1 }),
    askCredit: async (visit, { action, person }) => {
      const text = visit.view.html(`ask-${action}`, unitOf(visit));
      return asking(visit, text, { for: 'credit', action, person }, { to: 'agent', person });
    },
    askPause: async (visit, { person }) =>
      asking(visit, visit.view.html('ask-pause'), { for: 'pause', person }, { to: 'agent', person }),
    unpause: async (visit, { person }) => {
      const done = await agents.pause(visit.person.id, person, null);
      if (!done.ok) return unknown(visit, done.error);
      if (done.value) await notify(person, (view) => view.html('notice-unpaused'));
      return agent(visit, person);
    },
    remind: async (visit, { person }) => {
      const how = await reminding.one(visit.person.id, person);
      return agent(visit, person, visit.view.html(`reminded-${how}`, { hours: remindHours }));
    },
    remindAll: async (visit) => {
      const { told, lately, gone } = await reminding.all(visit.person.id);
      const { view } = visit;
      const note = lines(
        told > 0 || lately + gone === 0 ? view.html('reminded', { count: told }) : null,
        lately > 0 ? view.html('reminded-skipped', { count: lately, hours: remindHours }) : null,
        gone > 0 ? view.html('reminded-unreached', { count: gone }) : null,
      );
      return owing(visit, 1, note);
    },
    askPauseSelling: async (visit) =>
      asking(visit, visit.view.html('ask-pause-selling'), { for: 'pauseSelling' }, { to: 'desk' }),
    resumeSelling: async (visit) => {
      await ownerSwitch.resume(visit.person.id);
      return desk(visit);
    },
  };

  const answer: (visit: Visit, ask: OwnerAsk, text: string) => Promise<Answer> = createDeskAnswers(
    { counter, notify, inviteLink },
    { desk, agent },
    reviewing.answer,
  );
  return {
    routes: {
      ...routes,
      ...reviewing.routes,
      ...announcing.routes,
      ...createAuditRoutes(counter),
      ...createFinding(counter),
    },
    answer,
    draft: announcing.draft,
  };
}

const pageAt = (page: number): number => Math.min(Math.max(1, page), mostPages);
