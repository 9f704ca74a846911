import { staffActions } from '#bot/actions/staff.ts';
import { amountFailure, askAgain, failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature, type Handlers } from '#bot/kit/feature.ts';
import { promptScreen } from '#bot/kit/navigation.ts';
import { defineQuestion, notAnAnswer, onAnswer, ownersText } from '#bot/kit/question.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Parts } from '#bot/parts.ts';
import { staffInvitePrefix } from '#bot/people/home/invitations.ts';
import type { Staff } from '#domain/access.ts';
import { parseWholeAmount } from '#domain/amount.ts';
import type { Failure } from '#domain/failure.ts';
import { removeStaffScreen, staffInviteScreen, staffMemberScreen, staffRoleScreen, staffScreen } from './screens.ts';

/** Null: for a new cashier. */
const staffCreditQuestion = defineQuestion<{ readonly person: number | null }>('staffCredit');

/** Where the owner gives roles and takes them away. */
export function createStaffFeature({ staff, notify, links, forgetCommands }: Parts): Feature {
  const linkOf = (code: string): string => links.start(`${staffInvitePrefix}${code}`);
  const failWith = ({ format }: BotRequest, failure: Failure): Reply =>
    failureReply(format, failure, staffActions.staff());

  async function list({ format }: BotRequest, page = 1): Promise<Reply> {
    const [members, invites] = await Promise.all([staff.list(), staff.invites()]);
    return { screen: staffScreen(format, { members, invites, page }) };
  }

  async function ofMember(request: BotRequest, id: number, screen: typeof staffMemberScreen): Promise<Reply> {
    const member = (await staff.list()).find((one) => one.id === id);
    return member ? { screen: screen(request.format, member) } : failWith(request, { code: 'person-unknown' });
  }

  async function invite(request: BotRequest, member: Staff): Promise<Reply> {
    const inviteResult = await staff.invite(request.idempotencySource, request.person.id, member);
    if (!inviteResult.ok) return failWith(request, inviteResult.error);
    return {
      screen: staffInviteScreen(request.format, {
        invite: inviteResult.value,
        link: linkOf(inviteResult.value.code),
      }),
    };
  }

  const askCredit = ({ format }: BotRequest, person: number | null): Reply => ({
    screen: promptScreen(
      format,
      format.html('ask-staff-credit', { unit: format.unitName }),
      person === null ? staffActions.chooseStaffRole() : staffActions.staffMember({ person }),
    ),
    question: staffCreditQuestion({ person }),
  });

  const handlers: Handlers<typeof staffActions> = {
    staff: (request) => list(request),
    staffPage: (request, { page }) => list(request, page),
    staffMember: (request, { person }) => ofMember(request, person, staffMemberScreen),
    chooseStaffRole: async ({ format }) => ({ screen: staffRoleScreen(format) }),
    inviteStaff: async (request, { role }) =>
      role === 'cashier' ? askCredit(request, null) : invite(request, { role, dailyCredit: 0, decides: false }),
    askStaffCredit: async (request, { person }) => askCredit(request, person),
    switchDecides: async (request, { person, on }) => {
      const change = await staff.change(request.person.id, person, { decides: on === 'on' });
      return change.ok ? ofMember(request, person, staffMemberScreen) : failWith(request, change.error);
    },
    askRemoveStaff: (request, { person }) => ofMember(request, person, removeStaffScreen),
    removeStaff: async (request, { person }) => {
      const removal = await staff.remove(request.person.id, person);
      if (!removal.ok) return failWith(request, removal.error);
      if (removal.value) {
        await notify(person, (format) => format.html('notice-staff-removed'));
        await forgetCommands(person).catch(() => undefined);
      }
      return list(request);
    },
    staffInvite: async (request, { code }) => {
      const invitation = (await staff.invites()).find((one) => one.code === code);
      if (!invitation) return failWith(request, { code: 'invite-invalid' });
      return { screen: staffInviteScreen(request.format, { invite: invitation, link: linkOf(code) }) };
    },
    revokeStaffInvite: async (request, { code }) => {
      const revocation = await staff.revoke(request.person.id, code);
      return revocation.ok ? list(request) : failWith(request, revocation.error);
    },
  };

  const typedCredit = onAnswer(staffCreditQuestion, async (request, input, { person }) => {
    const text = ownersText(request, input);
    if (text === null) return notAnAnswer;
    const dailyCredit = /^[0۰٠]$/.test(text.trim()) ? 0 : parseWholeAmount(text, request.person.unit);
    if (dailyCredit === null) return askAgain(request, amountFailure(text), staffActions.staff());
    if (person === null) return invite(request, { role: 'cashier', dailyCredit, decides: false });
    const change = await staff.change(request.person.id, person, { dailyCredit });
    return change.ok ? ofMember(request, person, staffMemberScreen) : failWith(request, change.error);
  });

  return defineFeature(staffActions, handlers, [typedCredit]);
}
