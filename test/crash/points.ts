/** What an order's life writes and says, scene by scene: one transaction or one lone statement each. */
const scenes = {
  quote: ['insert orders', 'insert order_events', 'commit'],
  cancel: ['update orders', 'insert order_events', 'commit'],
  confirm: ['update orders', 'insert order_events', 'insert wallets', 'insert ledger', 'update wallets', 'commit'],
  /** Money that comes in; if the order can still be bought, `confirm` follows in the same transaction. */
  pay: ['update orders', 'insert wallets', 'insert ledger', 'update wallets', 'commit'],
  claim: ['update orders'],
  unsure: ['update orders', 'insert order_events', 'insert receipts', 'commit'],
  postpone: ['update orders', 'commit'],
  review: ['update orders', 'insert order_events', 'insert receipts', 'insert alerts', 'commit'],
  end: [
    'update orders',
    'insert order_events',
    'insert wallets',
    'insert ledger',
    'update wallets',
    'insert receipts',
    'insert daily_sales',
    'commit',
  ],
  'receipt claim': ['update receipts'],
  'receipt later': ['update receipts'],
  'receipt done': ['update receipts'],
  /** Several of the above in one commit, where a database does that. */
  group: ['commit'],
} as const satisfies Record<string, readonly string[]>;

export type Scene = keyof typeof scenes;

/** One write, one call or one telling. */
export type Step = string;

export type Point = `${'before' | 'during' | 'after'} ${Step}`;

export const purchaseStep: Step = 'purchase';
export const tellStep: Step = 'tell';

const writeSteps: readonly Step[] = Object.entries(scenes).flatMap(([scene, writes]) =>
  writes.map((write) => `${scene}: ${write}`),
);

const named: ReadonlySet<Step> = new Set(writeSteps);
export const isNamed = (step: Step): boolean => named.has(step);

/** Where a process is killed. `during` is for the one thing that goes on outside while we wait. */
const points: readonly Point[] = [
  ...[...writeSteps, purchaseStep, tellStep].flatMap((step): Point[] => [`before ${step}`, `after ${step}`]),
  `during ${purchaseStep}`,
];

/** Between two writes of one transaction lies one moment with two names: after the one, before the other. */
const twins: readonly (readonly [after: Point, before: Point])[] = Object.entries(scenes).flatMap(([scene, writes]) =>
  writes.slice(1).map((write, at) => [`after ${scene}: ${writes[at]}`, `before ${scene}: ${write}`] as const),
);

/** Every moment on both databases and every name on one of them: a third fewer deaths prove the same. */
export function pointsOn(kind: 'sqlite' | 'postgres'): readonly Point[] {
  const other = new Set(twins.map(([after, before]) => (kind === 'sqlite' ? after : before)));
  const absent: readonly Scene[] = kind === 'sqlite' ? [] : ['group'];
  return points.filter((point) => !other.has(point) && !liesIn(point, ...absent));
}

/** Points that lie in one of these scenes. */
export const liesIn = (point: Point, ...wanted: readonly Scene[]): boolean =>
  wanted.some((scene) => point.includes(` ${scene}: `));
