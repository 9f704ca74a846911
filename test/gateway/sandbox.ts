import { createSandbox } from '@sharj/sandbox';
import { onTestFinished } from 'vitest';
import { canary } from './client.ts';

/** The sandbox gateway on a port of its own, with switchable faults. */
export async function startSandbox(products = 420) {
  const sandbox = await createSandbox({
    token: canary.token,
    operator2Path: 'second',
    operatorNames: ['one', 'two', 'three', 'four', 'five'],
    products,
    database: ':memory:',
    host: '127.0.0.1',
    port: 0,
  });
  onTestFinished(() => sandbox.close());
  const headers = { authorization: `Bearer ${canary.token}`, 'content-type': 'application/json' };

  return {
    url: sandbox.url,
    token: canary.token,
    async fault(endpoint: string, fault: string | null, times: number | null = null) {
      const body = JSON.stringify({ endpoint, fault, times });
      const answer = await fetch(`${sandbox.url}/sandbox/faults`, { method: 'PUT', headers, body });
      if (!answer.ok) throw new Error(`the sandbox refused the fault: ${answer.status}`);
    },
    async sold() {
      const answer = await fetch(`${sandbox.url}/sandbox/purchases`, { headers });
      return (await answer.json()) as { count: number; purchases: Record<string, unknown>[] };
    },
  };
}
