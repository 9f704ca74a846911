import type { Permission } from '#domain/access.ts';
import type { BotProblem } from '#domain/agent-bot.ts';
import type { Day } from '#domain/calendar.ts';
import type { LedgerMismatch, Rials } from '#domain/money.ts';
import type { PaymentMethod, Slip } from '#domain/payment.ts';
import type { StaffRole } from '#domain/role.ts';
import type { Queries } from '#storage/database.ts';
import { isPersonal, type PersonalNotice } from './personal-notice.ts';

export type Alert =
  | { readonly kind: 'token-refused' }
  | { readonly kind: 'token-accepted' }
  /** `offMs`: how far the true time is ahead of the clock of this server. */
  | { readonly kind: 'clock-wrong'; readonly offMs: number }
  | { readonly kind: 'clock-right' }
  /** The database was restored from an archive of this time. */
  | { readonly kind: 'restored'; readonly at: number; readonly withParent?: true }
  | { readonly kind: 'backup-failed'; readonly why: string }
  /** When the last backup was made; null if never. */
  | { readonly kind: 'backup-old'; readonly at: number | null }
  | ({ readonly kind: 'account-empty'; readonly balance: Rials | null; readonly total: Rials } & OurDebt)
  | { readonly kind: 'account-filled'; readonly balance: Rials }
  | { readonly kind: 'purchases-failing' }
  | { readonly kind: 'purchases-answered'; readonly since: number }
  | { readonly kind: 'order-in-review'; readonly orderId: string; readonly code: string }
  /** The gateway sold an order whose buyer already has the money back. */
  | { readonly kind: 'sold-after-refund'; readonly orderId: string; readonly code: string; readonly amount: Rials }
  /** An agent's system repeated a key from before a restore, and this shop does not know what became of it. */
  | { readonly kind: 'api-key-in-doubt'; readonly personId: number; readonly code: string }
  /** Orders wait for a process that has another gateway and is gone. */
  | { readonly kind: 'gateway-elsewhere'; readonly own: string; readonly noted: string }
  | { readonly kind: 'answer-unrecognised'; readonly orderId: string; readonly code: string; readonly message: string }
  /** `mismatches` lists the first few. */
  | { readonly kind: 'ledger-mismatch'; readonly count: number; readonly mismatches: readonly LedgerMismatch[] }
  | ({ readonly kind: 'low-balance'; readonly balance: Rials; readonly threshold: Rials } & OurDebt)
  | { readonly kind: 'agent-joined'; readonly personId: number; readonly name: string; readonly creditLimit: Rials }
  | { readonly kind: 'staff-joined'; readonly personId: number; readonly name: string; readonly role: StaffRole }
  /** Someone opened an owner's link made on the server. */
  | { readonly kind: 'owner-joined'; readonly personId: number; readonly name: string }
  /** Someone had their data deleted. */
  | { readonly kind: 'person-deleted'; readonly personId: number }
  /** A message of the shop to one person. */
  | { readonly kind: 'shop-message'; readonly text: string }
  /** Someone transferred money to a card of ours and sent this as proof. */
  | ({ readonly kind: 'payment-slip'; readonly slip: Slip } & PaymentNews)
  /** A payment has waited for ten minutes. */
  | ({ readonly kind: 'payment-waiting'; readonly method: PaymentMethod } & PaymentNews)
  /** The provider's answer does not fit, so an owner must decide. */
  | ({ readonly kind: 'payment-mismatch'; readonly method: PaymentMethod; readonly why: string } & PaymentNews)
  /** The money stayed in the wallet, because its payer may not buy or selling is paused. */
  | ({ readonly kind: 'payment-kept'; readonly why: 'person-paused' | 'selling-paused' } & PaymentNews)
  /** An owner booked a payment that the provider does not settle. */
  | ({ readonly kind: 'payment-unsettled'; readonly method: PaymentMethod } & PaymentNews)
  /** The provider took a payment in our name that we do not know. */
  | {
      readonly kind: 'payment-unknown';
      readonly method: PaymentMethod;
      readonly reference: string;
      readonly amount: Rials;
    }
  /** The provider refuses our account or our requests. */
  | { readonly kind: 'payment-misconfigured'; readonly method: PaymentMethod; readonly why: string }
  /** The time that the owner set has passed without an answer. */
  | { readonly kind: 'support-unanswered'; readonly personId: number; readonly name: string; readonly since: number }
  | { readonly kind: 'support-group-failed'; readonly why: string }
  | { readonly kind: 'support-group-moved'; readonly chatId: number }
  /** Tells the buyer that the money is back. */
  | { readonly kind: 'order-reversed'; readonly orderId: string; readonly code: string; readonly amount: Rials }
  /** Tells the agent what they owe on the day of settlement. */
  | {
      readonly kind: 'settlement-due';
      readonly fromDay: Day;
      readonly day: Day;
      /** The debt at the beginning of the period. */
      readonly before: Rials;
      readonly bought: Rials;
      readonly paid: Rials;
      readonly owed: Rials;
      /** From when they get it. */
      readonly graceMs: number;
      readonly graceEndsAt: number;
    }
  /** The same, after the money that had paid it was taken away. */
  | { readonly kind: 'settlement-reopened'; readonly day: Day; readonly left: Rials; readonly graceMs: number }
  /** Tells the agent. */
  | { readonly kind: 'own-settlement-pause' | 'own-settlement-resume'; readonly owed: Rials }
  | {
      readonly kind: 'settlement-pause' | 'settlement-resume';
      readonly personId: number;
      readonly name: string;
      readonly owed: Rials;
    }
  /** An agent's own bot; `own`: for that agent. */
  | {
      readonly kind: 'bot-stopped' | 'own-bot-stopped';
      readonly personId: number;
      readonly name: string;
      readonly username: string;
      readonly problem: BotProblem;
    }
  | {
      readonly kind: 'bot-runs' | 'own-bot-runs';
      readonly personId: number;
      readonly name: string;
      readonly username: string;
    }
  /** Tells an agent their new level; without a name the agent lost the level. */
  | { readonly kind: 'tier-changed'; readonly name: string | null; readonly rose: 0 | 1 }
  /** Plans of the next days cost more than our balance at the gateway. */
  | ({ readonly kind: 'plans-unfunded'; readonly planned: Rials; readonly balance: Rials } & OurDebt)
  | PersonalNotice;

