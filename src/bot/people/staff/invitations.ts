import type { BotContext } from '#bot/kit/context.ts';
import { lines } from '#bot/kit/screen.ts';
import type { Services } from '#bot/kit/services.ts';
import { openInvitation } from '#bot/people/home/open-invitation.ts';

/** Start links that invite staff begin with it. */
export const staffInvitePrefix = 'k_';

export const openStaffInvitation = (
  { staff }: Pick<Services, 'staff'>,
  { person, format }: Pick<BotContext, 'person' | 'format'>,
  code: string,
) =>
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
