import type { Failure } from '#domain/failure.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { areTerms, noSettlement, type SettlementTerms } from '#domain/settlement.ts';
import type { Audit } from '#shop/base/audit/audit.ts';
import type { People } from '#shop/people/people/people.ts';
import type { Database } from '#storage/database.ts';

/** Means everyone without terms of their own. */
export const everyAgent = 0;

interface AgentTerms {
  readonly terms: SettlementTerms;
  /** False for the terms of everyone. */
  readonly own: boolean;
}

export type SettlementTermsStore = ReturnType<typeof createSettlementTerms>;

interface SettlementTermsDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly people: Pick<People, 'isOwner'>;
}

/** The day on which agents settle, set by the owner for all agents or for one. */
export function createSettlementTerms({ database, audit, people }: SettlementTermsDeps) {
  async function all(): Promise<ReadonlyMap<number, SettlementTerms>> {
    const rows = await database.db.selectFrom('settlement_terms').selectAll().execute();
    return new Map(
      rows.map(({ person_id, cycle, day, grace_days: graceDays }) => [person_id, { cycle, day, graceDays }]),
    );
  }

  async function of(personId: number): Promise<AgentTerms> {
    const terms = await all();
    const own = terms.get(personId);
    return { terms: own ?? terms.get(everyAgent) ?? noSettlement, own: own !== undefined };
  }

  /** Null to use the terms of everyone. */
  async function set(
    by: number,
    personId: number,
    terms: SettlementTerms | null,
  ): Promise<Result<SettlementTerms | null, Failure>> {
    if (!people.isOwner(by)) return err({ code: 'not-allowed' });
    if (terms !== null && !areTerms(terms)) return err({ code: 'days-invalid' });
    await database.transaction(async (tx) => {
      if (terms === null) await tx.deleteFrom('settlement_terms').where('person_id', '=', personId).execute();
      else {
        const row = { cycle: terms.cycle, day: terms.day, grace_days: terms.graceDays };
        await tx
          .insertInto('settlement_terms')
          .values({ person_id: personId, ...row })
          .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row))
          .execute();
      }
      const details = { note: terms?.cycle ?? 'default', day: terms?.day ?? null, grace: terms?.graceDays ?? null };
      const agentId = personId === everyAgent ? null : personId;
      await audit.write(tx, { actorId: by, action: 'settlement', personId: agentId, details });
    });
    return ok(terms);
  }

  return { all, of, set };
}
