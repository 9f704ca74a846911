import { type Concept, type Page, pages } from '#domain/words/concepts.ts';

/** What people want of a shop. */
const intents = [
  'again',
  'balance',
  'buy',
  'cancel-order',
  'cheapest',
  'goodbye',
  'greeting',
  'help',
  'human',
  'leave',
  'menu',
  'no',
  'orders',
  'pay',
  'price',
  'promo',
  'receipt',
  'refund',
  'report',
  'safe',
  'sell',
  'sent',
  'settings',
  'state',
  'statement',
  'thanks',
  'where',
  'wrong-number',
  'yes',
] as const;

export type Intent = (typeof intents)[number] | Page;

/** What a text has beside its words. `clear`: it is about the shop, or every word in it is known. */
export type Sign = 'clear' | 'code' | 'shop' | 'figures' | 'mobile' | 'operator' | 'size' | 'sum' | 'time' | 'unknown';

/**
 * An intent, how sure it is, and what must be said: `a|b` is one of them, `!a` forbids it. The surest rule wins, so a wish about
 * an order or about money stands above a purchase, and thanks and greetings stand below everything.
 */
type Rule = readonly [Intent, number, ...string[]];

const rules: readonly Rule[] = [
  ['refund', 96, 'refund'],
  ['refund', 95, 'giveBack', 'money|want|order|topUp|package|account|card|bought|cancel'],
  ['refund', 93, 'giveBack', 'unarrived', '!question'],
  ['refund', 85, 'so', 'money', 'want', '!where'],
  ['refund', 86, 'giveBack', '!menu|state', 'clear'],
  ['wrong-number', 97, 'wrong', 'number|mobile|bought|order|topUp|package|paid|kin|size|sum'],
  ['wrong-number', 84, 'wrong', 'clear'],
  ['cancel-order', 98, 'cancel', 'order|bought|topUp|package', 'wrong'],
  ['cancel-order', 92, 'cancel', 'order|orders|bought|buy|topUp|package|last|same|money|giveBack|size'],
  ['leave', 80, 'cancel'],
  ['leave', 79, 'leave'],
  ['menu', 60, 'menu'],

  ['where', 96, 'safe', 'unarrived', '!question|want|how'],
  ['where', 96, 'safe', 'arrived', 'package|order|kin'],
  ['safe', 94, 'safe'],
  ['safe', 95, 'crook', 'question|not|how|why|safe|no'],
  ['where', 94, 'complaint', 'unarrived|happened', 'topUp|package|order|bought'],
  ['human', 93, 'complaint|crook'],
  ['human', 91, 'human', 'talk|want|where|have|support|problem|when|not', '!mobile', 'clear'],
  ['human', 91, 'talk|human', 'why|not', '!order|topUp|package|mobile|bought'],
  ['human', 90, 'support'],
  ['human', 82, 'human', '!bought|told', 'clear'],
  ['human', 81, 'talk', '!how|unknown|mobile|told'],
  ['human', 87, 'problem', 'help|human|talk'],
  ['human', 72, 'problem', 'clear'],
  ['where', 74, 'problem', 'order|topUp|bought|pay'],

  ['where', 92, 'paid|bought', 'not|unarrived|failed'],
  ['where', 90, 'unarrived', '!balance|promo', 'clear'],
  ['where', 89, 'not', 'arrived', 'clear'],
  ['where', 88, 'where', 'order|orders|topUp|package|money|bought|arrived|code|paid|mobile|size'],
  ['where', 88, 'happened', '!promo', 'clear'],
  ['where', 87, 'when', 'arrived|money|order|topUp|package|giveBack|late|code', '!how', 'clear'],
  [
    'where',
    87,
    'arrived',
    'question|late|why|paid|code|topUp|package|order|when|money|mobile',
    '!thanks|want|buy|what',
    'clear',
  ],
  ['where', 86, 'late', '!howMuch|price|unknown'],
  ['where', 86, 'track', '!promo|balance', 'clear'],
  ['where', 85, 'state', 'order|topUp|package|money|code|last|bought'],
  ['where', 85, 'why', 'failed|topUp|package|order|money|arrived|not|paid'],
  ['where', 84, 'failed', 'topUp|package|order|bought|buy|code|pay|question|why'],
  ['where', 76, 'failed', '!unknown'],
  ['where', 75, 'where', '!unknown|kin|number|human'],
  ['where', 74, 'why', '!price|unknown'],
  ['where', 73, 'order', 'question|what|last', '!how|buy|want', 'clear'],
  ['where', 70, 'order', 'code'],
  ['where', 66, 'late', 'clear'],

  [
    'receipt',
    89,
    'receipt',
    'want|buy|bought|last|list|giveBack|order|have|how|topUp|package|question|money|where',
    '!paid|arrived',
  ],
  ['receipt', 62, 'receipt', '!thanks|paid'],
  ['thanks', 90, 'thanks', 'arrived|receipt', '!want|buy|have|last|question|not|paid'],
  ['thanks', 78, 'thanks', 'arrived|receipt'],
  ['orders', 90, 'orders', '!cancel'],
  ['orders', 84, 'order', 'list|what'],

  ['sent', 91, 'paid', '!how|price|why'],
  ['where', 95, 'complaint', 'late', '!human|talk'],
  ['sent', 60, 'paid'],
  ['pay', 90, 'payIn', '!mobile|size'],
  ['pay', 89, 'sum', 'wallet|account|balance', '!howMuch|have|mobile'],
  ['pay', 89, 'where', 'money', 'want|buy', '!unarrived|giveBack|arrived'],
  ['pay', 88, 'balance|wallet', 'how', '!howMuch'],
  ['pay', 90, 'card', 'number|want|which|what|how|pay|have|code|where|question|list'],
  ['pay', 89, 'topUp', 'wallet|account|balance', '!number|kin|howMuch'],
  ['pay', 88, 'pay', 'how|want|where|have|card|what|question|list|buy|money|debt'],
  ['pay', 80, 'card', 'clear'],
  ['pay', 79, 'pay', 'clear'],
  ['pay', 78, 'debt', 'pay'],
  ['balance', 88, 'balance', '!pay|how'],
  ['balance', 87, 'howMuch', 'wallet|account', '!price'],
  ['balance', 86, 'money', 'howMuch', 'have'],
  ['balance', 80, 'wallet'],
  ['balance', 70, 'debt', '!sum|kin'],
  ['statement', 89, 'statement'],
  ['statement', 85, 'debt', '!sum|kin'],

  ['promo', 90, 'promo'],
  ['promo', 40, 'code', 'have'],
  ['report', 88, 'report', '!want|price'],
  ['report', 87, 'report'],
  ['state', 84, 'state', 'mobile|number|figures'],
  ['state', 50, 'state'],
  ['settings', 86, 'settings'],
  ['settings', 87, 'language'],

  ['again', 83, 'same', 'last|again|want|topUp|package|order|bought|buy|mobile', '!unknown'],
  ['again', 83, 'again', 'last|want|buy|order|topUp|package|bought|kin|question', '!unknown|size|sum'],
  ['again', 82, 'last', 'want|buy|topUp|package|order|bought'],
  ['again', 64, 'same|again', '!figures'],
  ['again', 61, 'last', '!figures|order'],

  ['price', 87, 'price|howMuch', 'size', 'help'],
  ['help', 86, 'help', 'clear'],
  ['help', 85, 'how', 'buy|want|work|help|topUp|package|order', '!pay|payIn|money'],
  ['help', 84, 'work', '!unknown'],
  ['help', 60, 'how', '!unknown'],

  ['cheapest', 83, 'cheap', 'clear'],
  ['buy', 82, 'topUp', 'sum|figures', 'have|want|price|howMuch|what', '!size|time'],
  ['price', 80, 'price|howMuch', 'topUp|package|size|time|operator|list|have|what|buy', 'clear'],
  ['price', 79, 'list', '!last', 'clear'],
  ['price', 78, 'have', 'topUp|package|size|time|what|operator', 'clear'],
  ['price', 77, 'price', 'clear'],
  ['price', 60, 'howMuch', 'clear'],
  ['price', 58, 'what', 'topUp|package|buy|size|time|operator|have', 'clear'],

  ['buy', 57, 'buy|want', 'topUp|package|size|time|mobile'],
  ['buy', 57, 'buy|want', 'sum', '!told|not|money|for'],
  ['buy', 55, 'mobile', 'topUp|package|size|time|sum|item|figures'],
  ['buy', 54, 'kin|self', 'topUp|package|size|time'],
  ['buy', 54, 'kin|self', 'sum', '!told|not'],
  ['buy', 52, 'topUp', 'sum|figures', '!told|bought|not'],
  ['price', 51, 'package|operator', '!unarrived|told', 'clear'],
  ['price', 51, 'size', 'time|operator|package|want', '!told', 'clear'],
  ['price', 51, 'size', '!unknown|number|told|have|not', 'clear'],
  ['price', 46, 'time', '!unknown|day|kin|told|other'],
  ['where', 72, 'question', 'topUp|package', 'self|bought', '!want|buy|price|howMuch|have|figures'],
  ['buy', 50, 'topUp', '!told|bought|not|happened|number|unknown'],
  ['buy', 49, 'sum', '!unknown|told|bought|debt|paid|day|money|kin|thanks|other|for'],
  ['buy', 48, 'buy', '!unknown|told|day'],
  ['buy', 20, 'want', '!unknown|human|money|other|talk|told|work'],

  ['sell', 89, 'sell', '!unknown|figures|day|howMuch|what|list'],

  ['goodbye', 45, 'bye'],
  ['thanks', 44, 'thanks'],
  ['yes', 85, 'yes', 'same', '!figures|package|topUp'],
  ['yes', 42, 'yes'],
  ['no', 42, 'no'],
  ['thanks', 40, 'ok'],
  ['greeting', 30, 'greeting'],
];

const namedPages = pages.map((page): Rule => [page, 75, page, '!unknown|want|not|where|arrived|told']);

const readRules = [...rules, ...namedPages].map(([intent, sureness, ...needs]) => ({
  intent,
  sureness,
  needs: needs.filter((need) => !need.startsWith('!')).map((need) => need.split('|')),
  not: needs.filter((need) => need.startsWith('!')).flatMap((need) => need.slice(1).split('|')),
}));

export interface RankedIntent {
  readonly intent: Intent;
  readonly sureness: number;
}

/** The surest first; each intent once. */
export function intentsIn(said: ReadonlySet<Concept | Sign>): RankedIntent[] {
  const has = (name: string) => said.has(name as Concept);
  const ranked = new Map<Intent, number>();
  for (const { intent, sureness, needs, not } of readRules) {
    if (sureness <= (ranked.get(intent) ?? 0) || not.some(has)) continue;
    if (needs.every((choices) => choices.some(has))) ranked.set(intent, sureness);
  }
  return [...ranked].map(([intent, sureness]) => ({ intent, sureness })).toSorted((a, b) => b.sureness - a.sureness);
}
