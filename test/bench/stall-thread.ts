import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { createSandbox } from '@sharj/sandbox';

// Sends bytes that were prepared before.

const { products, token } = workerData as { products: number; token: string };
const sandbox = await createSandbox({
  token,
  operator2Path: 'operator2',
  operatorNames: ['operator1', 'operator2', 'operator3', 'operator4', 'operator5'],
  products,
  database: ':memory:',
  host: '127.0.0.1',
  port: 0,
});
const response = await fetch(`${sandbox.url}/api/filter`, {
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify({ table: 'product', items: { categories: 'categories', pagination: 'false' } }),
});
const bytes = Buffer.from(await response.arrayBuffer());
await sandbox.close();

const server = createServer((_, answer) => {
  answer.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
  answer.end(bytes);
});
server.listen(0, '127.0.0.1', () => {
  parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
