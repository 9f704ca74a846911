import { z } from 'zod';

const BANK_ENDPOINTS = ['request', 'verify', 'inquiry', 'unverified', 'page'] as const;
export type BankEndpoint = (typeof BANK_ENDPOINTS)[number];

const api: readonly BankEndpoint[] = ['request', 'verify', 'inquiry', 'unverified'];

/** The endpoints that a fault affects, unless the switch names one of them. */
const PLACES = {
  down: api, // 503, nothing is done
  slow: api, // the right answer, late
  cut: api, // done, then the connection is destroyed
  garbage: api, // done, then a web page with status 200
  'too-many': api, // 429, nothing is done
  refused: api, // the merchant is refused
  'verify-fails': ['verify'], // the payment is verified, the answer is 500
  'callback-twice': ['page'], // the bank calls the callback itself, then the payer's browser does
  'callback-forged': ['page'], // Cancel comes back as paid
  'amount-differs': ['page'], // Pay takes a tenth less than asked
} as const satisfies Readonly<Record<string, readonly BankEndpoint[]>>;

type BankFaultName = keyof typeof PLACES;
export const BANK_FAULTS = Object.keys(PLACES) as BankFaultName[];

const placesOf = (fault: BankFaultName): readonly BankEndpoint[] => PLACES[fault];

interface BankFault {
  readonly name: BankFaultName;
  /** How late `slow` is. */
  readonly ms: number;
}

export const bankFaultSwitch = z
  .object({
    /** Null switches the fault off. */
    fault: z.enum(BANK_FAULTS).nullable(),
    endpoint: z.enum(BANK_ENDPOINTS).optional(),
    /** Null keeps it until it is switched off. */
    times: z.int().positive().nullable().default(null),
    ms: z.int().min(0).max(600_000).default(30_000),
  })
  .refine(({ fault, endpoint }) => fault === null || endpoint === undefined || placesOf(fault).includes(endpoint), {
    path: ['endpoint'],
    message: 'this fault cannot strike there',
  });

type BankFaultSwitch = z.infer<typeof bankFaultSwitch>;

/** Keeps one switch for each endpoint. */
export const createBankFaults = () => {
  const switches = new Map<BankEndpoint, BankFault & { left: number | null }>();
  return {
    set({ fault, endpoint, times, ms }: BankFaultSwitch): void {
      const places = endpoint ? [endpoint] : fault === null ? BANK_ENDPOINTS : placesOf(fault);
      for (const place of places) {
        if (fault === null) switches.delete(place);
        else switches.set(place, { name: fault, ms, left: times });
      }
    },
    /** Uses up one turn of the switch. */
    take(endpoint: BankEndpoint): BankFault | undefined {
      const on = switches.get(endpoint);
      if (on === undefined) return undefined;
      if (on.left !== null) {
        on.left -= 1;
        if (on.left === 0) switches.delete(endpoint);
      }
      return { name: on.name, ms: on.ms };
    },
    list: () => [...switches].map(([endpoint, { name, left, ms }]) => ({ endpoint, fault: name, times: left, ms })),
    reset: () => switches.clear(),
  };
};

export type BankFaults = ReturnType<typeof createBankFaults>;
