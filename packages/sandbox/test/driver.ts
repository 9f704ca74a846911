import { request } from 'undici';
import { onTestFinished } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from '#sandbox.ts';

export const TOKEN = 'canary-token';
/** A number of operator 2. */
export const SUBSCRIBER = '989351234567';

export interface Reply {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Record<string, string>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as urlencoded form fields. */
  readonly form?: Record<string, string>;
  readonly body?: string;
}

export type Driver = Sandbox & {
  call(path: string, options?: Call): Promise<Reply>;
  buy(key: string | null, form: Record<string, string>, headers?: Record<string, string>): Promise<Reply>;
  fault(endpoint: string, fault: string | null, times?: number | null, ms?: number): Promise<Reply>;
  sold(): Promise<{ count: number; purchases: Record<string, unknown>[] }>;
};

export const OPTIONS: SandboxOptions = {
  token: TOKEN,
  operator2Path: 'second',
  operatorNames: ['one', 'two', 'three', 'four', 'five'],
  products: 420,
  database: ':memory:',
  host: '127.0.0.1',
  port: 0,
};

/** The body, with the type that the test expects. */
export const read = <T>(reply: Reply): T => JSON.parse(reply.text) as T;

const encode = ({ json, form, body }: Call): { body?: string; type?: string } => {
  if (json !== undefined) return { body: JSON.stringify(json), type: 'application/json' };
  if (form) return { body: new URLSearchParams(form).toString(), type: 'application/x-www-form-urlencoded' };
  return body === undefined ? {} : { body };
};

/** A sandbox on a free port with a client for it; it closes with the test. */
export const startSandbox = async (options: Partial<SandboxOptions> = {}): Promise<Driver> => {
  const sandbox = await createSandbox({ ...OPTIONS, ...options });
  onTestFinished(() => sandbox.close());

  const call = async (path: string, given: Call = {}): Promise<Reply> => {
    const { body, type } = encode(given);
    const answer = await request(`${sandbox.url}${path}`, {
      method: given.method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        authorization: `Bearer ${TOKEN}`,
        ...(type === undefined ? {} : { 'content-type': type }),
        ...given.headers,
      },
      body: body ?? null,
    });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  };

  return {
    ...sandbox,
    call,
    buy: (key, form, headers = {}) =>
      call('/api/top-up/package/', {
        form,
        headers: { ...(key === null ? {} : { 'idempotency-key': key }), ...headers },
      }),
    fault: (endpoint, fault, times = null, ms) =>
      call('/sandbox/faults', { method: 'PUT', json: { endpoint, fault, times, ...(ms === undefined ? {} : { ms }) } }),
    sold: async () => read(await call('/sandbox/purchases')),
  };
};

export const offerPurchase = (fields: Record<string, string> = {}): Record<string, string> => ({
  product_id: '510',
  mobile: SUBSCRIBER,
  price: '33000',
  offerCode: '40100',
  offerType: 'DATA',
  webservice_code: 'W-1',
  ...fields,
});
