import type { Day } from '#domain/calendar.ts';
import type { Rials } from '#domain/money.ts';

/** Why a due cycle is not bought yet. */
export type CycleProblem = 'money' | 'limit' | 'price' | 'product' | 'selling' | 'gateway';

/** Why a cycle was skipped. `late`: no process ran when it was due. `stopped`: its plan was stopped. */
export type SkipReason = CycleProblem | 'person' | 'late' | 'restored' | 'stopped';

/** Notices to people about their plans, ending packages and debts. */
export type PersonalNotice =
  /** Sent the day before. */
  | { readonly kind: 'plan-tomorrow'; readonly planId: string; readonly day: Day }
  /** The same for a seller, who may have many. */
  | { readonly kind: 'plans-tomorrow'; readonly personId: number; readonly day: Day }
  | { readonly kind: 'plan-short'; readonly planId: string; readonly day: Day; readonly missing: Rials }
  /** Asks the person before buying. `price` is what it would cost. */
  | {
      readonly kind: 'plan-asked';
      readonly planId: string;
      readonly day: Day;
      readonly why: 'price' | 'product' | 'limit';
      readonly price: Rials | null;
    }
  /** Bought later than planned. */
  | { readonly kind: 'plan-late'; readonly planId: string; readonly day: Day }
  | {
      readonly kind: 'plan-skipped';
      readonly planId: string;
      readonly day: Day;
      readonly why: SkipReason;
      readonly paused: boolean;
    }
  /** No process ran for so long that these cycles are skipped. */
  | {
      readonly kind: 'plan-missed';
      readonly planId: string;
      readonly from: Day;
      readonly to: Day;
      readonly count: number;
    }
  | { readonly kind: 'plan-paused'; readonly planId: string }
  | { readonly kind: 'package-ending'; readonly orderId: string; readonly endsOn: Day }
  /** Tells an agent what the API bought on a day. */
  | {
      readonly kind: 'api-day';
      readonly personId: number;
      readonly day: Day;
      readonly count: number;
      readonly charged: Rials;
      readonly rejected: number;
    }
  /** Sent on an owner's request. */
  | { readonly kind: 'debt-reminder'; readonly personId: number }
  /** One digest for all customers of a seller; `sentAt` finds them. */
  | {
      readonly kind: 'packages-ending';
      readonly personId: number;
      readonly sentAt: number;
      readonly endsOn: Day;
      readonly count: number;
    };

const kinds: Readonly<Record<PersonalNotice['kind'], true>> = {
  'plan-tomorrow': true,
  'plans-tomorrow': true,
  'plan-short': true,
  'plan-asked': true,
  'plan-late': true,
  'plan-skipped': true,
  'plan-missed': true,
  'plan-paused': true,
  'package-ending': true,
  'packages-ending': true,
  'debt-reminder': true,
  'api-day': true,
};

/** Stored among the alerts, because they share an outbox. */
export const isPersonal = <A extends { readonly kind: string }>(alert: A | PersonalNotice): alert is PersonalNotice =>
  alert.kind in kinds;
