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

  async function grant(request: CreditRequest): Promise<Result<Balance, Failure>> {
    const failure = await checked(request);
    if (failure) return err(failure);
    await database.transaction(async (tx) => {
      if (await wallet.grantIn(tx, giftOf(request))) await audit.write(tx, deedOf(request, 'grant'));
    });
    return ok(await wallet.read(request.personId));
  }

  /** Takes back at most what is there to spend: nobody is pushed past their limit. */
  async function take(request: CreditRequest): Promise<Result<Balance, Failure>> {
    const failure = await checked(request);
    if (failure) return err(failure);
    const missing = await database.transaction(async (tx) => {
      const short = await wallet.shortOf(tx, request.personId, request.amount, `take:${request.key}`);
      if (short > 0) return short;
      if (await wallet.takeIn(tx, giftOf(request))) await audit.write(tx, deedOf(request, 'take'));
      return 0;
    });
    return missing > 0 ? err({ code: 'wallet-too-small', missing }) : ok(await wallet.read(request.personId));
  }

  /** A lower limit takes nothing away; it only stops further sales on credit. */
  async function limit(request: CreditRequest): Promise<Result<Balance, Failure>> {
    const failure = await checked(request);
    if (failure) return err(failure);
    const { personId, amount } = request;
    await database.transaction(async (tx) => {
      await ensureWallet(tx, personId);
      await tx.updateTable('wallets').set({ credit_limit: amount }).where('person_id', '=', personId).execute();
      await audit.write(tx, deedOf(request, 'limit'));
    });
    return ok(await wallet.read(personId));
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
