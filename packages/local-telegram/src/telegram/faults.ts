import type { Clock } from './clock.ts';
import { ApiFailure, tooManyRequests } from './failure.ts';
import type { BotRecord } from './model.ts';

export interface Fault {
  /** Default: any. */
  readonly bot?: BotRecord;
  /** Default: any. */
  readonly chat?: number;
  /** Default: 1. */
  readonly times?: number;
  /** Default: 500, or 429 with `retryAfter`. */
  readonly code?: number;
  readonly description?: string;
  readonly retryAfter?: number;
  /** Says that the group became a supergroup with this id. */
  readonly migrateTo?: number;
  /** Cuts the connection instead: before the call takes effect, or after. */
  readonly cut?: 'before' | 'after';
}

export interface FloodLimit {
  /** Messages of a bot to one chat … */
  readonly messages: number;
  /** … within this many seconds. */
  readonly seconds: number;
}

export interface HeldCall {
  /** Resolves when a call has arrived and waits. */
  readonly arrived: Promise<void>;
  release(): void;
}

/** For tests. `method` is a method's name, or '*' for any. */
export interface Faults {
  fail(method: string, fault?: Fault): void;
  /** Holds the next call of the method until it is released. */
  hold(method: string, bot?: BotRecord): HeldCall;
  flood(limit: FloodLimit | undefined): void;
  clear(): void;
  /** Passes, waits or throws. Returns whether the answer must be cut. */
  meet(bot: BotRecord, method: string, chatId: unknown): Promise<'pass' | 'cut-after'>;
}

/** The connection must be cut without an answer. */
export class CutConnection extends Error {}

interface Hold extends Target {
  arrive(): void;
  readonly released: Promise<void>;
}

interface Target {
  readonly method: string;
  readonly bot: BotRecord | undefined;
}

const hits = (target: Target, bot: BotRecord, method: string): boolean =>
  (target.method === '*' || target.method.toLowerCase() === method.toLowerCase()) &&
  (target.bot === undefined || target.bot === bot);

export function createFaults(clock: Clock): Faults {
  let faults: (Target & { fault: Fault; left: number })[] = [];
  let holds: Hold[] = [];
  let limit: FloodLimit | undefined;
  const sent = new Map<string, number[]>();

  function flooded(bot: BotRecord, method: string, chatId: unknown): void {
    if (!limit || !/^(send|copy)/.test(method) || method === 'sendChatAction') return;
    const span = limit.seconds * 1000;
    const key = `${bot.user.id}:${chatId}`;
    const recent = (sent.get(key) ?? []).filter((at) => at > clock.now() - span);
    sent.set(key, recent);
    const [oldest] = recent;
    if (recent.length >= limit.messages && oldest !== undefined) {
      throw tooManyRequests(Math.max(1, Math.ceil((oldest + span - clock.now()) / 1000)));
    }
    recent.push(clock.now());
  }

  function struck(bot: BotRecord, method: string, chatId: unknown): 'pass' | 'cut-after' {
    const isHere = ({ chat }: Fault) => chat === undefined || String(chat) === String(chatId);
    const active = faults.find((one) => hits(one, bot, method) && isHere(one.fault));
    if (!active) return 'pass';
    active.left -= 1;
    if (active.left <= 0) faults = faults.filter((one) => one !== active);
    const { cut, code, description, retryAfter, migrateTo } = active.fault;
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
      faults.push({ method, bot: fault.bot, fault, left: fault.times ?? 1 });
    },
    hold(method, bot) {
      const arrived = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      holds.push({ method, bot, arrive: arrived.resolve, released: released.promise });
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
    async meet(bot, method, chatId) {
      const held = holds.find((one) => hits(one, bot, method));
      if (held) {
        holds = holds.filter((one) => one !== held);
        held.arrive();
        await held.released;
      }
      flooded(bot, method, chatId);
      return struck(bot, method, chatId);
    },
  };
}
