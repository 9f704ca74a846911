interface Allowance {
  readonly burst: number;
  readonly perSecond: number;
}

export interface RateLimits {
  readonly everyone: Allowance;
  /** Agents and owners: they sell all day and forward whole address books. */
  readonly sellers: Allowance;
  /** How long a chat that exceeded its limit is ignored. */
  readonly pauseMs: number;
}

export const defaultRateLimits: RateLimits = {
  everyone: { burst: 30, perSecond: 3 },
  sellers: { burst: 120, perSecond: 5 },
  pauseMs: 10_000,
};

type Verdict =
  | { readonly admitted: true }
  /** `tell`: answers to a flood must not be a flood themselves. */
  | { readonly admitted: false; readonly seconds: number; readonly tell: boolean };

export type Kind = 'press' | 'message' | 'other';

interface RateLimiterDeps {
  readonly limits: RateLimits;
  readonly isSeller: (id: number) => Promise<boolean>;
  /** Milliseconds that only go on. */
  readonly steady: () => number;
}

interface Bucket {
  level: number;
  at: number;
  pausedUntil: number;
  /** Looked up only for a chat that is faster than most people. */
  seller: Promise<boolean> | null;
  told: boolean;
  toastedAt: number;
}

/** Presses show a spinner until they are answered, so they are answered more often than messages. */
const toastEveryMs = 1_000;

/** A leaky bucket for each chat, applied before anything is stored. */
export function createRateLimiter({ limits, isSeller, steady }: RateLimiterDeps) {
  const { everyone, sellers, pauseMs } = limits;
  /** Least recently used first. */
  const buckets = new Map<number, Bucket>();

  function bucketOf(id: number, at: number): Bucket {
    const bucket = buckets.get(id) ?? {
      level: 0,
      at,
      pausedUntil: Number.NEGATIVE_INFINITY,
      seller: null,
      told: false,
      toastedAt: Number.NEGATIVE_INFINITY,
    };
    buckets.delete(id);
    forgetIdle(at);
    buckets.set(id, bucket);
    return bucket;
  }

  function forgetIdle(at: number): void {
    for (const [id, bucket] of buckets) {
      if (at < bucket.pausedUntil || levelOf(bucket, everyone, at) > 0) return;
      buckets.delete(id);
    }
  }

  function refuse(bucket: Bucket, kind: Kind, at: number): Verdict {
    const seconds = Math.max(1, Math.ceil((bucket.pausedUntil - at) / 1_000));
    const tell = kind === 'press' ? at - bucket.toastedAt >= toastEveryMs : kind === 'message' && !bucket.told;
    if (tell && kind === 'press') bucket.toastedAt = at;
    if (tell && kind === 'message') bucket.told = true;
    return { admitted: false, seconds, tell };
  }

  async function admit(id: number, kind: Kind): Promise<Verdict> {
    const at = steady();
    const bucket = bucketOf(id, at);
    if (at < bucket.pausedUntil) return refuse(bucket, kind, at);
    let allowance = everyone;
    // Also when the role is known: an update must not overtake an earlier one that waits for it.
    if (bucket.seller || !hasRoom(bucket, everyone, at)) {
      bucket.seller ??= isSeller(id).catch(() => false);
      if (await bucket.seller) allowance = sellers;
      // Another update of the chat may have exceeded the limit meanwhile.
      if (at < bucket.pausedUntil) return refuse(bucket, kind, at);
    }
    if (!hasRoom(bucket, allowance, at)) {
      bucket.pausedUntil = at + pauseMs;
      bucket.told = false;
      bucket.seller = null;
      return refuse(bucket, kind, at);
    }
    bucket.level = levelOf(bucket, allowance, at) + 1;
    bucket.at = at;
    return { admitted: true };
  }

  return { admit };
}

const levelOf = ({ level, at }: Bucket, { perSecond }: Allowance, now: number): number =>
  Math.max(0, level - ((now - at) / 1_000) * perSecond);

const hasRoom = (bucket: Bucket, allowance: Allowance, now: number): boolean =>
  levelOf(bucket, allowance, now) + 1 <= allowance.burst;
