import type { BotContext } from '../../core/context.ts';
import { failureText } from '../../core/failure.ts';
import { lines, type Screen } from '../../core/screen.ts';
import type { Services } from '../../core/services.ts';
import { homeScreen } from '../home/screens.ts';

/** Of start links. */
export const staffPrefix = 'k_';

/** The person with the role that the link gave them. */
export async function openStaffInvitation(
  { staff }: Pick<Services, 'staff'>,
  { person, format }: Pick<BotContext, 'person' | 'format'>,
  code: string,
): Promise<{ readonly screen: Screen; readonly person: BotContext['person'] }> {
  // An owner who tries the link does not use it up.
  if (person.role === 'owner') return { screen: homeScreen(format, person, format.html('staff-invite-own')), person };
  const joined = await staff.join(code, person.id);
  if (!joined.ok) return { screen: homeScreen(format, person, failureText(format, joined.error)), person };
  const member = { ...person, staff: joined.value };
  const { role, dailyCredit } = joined.value;
  const note = lines(
    format.html('staff-joined', { role: format.plain(`staff-${role}`) }),
    format.html(`staff-may-${role}`),
    role === 'cashier' ? format.html('staff-credit', { limit: format.money(dailyCredit) }) : null,
  );
  return { screen: homeScreen(format, member, note), person: member };
}
