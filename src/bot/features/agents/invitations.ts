import type { BotContext } from '../../core/context.ts';
import { failureText } from '../../core/failure.ts';
import type { Counter } from '../../core/request.ts';
import type { Screen } from '../../core/screen.ts';
import { homeScreen } from '../home/screens.ts';

/** What a start link carries when it invites an agent. */
export const invitePrefix = 'i_';

/** Someone opened an invitation: they are an agent now, or hear why not. */
export async function openInvitation({ agents }: Counter, { person, view }: BotContext, code: string): Promise<Screen> {
  // Tried out before it is passed on: it stays good for the one it is meant for.
  if (person.role === 'owner') return homeScreen(view, person.role, view.html('invite-own'));
  const joined = await agents.join(code, person.id);
  if (!joined.ok) return homeScreen(view, person.role, failureText(view, joined.error));
  return homeScreen(view, 'agent', view.html('joined', { limit: view.money(joined.value.creditLimit) }));
}
