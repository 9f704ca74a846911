import type { ApiResponse } from '@grammyjs/types';
import type { RunningTelegram } from '#telegram/start.ts';

export interface RawAnswer {
  readonly status: number;
  readonly body: ApiResponse<unknown>;
}

/** The Bot API as plain HTTP, without a library. */
export interface RawApi {
  call(method: string, params?: unknown): Promise<RawAnswer>;
  /** The description of the refusal, or 'ok'. */
  refusal(method: string, params?: unknown): Promise<string>;
  /** The result of a call that must succeed. */
  result<T>(method: string, params?: unknown): Promise<T>;
}

export async function answerOf(response: Response): Promise<RawAnswer> {
  return { status: response.status, body: (await response.json()) as ApiResponse<unknown> };
}

export function createRawApi(telegram: RunningTelegram, token = telegram.token): RawApi {
  const call = async (method: string, params: unknown = {}): Promise<RawAnswer> =>
    answerOf(
      await fetch(`${telegram.url}/bot${token}/${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(params),
      }),
    );
  return {
    call,
    async refusal(method, params) {
      const { status, body } = await call(method, params);
      return body.ok ? 'ok' : `${status} ${body.description}`;
    },
    async result<T>(method: string, params?: unknown) {
      const { body } = await call(method, params);
      if (!body.ok) throw new Error(`${method}: ${body.description}`);
      return body.result as T;
    },
  };
}
