import type { Clock } from './clock.ts';
import { ApiFailure, tooManyRequests } from './failure.ts';

export interface Fault {
  /** Default: 1. */
  readonly times?: number;
  /** Default: 500, or 429 with `retryAfter`. */
  readonly code?: number;
  readonly description?: string;
  readonly retryAfter?: number;
  /** The group became a supergroup with this id. */
  readonly migrateTo?: number;
  /** Cuts the connection instead: before the call takes effect, or after. */
  readonly cut?: 'before' | 'after';
}

export interface FloodLimit {
  /** Messages to one chat … */
  readonly messages: number;
  /** … within this many seconds. */
  readonly seconds: number;
}

export interface HeldCall {
  /** Resolves when a call has come and waits. */
  readonly arrived: Promise<void>;
  release(): void;
}

/** For tests. `method` is a method's name, or '*' for any. */
export interface Faults {
  fail(method: string, fault?: Fault): void;
  /** Holds the next call of the method until it is released. */
  hold(method: string): HeldCall;
  flood(limit: FloodLimit | undefined): void;
  clear(): void;
  /** Passes, waits or throws. Returns whether the answer must be cut. */
  meet(method: string, chatId: unknown): Promise<'pass' | 'cut-after'>;
}

/** The connection must be cut without an answer. */
export class CutConnection extends Error {}

interface Hold {
  readonly method: string;
  arrive(): void;
  readonly released: Promise<void>;
}

const hits = (wanted: string, method: string): boolean =>
  wanted === '*' || wanted.toLowerCase() === method.toLowerCase();

export function createFaults(clock: Clock): Faults {
  let faults: { method: string; fault: Fault; left: number }[] = [];
  let holds: Hold[] = [];
  let limit: FloodLimit | undefined;
  const sent = new Map<string, number[]>();

  function flooded(method: string, chatId: unknown): void {
    if (!limit || !/^(send|copy)/.test(method) || method === 'sendChatAction') return;
    const span = limit.seconds * 1000;
    const recent = (sent.get(String(chatId)) ?? []).filter((at) => at > clock.now() - span);
    sent.set(String(chatId), recent);
    const [oldest] = recent;
    if (recent.length >= limit.messages && oldest !== undefined) {
      throw tooManyRequests(Math.max(1, Math.ceil((oldest + span - clock.now()) / 1000)));
    }
    recent.push(clock.now());
  }

  function struck(method: string): 'pass' | 'cut-after' {
    const found = faults.find((one) => hits(one.method, method));
    if (!found) return 'pass';
    found.left -= 1;
    if (found.left <= 0) faults = faults.filter((one) => one !== found);
    const { cut, code, description, retryAfter, migrateTo } = found.fault;
    if (cut === 'before') throw new CutConnection();
    if (cut === 'after') return 'cut-after';
    if (retryAfter !== undefined) throw tooManyRequests(retryAfter);
    if (migrateTo !== undefined)
      throw new ApiFailure(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
        migrate_to_chat_id: migrateTo,
      });
    throw new ApiFailure(
      code ?? 500,
      description ?? (code === undefined || code >= 500 ? 'Internal Server Error' : 'Bad Request'),
    );
  }

  return {
    fail(method, fault = {}) {
      faults.push({ method, fault, left: fault.times ?? 1 });
    },
    hold(method) {
      const arrived = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      holds.push({ method, arrive: arrived.resolve, released: released.promise });
      return { arrived: arrived.promise, release: released.resolve };
    },
    flood(next) {
      limit = next;
      sent.clear();
    },
    clear() {
      faults = [];
      limit = undefined;
    },
    async meet(method, chatId) {
      const held = holds.find((one) => hits(one.method, method));
      if (held) {
        holds = holds.filter((one) => one !== held);
        held.arrive();
        await held.released;
      }
      flooded(method, chatId);
      return struck(method);
    },
  };
}
