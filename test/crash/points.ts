/** The writes and messages of an update and an order: one transaction or one statement each. */
const operations = {
  /** The shop receives an update. */
  receive: ['insert inbox'],
  /** A worker claims a chat with waiting updates. */
  lease: ['insert chats'],
  retry: ['update inbox', 'commit'],
  /** PostgreSQL does this in one statement. */
  finish: ['update chats', 'update inbox'],
  /** A payment could not be booked. */
  'try later': ['update inbox'],
  quote: ['insert orders', 'insert order_events', 'commit'],
  cancel: ['update orders', 'insert order_events', 'insert receipt_jobs', 'commit'],
  /** The checks before a confirmation; a payment moves the wallet with the order locked. */
  lock: ['update orders', 'insert wallets', 'update promo_codes', 'insert promo_uses', 'update wallets', 'commit'],
  /** A payment is booked; if the order can still be bought, `confirm` follows in the same transaction. */
  pay: ['insert ledger', 'update orders', 'insert wallets', 'insert receipt_jobs', 'commit'],
  confirm: [
    'update orders',
    'insert order_events',
    'update wallets',
    'insert ledger',
    'insert receipt_jobs',
    'insert order_messages',
    'commit',
  ],
  claim: ['update orders'],
  unsure: ['update orders', 'insert order_events', 'insert receipt_jobs', 'commit'],
  postpone: ['update orders', 'insert receipt_jobs', 'commit'],
  review: ['update orders', 'insert order_events', 'insert receipt_jobs', 'insert alerts', 'commit'],
  end: [
    'update orders',
    'insert order_events',
    'update wallets',
    'insert ledger',
    'delete promo_uses',
    'update promo_codes',
    'insert receipt_jobs',
    'insert buyer_totals',
    'insert daily_sales',
    'commit',
  ],
  /** Another message shows an order. */
  track: ['insert receipt_jobs', 'insert order_messages', 'commit'],
  untrack: ['update receipt_jobs', 'delete order_messages', 'commit'],
  'receipt claim': ['update receipt_jobs'],
  'receipt later': ['update receipt_jobs'],
  /** Only screens changed: `receipt done` follows without a transaction. */
  'receipt shown': ['update order_messages'],
  'receipt done': ['update receipt_jobs', 'insert order_messages', 'update order_messages', 'commit'],
} as const satisfies Record<string, readonly string[]>;

export type Operation = keyof typeof operations;

/** One write, call or message. */
export type Step = string;

export type Point = `${'before' | 'during' | 'after'} ${Step}`;

export const purchaseStep: Step = 'purchase';
export const tellStep: Step = 'tell';
export const replyStep: Step = 'reply';

const writeSteps: readonly Step[] = Object.entries(operations).flatMap(([operation, writes]) =>
  writes.map((write) => `${operation}: ${write}`),
);

/** Steps of a worker whose lease expired, or of the few packages: too rare to wait for. */
const rareSteps: readonly Step[] = [
  'receipt done: insert receipt_jobs',
  'track: update order_messages',
  'pay: update promo_codes',
  'pay: insert promo_uses',
  'end: insert reminders',
  'end: insert wallets',
  'release: update chats',
  'recall: update orders',
  'outage: update orders',
  'outage: insert alerts',
  'outage: commit',
];

const named: ReadonlySet<Step> = new Set([...writeSteps, ...rareSteps, purchaseStep, tellStep, replyStep]);
export const isNamed = (step: Step): boolean => named.has(step);

/** The tables whose writes are watched. */
export const namedTables: ReadonlySet<string> = new Set(
  [...writeSteps, ...rareSteps].map((step) => step.split(' ').at(-1) ?? ''),
);

/** The points where a process is killed. `during` means while an external call runs. */
const points: readonly Point[] = [
  ...[...writeSteps, purchaseStep, tellStep, replyStep].flatMap((step): Point[] => [`before ${step}`, `after ${step}`]),
  `during ${purchaseStep}`,
];

/** The moment between two writes of a transaction has two names: after one, and before the other. */
const equivalentPoints: readonly (readonly [after: Point, before: Point])[] = Object.entries(operations).flatMap(
  ([operation, writes]) =>
    writes.slice(1).map((write, at) => [`after ${operation}: ${writes[at]}`, `before ${operation}: ${write}`] as const),
);

/** Tries every moment on both databases, and every name of it on one: a third fewer kills prove the same. */
export function pointsOn(kind: 'sqlite' | 'postgres'): readonly Point[] {
  const other = new Set(equivalentPoints.map(([after, before]) => (kind === 'sqlite' ? after : before)));
  if (kind === 'postgres') {
    other.delete('before finish: update inbox');
    other.add('before finish: update chats').add('after finish: update chats');
  }
  return points.filter((point) => !other.has(point));
}

/** Whether the point is in one of these operations. */
export const isWithin = (point: Point, ...wanted: readonly Operation[]): boolean =>
  wanted.some((operation) => point.includes(` ${operation}: `));
