import type { Rials } from './money.ts';

/** The states of a payment. The table below lists their transitions, and every writer checks it. */
export const paymentStates = [
  /** Stored, and the payer knows how to pay. No payment is known yet. */
  'asked',
  /** Being checked: the payer returned from the bank or sent a slip. */
  'submitted',
  /** Confirmed by the provider, Telegram or an owner. The wallet is credited. */
  'paid',
  /** Not paid in time. It may still become paid if the money or a slip arrives late. */
  'expired',
  /** Rejected by an owner or the provider, or given back by the bank. Checked again if a provider lists it. */
  'refused',
] as const;

export type PaymentState = (typeof paymentStates)[number];

const transitions = {
  asked: ['submitted', 'paid', 'expired', 'refused'],
  // Returns to `asked` if the payer comes back from the bank and the provider says that nothing was paid.
  submitted: ['asked', 'paid', 'expired', 'refused'],
  paid: [],
  expired: ['submitted', 'paid', 'refused'],
  refused: ['submitted', 'expired'],
} as const satisfies Readonly<Record<PaymentState, readonly PaymentState[]>>;

export const canPaymentBecome = (from: PaymentState, to: PaymentState): boolean =>
  (transitions[from] as readonly PaymentState[]).includes(to);

/** The states that may precede a state: the condition of every compare-and-set. */
export const paymentStatesBefore = (to: PaymentState): PaymentState[] =>
  paymentStates.filter((from) => canPaymentBecome(from, to));

/** In these states the shop waits for a payment. */
const openPaymentStates = ['asked', 'submitted'] as const satisfies readonly PaymentState[];

export const isPaymentOpen = (state: PaymentState): boolean =>
  (openPaymentStates as readonly PaymentState[]).includes(state);

/** Encoded by index in buttons and daily sums, so only append. */
export const paymentMethods = ['zarinpal', 'zibal', 'card', 'invoice'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/**
 * Methods of the providers in `src/payments/providers.ts`. Unknown methods of the next release, which may run beside
 * this one, count as online.
 */
export type OnlineMethod = Exclude<PaymentMethod, 'card' | 'invoice'>;

export const isOnline = (method: PaymentMethod): method is OnlineMethod => method !== 'card' && method !== 'invoice';

export const onlineMethods = paymentMethods.filter(isOnline);

/**
 * The part of a ledger key that names a payment, so that a payment reported twice is credited once. An invoice's
 * reference needs no method.
 */
export const paymentKey = (method: PaymentMethod, reference: string): string =>
  method === 'invoice' ? reference : `${method}:${reference}`;

/** The steps of a payment in its stored trail. Other releases read these words, so they never change. */
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

/** The first step of a transfer whose amount is a few tomans above the amount asked for. */
export const askedStep = (wanted: Rials): string => `${paymentSteps.asked} ${wanted} rials`;

/** Null if the payment has exactly the amount asked for. */
export function readAskedStep(text: string): Rials | null {
  const [, wanted] = /^asked for (\d{1,15}) rials$/.exec(text) ?? [];
  return wanted === undefined ? null : Number(wanted);
}

/** Why an owner must look at a payment, or why its answer is still open. */
export type PaymentProblem =
  /** The provider took another amount. */
  | { readonly code: 'other-amount'; readonly paid: Rials }
  /** An owner refused it, and the provider has the money. */
  | { readonly code: 'refused-but-paid' }
  /** It was paid around a restore, so it may be credited already. */
  | { readonly code: 'restored' }
  /** A provider's answer in our words. */
  | { readonly code: 'words'; readonly words: string };

/** The stored form of a problem. */
export function writeProblem(problem: PaymentProblem): string {
  if (problem.code === 'words') return problem.words;
  return problem.code === 'other-amount' ? `${problem.code}:${problem.paid}` : problem.code;
}

export function readProblem(text: string): PaymentProblem {
  const [, paid] = /^other-amount:(\d{1,15})$/.exec(text) ?? [];
  if (paid !== undefined) return { code: 'other-amount', paid: Number(paid) };
  return text === 'refused-but-paid' || text === 'restored' ? { code: text } : { code: 'words', words: text };
}

/**
 * Tells amounts of at least double or at most half: those are mistakes of unit or digits rather than another transfer.
 */
export function farFrom(asked: Rials, amount: Rials): 'more' | 'less' | null {
  if (amount >= asked * 2) return 'more';
  return amount * 2 <= asked ? 'less' : null;
}

/** A payer's proof of a transfer: Telegram's id of a photo or file, or a tracking code. */
export interface Slip {
  readonly kind: 'photo' | 'file' | 'text';
  readonly content: string;
  /** Telegram's id of the file that is the same for every sender. */
  readonly file?: string;
}

const codeNames = /پیگیری|رهگیری|ارجاع|مرجع|tracking|\bref(?:erence)?\b|تتبع|مرجعي/i;

/** Whether a text mentions the code by which a bank finds a transfer. */
export const namesTrackingCode = (text: string): boolean => codeNames.test(text);
