import { can, type Roles } from '#domain/access.ts';
import { isLeaving, type Reading } from '#domain/reading/reading.ts';
import type { Payments } from '#shop/money/payments/payments.ts';
import type { Numbers } from '#shop/people/people/numbers.ts';
import { type Meaning, mayBePaid, meaningOf } from './meaning.ts';

interface MeaningsParts {
  readonly numbers: Pick<Numbers, 'names'>;
  readonly payments: { readonly card: Pick<Payments['card'], 'awaitingSlip'> };
}

export type Meanings = ReturnType<typeof createMeanings>;

/** Finds what texts mean. Reads only those facts about the writer that the text may refer to. */
export const createMeanings = ({ numbers, payments }: MeaningsParts) => ({
  async of({ id: personId, ...roles }: Roles & { readonly id: number }, reading: Reading): Promise<Meaning> {
    const isNamed = reading.mobiles.length === 0 && !isLeaving(reading) && reading.words !== '';
    const names = isNamed ? await numbers.names(personId) : [];
    const awaitsSlip = mayBePaid(reading) && (await payments.card.awaitingSlip(personId)) !== null;
    return meaningOf(reading, { names, awaitsSlip, sells: can(roles, 'sell') });
  },
});
