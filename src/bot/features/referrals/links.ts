import type { BotContext } from '../../core/context.ts';
import type { Services } from '../../core/services.ts';

/** Of start links that bring a person by another's invitation. */
export const referralPrefix = 'f_';

/** Remembers by whose link a newcomer came; they are greeted like everyone. */
export async function openReferral(
  { referrals }: Pick<Services, 'referrals'>,
  { person, match }: Pick<BotContext, 'person'> & { readonly match: string },
): Promise<void> {
  if (match.startsWith(referralPrefix)) await referrals.open(match.slice(referralPrefix.length), person.id);
}
