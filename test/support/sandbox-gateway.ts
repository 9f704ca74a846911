import { createSandbox } from '@sharj/sandbox';
import { request } from 'undici';
import { onTestFinished } from 'vitest';

export const gatewayToken = 'a-token-of-the-tests';
export const operatorNames = ['one', 'two', 'three', 'four', 'five'] as const;

export interface Purchase {
  readonly key: string;
  readonly product_id: number;
  readonly mobile: string;
  readonly price: number;
  readonly webservice_code: string;
  readonly outcome: 'bought' | 'rejected';
}

export interface SandboxGateway {
  readonly url: string;
  /** The gateway's decisions, one for each key. */
  purchases(): Promise<Purchase[]>;
  /** The number of sales. */
  sold(): Promise<number>;
  fault(endpoint: 'purchase' | 'offers' | 'products' | 'filter', fault: string | null, times?: number): Promise<void>;
  /** Our balance. */
  setBalance(rials: number): Promise<void>;
  close(): Promise<void>;
}

/** A real sandbox gateway on a free port, closed with the test. */
export async function openSandbox(balance?: number): Promise<SandboxGateway> {
  const sandbox = await createSandbox({
    token: gatewayToken,
    operator2Path: 'operator2',
    operatorNames,
    products: 110,
    database: ':memory:',
    host: '127.0.0.1',
    port: 0,
    ...(balance === undefined ? {} : { balance }),
  });
  onTestFinished(() => sandbox.close());
  const headers = { authorization: `Bearer ${gatewayToken}`, 'content-type': 'application/json' };
  const read = async () => {
    const { body } = await request(`${sandbox.url}/sandbox/purchases`, { headers });
    return (await body.json()) as { count: number; purchases: Purchase[] };
  };
  const put = async (path: string, body: object): Promise<void> => {
    const { statusCode, body: answer } = await request(`${sandbox.url}/sandbox/${path}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (statusCode !== 200) throw new Error(`The sandbox refused ${path}: ${text}`);
  };
  return {
    url: sandbox.url,
    purchases: async () => (await read()).purchases,
    sold: async () => (await read()).count,
    fault: (endpoint, fault, times) => put('faults', { endpoint, fault, times: times ?? null, ms: 15_000 }),
    setBalance: (balance) => put('balance', { balance }),
    close: () => sandbox.close(),
  };
}
