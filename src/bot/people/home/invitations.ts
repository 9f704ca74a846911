import type { BotContext } from '#bot/kit/context.ts';
import { failureText } from '#bot/kit/failure.ts';
import { lines, type Screen } from '#bot/kit/screen.ts';
import type { Parts } from '#bot/parts.ts';
import { homeScreen } from '#bot/words/home-screens.ts';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';

/** Start links that invite an agent begin with it. */
export const agentInvitePrefix = 'i_';
/** Start links that invite staff begin with it. */
export const staffInvitePrefix = 'k_';
/** Start links that make an owner begin with it. */
export const ownerLinkPrefix = 'o_';

type Person = BotContext['person'];
type Visitor = Pick<BotContext, 'person' | 'format'>;

interface InvitationSteps<Terms> {
  readonly ownersNote: string;
  readonly join: (personId: number) => Promise<Result<Terms, Failure>>;
  /** The person with what the link gave them, and what they read about it. */
  readonly joined: (terms: Terms) => { readonly person: Person; readonly note: string };
}

/** The home screen of a person who opened a link to become an agent or a member of the staff. */
async function openInvitation<Terms>(
  { person, format }: Visitor,
  { ownersNote, join, joined }: InvitationSteps<Terms>,
): Promise<{ readonly screen: Screen; readonly person: Person }> {
  // An owner who tries the link does not use it up.
  if (person.role === 'owner') return { screen: homeScreen(format, person, ownersNote), person };
  const result = await join(person.id);
  if (!result.ok) return { screen: homeScreen(format, person, failureText(format, result.error)), person };
  const { person: member, note } = joined(result.value);
  return { screen: homeScreen(format, member, note), person: member };
}

export const openAgentInvitation = ({ agents }: Parts, { person, format }: Visitor, code: string) =>
  openInvitation(
    { person, format },
    {
      ownersNote: format.html('invite-own'),
      join: (personId) => agents.join(code, personId),
      joined: ({ creditLimit }) => ({
        person: { ...person, role: 'agent' },
        note: format.html('joined', { limit: format.money(creditLimit) }),
      }),
    },
  );

export const openStaffInvitation = ({ staff }: Parts, { person, format }: Visitor, code: string) =>
  openInvitation(
    { person, format },
    {
      ownersNote: format.html('staff-invite-own'),
      join: (personId) => staff.join(code, personId),
      joined: (member) => ({
        person: { ...person, staff: member },
        note: lines(
          format.html('staff-joined', { role: format.plain(`staff-${member.role}`) }),
          format.html(`staff-may-${member.role}`),
          member.role === 'cashier' ? format.html('staff-credit', { limit: format.money(member.dailyCredit) }) : null,
        ),
      }),
    },
  );

export const openOwnerLink = ({ ownerLinks }: Parts, { person, format }: Visitor, code: string) =>
  openInvitation(
    { person, format },
    {
      ownersNote: format.html('owner-link-own'),
      join: (personId) => ownerLinks.open(code, personId),
      joined: (role) => ({ person: { ...person, role }, note: format.html('owner-joined') }),
    },
  );
