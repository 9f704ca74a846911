import { createHash } from 'node:crypto';
import type { Failure } from '../../domain/failure.ts';
import { isRials, type Rials } from '../../domain/money.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Database } from '../../storage/database.ts';
import type { KeyValue } from '../../storage/key-value.ts';
import type { Audit } from '../people/audit.ts';
import type { People } from '../people/people.ts';
import { ensureWallet } from './ledger.ts';
import type { Balance, Wallet } from './wallet.ts';

/** What the owner does to a wallet. Stored and encoded by index, so it only grows at its end. */
export const creditKinds = ['grant', 'take', 'limit', 'repayment'] as const;
export type CreditKind = (typeof creditKinds)[number];

export interface CreditRequest {
  /** Names the update that asked: the same one, delivered again, moves nothing more. */
  readonly key: string;
  readonly by: number;
  readonly personId: number;
  readonly amount: Rials;
  readonly note: string | null;
}

export interface Credited {
  readonly balance: Balance;
  /** False: this very request was carried out before, or changed nothing. */
  readonly moved: boolean;
}

/** What the owner is asked about before it is done. */
export interface CreditDraft extends CreditRequest {
  readonly id: string;
  readonly kind: CreditKind;
  /** Done, and the person knows: said yes to again, nothing more happens. */
  readonly told: boolean;
}

const draftMs = 30 * 60_000;

export type Credit = ReturnType<typeof createCredit>;

export interface CreditDeps {
  readonly database: Database;
  readonly wallet: Wallet;
  readonly audit: Audit;
  readonly people: Pick<People, 'isOwner' | 'find'>;
  readonly drafts: KeyValue<CreditDraft>;
}

/** What the owner does to other people's wallets: money, limit and trail in one transaction. */
export function createCredit({ database, wallet, audit, people, drafts }: CreditDeps) {
  async function checked({ by, personId, amount }: CreditRequest): Promise<Failure | null> {
    if (!people.isOwner(by)) return { code: 'not-allowed' };
    if (!isRials(amount)) return { code: 'amount-invalid' };
    return (await people.find(personId)) ? null : { code: 'person-unknown' };
  }

  const give =
    (kind: 'grant' | 'repayment') =>
    async (request: CreditRequest): Promise<Result<Credited, Failure>> => {
      const failure = await checked(request);
      if (failure) return err(failure);
      const moved = await database.transaction(async (tx) => {
        const written = await (kind === 'grant' ? wallet.grantIn : wallet.repayIn)(tx, giftOf(request));
        if (written) await audit.write(tx, deedOf(request, kind));
        return written;
      });
      return ok({ balance: await wallet.read(request.personId), moved });
    };

  /** Takes back at most what is there to spend: nobody is pushed past their limit. */
  async function take(request: CreditRequest): Promise<Result<Credited, Failure>> {
    const failure = await checked(request);
    if (failure) return err(failure);
    const taken = await database.transaction(async (tx) => {
      const missing = await wallet.shortOf(tx, request.personId, request.amount, `take:${request.key}`);
      const moved = missing === 0 && (await wallet.takeIn(tx, giftOf(request)));
      if (moved) await audit.write(tx, deedOf(request, 'take'));
      return { missing, moved };
    });
    if (taken.missing > 0) return err({ code: 'wallet-too-small', missing: taken.missing });
    return ok({ balance: await wallet.read(request.personId), moved: taken.moved });
  }

  /** A lower limit takes nothing away; it only stops further sales on credit. */
  async function limit(request: CreditRequest): Promise<Result<Credited, Failure>> {
    const failure = await checked(request);
    if (failure) return err(failure);
    const { personId, amount } = request;
    const moved = await database.transaction(async (tx) => {
      await ensureWallet(tx, personId);
      const changed = await tx
        .updateTable('wallets')
        .set({ credit_limit: amount })
        .where('person_id', '=', personId)
        .where('credit_limit', '<>', amount)
        .returning('person_id')
        .executeTakeFirst();
      if (changed) await audit.write(tx, deedOf(request, 'limit'));
      return changed !== undefined;
    });
    return ok({ balance: await wallet.read(personId), moved });
  }

  const deeds = { grant: give('grant'), take, limit, repayment: give('repayment') };

  /**
   * Stores what is to be done, for the owner to say yes to. The same request made again finds its first draft, so that it
   * does not forget what was done since.
   */
  async function draft(kind: CreditKind, request: CreditRequest): Promise<Result<CreditDraft, Failure>> {
    const failure = await checked(request);
    if (failure) return err(failure);
    const id = createHash('sha256').update(request.key).digest('base64url').slice(0, 14);
    const known = await drafts.get(id);
    if (known) return ok(known);
    const drafted = { ...request, id, kind, told: false };
    await drafts.set(id, drafted, draftMs);
    return ok(drafted);
  }

  async function drafted(id: string, by: number): Promise<Result<CreditDraft, Failure>> {
    const found = await drafts.get(id);
    if (!found) return err({ code: 'question-expired' });
    return found.by === by ? ok(found) : err({ code: 'not-allowed' });
  }

  /** Does what a draft says. The ledger's keys see to it that money moves once; a limit is set by the first yes. */
  const carryOut = async (asked: CreditDraft): Promise<Result<Credited, Failure>> =>
    asked.told ? ok({ balance: await wallet.read(asked.personId), moved: false }) : deeds[asked.kind](asked);

  const markTold = (done: CreditDraft): Promise<void> => drafts.set(done.id, { ...done, told: true }, draftMs);

  return { ...deeds, draft, drafted, carryOut, markTold };
}

const giftOf = ({ key, personId, amount, by, note }: CreditRequest) => ({
  key,
  personId,
  amount,
  actor: `person:${by}`,
  note,
});

const deedOf = ({ by, personId, amount, note }: CreditRequest, action: CreditKind) =>
  ({ actorId: by, action, personId, details: { amount, note } }) as const;
