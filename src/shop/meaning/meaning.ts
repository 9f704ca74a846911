import { can, type Roles } from '#domain/access.ts';
import type { Failure } from '#domain/failure.ts';
import type { Mobile } from '#domain/phone.ts';
import type { Intent } from '#domain/reading/intents.ts';
import { isLeaving, type Reading, sure } from '#domain/reading/reading.ts';
import type { Payments } from '#shop/money/payments/payments.ts';
import type { Numbers } from '#shop/people/people/numbers.ts';

/** Facts about the writer that a text may refer to. */
export interface PersonFacts {
  /** Saved numbers by name, the longest name first. */
  readonly names: readonly SavedName[];
  /** Whether the person saw a card number and may still send a slip. */
  readonly awaitsSlip: boolean;
  /** Whether the person sells to others and asks about their numbers. */
  readonly sells: boolean;
}

export interface SavedName {
  /** The folded name. */
  readonly name: string;
  readonly mobiles: readonly Mobile[];
}

/** The recipient of a purchase. */
export type Recipient =
  | { readonly kind: 'mobile'; readonly mobile: Mobile }
  | { readonly kind: 'name'; readonly saved: SavedName }
  | { readonly kind: 'self' }
  | { readonly kind: 'unsaid' };

/** Wishes about a past purchase. */
const orderWishes = ['where', 'refund', 'cancel-order', 'wrong-number', 'receipt'] as const;
export type OrderWish = (typeof orderWishes)[number];

/** Wishes that need no details. */
export type PlainWish = Exclude<
  Intent,
  OrderWish | 'again' | 'buy' | 'cheapest' | 'pay' | 'price' | 'promo' | 'sent' | 'state'
>;

/** What a person wants by a text. */
export type Meaning =
  | { readonly kind: 'buy'; readonly to: Recipient }
  /** Only a number or a name. */
  | { readonly kind: 'number'; readonly to: Recipient }
  | { readonly kind: 'mistake'; readonly failure: Failure }
  | { readonly kind: 'list' }
  | { readonly kind: 'price'; readonly cheapest: boolean }
  | { readonly kind: 'again'; readonly to: Recipient }
  | { readonly kind: 'order'; readonly about: OrderWish; readonly code: string | null; readonly mobile: Mobile | null }
  | { readonly kind: 'pay' }
  | { readonly kind: 'sent'; readonly code: string | null }
  | { readonly kind: 'promo'; readonly code: string | null }
  | { readonly kind: 'state'; readonly mobile: Mobile | null }
  | { readonly kind: PlainWish }
  /** Something that a shop does not do. */
  | { readonly kind: 'unknown' };

const unknown: Meaning = { kind: 'unknown' };
const isOrderWish = (intent: Intent): intent is OrderWish => orderWishes.some((one) => one === intent);
/** How many unknown words a meaning may have; a greeting among many is not the meaning. */
const mostUnknown = { greeting: 1, others: 3 } as const;

/** Decides what a reading means for this person. */
export function meaningOf(reading: Reading, facts: PersonFacts): Meaning {
  const { mobiles, codes, intents, mistake, words } = reading;
  if (mobiles.length > 1) return { kind: 'list' };
  const to = recipientOf(reading, facts);
  const [first = null] = intents;
  if (to.kind === 'name' && words === to.saved.name && (first === null || isPricing(first.intent)))
    return { kind: 'number', to };
  const rest = restBeside(reading, to);
  if (isSale(reading, to)) return { kind: 'buy', to };
  if (isOffTopic(reading)) return unknown;
  if (facts.awaitsSlip && mayBePaid(reading) && !isWorried(reading)) return { kind: 'sent', code: codes[0] ?? null };
  if (facts.sells && to.kind === 'mobile' && isWorried(reading)) return { kind: 'state', mobile: to.mobile };
  if (first && first.sureness >= sure && !isPricing(first.intent) && rest.length <= mostUnknown.others)
    return wishOf(first.intent, reading, to);
  const code = orderCodeIn(codes);
  if (code !== null) return { kind: 'order', about: 'where', code, mobile: null };
  const [digits = null] = codes;
  if (digits !== null && facts.awaitsSlip) return { kind: 'sent', code: digits };
  if (mistake && mistake.code !== 'number-invalid') return { kind: 'mistake', failure: mistake };
  if (to.kind === 'mobile') return isItem(reading) ? { kind: 'buy', to } : { kind: 'number', to };
  if (to.kind !== 'unsaid' && isItem(reading))
    return rest.length <= mostBeside(reading) && isAsked(reading) ? { kind: 'buy', to } : unknown;
  if (to.kind === 'name' && rest.length === 0 && first === null) return { kind: 'number', to };
  if (first === null) return rest.length > 1 ? unknown : promoOf(reading);
  if (isPricing(first.intent)) return isStory(reading) ? unknown : wishOf(first.intent, reading, to);
  if (first.intent === 'buy')
    return first.sureness < vague && words.split(' ').length > mostVague ? unknown : buyOf(reading, to);
  if (first.intent === 'greeting' && rest.length > 0 && words.split(' ').length > 3) return unknown;
  return rest.length > mostUnknown[first.intent === 'greeting' ? 'greeting' : 'others']
    ? unknown
    : wishOf(first.intent, reading, to);
}

