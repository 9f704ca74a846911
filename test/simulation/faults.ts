import { random } from './kernel/random.ts';

/** Everything that the world may do to the shop. A batch of runs in which one of them never struck proves nothing. */
export const faultNames = [
  'kill',
  'power-cut',
  'freeze',
  'restart',
  'disk-full',
  'disk-busy',
  'disk-locked',
  'clock-step',
  'clock-forward',
  'clock-drift',
  'gateway-lost',
  'gateway-cut',
  'gateway-late',
  'gateway-doubled',
  'gateway-slow-body',
  'gateway-429',
  'gateway-5xx',
  'gateway-html',
  'gateway-404',
  'gateway-token',
  'gateway-deployment',
  'gateway-account',
  'gateway-changes',
  'restore',
  'gateway-refuses',
  'gateway-new-wording',
  'bank-lost',
  'bank-cut',
  'bank-late',
  'bank-doubled',
  'bank-429',
  'bank-5xx',
  'bank-html',
  'bank-other-amount',
  'bank-calls-twice',
  'bank-callback-forged',
  'browser-lost',
  'browser-cut',
  'browser-doubled',
  'telegram-lost',
  'telegram-cut',
  'telegram-late',
  'telegram-429',
  'telegram-5xx',
] as const;

export type Fault = (typeof faultNames)[number];

const chosen = new Set<Fault>();
const met = new Map<Fault, number>();
/** How often each of them could have struck, weighed by its probability. */
const passed = new Map<Fault, number>();
/** One that did not strike by then strikes for certain, so that no batch depends on luck. */
const mostPassed = 1.5;

export const faults = {
  /** Begins a run with these. */
  choose(names: readonly Fault[]): void {
    chosen.clear();
    met.clear();
    passed.clear();
    for (const name of names) chosen.add(name);
  },
  /** From now on nothing goes wrong. */
  rest(): void {
    chosen.clear();
  },
  has: (name: Fault): boolean => chosen.has(name),
  /** Whether this fault strikes here. */
  strikes(name: Fault, probability: number): boolean {
    if (!chosen.has(name)) return false;
    passed.set(name, (passed.get(name) ?? 0) + probability);
    const isOverdue = !met.has(name) && (passed.get(name) ?? 0) > mostPassed;
    if (!random.faults.chance(probability) && !isOverdue) return false;
    faults.count(name);
    return true;
  },
  count(name: Fault): void {
    met.set(name, (met.get(name) ?? 0) + 1);
  },
  /** How often each of them struck. */
  counts: (): Record<Fault, number> =>
    Object.fromEntries(faultNames.map((name) => [name, met.get(name) ?? 0])) as Record<Fault, number>,
};
