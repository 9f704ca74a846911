import { setTimeout } from 'node:timers/promises';
import { dayOf } from '../../../domain/calendar.ts';
import type { Failure } from '../../../domain/failure.ts';
import type { Press } from '../../core/callback-data.ts';
import { failureScreen } from '../../core/failure.ts';
import type { Answer } from '../../core/question.ts';
import type { BotRequest, Reply, Routes } from '../../core/request.ts';
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
export function createDesk({ services, notify, inviteLink, copy }: DeskDeps) {
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
  } = services;
  const reminding = createReminding({ services, notify });
  const reviewing = createReviewing(services);
  const announcing = createAnnouncingRoutes({ services, copy });

  function gatewayMoney() {
    const { balance, balanceAt } = catalogue.status();
    return { balance, at: balanceAt, low: balanceWatch.isLow(balance) };
  }

  async function desk({ format }: BotRequest): Promise<Reply> {
    const from = dayOf(now());
    const [paused, reviews, announcement, [today]] = await Promise.all([
      selling.paused(),
      deciding.reviews(),
      announcements.current(),
      reports.days(null, { from, to: from }),
    ]);
    const sold = today ?? { count: 0, total: 0 };
    const data = { gateway: gatewayMoney(), paused, reviews, announcement, today: sold, now: now() };
    return { screen: deskScreen(format, data) };
  }

  const unknown = ({ format }: BotRequest, failure: Failure): Reply => ({
    screen: failureScreen(format, failure, { to: 'agents', page: 1 }),
  });

  async function agent(request: BotRequest, personId: number, note: string | null = null): Promise<Reply> {
    const person = await people.find(personId);
    if (!person) return unknown(request, { code: 'person-unknown' });
    return { screen: agentScreen(request.format, { person, balance: await wallet.read(personId), note }) };
  }

  async function owing({ format }: BotRequest, page: number, note: string | null = null): Promise<Reply> {
    const at = pageAt(page);
    const [listed, owed] = await Promise.all([agents.list(at - 1, pageSize, true), agents.owed()]);
    return { screen: owingScreen(format, { ...listed, page: at, note, owed }) };
  }

  const asking = ({ format }: BotRequest, text: string, ask: OwnerAsk, back: Press): Reply => ({
    screen: askOwnerScreen(format, text, back),
    ask,
  });
  const unitOf = ({ format }: BotRequest) => ({ unit: format.plain(`unit-${format.unit}`) });

  const routes: Routes<Names> = {
    desk: (request) => desk(request),
    health: async ({ format }) => {
      const { ageMs } = catalogue.status();
      // Whoever looks has a reason to: what is older than a minute is asked for anew, if the answer comes soon.
      if (ageMs === null || ageMs > askAgainMs)
        await Promise.race([catalogue.refresh(), setTimeout(answerMs, undefined, { ref: false })]);
      const { low } = gatewayMoney();
      return { screen: healthScreen(format, { health: await services.health.read(), low, intake: services.intake }) };
    },
    agents: async ({ format }, { page }) => {
      const at = pageAt(page);
      return { screen: agentsScreen(format, { ...(await agents.list(at - 1, pageSize)), page: at }) };
    },
    owing: (request, { page }) => owing(request, page),
    agent: (request, { person }) => agent(request, person),
    personStatement: async (request, { person: id, page }) => {
      const person = await people.find(id);
      if (!person) return unknown(request, { code: 'person-unknown' });
      const at = pageAt(page);
      const moved = await wallet.movements(id, at - 1, pageSize);
      return { screen: statementScreen(request.format, { ...moved, page: at, of: person }) };
    },
    askInvite: async (request) =>
      asking(request, request.format.html('ask-invite', unitOf(request)), { for: 'invite' }, { to: 'agents', page: 1 }),
    askCredit: async (request, { action, person }) => {
      const text = request.format.html(`ask-${action}`, unitOf(request));
      return asking(request, text, { for: 'credit', action, person }, { to: 'agent', person });
    },
    askPause: async (request, { person }) =>
      asking(request, request.format.html('ask-pause'), { for: 'pause', person }, { to: 'agent', person }),
    unpause: async (request, { person }) => {
      const done = await agents.pause(request.person.id, person, null);
      if (!done.ok) return unknown(request, done.error);
      if (done.value) await notify(person, (format) => format.html('notice-unpaused'));
      return agent(request, person);
    },
    remind: async (request, { person }) => {
      const how = await reminding.one(request.person.id, person);
      return agent(request, person, request.format.html(`reminded-${how}`, { hours: remindHours }));
    },
    remindAll: async (request) => {
      const { told, lately, gone } = await reminding.all(request.person.id);
      const { format } = request;
      const note = lines(
        told > 0 || lately + gone === 0 ? format.html('reminded', { count: told }) : null,
        lately > 0 ? format.html('reminded-skipped', { count: lately, hours: remindHours }) : null,
        gone > 0 ? format.html('reminded-unreached', { count: gone }) : null,
      );
      return owing(request, 1, note);
    },
    askPauseSelling: async (request) =>
      asking(request, request.format.html('ask-pause-selling'), { for: 'pauseSelling' }, { to: 'desk' }),
    resumeSelling: async (request) => {
      await ownerSwitch.resume(request.person.id);
      return desk(request);
    },
  };

  const answer: (request: BotRequest, ask: OwnerAsk, text: string) => Promise<Answer> = createDeskAnswers(
    { services, notify, inviteLink },
    { desk, agent },
    reviewing.answer,
  );
  return {
    routes: {
      ...routes,
      ...reviewing.routes,
      ...announcing.routes,
      ...createAuditRoutes(services),
      ...createFinding(services),
    },
    answer,
    draft: announcing.draft,
  };
}

const pageAt = (page: number): number => Math.min(Math.max(1, page), mostPages);
