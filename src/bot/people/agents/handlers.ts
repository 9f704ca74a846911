import { adminActions } from '#bot/actions/admin.ts';
import { agentActions } from '#bot/actions/agents.ts';
import { reviewActions } from '#bot/actions/manual-review.ts';
import { lookupActions } from '#bot/actions/order-lookup.ts';
import type { Action } from '#bot/kit/action.ts';
import { failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature, type Handlers, type Notify } from '#bot/kit/feature.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { clampPage, linesOnPage, pageSize, promptScreen } from '#bot/kit/navigation.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import { button, lines } from '#bot/kit/screen.ts';
import type { Services } from '#bot/kit/services.ts';
import { statementScreen } from '#bot/money/wallet/screens.ts';
import { noteLine } from '#bot/people/customers/screens.ts';
import { can } from '#domain/access.ts';
import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import { creditPermission } from '#shop/money/credit/credit.ts';
import { remindHours } from '#shop/money/credit/debt-reminders.ts';
import { createCreditConfirmation } from './credit-confirmation.ts';
import { demoteScreen, invitedScreen, invitesScreen } from './invite-screens.ts';
import { createAgentQuestions, creditQuestion, inviteQuestion, pauseQuestion } from './questions.ts';
import { agentScreen, agentsScreen, owingScreen, personRecordsScreen, personTermsScreen } from './screens.ts';

interface AgentsDeps
  extends Pick<
    Services,
    'agentBots' | 'agents' | 'apiAccess' | 'credit' | 'customers' | 'debtReminders' | 'people' | 'tiers' | 'wallet'
  > {
  readonly notify: Notify;
  readonly inviteLink: (code: string) => string;
  /** Best effort: the command menu of a person who is an agent no more. */
  readonly forgetCommands: (personId: number) => Promise<unknown>;
}

/** On a person's page; the rest is one tap away. */
const notesShown = 3;
/** Fewer than elsewhere: the first page also invites and settles. */
const agentsOnPage = pageSize - 1;

const unitOf = (format: Formatter) => ({ unit: format.unitName });

