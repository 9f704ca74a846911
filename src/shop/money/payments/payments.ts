import { type AmountDueDeps, createAmountDue } from './amount-due.ts';
import { createBankCards } from './bank-cards.ts';
import { type BookPaymentDeps, createBookPayment } from './book-payment.ts';
import { type CardPaymentsDeps, createCardPayments } from './card-payments.ts';
import { createCancelPayment } from './give-up-payment.ts';
import { createInvoicePayments } from './invoice-payments.ts';
import { createOnlinePayments, type OnlinePaymentsDeps } from './online-payments.ts';
import { createPayBack, type PayBackDeps } from './pay-back.ts';
import { createPaymentDecisions, type PaymentDecisionsDeps } from './payment-decisions.ts';
import { createPaymentMethods, type PaymentMethodsDeps } from './payment-methods.ts';
import { createPaymentQueries, type PaymentQueriesDeps } from './payment-queries.ts';
import { createPaymentSettings } from './payment-settings.ts';
import { createPaymentWorker, type PaymentWorkerDeps } from './payment-worker.ts';
import { createReconciliation, createUnknownPayments } from './reconciliation.ts';
import { createReopenPayment } from './reopen-payment.ts';
import { createSentFiles, type SentFilesDeps } from './sent-files.ts';
import { createMissedSlips } from './slips.ts';

/** What the settings of the installation say; the desk sets the rest. */
export interface PaymentSetup {
  readonly providers: PaymentMethodsDeps['providers'];
  readonly isOnlineOpen?: PaymentMethodsDeps['isOnlineOpen'];
  readonly invoices: boolean;
  /** Ends without a slash. */
  readonly publicUrl: string | null;
  readonly description: string;
  readonly describe?: OnlinePaymentsDeps['describe'];
}

export const noPaymentSetup: PaymentSetup = { providers: [], invoices: true, publicUrl: null, description: '' };

type PaymentsDeps = BookPaymentDeps &
  AmountDueDeps &
  Omit<OnlinePaymentsDeps, 'methods' | keyof PaymentSetup> &
  Omit<CardPaymentsDeps, 'cards' | 'methods'> &
  Omit<PaymentDecisionsDeps, 'book'> &
  PayBackDeps &
  Pick<SentFilesDeps, 'sentFiles'> &
  PaymentQueriesDeps &
  Pick<PaymentWorkerDeps, 'random'> & { readonly steady: () => number } & { readonly setup: PaymentSetup };

export type Payments = ReturnType<typeof createPayments>;

/** Assembles every payment method and the decisions of owners. */
export function createPayments(deps: PaymentsDeps) {
  const { setup } = deps;
  const due = createAmountDue(deps);
  const book = createBookPayment(deps);
  const settings = createPaymentSettings(deps);
  const cards = createBankCards(deps);
  const methods = createPaymentMethods({ ...deps, ...setup, settings, cards, due });
  const online = createOnlinePayments({ ...deps, ...setup, methods });
  const card = createCardPayments({ ...deps, cards, methods });
  const decisions = createPaymentDecisions({ ...deps, book });
  const payBack = createPayBack(deps);
  const missedSlips = createMissedSlips(deps);
  const queries = createPaymentQueries(deps);
  const cancel = createCancelPayment(deps);
  const reopen = createReopenPayment(deps);
  const invoices = createInvoicePayments({ ...deps, due, book, reopen });

  const createWorker = (
    options: Partial<Pick<PaymentWorkerDeps, 'leaseMs' | 'concurrency' | 'everyMs' | 'idleMs' | 'inquireInvoice'>>,
  ) =>
    createPaymentWorker({
      ...deps,
      methods,
      book,
      reopen,
      reconciliation: createReconciliation({ ...deps, ...setup, reopen }),
      ...options,
    });

  return {
    due,
    settings,
    cards,
    methods,
    online,
    card,
    invoices,
    decisions,
    payBack,
    missedSlips,
    queries,
    sentFiles: createSentFiles({ ...deps, methods, card }),
    cancel,
    unknown: createUnknownPayments({ ...deps, ...setup }),
    createWorker,
  };
}
