import type { Clock } from './clock.ts';

export interface ApiCall {
  readonly number: number;
  readonly botId: number;
  readonly method: string;
  /** The parameters as the bot sent them. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Parameters that the method does not have. */
  readonly unknownParams: readonly string[];
  readonly startedAt: number;
  status: number | undefined;
  description: string | undefined;
  result: unknown;
}

export interface Journal {
  start(call: Pick<ApiCall, 'botId' | 'method' | 'params' | 'unknownParams'>): ApiCall;
  /** Calls, oldest first. Very old ones are dropped. */
  calls(method?: string): readonly ApiCall[];
  clear(): void;
}

const KEPT = 20_000;

export function createJournal(clock: Clock): Journal {
  let calls: ApiCall[] = [];
  let number = 0;
  return {
    start(started) {
      number += 1;
      const call: ApiCall = {
        number,
        ...started,
        startedAt: clock.now(),
        status: undefined,
        description: undefined,
        result: undefined,
      };
      calls.push(call);
      if (calls.length > 2 * KEPT) calls = calls.slice(-KEPT);
      return call;
    },
    calls: (method) => (method === undefined ? calls : calls.filter((call) => call.method === method)),
    clear() {
      calls = [];
    },
  };
}
