import type { BotContext } from '#bot/kit/context.ts';
import { failureText } from '#bot/kit/failure.ts';
import type { Screen } from '#bot/kit/screen.ts';
import { homeScreen } from '#bot/words/home-screens.ts';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';

type Person = BotContext['person'];

interface InvitationSteps<Terms> {
  readonly ownersNote: string;
  readonly join: (personId: number) => Promise<Result<Terms, Failure>>;
  /** The person with what the link gave them, and what they read about it. */
  readonly joined: (terms: Terms) => { readonly person: Person; readonly note: string };
}

/** The home screen of a person who opened a link to become an agent or a member of the staff. */
export async function openInvitation<Terms>(
  { person, format }: Pick<BotContext, 'person' | 'format'>,
  { ownersNote, join, joined }: InvitationSteps<Terms>,
): Promise<{ readonly screen: Screen; readonly person: Person }> {
  // An owner who tries the link does not use it up.
  if (person.role === 'owner') return { screen: homeScreen(format, person, ownersNote), person };
  const result = await join(person.id);
  if (!result.ok) return { screen: homeScreen(format, person, failureText(format, result.error)), person };
  const { person: member, note } = joined(result.value);
  return { screen: homeScreen(format, member, note), person: member };
}
