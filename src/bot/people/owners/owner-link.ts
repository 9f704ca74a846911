import type { BotContext } from '#bot/kit/context.ts';
import type { Services } from '#bot/kit/services.ts';
import { openInvitation } from '#bot/people/home/open-invitation.ts';

export const openOwnerLink = (
  { ownerLinks }: Pick<Services, 'ownerLinks'>,
  { person, format }: Pick<BotContext, 'person' | 'format'>,
  code: string,
) =>
  openInvitation(
    { person, format },
    {
      ownersNote: format.html('owner-link-own'),
      join: (personId) => ownerLinks.open(code, personId),
      joined: (role) => ({ person: { ...person, role }, note: format.html('owner-joined') }),
    },
  );
