import type { ApiResponse } from '@grammyjs/types';
import type { Events } from './events.ts';
import { ApiFailure, notFound } from './failure.ts';
import { CutConnection, type Faults } from './faults.ts';
import type { Journal } from './journal.ts';
import type { MethodTable } from './methods/method.ts';
import type { BotRecord } from './model.ts';
import type { RawParams } from './request.ts';

export interface Answer {
  readonly status: number;
  readonly body: ApiResponse<unknown>;
}

/** Runs API calls, whichever way they arrive. */
export interface Calls {
  /** Undefined if the connection must be cut. */
  run(bot: BotRecord, method: string, params: RawParams, signal?: AbortSignal): Promise<Answer | undefined>;
  /** Unanswered calls of this bot, without long polls. */
  inFlight(botId: number): number;
}

export function createCalls(deps: {
  events: Events;
  faults: Faults;
  journal: Journal;
  methods: () => MethodTable;
  /** Translates a call of another messenger's dialect. */
  translate?: ((method: string, params: RawParams) => RawParams) | undefined;
}): Calls {
  const { events, faults, journal, methods, translate } = deps;
  const running = new Map<number, number>();

  const count = (botId: number, by: number): void => void running.set(botId, (running.get(botId) ?? 0) + by);

  async function answer(
    bot: BotRecord,
    method: string,
    params: RawParams,
    signal?: AbortSignal,
  ): Promise<Answer | undefined> {
    try {
      const handler = methods().get(method.toLowerCase());
      if (!handler) throw notFound();
      const verdict = await faults.meet(bot, handler.name, params.values.chat_id);
      const result = await handler.call(bot, translate?.(method, params) ?? params, signal);
      return verdict === 'pass' ? { status: 200, body: { ok: true, result } } : undefined;
    } catch (error) {
      if (error instanceof CutConnection) return undefined;
      return failed(error);
    }
  }

  return {
    async run(bot, method, params, signal) {
      const handler = methods().get(method.toLowerCase());
      const name = handler?.name ?? method;
      const unknownParams = handler?.unknownParams(params) ?? [];
      const call = journal.start({ botId: bot.user.id, method: name, params: params.values, unknownParams });
      const counted = name === 'getUpdates' ? 0 : 1;
      count(bot.user.id, counted);
      events.emit({ type: 'call-started', call });
      const answered = await answer(bot, method, params, signal);
      count(bot.user.id, -counted);
      call.status = answered?.status;
      if (answered?.body.ok) call.result = answered.body.result;
      if (answered?.body.ok === false) call.description = answered.body.description;
      events.emit({ type: 'call', call });
      return answered;
    },
    inFlight: (botId) => running.get(botId) ?? 0,
  };
}

/** Reports our own bugs like Telegram's, and refusals as they are. */
export function failed(problem: unknown): Answer {
  const error =
    problem instanceof ApiFailure ? problem : new ApiFailure(500, `Internal Server Error: ${String(problem)}`);
  const { code, message, parameters } = error;
  return {
    status: code,
    body: { ok: false, error_code: code, description: message, ...(parameters ? { parameters } : {}) },
  };
}
