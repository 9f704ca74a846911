import { createSandbox } from '@sharj/sandbox';
import { request } from 'undici';

export const faultNames = ['cut-before', 'cut-after', '500', '503', '429', 'slow', 'broken-json'] as const;
export type FaultName = (typeof faultNames)[number];

export interface SoldRow {
  readonly key: string;
  readonly product_id: number;
  readonly mobile: string;
  readonly price: number;
  readonly webservice_code: string;
  readonly outcome: 'bought' | 'rejected';
}

export interface Sold {
  readonly count: number;
  readonly purchases: readonly SoldRow[];
}

export interface Listed {
  readonly id: number;
  readonly type: string;
  readonly status: number;
  readonly price: number;
  readonly second_price: number | null;
}

export type TestGateway = Awaited<ReturnType<typeof openGateway>>;

const token = 'sandbox';
/** Longer than the shop's deadline. */
const hangMs = 1_500;

/** The gateway outlives every kill and counts what it really sold. */
export async function openGateway() {
  const sandbox = await createSandbox({
    token,
    operator2Path: 'operator2',
    operatorNames: ['operator1', 'operator2', 'operator3', 'operator4', 'operator5'],
    products: 100,
    database: ':memory:',
    host: '127.0.0.1',
    port: 0,
  });
  const struck = new Map<string, number>();
  const calls = { purchases: 0 };
  sandbox.subscribe(({ path, fault }) => {
    if (!path.includes('/top-up/package')) return;
    calls.purchases += 1;
    if (fault) struck.set(fault, (struck.get(fault) ?? 0) + 1);
  });

  async function call<T>(method: 'GET' | 'PUT', path: string, json?: unknown): Promise<T> {
    const { statusCode, body } = await request(`${sandbox.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: json === undefined ? null : JSON.stringify(json),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`The sandbox answered ${statusCode}: ${text}`);
    return JSON.parse(text) as T;
  }

  const { data } = await call<{ data: Listed[] }>('GET', '/api/clients/products');
  const pick = (ranged: boolean, status: number): Listed => {
    const found = data.find(
      (one) => one.type === 'cell_direct_charge' && one.status === status && (one.second_price !== null) === ranged,
    );
    if (!found) throw new Error('The sandbox has no such product.');
    return found;
  };

  return {
    fixed: pick(false, 1),
    ranged: pick(true, 1),
    offSale: pick(false, 0),
    url: sandbox.url,
    token,
    /** The faults that purchases really met, by name. */
    struck,
    calls,
    injectFault: (fault: FaultName, times: number) =>
      call('PUT', '/sandbox/faults', { endpoint: 'purchase', fault, times, ms: hangMs }),
    clearFaults: () => call('PUT', '/sandbox/faults', { endpoint: 'purchase', fault: null }),
    sold: () => call<Sold>('GET', '/sandbox/purchases'),
    close: () => sandbox.close(),
  };
}
