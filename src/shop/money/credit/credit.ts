import type { Permission } from '#domain/access.ts';
import type { Failure } from '#domain/failure.ts';
import { isRials, type Rials } from '#domain/money.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Audit } from '#shop/base/audit/audit.ts';
import { createDrafts, type Draft } from '#shop/base/drafts/drafts.ts';
import { refusable } from '#shop/base/refused.ts';
import { setCreditLimit } from '#shop/base/wallet/ledger.ts';
import type { Balance, Wallet } from '#shop/base/wallet/wallet.ts';
import type { People } from '#shop/people/people/people.ts';
import type { StaffLimit } from '#shop/people/people/staff.ts';
import type { Database } from '#storage/database.ts';
import type { KeyValue } from '#storage/key-value.ts';

/** Stored and encoded by index: only append. */
export const creditKinds = ['grant', 'take', 'limit', 'repayment'] as const;
export type CreditKind = (typeof creditKinds)[number];

/** Cashiers give; they neither take nor lend. */
export const creditPermission = (kind: CreditKind): Permission =>
  kind === 'grant' || kind === 'repayment' ? 'credit' : 'run';

interface CreditRequest {
  /** Identifies the update, so that money moves once. */
  readonly key: string;
  readonly by: number;
  readonly personId: number;
  readonly amount: Rials;
  readonly note: string | null;
}

interface Credited {
  readonly balance: Balance;
  /** False: carried out before, or nothing changed. */
  readonly moved: boolean;
}

/** Stored until it is confirmed. */
export interface CreditDraft extends CreditRequest, Draft {
  readonly kind: CreditKind;
  /** Carried out, and the person was told. */
  readonly told: boolean;
}

interface CreditDeps {
  readonly database: Database;
  readonly wallet: Wallet;
  readonly audit: Audit;
  readonly people: Pick<People, 'hasPermission' | 'find'>;
  readonly staffLimit: Pick<StaffLimit, 'check'>;
  readonly drafts: KeyValue<CreditDraft>;
}

/** Each change and its audit are one transaction. */
export function createCredit({ database, wallet, audit, people, staffLimit, drafts: stored }: CreditDeps) {
  const drafts = createDrafts(stored);

  async function refusalOf(kind: CreditKind, { by, personId, amount }: CreditRequest): Promise<Failure | null> {
    if (!(await people.hasPermission(by, creditPermission(kind)))) return { code: 'not-allowed' };
    if (!isRials(amount)) return { code: 'amount-invalid' };
    return (await people.find(personId)) ? null : { code: 'person-unknown' };
  }

  const give =
    (kind: 'grant' | 'repayment') =>
    async (request: CreditRequest): Promise<Result<Credited, Failure>> => {
      const failure = await refusalOf(kind, request);
      if (failure) return err(failure);
      const { by, personId, amount: credited } = request;
      const result = await refusable(
        database.transaction(async (tx) => {
          const isFirst = await (kind === 'grant' ? wallet.grantIn : wallet.repayIn)(tx, creditOf(request));
          if (!isFirst) return false;
          await staffLimit.check(tx, { by, permission: 'credit', personId, credited });
          await audit.write(tx, auditEventOf(request, kind));
          return true;
        }),
      );
      return result.ok ? ok({ balance: await wallet.read(personId), moved: result.value }) : result;
    };

  /** At most what is available, so that the wallet stays within its limit. */
  async function take(request: CreditRequest): Promise<Result<Credited, Failure>> {
    const failure = await refusalOf('take', request);
    if (failure) return err(failure);
    const result = await database.transaction(async (tx) => {
      const missing = await wallet.shortfall(tx, request.personId, request.amount, `take:${request.key}`);
      const isTaken = missing === 0 && (await wallet.takeIn(tx, creditOf(request)));
      if (isTaken) await audit.write(tx, auditEventOf(request, 'take'));
      return { missing, moved: isTaken };
    });
    if (result.missing > 0) return err({ code: 'wallet-too-small', missing: result.missing });
    return ok({ balance: await wallet.read(request.personId), moved: result.moved });
  }

  /** A lower limit only stops further sales on credit. */
  async function limit(request: CreditRequest): Promise<Result<Credited, Failure>> {
    const failure = await refusalOf('limit', request);
    if (failure) return err(failure);
    const { personId, amount } = request;
    const isSet = await database.transaction(async (tx) => {
      const changed = await setCreditLimit(tx, personId, amount);
      if (changed) await audit.write(tx, auditEventOf(request, 'limit'));
      return changed;
    });
    return ok({ balance: await wallet.read(personId), moved: isSet });
  }

  const changes = { grant: give('grant'), take, limit, repayment: give('repayment') };

  async function draft(kind: CreditKind, request: CreditRequest): Promise<Result<CreditDraft, Failure>> {
    const failure = await refusalOf(kind, request);
    return failure ? err(failure) : ok(await drafts.add(request.key, (id) => ({ ...request, id, kind, told: false })));
  }

  /** The ledger's keys make money move once; a limit is set by the first confirmation. */
  async function carryOut(draft: CreditDraft): Promise<Result<Credited, Failure>> {
    if (draft.replaced) return err({ code: 'question-expired' });
    return draft.told ? ok({ balance: await wallet.read(draft.personId), moved: false }) : changes[draft.kind](draft);
  }

  const markTold = (draft: CreditDraft): Promise<void> => drafts.update({ ...draft, told: true });

  return { ...changes, draft, drafted: drafts.find, replace: drafts.replace, carryOut, markTold };
}

const creditOf = ({ key, personId, amount, by, note }: CreditRequest) => {
  return { key, personId, amount, actor: `person:${by}`, note };
};

const auditEventOf = ({ by, personId, amount, note }: CreditRequest, action: CreditKind) =>
  ({ actorId: by, action, personId, details: { amount, note } }) as const;
