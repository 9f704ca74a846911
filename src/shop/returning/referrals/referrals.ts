import { sql } from 'kysely';
import { dayMs } from '#domain/calendar.ts';
import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import { isBasisPoints } from '#domain/price.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Audit } from '#shop/base/audit/audit.ts';
import { type ReferralSettings, readReferralSettings, referralSwitch } from '#shop/base/wallet/referral-credit.ts';
import type { People } from '#shop/people/people/people.ts';
import type { Database } from '#storage/database.ts';
import { lockSwitch, setSwitch } from '#storage/switches.ts';

/** What someone's link has brought them. */
export interface ReferralSummary {
  readonly people: number;
  /** The earnings without what was taken back. */
  readonly earned: Rials;
}

export interface ReferrerSum extends ReferralSummary {
  readonly id: number;
  readonly name: string;
  /** People who share a phone or a card with the referrer, and therefore earn the referrer nothing. */
  readonly void: number;
}

interface ReferralsDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly people: Pick<People, 'isOwner' | 'names'>;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
}

const mostDays = 3_650;

/** Who came by whose link, recorded with the newcomer, and the credit, booked with the delivery. */
export function createReferrals({ database, audit, people, now, randomBytes }: ReferralsDeps) {
  const { db } = database;

  const codeOf = async (personId: number): Promise<string | undefined> =>
    (await db.selectFrom('referral_links').select('code').where('person_id', '=', personId).executeTakeFirst())?.code;

  /** A random link, made at the first request. */
  async function link(personId: number): Promise<string> {
    const code = await codeOf(personId);
    if (code !== undefined) return code;
    const row = { person_id: personId, code: randomBytes(6).toString('base64url') };
    const keep = db.insertInto('referral_links').values(row);
    await keep.onConflict((conflict) => conflict.doNothing()).execute();
    const newCode = await codeOf(personId);
    if (newCode === undefined) throw new Error('A referral link was neither found nor written.');
    return newCode;
  }

  async function summary(personId: number): Promise<ReferralSummary> {
    const { people: came } = await db
      .selectFrom('referrals')
      .select((eb) => eb.fn.countAll<number>().as('people'))
      .where('referrer_id', '=', personId)
      .executeTakeFirstOrThrow();
    const { earned } = await db
      .selectFrom('ledger')
      .select(sql<number>`cast(coalesce(sum(balance_delta), 0) as bigint)`.as('earned'))
      .where(sql<boolean>`kind = 'referral'`)
      .where('person_id', '=', personId)
      .executeTakeFirstOrThrow();
    return { people: came, earned };
  }

  /** How many people each referrer brought in the last days and what they earned, most first. */
  async function report(days: number, limit: number): Promise<{ whole: ReferralSummary; referrers: ReferrerSum[] }> {
    const since = now() - days * dayMs;
    const came = await db
      .selectFrom('referrals')
      .select(['referrer_id as id'])
      .select((eb) => [
        eb.fn.countAll<number>().as('people'),
        sql<number>`cast(sum(case when void_why in ('phone', 'card') then 1 else 0 end) as bigint)`.as('void'),
      ])
      .where('at', '>=', since)
      .groupBy('referrer_id')
      .execute();
    const credits = await db
      .selectFrom('ledger')
      .select(['person_id as id', sql<number>`cast(sum(balance_delta) as bigint)`.as('earned')])
      .where(sql<boolean>`kind = 'referral'`)
      .where('at', '>=', since)
      .groupBy('person_id')
      .execute();
    const peopleOf = new Map(came.map((row) => [row.id, row]));
    const creditOf = new Map(credits.map((row) => [row.id, row.earned]));
    const ids = [...new Set([...peopleOf.keys(), ...creditOf.keys()])];
    const sums = ids.map((id) => ({
      id,
      people: peopleOf.get(id)?.people ?? 0,
      void: peopleOf.get(id)?.void ?? 0,
      earned: creditOf.get(id) ?? 0,
    }));
    const first = sums.toSorted((a, b) => b.earned - a.earned || b.people - a.people || a.id - b.id).slice(0, limit);
    const names = await people.names(first.map(({ id }) => id));
    return {
      whole: {
        people: sums.reduce((all, sum) => all + sum.people, 0),
        earned: sums.reduce((all, sum) => all + sum.earned, 0),
      },
      referrers: first.map((sum) => ({ ...sum, name: names.get(sum.id) ?? String(sum.id) })),
    };
  }

  async function change(by: number, changes: Partial<ReferralSettings>): Promise<Result<ReferralSettings, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    return database.transaction(async (tx) => {
      const row = { name: referralSwitch, actor: `person:${by}`, at: now() };
      await lockSwitch(tx, { ...row, value: '{}' });
      const settings = { ...(await readReferralSettings(tx)), ...changes };
      if (!isBasisPoints(settings.points) || settings.points <= 0) return err({ code: 'percent-invalid' });
      if (!Number.isSafeInteger(settings.days) || settings.days < 1 || settings.days > mostDays)
        return err({ code: 'days-invalid' });
      await setSwitch(tx, { ...row, value: JSON.stringify(settings) });
      const details = Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, String(value)]));
      await audit.write(tx, { actorId: by, action: 'referral-settings', personId: null, details });
      return ok(settings);
    });
  }

  return { link, summary, report, change, settings: () => readReferralSettings(db) };
}
