import { dayMs } from '#domain/calendar.ts';
import type { Rials } from '#domain/money.ts';
import { type BasisPoints, shareOf } from '#domain/price.ts';
import type { Queries, Transaction } from '#storage/database.ts';
import { prepared } from '#storage/prepared.ts';
import { readSwitch } from '#storage/switches.ts';
import type { OrderRow } from '#storage/tables/tables.ts';
import { post } from './ledger.ts';

/** Referrals of the buyer and of people who came by their link and bought for the same phone. Checked at every delivery. */
const referralsAround = prepared((db, { buyerId, mobile }: { readonly buyerId: number; readonly mobile: string }) =>
  db
    .selectFrom('referrals')
    .select(['person_id', 'referrer_id', 'at'])
    .where('void_why', 'is', null)
    .where((eb) =>
      eb.or([
        eb('person_id', '=', buyerId),
        eb.and([
          eb('referrer_id', '=', buyerId),
          eb.exists(
            eb
              .selectFrom('orders')
              .select('orders.id')
              .whereRef('orders.buyer_id', '=', 'referrals.person_id')
              .where('orders.mobile', '=', mobile)
              .where('orders.confirmed_at', 'is not', null),
          ),
        ]),
      ]),
    ),
);

const creditKey = (orderId: string): string => `referral:${orderId}`;

/**
 * Credits the referrer in the transaction of the delivery. Referrers came before the people they referred, so two deliveries
 * never wait for each other's wallets.
 */
export async function creditReferrer(
  tx: Transaction,
  row: OrderRow,
  { charge, now }: { readonly charge: Rials; readonly now: number },
): Promise<void> {
  const around = await referralsAround(tx, { buyerId: row.buyer_id, mobile: row.mobile });
  const referral = around.find(({ person_id }) => person_id === row.buyer_id);
  for (const { person_id } of around) if (person_id !== row.buyer_id) await endReferral(tx, person_id, 'phone');
  if (!referral) return;
  const account = await sharedBy(tx, row, referral.referrer_id);
  if (account !== null) return endReferral(tx, row.buyer_id, account);
  const { isOn, points, days } = await readReferralSettings(tx);
  const amount = shareOf(charge, points);
  if (!isOn || amount === 0 || (row.confirmed_at ?? now) > referral.at + days * dayMs) return;
  await post(tx, {
    key: creditKey(row.id),
    personId: referral.referrer_id,
    kind: 'referral',
    balance: amount,
    held: 0,
    orderId: row.id,
    actor: `person:${row.buyer_id}`,
    note: null,
    at: now,
  });
}

/** Ends a referral for good. */
async function endReferral(tx: Transaction, personId: number, why: 'phone' | 'card'): Promise<void> {
  await tx.updateTable('referrals').set({ void_why: why }).where('person_id', '=', personId).execute();
}

/** Runs in the transaction that deletes the referrer's data, which would show what they share with referred people. */
export async function endReferralsBy(tx: Transaction, referrerId: number): Promise<void> {
  await tx
    .updateTable('referrals')
    .set({ void_why: 'deleted' })
    .where('referrer_id', '=', referrerId)
    .where('void_why', 'is', null)
    .execute();
}

/** Takes the share back in the transaction that reverses the delivery. */
export async function takeBackReferral(tx: Transaction, orderId: string, actor: string, at: number): Promise<void> {
  const earned = await tx
    .selectFrom('ledger')
    .select(['person_id', 'balance_delta'])
    .where('key', '=', creditKey(orderId))
    .executeTakeFirst();
  if (!earned) return;
  const { person_id: personId, balance_delta } = earned;
  const entry = { key: `referral-back:${orderId}`, personId, kind: 'referral', balance: -balance_delta } as const;
  await post(tx, { ...entry, held: 0, orderId, actor, note: null, at });
}

/** True if both share a phone or a payment card, and so probably the earnings. */
async function sharedBy(
  db: Queries,
  { buyer_id, mobile }: OrderRow,
  referrerId: number,
): Promise<'phone' | 'card' | null> {
  const phone = await db
    .selectFrom('orders')
    .select('id')
    .where('mobile', '=', mobile)
    .where('confirmed_at', 'is not', null)
    .where('buyer_id', '=', referrerId)
    .limit(1)
    .executeTakeFirst();
  if (phone) return 'phone';
  const card = await db
    .selectFrom('payments as theirs')
    .innerJoin('payments as ours', 'ours.payer_card', 'theirs.payer_card')
    .select('ours.id')
    .where('theirs.person_id', '=', buyer_id)
    .where('ours.person_id', '=', referrerId)
    .where('ours.payer_card', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return card ? 'card' : null;
}

/** What the owner sets at the desk. */
export interface ReferralSettings {
  readonly isOn: boolean;
  /** The share of what the referred person pays. */
  readonly points: BasisPoints;
  /** For how long after they came. */
  readonly days: number;
}

const defaultReferralSettings: ReferralSettings = { isOn: false, points: 100, days: 90 };

export const referralSwitch = 'referral';

export async function readReferralSettings(db: Queries): Promise<ReferralSettings> {
  const row = await readSwitch(db, referralSwitch);
  return { ...defaultReferralSettings, ...(row ? (JSON.parse(row.value) as Partial<ReferralSettings>) : {}) };
}
