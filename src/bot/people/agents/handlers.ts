import { adminActions } from '#bot/actions/admin.ts';
import { agentActions } from '#bot/actions/agents.ts';
import { reviewActions } from '#bot/actions/manual-review.ts';
import { lookupActions } from '#bot/actions/order-lookup.ts';
import { supportActions } from '#bot/actions/support.ts';
import { type Action, canNow } from '#bot/kit/action.ts';
import { failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature, type Handlers } from '#bot/kit/feature.ts';
import { type Formatter, oneLine, truncate, untrusted } from '#bot/kit/formatter.ts';
import { clampPage, linesOnPage, pageSize } from '#bot/kit/navigation.ts';
import { key } from '#bot/kit/page.ts';
import { notAnAnswer } from '#bot/kit/question.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import { lines, newMessageButton } from '#bot/kit/screen.ts';
import { statementScreen } from '#bot/money/wallet/screens.ts';
import type { Parts } from '#bot/parts.ts';
import { noteLine } from '#bot/people/customers/screens.ts';
import { agentInvitePrefix } from '#bot/people/home/invitations.ts';
import { can } from '#domain/access.ts';
import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import { creditPermission } from '#shop/money/credit/credit.ts';
import { remindHours } from '#shop/money/credit/debt-reminders.ts';
import { createCreditSteps, inviteQuestion, noteLength } from './credit.ts';
import { demoteScreen, invitedScreen, invitesScreen } from './invite-screens.ts';
import { reminderScreen, remindersScreen } from './reminder-screens.ts';
import { agentScreen, agentsScreen, owingScreen, personRecordsScreen, personTermsScreen } from './screens.ts';

/** On a person's page; the rest is one tap away. */
const notesShown = 3;
/** Fewer than elsewhere: the first page also invites and settles. */
const agentsOnPage = pageSize - 1;

const unitOf = (format: Formatter) => ({ unit: format.unitName });

export function createAgentsFeature(parts: Parts): Feature {
  const { agentBots, agents, apiAccess, customers, debtReminders, people, tiers, wallet } = parts;
  const { notify, links, forgetCommands } = parts;
  const inviteLink = (code: string): string => links.start(`${agentInvitePrefix}${code}`);

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

  async function pause(request: BotRequest, personId: number, why: string): Promise<Reply> {
    const result = await agents.pause(request.person.id, personId, why);
    if (!result.ok) return unknown(request, result.error);
    if (result.value)
      await notify(
        personId,
        (format) => format.html('failure-person-paused', { reason: untrusted(why) }),
        (format) => newMessageButton(format.plain('key-support'), supportActions.support({ order: null })),
      );
    return agent(request, personId);
  }

  const credit = createCreditSteps(parts, { showAgent: agent, invite });

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
    askInvite: {
      stored: inviteQuestion.for,
      text: ({ format }) => format.html('ask-invite', unitOf(format)),
      keys: () => [key('key-invites', agentActions.invites())],
      back: () => agentActions.agents({ page: 1 }),
      answer: (request, text) => credit.typedLimit(request, text),
    },
    inviteWith: (request, { limit }) => invite(request, limit),
    askCredit: {
      stored: 'credit',
      text: ({ format, person: by }, { action, person }) => {
        if (!can(by, creditPermission(action))) return { code: 'not-allowed' };
        if (by.id === person && by.role !== 'owner') return { code: 'own-wallet' };
        return format.html(`ask-${action}`, unitOf(format));
      },
      back: ({ action, person }) =>
        action === 'limit' ? agentActions.personTerms({ person }) : agentActions.agent({ person }),
      answer: async (request, text, values) =>
        canNow(request.person, creditPermission(values.action)) ? credit.typed(request, values, text) : notAnAnswer,
    },
    creditDraft: (request, { draft }) => credit.askDraft(request, draft),
    confirmCredit: (request, { draft }) => credit.carryOut(request, draft),
    askPause: {
      stored: 'pause',
      text: ({ format }) => format.html('ask-pause'),
      back: ({ person }) => agentActions.personTerms({ person }),
      isForOthers: true,
      answer: (request, text, { person }) => pause(request, person, truncate(oneLine(text), noteLength, '')),
    },
    unpause: async (request, { person }) => {
      const result = await agents.pause(request.person.id, person, null);
      if (!result.ok) return unknown(request, result.error);
      if (result.value) await notify(person, (format) => format.html('notice-unpaused'));
      return agent(request, person);
    },
    remind: async (request, { person }) => {
      const [debtor, { balance }] = await Promise.all([people.find(person), wallet.read(person)]);
      if (!debtor || balance >= 0) return agent(request, person, request.format.html('reminded-nothing'));
      return { screen: reminderScreen(request.format, debtor, -balance) };
    },
    sendReminder: async (request, { person }) => {
      const how = await debtReminders.one(request.person.id, person);
      return agent(request, person, request.format.html(`reminded-${how}`, { hours: remindHours }));
    },
    remindAll: async ({ format }) => ({ screen: remindersScreen(format, await agents.owed()) }),
    sendReminders: async (request) => {
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
  return defineFeature(agentActions, handlers, [credit.retyped]);
}
