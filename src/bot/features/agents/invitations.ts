import type { BotContext } from '../../core/context.ts';
import { failureText } from '../../core/failure.ts';
import type { Screen } from '../../core/screen.ts';
import type { Services } from '../../core/services.ts';
import { homeScreen } from '../home/screens.ts';

/** Of start links. */
export const invitePrefix = 'i_';

export async function openInvitation(
  { agents }: Pick<Services, 'agents'>,
  { person, format }: Pick<BotContext, 'person' | 'format'>,
  code: string,
): Promise<Screen> {
  // An owner who tries the link does not use it up.
  if (person.role === 'owner') return homeScreen(format, person, format.html('invite-own'));
  const joined = await agents.join(code, person.id);
  if (!joined.ok) return homeScreen(format, person, failureText(format, joined.error));
  return homeScreen(
    format,
    { ...person, role: 'agent' },
    format.html('joined', { limit: format.money(joined.value.creditLimit) }),
  );
}
