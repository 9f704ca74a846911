import type { Failure } from '../../domain/failure.ts';
import { isRials, type Rials } from '../../domain/money.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Database } from '../../storage/database.ts';
import type { Audit } from '../people/audit.ts';
import type { People } from '../people/people.ts';
import { ensureWallet } from './ledger.ts';
import type { Balance, Wallet } from './wallet.ts';

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

export type Credit = ReturnType<typeof createCredit>;

export interface CreditDeps {
  readonly database: Database;
  readonly wallet: Wallet;
  readonly audit: Audit;
  readonly people: Pick<People, 'isOwner' | 'find'>;
}

/** What the owner does to other people's wallets: money, limit and trail in one transaction. */
export function createCredit({ database, wallet, audit, people }: CreditDeps) {
  async function checked({ by, personId, amount }: CreditRequest): Promise<Failure | null> {
    if (!people.isOwner(by)) return { code: 'not-allowed' };
    if (!isRials(amount)) return { code: 'amount-invalid' };
    return (await people.find(personId)) ? null : { code: 'person-unknown' };
  }

  async function grant(request: CreditRequest): Promise<Result<Credited, Failure>> {
    const failure = await checked(request);
    if (failure) return err(failure);
    const moved = await database.transaction(async (tx) => {
      const written = await wallet.grantIn(tx, giftOf(request));
      if (written) await audit.write(tx, deedOf(request, 'grant'));
      return written;
    });
    return ok({ balance: await wallet.read(request.personId), moved });
  }

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

  return { grant, take, limit };
}

const giftOf = ({ key, personId, amount, by, note }: CreditRequest) => ({
  key,
  personId,
  amount,
  actor: `person:${by}`,
  note,
});

const deedOf = ({ by, personId, amount, note }: CreditRequest, action: 'grant' | 'take' | 'limit') =>
  ({ actorId: by, action, personId, details: { amount, note } }) as const;