export function createAgentsFeature(deps: AgentsDeps): Feature {
  const {
    agentBots,
    agents,
    apiAccess,
    customers,
    debtReminders,
    people,
    tiers,
    wallet,
    notify,
    inviteLink,
    forgetCommands,
  } = deps;

  const unknown = ({ format }: BotRequest, failure: Failure): Reply =>
    failureReply(format, failure, agentActions.agents({ page: 1 }));

  async function agent(
    request: BotRequest,
    personId: number,
    note: string | null = null,
    back: Action | null = null,
  ): Promise<Reply> {
    const person = await people.find(personId);
    if (!person) return unknown(request, { code: 'person-unknown' });
    const [balance, tier, card, { notes }] = await Promise.all([
      wallet.read(personId),
      tiers.ofPerson(personId),
      customers.card(personId),
      customers.notes(personId, 0, notesShown),
    ]);
    if (!card) return unknown(request, { code: 'person-unknown' });
    const names = await people.names([...new Set(notes.map(({ authorId }) => authorId))]);
    const shownNotes = notes.map((one) => noteLine(request.format, one, names));
    const data = { person, balance, tier: tier?.name ?? null, card, notes: shownNotes };
    return { screen: agentScreen(request.format, { ...data, note, reader: request.person, back }) };
  }

  async function ofPerson(request: BotRequest, personId: number, screen: typeof personTermsScreen): Promise<Reply> {
    const person = await people.find(personId);
    const [hasApi, hasBots] = [apiAccess.isOn, agentBots.most > 0];
    return person
      ? { screen: screen(request.format, { person, hasApi, hasBots }) }
      : unknown(request, { code: 'person-unknown' });
  }

  async function owing({ format }: BotRequest, page: number, note: string | null = null): Promise<Reply> {
    const at = clampPage(page);
    const [agentPage, owed] = await Promise.all([agents.list(at - 1, pageSize, true), agents.owed()]);
    return { screen: owingScreen(format, { ...agentPage, page: at, note, owed }) };
  }

  async function invite(request: BotRequest, limit: Rials): Promise<Reply> {
    const invitation = await agents.invite(request.idempotencySource, request.person.id, limit);
    if (!invitation.ok) return failureReply(request.format, invitation.error, adminActions.menu());
    const link = inviteLink(invitation.value.code);
    return { screen: invitedScreen(request.format, { invite: invitation.value, link }) };
  }

  const creditConfirmation = createCreditConfirmation(deps, agent);

  const handlers: Handlers<typeof agentActions> = {
    agents: async ({ format }, { page }) => {
      const at = clampPage(page);
      return { screen: agentsScreen(format, { ...(await agents.list(at - 1, agentsOnPage)), page: at }) };
    },
    owing: (request, { page }) => owing(request, page),
    agent: (request, { person }) => agent(request, person),
    buyer: (request, { person, order, from, mobile, page }) => {
      const back = from === 'review' ? reviewActions.review({ order }) : lookupActions.found({ order, mobile, page });
      return agent(request, person, null, back);
    },
    personRecords: (request, { person }) => ofPerson(request, person, personRecordsScreen),
    personTerms: (request, { person }) => ofPerson(request, person, personTermsScreen),
    personStatement: async (request, { person: id, page }) => {
      const person = await people.find(id);
      if (!person) return unknown(request, { code: 'person-unknown' });
      const at = clampPage(page);
      const movements = await wallet.movements(id, at - 1, linesOnPage);
      return { screen: statementScreen(request.format, { ...movements, page: at, of: person }) };
    },
    invites: async ({ format }) => ({ screen: invitesScreen(format, await agents.invites(), 1) }),
    invitesPage: async ({ format }, { page }) => ({ screen: invitesScreen(format, await agents.invites(), page) }),
    openInvite: async (request, { code }) => {
      const invite = (await agents.invites()).find((one) => one.code === code);
      if (!invite) return unknown(request, { code: 'invite-invalid' });
      return { screen: invitedScreen(request.format, { invite, link: inviteLink(code) }) };
    },
    revokeInvite: async (request, { code }) => {
      const revocation = await agents.revoke(request.person.id, code);
      if (!revocation.ok) return unknown(request, revocation.error);
      return { redirect: agentActions.invites() };
    },
    askDemote: async (request, { person: id }) => {
      const person = await people.find(id);
      if (person?.role !== 'agent') return agent(request, id);
      return { screen: demoteScreen(request.format, { person, balance: await wallet.read(id) }) };
    },
    demote: async (request, { person }) => {
      const demotion = await agents.demote(request.person.id, person);
      if (!demotion.ok) return unknown(request, demotion.error);
      if (demotion.value) {
        await notify(person, (format) => format.html('notice-demoted'));
        await forgetCommands(person).catch(() => undefined);
      }
      return agent(request, person);
    },
    askInvite: async ({ format }) => {
      const { text, keys } = promptScreen(
        format,
        format.html('ask-invite', unitOf(format)),
        agentActions.agents({ page: 1 }),
      );
      const open = [button(format.plain('key-invites'), agentActions.invites())];
      return { screen: { text, keys: [open, ...keys] }, question: inviteQuestion() };
    },
    inviteWith: (request, { limit }) => invite(request, limit),
    askCredit: async ({ format, person: by }, { action, person }) => {
      const back = action === 'limit' ? agentActions.personTerms({ person }) : agentActions.agent({ person });
      if (!can(by, creditPermission(action))) return failureReply(format, { code: 'not-allowed' }, back);
      if (by.id === person && by.role !== 'owner') return failureReply(format, { code: 'own-wallet' }, back);
      return {
        screen: promptScreen(format, format.html(`ask-${action}`, unitOf(format)), back),
        question: creditQuestion({ action, person }),
      };
    },
    creditDraft: (request, { draft }) => creditConfirmation.askDraft(request, draft),
    confirmCredit: (request, { draft }) => creditConfirmation.carryOut(request, draft),
    askPause: async ({ format }, { person }) => ({
      screen: promptScreen(format, format.html('ask-pause'), agentActions.personTerms({ person })),
      question: pauseQuestion({ person }),
    }),
    unpause: async (request, { person }) => {
      const result = await agents.pause(request.person.id, person, null);
      if (!result.ok) return unknown(request, result.error);
      if (result.value) await notify(person, (format) => format.html('notice-unpaused'));
      return agent(request, person);
    },
    remind: async (request, { person }) => {
      const how = await debtReminders.one(request.person.id, person);
      return agent(request, person, request.format.html(`reminded-${how}`, { hours: remindHours }));
    },
    remindAll: async (request) => {
      const { told, recently, gone } = await debtReminders.all(request.person.id);
      const { format } = request;
      const note = lines(
        told > 0 || recently + gone === 0 ? format.html('reminded', { count: told }) : null,
        recently > 0 ? format.html('reminded-skipped', { count: recently, hours: remindHours }) : null,
        gone > 0 ? format.html('reminded-unreached', { count: gone }) : null,
      );
      return owing(request, 1, note);
    },
  };
  return defineFeature(
    agentActions,
    handlers,
    createAgentQuestions(deps, { showAgent: agent, ask: creditConfirmation.ask, invite }),
  );
}
