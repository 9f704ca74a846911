import type { Rials } from './money.ts';

/**
 * A payment's life. Each state says what it means; the table below says where it may go. Every writer goes through it.
 */
export const paymentStates = [
  /** Stored; the payer was shown how to pay. Nothing is known to be paid. */
  'asked',
  /** The payer says that it is paid: back from the bank, or a card slip was sent. Being checked. */
  'submitted',
  /** The provider's verify, Telegram or an owner says so; the wallet is credited. */
  'paid',
  /** Not paid in time. It may still become paid: the bank may have taken the money late, or a slip came late. */
  'expired',
  /** Not paid: refused by an owner or by the provider, or given back by the bank. Looked at again if a provider lists it. */
  'refused',
] as const;

export type PaymentState = (typeof paymentStates)[number];

const transitions = {
  asked: ['submitted', 'paid', 'expired', 'refused'],
  // Back to `asked`: they returned from the bank, and the provider says that nothing was paid.
  submitted: ['asked', 'paid', 'expired', 'refused'],
  paid: [],
  expired: ['submitted', 'paid', 'refused'],
  refused: ['submitted', 'expired'],
} as const satisfies Readonly<Record<PaymentState, readonly PaymentState[]>>;

export const canPaymentBecome = (from: PaymentState, to: PaymentState): boolean =>
  (transitions[from] as readonly PaymentState[]).includes(to);

/** Where a payment may have come from: the condition of every compare-and-set. */
export const paymentStatesBefore = (to: PaymentState): PaymentState[] =>
  paymentStates.filter((from) => canPaymentBecome(from, to));

/** In these a payment is waited for. */
const openPaymentStates = ['asked', 'submitted'] as const satisfies readonly PaymentState[];

export const isPaymentOpen = (state: PaymentState): boolean =>
  (openPaymentStates as readonly PaymentState[]).includes(state);

/** Encoded by index in buttons and in the sums of a day, so it only grows at its end. */
export const paymentMethods = ['zarinpal', 'zibal', 'card', 'invoice'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Paid at a provider of `src/payments/providers.ts`. So are methods of the next release, which may run beside this one. */
export type OnlineMethod = Exclude<PaymentMethod, 'card' | 'invoice'>;

export const isOnline = (method: PaymentMethod): method is OnlineMethod => method !== 'card' && method !== 'invoice';

export const onlineMethods = paymentMethods.filter(isOnline);

/**
 * The part of a ledger key that names a payment: the same payment, told of twice, is credited once. An
 * invoice's reference stands alone.
 */
export const paymentKey = (method: PaymentMethod, reference: string): string =>
  method === 'invoice' ? reference : `${method}:${reference}`;

/** The steps of a payment, as its trail stores them. Every release writes these words, so they never change. */
export const paymentSteps = {
  asked: 'asked for',
  'slip-photo': 'slip: photo',
  'slip-file': 'slip: file',
  'slip-text': 'slip: text',
  back: 'back from the bank',
  approved: 'approved',
  provider: 'the provider says so',
  messenger: 'Telegram says so',
  unpaid: 'the provider says that it is not paid',
  reversed: 'given back by the provider or the bank',
  late: 'not paid in time',
  cancelled: 'cancelled',
  replaced: 'replaced by another request',
  'order-over': 'its order is over',
  'paid-elsewhere': 'paid in another way',
  'asked-again': 'the provider may have the money: asked again',
  'shown-again': 'the provider may have the money: shown to owners',
} as const;

/** The step of a transfer, whose amount has a few tomans more than its payer asked for. */
export const askedStep = (wanted: Rials): string => `${paymentSteps.asked} ${wanted} rials`;

/** Null: the payment is for exactly what was asked for. */
export function readAskedStep(text: string): Rials | null {
  const [, wanted] = /^asked for (\d{1,15}) rials$/.exec(text) ?? [];
  return wanted === undefined ? null : Number(wanted);
}

/** Why an owner must look at a payment, or why there is no definite answer about it yet. */
export type PaymentProblem =
  /** The provider took another amount. */
  | { readonly code: 'other-amount'; readonly paid: Rials }
  /** An owner refused it, and the provider has the money. */
  | { readonly code: 'refused-but-paid' }
  /** It was paid before a restore, or after it: it may be credited already. */
  | { readonly code: 'restored' }
  /** A provider's answer in our words. */
  | { readonly code: 'words'; readonly words: string };

/** As it is stored. */
export function writeProblem(problem: PaymentProblem): string {
  if (problem.code === 'words') return problem.words;
  return problem.code === 'other-amount' ? `${problem.code}:${problem.paid}` : problem.code;
}

export function readProblem(text: string): PaymentProblem {
  const [, paid] = /^other-amount:(\d{1,15})$/.exec(text) ?? [];
  if (paid !== undefined) return { code: 'other-amount', paid: Number(paid) };
  return text === 'refused-but-paid' || text === 'restored' ? { code: text } : { code: 'words', words: text };
}

/** At least double, or at most half: more likely a mistake of unit or digits than another transfer. */
export function farFrom(asked: Rials, amount: Rials): 'more' | 'less' | null {
  if (amount >= asked * 2) return 'more';
  return amount * 2 <= asked ? 'less' : null;
}

/** What a payer sent as proof of a transfer: the messenger's name of a photo or file, or a tracking code. */
export interface Slip {
  readonly kind: 'photo' | 'file' | 'text';
  readonly content: string;
  /** The messenger's name of the file, which is the same for every sender. */
  readonly file?: string;
}

const codeNames = /پیگیری|رهگیری|ارجاع|مرجع|tracking|\bref(?:erence)?\b|تتبع|مرجعي/i;

/** A text that speaks of the code by which a bank finds a transfer. */
export const namesTrackingCode = (text: string): boolean => codeNames.test(text);