const againstSale = [
  'arrived',
  'bought',
  'cancel',
  'failed',
  'giveBack',
  'happened',
  'leave',
  'paid',
  'payIn',
  'promo',
  'refund',
  'same',
  'state',
  'track',
  'unarrived',
  'when',
  'where',
  'why',
  'wrong',
] as const;

/** Whether item, recipient and wish are named, so that the rest is only a story. */
const isSale = ({ said }: Reading, to: Recipient): boolean =>
  to.kind !== 'unsaid' &&
  (said.has('size') || said.has('sum')) &&
  (said.has('want') || said.has('buy') || to.kind === 'mobile') &&
  !(said.has('told') && !said.has('size') && !said.has('topUp')) &&
  !againstSale.some((one) => said.has(one));

const onShelf = ['unarrived', 'where', 'happened', 'price', 'howMuch', 'have'] as const;

/** Whether the text is about something else: a battery, a film, a salary. */
function isOffTopic(reading: Reading): boolean {
  const { said, mobiles, codes } = reading;
  if (!said.has('other') || mobiles.length + codes.length > 0 || promoCodeIn(reading) !== null) return false;
  const isSold = said.has('size') || said.has('operator') || said.has('topUp');
  const isWanted = (said.has('want') && ofShelves.some((one) => said.has(one))) || (said.has('buy') && isSold);
  const isPackage = said.has('package') && onShelf.some((one) => said.has(one));
  return !isWanted && !isPackage && !ofShop.some((one) => said.has(one));
}

const ofShop = ['support', 'refund', 'promo'] as const;

/** For someone who saw a card number, "done" and "receipt" are about a transfer. */
export const mayBePaid = ({ said, codes }: Pick<Reading, 'said' | 'codes'>): boolean =>
  codes.length > 0 || (['paid', 'bought', 'receipt'] as const).some((one) => said.has(one));

/** "I want" alone asks for something; inside a sentence it may be about anything. */
const vague = 30;
const mostVague = 3;

/** How many unknown words a sale may have. A clearer sale may have more. */
const mostBeside = ({ said }: Reading): number => {
  const isNamed = said.has('size') || said.has('topUp') || said.has('package');
  return isNamed ? 2 : said.has('want') || said.has('buy') ? 1 : 0;
};

const worries = [
  'happened',
  'state',
  'track',
  'late',
  'failed',
  'unarrived',
  'question',
  'arrived',
  'where',
  'when',
  'why',
] as const;
/** Whether the text is about a past sale. */
const isWorried = (reading: Reading): boolean =>
  worries.some((one) => reading.said.has(one)) &&
  !reading.said.has('figures') &&
  !reading.said.has('giveBack') &&
  !reading.said.has('wrong') &&
  !reading.said.has('cancel');

const mostTerse = { bare: 4, named: 8 } as const;

/** Whether a sale is asked for, or named in a few words. A long sentence with an amount tells of something else. */
const isAsked = ({ said, words }: Reading): boolean =>
  said.has('want') ||
  said.has('buy') ||
  (!isTold(said) && words.split(' ').length <= mostTerse[isNamed(said) ? 'named' : 'bare']);

/** "Ten people" is no amount. */
const isNamed = (said: Reading['said']): boolean =>
  (['sum', 'size', 'time', 'topUp', 'package'] as const).some((one) => said.has(one));

const tellings = ['told', 'bought', 'debt', 'not', 'paid'] as const;
const isTold = (said: Reading['said']): boolean => tellings.some((one) => said.has(one));

const isPricing = (intent: Intent): boolean => intent === 'price' || intent === 'cheapest';

