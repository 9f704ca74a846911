import { dayMs } from '#domain/calendar.ts';
import { languages } from '#domain/language.ts';
import type { Queries } from '#storage/database.ts';

const early = ['everyone', 'customers', 'agents', 'buyers'] as const;
/** Encoded by index. Languages after the second were added after tiers, which also have an id. */
export const audienceKinds = [...early, ...languages.slice(0, 2), 'tier', ...languages.slice(2)] as const;
type AudienceKind = (typeof audienceKinds)[number];

/** The people who get a broadcast. */
export interface Audience {
  readonly kind: AudienceKind;
  /** Null unless the audience is a tier. */
  readonly tierId: number | null;
}

export const everyone: Audience = { kind: 'everyone', tierId: null };

/** How many days back someone counts as a buyer. */
export const buyerDays = 30;

/** The stored form. */
export const writeAudience = ({ kind, tierId }: Audience): string => (kind === 'tier' ? `tier:${tierId}` : kind);

export function readAudience(text: string): Audience {
  const [name, id] = text.split(':');
  const kind = audienceKinds.find((one) => one === name);
  // An unknown kind comes from a later version. Sending to nobody is better than to the wrong people.
  if (kind === undefined) return { kind: 'tier', tierId: null };
  return { kind, tierId: kind === 'tier' ? Number(id) : null };
}

/** Everyone in the audience except the sender, including paused and unreachable people. */
export function peopleOf(db: Queries, { kind, tierId }: Audience, by: number, now: number) {
  const people = db.selectFrom('people').where('people.id', '<>', by).where('people.deleted_at', 'is', null);
  switch (kind) {
    case 'everyone':
      return people;
    case 'customers':
      return people.where('people.role', '=', 'customer');
    case 'agents':
      return people.where('people.role', '=', 'agent');
    case 'tier':
      return people.where('people.tier_id', '=', tierId ?? -1);
    case 'buyers': {
      const buyers = db
        .selectFrom('buyer_totals')
        .select('person_id')
        .where('last_at', '>=', now - buyerDays * dayMs);
      return people.where('people.id', 'in', buyers);
    }
    default:
      return people.where('people.language', '=', kind);
  }
}
