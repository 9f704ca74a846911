import type { ApiMethods, Opts } from '@grammyjs/types';
import type { BotRecord } from '#telegram/model.ts';
import { readParams, type Shape } from '#telegram/readers.ts';
import type { RawParams, Upload } from '#telegram/request.ts';

export type Api = ApiMethods<Upload>;

export type MethodName = keyof Api;

/** One method of the published API, with its parameter and result types. */
export interface Method<M extends MethodName> {
  readonly params: Shape<Opts<Upload>[M]>;
  run(
    bot: BotRecord,
    params: Opts<Upload>[M],
    signal: AbortSignal | undefined,
  ): ReturnType<Api[M]> | Promise<ReturnType<Api[M]>>;
}

export type Methods<M extends MethodName> = { readonly [K in M]: Method<K> };

export interface Callable {
  /** The name in Telegram's spelling. */
  readonly name: string;
  /** Parameters that the API does not list for this method; Telegram ignores them. */
  unknownParams(params: RawParams): readonly string[];
  call(bot: BotRecord, params: RawParams, signal: AbortSignal | undefined): Promise<unknown>;
}

/** Methods by lower-case name, because Telegram ignores the case. */
export type MethodTable = ReadonlyMap<string, Callable>;

function callable<M extends MethodName>(name: M, method: Method<M>): Callable {
  return {
    name,
    unknownParams: ({ values }) => Object.keys(values).filter((param) => !Object.hasOwn(method.params, param)),
    call: async (bot, params, signal) => method.run(bot, readParams(method.params, params), signal),
  };
}

export function methodTable<M extends MethodName>(methods: Methods<M>): MethodTable {
  const names = Object.keys(methods) as M[];
  return new Map(names.map((name) => [name.toLowerCase(), callable(name, methods[name])]));
}
