/** How much one chat may ask of us: so many at once, and so many a second for as long as it likes. */
export interface Allowance {
  readonly burst: number;
  readonly perSecond: number;
}

export interface AdmissionPace {
  readonly everyone: Allowance;
  /** Agents and owners, who sell all day and pass on whole address books. */
  readonly sellers: Allowance;
  /** Whoever asked for more is heard again after this. */
  readonly pauseMs: number;
}

export const usualAdmission: AdmissionPace = {
  everyone: { burst: 30, perSecond: 3 },
  sellers: { burst: 120, perSecond: 5 },
  pauseMs: 10_000,
};

export type Verdict =
  | { readonly admitted: true; done(): void }
  /** `tell`: the answers to a flood must be no flood of their own. */
  | { readonly admitted: false; readonly seconds: number; readonly tell: boolean };

export type Kind = 'press' | 'message' | 'other';

export interface AdmissionDeps {
  readonly pace: AdmissionPace;
  readonly isSeller: (id: number) => Promise<boolean>;
  readonly now: () => number;
}

interface Standing {
  /** What was asked and has not yet run off. */
  level: number;
  at: number;
  inHand: number;
  pausedUntil: number;
  /** Asked of the database only when someone goes faster than most people can. */
  seller: Promise<boolean> | null;
  told: boolean;
  toastedAt: number;
}

/** A button that spins on is a question: presses are answered more often than messages. */
const toastEveryMs = 1_000;

/**
 * Who goes on and who waits, decided before anything is queued or read: a flood from one chat costs a glance at each
 * update, and never more memory than its burst.
 */
export function createAdmission({ pace, isSeller, now }: AdmissionDeps) {
  const { everyone, sellers, pauseMs } = pace;
  /** Those who asked least lately come first. */
  const standings = new Map<number, Standing>();

  function standingOf(id: number, at: number): Standing {
    const one = standings.get(id) ?? {
      level: 0,
      at,
      inHand: 0,
      pausedUntil: 0,
      seller: null,
      told: false,
      toastedAt: 0,
    };
    standings.delete(id);
    forgetIdle(at);
    standings.set(id, one);
    return one;
  }

  /** Whoever has nothing left to run off stands like someone new. */
  function forgetIdle(at: number): void {
    for (const [id, one] of standings) {
      const idle = one.inHand === 0 && at >= one.pausedUntil && leftOf(one, everyone, at) === 0;
      if (!idle) return;
      standings.delete(id);
    }
  }

  function refuse(one: Standing, kind: Kind, at: number): Verdict {
    // A clock that was set back must not keep anyone out for longer.
    one.pausedUntil = Math.min(one.pausedUntil, at + pauseMs);
    const seconds = Math.max(1, Math.ceil((one.pausedUntil - at) / 1_000));
    const tell = kind === 'press' ? Math.abs(at - one.toastedAt) >= toastEveryMs : kind === 'message' && !one.told;
    if (tell && kind === 'press') one.toastedAt = at;
    if (tell && kind === 'message') one.told = true;
    return { admitted: false, seconds, tell };
  }

  async function admit(id: number, kind: Kind): Promise<Verdict> {
    const at = now();
    const one = standingOf(id, at);
    // The clock was set back: what was asked runs off from now on.
    one.at = Math.min(one.at, at);
    if (at < one.pausedUntil) return refuse(one, kind, at);
    let allowance = everyone;
    // Also when the answer is there already: nobody overtakes an earlier update that waits for it.
    if (one.seller || !hasRoom(one, everyone, at)) {
      one.seller ??= isSeller(id).catch(() => false);
      if (await one.seller) allowance = sellers;
      // Another update of the same chat may have been one too many while we asked.
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
    one.inHand += 1;
    return {
      admitted: true,
      done: () => {
        one.inHand -= 1;
      },
    };
  }

  return { admit };
}

const leftOf = ({ level, at }: Standing, { perSecond }: Allowance, now: number): number =>
  Math.max(0, level - (Math.max(0, now - at) / 1_000) * perSecond);

const hasRoom = (one: Standing, allowance: Allowance, now: number): boolean =>
  leftOf(one, allowance, now) + 1 <= allowance.burst && one.inHand < allowance.burst;
