import { type Api, GrammyError } from 'grammy';
import { isTransient, problemOf } from '#bot/telegram/problem.ts';
import { verificationOf } from '#payments/bale-wallet.ts';
import type { PaymentWorkerDeps } from '#shop/money/payments/payment-worker.ts';

/** A method that grammY does not list. */
interface Inquiring {
  inquireTransaction(params: { readonly transaction_id: string }): Promise<unknown>;
}

/** Asks the messenger about an invoice whose message of payment has not come. */
export function createInquiry(api: Api): NonNullable<PaymentWorkerDeps['inquireInvoice']> {
  const raw = api.raw as unknown as Inquiring;
  return async ({ reference, person_id }) => {
    try {
      return verificationOf(await raw.inquireTransaction({ transaction_id: reference }), person_id);
    } catch (error) {
      return isUnknown(error) ? { kind: 'unpaid' } : { kind: 'unsure', why: problemOf(error).problem };
    }
  };
}

/** It has no such transaction. A refusal of the bot itself (401, 403) says nothing about the payment. */
const isUnknown = (error: unknown): boolean =>
  error instanceof GrammyError && !isTransient(error) && error.error_code !== 401 && error.error_code !== 403;
