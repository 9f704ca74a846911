import { z } from 'zod';

const ENDPOINTS = ['purchase', 'offers', 'products', 'filter'] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

/**
 * A fault `before` buys and stores nothing under the key. A fault `after` makes and stores the purchase, but the answer
 * hides it.
 */
const STRIKES = [
  ['slow', 'after'], // the right answer, late
  ['cut-before', 'before'], // connection destroyed
  ['cut-after', 'after'], // connection destroyed: a purchase without one byte of answer, a read in mid-body
  ['500', 'after'],
  ['503', 'before'],
  ['429', 'before'], // with Retry-After: 1
  ['401', 'before'],
  ['rejected', 'before'], // 422: the operator refuses
  ['account-empty', 'before'], // 402: our own account is short
  ['empty', 'after'], // 200 without a body
  ['broken-json', 'after'], // 200, JSON that stops half-way
  ['html', 'after'], // 200, a web page
  ['wrong-types', 'after'], // 200, JSON of another shape
  ['huge', 'after'], // 200, more than any caller should read
  ['redirect', 'before'], // 302 to another host
] as const;

export type FaultName = (typeof STRIKES)[number][0];

export const FAULT_NAMES = STRIKES.map(([name]) => name);
export const strikesBefore = (fault: FaultName): boolean =>
  STRIKES.some(([name, when]) => name === fault && when === 'before');

/** Refusals by the gateway, with their messages for customers. */
export const REFUSALS = {
  rejected: { status: 422, message: 'اپراتور این خرید را نپذیرفت.' },
  'account-empty': { status: 402, message: 'موجودی حساب کافی نیست.' },
} as const;

export const isRefusal = (fault: FaultName): fault is keyof typeof REFUSALS => fault in REFUSALS;

export interface Fault {
  readonly name: FaultName;
  /** Delay of `slow`. */
  readonly ms: number;
}

const SLOW_MS = 15_000;

export const faultName = z.enum(FAULT_NAMES);

export const faultSwitch = z.object({
  endpoint: z.enum(ENDPOINTS),
  fault: faultName.nullable(),
  /** Null keeps it until it is switched off. */
  times: z.int().positive().nullable().default(null),
  ms: z.int().min(0).max(600_000).default(SLOW_MS),
});

type FaultSwitch = z.infer<typeof faultSwitch>;

/**
 * Keeps one switch for each endpoint. A fault named in the request itself comes first and leaves the switch unchanged.
 */
export const createFaults = () => {
  const switches = new Map<Endpoint, Fault & { left: number | null }>();
  return {
    set({ endpoint, fault, times, ms }: FaultSwitch): void {
      if (fault === null) switches.delete(endpoint);
      else switches.set(endpoint, { name: fault, ms, left: times });
    },
    take(endpoint: Endpoint, named: FaultName | undefined): Fault | undefined {
      if (named !== undefined) return { name: named, ms: SLOW_MS };
      const on = switches.get(endpoint);
      if (on === undefined) return undefined;
      if (on.left !== null) {
        on.left -= 1;
        if (on.left === 0) switches.delete(endpoint);
      }
      return { name: on.name, ms: on.ms };
    },
    list: () => [...switches].map(([endpoint, { name, left, ms }]) => ({ endpoint, fault: name, times: left, ms })),
  };
};

export type Faults = ReturnType<typeof createFaults>;
