#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
import { parseArgs } from 'node:util';
import { createBank } from './bank/bank.ts';
import { writeBankBanner } from './bank/banner.ts';
import { createSandbox, type SandboxOptions } from './sandbox.ts';

const usage = `Usage: sandbox gateway [options]
       sandbox bank [options]

A reseller gateway of mobile data and top-ups, or a bank with payment providers. The money is pretend.

  --host ADDRESS         address to listen on (default 127.0.0.1)
  --port NUMBER          port (default 8090 for the gateway, 8070 for the bank; 0 takes a free one)
  --file FILE            keep purchases or payments in this SQLite file (default: in memory)
  --help

Options of the gateway:
  --token TOKEN          token that clients send (default "sandbox")
  --products NUMBER      products in the catalogue (default 420)
  --balance RIALS        balance of the account
  --operator2-path PATH  the operator's segment in the address of offers (default "operator2")
  --operator-names LIST  five comma-separated names, as the filter calls the operators
`;

const { values, positionals } = read();

try {
  if (values.help) process.stdout.write(usage);
  else await run();
} catch (error) {
  fail(error);
}

function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string' },
        file: { type: 'string', default: ':memory:' },
        token: { type: 'string', default: 'sandbox' },
        products: { type: 'string', default: '420' },
        balance: { type: 'string' },
        'operator2-path': { type: 'string', default: 'operator2' },
        'operator-names': { type: 'string', default: 'operator1,operator2,operator3,operator4,operator5' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : 'It did not start.'}\n\n${usage}`);
  process.exit(1);
}

async function run(): Promise<void> {
  const { host, file: database } = values;
  const [command] = positionals;
  if (command !== 'gateway' && command !== 'bank') throw new Error('Name the sandbox to start: gateway or bank.');
  const port = numberOf('port', values.port ?? (command === 'gateway' ? '8090' : '8070'), 65_535);
  const place = { host, port, database };
  const running = await (command === 'gateway' ? createSandbox({ ...place, ...gatewayOptions() }) : createBank(place));
  process.stdout.write(`${'banner' in running ? running.banner() : writeBankBanner(running.url)}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void running.close());
}

function gatewayOptions(): Omit<SandboxOptions, 'host' | 'port' | 'database'> {
  const names = values['operator-names'].split(',');
  const [one, two, three, four, five, ...others] = names;
  if (!one || !two || !three || !four || !five || others.length > 0)
    throw new Error('--operator-names expects five names, separated by commas.');
  return {
    token: values.token,
    operator2Path: values['operator2-path'],
    operatorNames: [one, two, three, four, five],
    products: numberOf('products', values.products, 1_000_000),
    ...(values.balance === undefined ? {} : { balance: numberOf('balance', values.balance, Number.MAX_SAFE_INTEGER) }),
  };
}

function numberOf(option: string, text: string, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : -1;
  if (number < 0 || number > most) throw new Error(`--${option} expects a whole number from 0 to ${most}.`);
  return number;
}
