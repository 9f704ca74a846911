import type { BotContext } from '../../core/context.ts';
import { failureText } from '../../core/failure.ts';
import type { Services } from '../../core/request.ts';
import type { Screen } from '../../core/screen.ts';
import { homeScreen } from '../home/screens.ts';

/** What a start link carries when it invites an agent. */
export const invitePrefix = 'i_';

/** Someone opened an invitation: they are an agent now, or hear why not. */
export async function openInvitation(
  { agents }: Services,
  { person, format }: BotContext,
  code: string,
): Promise<Screen> {
  // Tried out before it is passed on: it stays good for the one it is meant for.
  if (person.role === 'owner') return homeScreen(format, person.role, format.html('invite-own'));
  const joined = await agents.join(code, person.id);
  if (!joined.ok) return homeScreen(format, person.role, failureText(format, joined.error));
  return homeScreen(format, 'agent', format.html('joined', { limit: format.money(joined.value.creditLimit) }));
}