/** In an agent's shop, the agent's debt at the parent shop. */
interface OurDebt {
  readonly owed?: Rials;
}

/** `wallet` is our money there; null if unknown. */
export const debtIn = (wallet: number | null): OurDebt => (wallet !== null && wallet < 0 ? { owed: -wallet } : {});

interface PaymentNews {
  readonly paymentId: string;
  readonly personId: number;
  readonly amount: Rials;
}

export type Alerts = ReturnType<typeof createAlerts>;

/** Alerts that also go to staff who may deal with them. */
const staffPermissions: Readonly<Partial<Record<Alert['kind'], Permission>>> = {
  'payment-slip': 'approve',
  'payment-waiting': 'approve',
  'payment-mismatch': 'approve',
  'order-in-review': 'decide',
  'sold-after-refund': 'decide',
  'answer-unrecognised': 'decide',
  'support-unanswered': 'answer',
};

/** The permission that staff need to receive it; null if it is not for staff. */
export const staffPermissionFor = ({ kind }: Alert): Permission | null => staffPermissions[kind] ?? null;

/**
 * Alerts that wait until a person's quiet hours end. Others arrive at once: results of a person's action, and what the shop
 * must know to keep selling.
 */
const waiting: Readonly<Record<Exclude<Alert, PersonalNotice>['kind'], boolean>> = {
  'token-refused': false,
  'token-accepted': false,
  'clock-wrong': false,
  'clock-right': false,
  restored: false,
  'backup-failed': true,
  'backup-old': true,
  'account-empty': false,
  'account-filled': false,
  'purchases-failing': false,
  'gateway-elsewhere': false,
  'purchases-answered': false,
  'order-in-review': false,
  'sold-after-refund': false,
  'api-key-in-doubt': false,
  'answer-unrecognised': false,
  'ledger-mismatch': false,
  'low-balance': false,
  'plans-unfunded': false,
  'agent-joined': false,
  'staff-joined': false,
  'owner-joined': false,
  'person-deleted': true,
  'shop-message': false,
  'payment-slip': false,
  'payment-waiting': false,
  'payment-mismatch': false,
  'payment-kept': false,
  'payment-unsettled': false,
  'payment-unknown': false,
  'payment-misconfigured': false,
  'support-unanswered': false,
  'support-group-failed': false,
  'support-group-moved': false,
  'order-reversed': false,
  'settlement-due': true,
  'settlement-reopened': true,
  'own-settlement-pause': true,
  'own-settlement-resume': false,
  'settlement-pause': true,
  'settlement-resume': false,
  'tier-changed': true,
  'bot-stopped': false,
  'bot-runs': false,
  'own-bot-stopped': false,
  'own-bot-runs': false,
};

export const mayWait = (alert: Alert): boolean => isPersonal(alert) || waiting[alert.kind];

/** Beside personal notices; all others tell owners and staff about the shop and about other people. */
const aboutRecipient: readonly Alert['kind'][] = [
  'shop-message',
  'order-reversed',
  'settlement-due',
  'settlement-reopened',
  'own-settlement-pause',
  'own-settlement-resume',
  'tier-changed',
  'own-bot-stopped',
  'own-bot-runs',
];

export const isAboutRecipient = (alert: Alert): boolean => isPersonal(alert) || aboutRecipient.includes(alert.kind);

interface NewAlert {
  /** Identifies the event: each person is alerted once, even if it is written twice. */
  readonly occasion: string | number;
  readonly alert: Alert;
}

/** The stored form. */
export const alertKey = (kind: Alert['kind'], occasion: NewAlert['occasion']): string => `${kind}:${occasion}`;

interface AlertsDeps {
  readonly ownerIds: readonly number[];
  readonly people?: { withPermission(permission: Permission, queries: Queries): Promise<readonly number[]> };
  readonly now: () => number;
}

/** Writes alerts in the transaction of the event that they report. */
export function createAlerts({ ownerIds, people, now }: AlertsDeps) {
  /** `occasion` identifies the event: each owner is alerted once, even if it is written twice. */
  async function write(tx: Queries, occasion: string | number, alert: Alert): Promise<void> {
    const needs = staffPermissionFor(alert);
    const staff = needs === null || !people ? [] : await people.withPermission(needs, tx);
    // Staff may not decide about their own money.
    const payer = 'personId' in alert ? alert.personId : null;
    await writeTo(tx, [...ownerIds, ...staff.filter((id) => id !== payer)], { occasion, alert });
  }

  /** The same for given people who are not owners. True if it is new for one of them. */
  async function writeTo(tx: Queries, personIds: readonly number[], { occasion, alert }: NewAlert): Promise<boolean> {
    const row = { key: alertKey(alert.kind, occasion), alert: JSON.stringify(alert), created_at: now() };
    const rows = [...new Set(personIds)].map((owner_id) => ({ ...row, owner_id, done_at: null, done_how: null }));
    if (rows.length === 0) return false;
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('alerts')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['key', 'owner_id']).doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows > 0n;
  }

  return { write, writeTo };
}