/** Reads an amount as a top-up. Everything else is chosen from a shelf. */
function buyOf(reading: Reading, to: Recipient): Meaning {
  const { said, rest } = reading;
  if (rest.length > mostBeside(reading) || !isAsked(reading)) return unknown;
  const isTopUp = said.has('topUp') && said.has('sum') && !said.has('size');
  const isPackage = !isTopUp && (['size', 'package', 'operator', 'time'] as const).some((sign) => said.has(sign));
  return isPackage && !said.has('kin') ? { kind: 'price', cheapest: false } : { kind: 'buy', to };
}

function wishOf(intent: Intent, reading: Reading, to: Recipient): Meaning {
  const mobile = reading.mobiles[0] ?? null;
  const { codes } = reading;
  if (isOrderWish(intent)) return { kind: 'order', about: intent, code: orderCodeIn(codes), mobile };
  switch (intent) {
    case 'buy':
    case 'again':
      return { kind: intent, to };
    case 'price':
    case 'cheapest':
      return { kind: 'price', cheapest: intent === 'cheapest' };
    case 'pay':
      return { kind: 'pay' };
    case 'sent':
      return { kind: 'sent', code: codes[0] ?? null };
    case 'promo':
      return { kind: 'promo', code: promoCodeIn(reading) };
    case 'state':
      return { kind: 'state', mobile };
    default:
      return { kind: intent };
  }
}

/** A word with letters and digits, like codes on a leaflet. */
const promoCodeIn = ({ words, codes }: Reading): string | null =>
  codes[0] ?? /(?<![\p{L}\d])[a-z]{2,}\d{1,6}(?![\p{L}\d])/u.exec(words)?.[0] ?? null;

function promoOf(reading: Reading): Meaning {
  const code = promoCodeIn(reading);
  return code === null || reading.codes.length > 0 ? unknown : { kind: 'promo', code };
}

/** Skips codes of digits only, which come from a bank. */
const orderCodeIn = (codes: readonly string[]): string | null => codes.find((code) => /[a-z]/i.test(code)) ?? null;

/** Endings that may follow a name: «مامانم», "mom's". */
const ending = '(?:ا?[متش][وه]?|رو?|و|ه|am|amo|em|o|s)?(?!\\p{L})';

function recipientOf({ mobiles, isSelf, words }: Reading, { names }: PersonFacts): Recipient {
  const [mobile] = mobiles;
  if (mobile !== undefined) return { kind: 'mobile', mobile };
  const saved = names.find(({ name }) => words.includes(name) && standsIn(words, name));
  if (saved) return { kind: 'name', saved };
  return isSelf ? { kind: 'self' } : { kind: 'unsaid' };
}

const standsIn = (words: string, name: string): boolean =>
  new RegExp(`(?<!\\p{L})[لوب]?${RegExp.escape(name)}${ending}`, 'u').test(words);

/** The remaining words without those of the name. */
const restBeside = ({ rest }: Reading, to: Recipient): readonly string[] =>
  to.kind === 'name' ? rest.filter((word) => !to.saved.name.split(' ').some((part) => word.startsWith(part))) : rest;

const isItem = ({ figures: { money, bare }, said }: Reading): boolean =>
  money.length + bare.length > 0 || (['size', 'time', 'topUp', 'package'] as const).some((sign) => said.has(sign));

const ofShelves = ['size', 'topUp', 'package', 'operator', 'cheap', 'price'] as const;

/** Whether the rest tells of something else, with figures in between. */
const isStory = ({ rest, said }: Reading): boolean =>
  rest.length > mostUnknown.others || (rest.length > 0 && !ofShelves.some((sign) => said.has(sign)));

interface MeaningsParts {
  readonly numbers: Pick<Numbers, 'names'>;
  readonly payments: { readonly card: Pick<Payments['card'], 'awaitingSlip'> };
}

export type Meanings = ReturnType<typeof createMeanings>;

/** Finds what texts mean. Reads only those facts about the writer that the text may refer to. */
export const createMeanings = ({ numbers, payments }: MeaningsParts) => ({
  async of({ id: personId, ...roles }: Roles & { readonly id: number }, reading: Reading): Promise<Meaning> {
    const isNamed = reading.mobiles.length === 0 && !isLeaving(reading) && reading.words !== '';
    const names = isNamed ? await numbers.names(personId) : [];
    const awaitsSlip = mayBePaid(reading) && (await payments.card.awaitingSlip(personId)) !== null;
    return meaningOf(reading, { names, awaitsSlip, sells: can(roles, 'sell') });
  },
});
