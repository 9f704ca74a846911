import { parentPort, workerData } from 'node:worker_threads';
import { createSandbox } from '@sharj/sandbox';

// The sandbox gateway in its own thread: its cost is not measured.

const { token } = workerData as { token: string };
const sandbox = await createSandbox({
  token,
  operator2Path: 'operator2',
  operatorNames: ['operator1', 'operator2', 'operator3', 'operator4', 'operator5'],
  products: 420,
  database: ':memory:',
  host: '127.0.0.1',
  port: 0,
});
parentPort?.postMessage(sandbox.url);
