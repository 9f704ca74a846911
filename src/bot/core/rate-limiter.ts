/** A token bucket: updates at once, and updates a second in the long run. */
export interface Allowance {
  readonly burst: number;
  readonly perSecond: number;
}

export interface RateLimits {
  readonly everyone: Allowance;
  /** Agents and owners, who sell all day and forward many contacts. */
  readonly sellers: Allowance;
  /** How long a chat is ignored after it exceeded its allowance. */
  readonly pauseMs: number;
}

export const defaultRateLimits: RateLimits = {
  everyone: { burst: 30, perSecond: 3 },
  sellers: { burst: 120, perSecond: 5 },
  pauseMs: 10_000,
};

export type Verdict =
  | { readonly admitted: true; done(): void }
  /** `tell`: whether to answer; not every refused update gets an answer. */
  | { readonly admitted: false; readonly seconds: number; readonly tell: boolean };

export type Kind = 'press' | 'message' | 'other';

export interface RateLimiterDeps {
  readonly limits: RateLimits;
  readonly isSeller: (id: number) => Promise<boolean>;
  readonly now: () => number;
}

interface ChatUsage {
  /** Updates counted against the allowance. */
  level: number;
  at: number;
  inProgress: number;
  pausedUntil: number;
  /** Looked up only when the general allowance is used up. */
  seller: Promise<boolean> | null;
  told: boolean;
  toastedAt: number;
}

/** Callback queries are answered more often than messages, because their buttons show a spinner. */
const toastEveryMs = 1_000;

/**
 * Limits the updates of each chat before they are queued or read from the database: a flood costs little time and no more
 * memory than its burst.
 */
export function createRateLimiter({ limits, isSeller, now }: RateLimiterDeps) {
  const { everyone, sellers, pauseMs } = limits;
  /** Least recently active first. */
  const usages = new Map<number, ChatUsage>();

  function usageOf(id: number, at: number): ChatUsage {
    const one = usages.get(id) ?? {
      level: 0,
      at,
      inProgress: 0,
      pausedUntil: 0,
      seller: null,
      told: false,
      toastedAt: 0,
    };
    usages.delete(id);
    forgetIdle(at);
    usages.set(id, one);
    return one;
  }

  /** An idle chat is equal to a new one. */
  function forgetIdle(at: number): void {
    for (const [id, one] of usages) {
      const idle = one.inProgress === 0 && at >= one.pausedUntil && leftOf(one, everyone, at) === 0;
      if (!idle) return;
      usages.delete(id);
    }
  }

  function refuse(one: ChatUsage, kind: Kind, at: number): Verdict {
    // A clock that was set back must not prolong a pause.
    one.pausedUntil = Math.min(one.pausedUntil, at + pauseMs);
    const seconds = Math.max(1, Math.ceil((one.pausedUntil - at) / 1_000));
    const tell = kind === 'press' ? Math.abs(at - one.toastedAt) >= toastEveryMs : kind === 'message' && !one.told;
    if (tell && kind === 'press') one.toastedAt = at;
    if (tell && kind === 'message') one.told = true;
    return { admitted: false, seconds, tell };
  }

  async function admit(id: number, kind: Kind): Promise<Verdict> {
    const at = now();
    const one = usageOf(id, at);
    // The clock may have been set back.
    one.at = Math.min(one.at, at);
    if (at < one.pausedUntil) return refuse(one, kind, at);
    let allowance = everyone;
    // Also with a known answer: an update must not overtake an earlier one that waits for it.
    if (one.seller || !hasRoom(one, everyone, at)) {
      one.seller ??= isSeller(id).catch(() => false);
      if (await one.seller) allowance = sellers;
      // Another update of the chat may have exceeded the limit meanwhile.
      if (at < one.pausedUntil) return refuse(one, kind, at);
    }
    if (!hasRoom(one, allowance, at)) {
      one.pausedUntil = at + pauseMs;
      one.told = false;
      one.seller = null;
      return refuse(one, kind, at);
    }
    one.level = leftOf(one, allowance, at) + 1;
    one.at = at;
    one.inProgress += 1;
    return {
      admitted: true,
      done: () => {
        one.inProgress -= 1;
      },
    };
  }

  return { admit };
}

const leftOf = ({ level, at }: ChatUsage, { perSecond }: Allowance, now: number): number =>
  Math.max(0, level - (Math.max(0, now - at) / 1_000) * perSecond);

const hasRoom = (one: ChatUsage, allowance: Allowance, now: number): boolean =>
  leftOf(one, allowance, now) + 1 <= allowance.burst && one.inProgress < allowance.burst;
