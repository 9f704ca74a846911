import type { BotContext } from '#bot/kit/context.ts';
import type { Services } from '#bot/kit/services.ts';
import { openInvitation } from '#bot/people/home/open-invitation.ts';

/** Start links that invite an agent begin with it. */
export const agentInvitePrefix = 'i_';

export const openAgentInvitation = (
  { agents }: Pick<Services, 'agents'>,
  { person, format }: Pick<BotContext, 'person' | 'format'>,
  code: string,
) =>
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
