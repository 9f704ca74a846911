import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { runCurlLines } from './shell.ts';
import { message, offersAnswer } from './wire.ts';

const cli = fileURLToPath(import.meta.resolve('#cli.ts'));

/** Starts the program and reads what it says at its start. */
async function run(...words: string[]) {
  const program = spawn(process.execPath, [cli, ...words, '--port', '0']);
  onTestFinished(() => void program.kill('SIGKILL'));
  const [text] = (await once(program.stdout, 'data')) as [Buffer];
  return {
    banner: text.toString(),
    url: /http:\/\/[\w.:]+\d/.exec(text.toString())?.[0] ?? '',
    async interrupt() {
      const ended = once(program, 'exit');
      program.kill('SIGINT');
      return ended;
    },
  };
}

test('the gateway sells with its curl lines as printed, until Ctrl-C', async () => {
  const gateway = await run('gateway', '--token', 'mine', '--products', '7', '--balance', '1000000');
  const [products, offers, purchase] = await runCurlLines(gateway.banner);
  expect(products).toMatchObject({ meta: { total: expect.any(Number) }, balance: 1_000_000 });
  expect(offersAnswer.parse(offers).status).toBe(true);
  expect(message.parse(purchase).message).toContain('موفقیت');
  expect(await gateway.interrupt()).toEqual([0, null]);
});

test('the bank takes pretend money when Pay is pressed, and verify says so', async () => {
  const bank = await run('bank');
  const merchant_id = /merchant of ZarinPal: (\S+)/.exec(bank.banner)?.[1] ?? '';
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${bank.url}/pg/v4/payment/${path}.json`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { data: { code: number; authority: string } }).data;
  };
  const [amount, callback_url] = [500_000, 'http://127.0.0.1:9/back'];
  const payment = { merchant_id, amount, currency: 'IRR', description: 'Wallet', callback_url };
  const { authority } = await post('request', payment);
  const button = { method: 'POST', body: new URLSearchParams({ do: 'pay' }), redirect: 'manual' } as const;
  expect((await fetch(`${bank.url}/pg/StartPay/${authority}`, button)).status).toBe(303);
  expect(await post('verify', { merchant_id, amount, authority })).toMatchObject({ code: 100 });
  expect(await (await fetch(`${bank.url}/bank/payments`)).json()).toMatchObject({ count: 1, taken: 500_000 });
  expect(await bank.interrupt()).toEqual([0, null]);
});

test.each([
  ['a missing command', [], 'gateway or bank'],
  ['operators other than five', ['gateway', '--operator-names', 'a,b'], '--operator-names expects'],
])('the program names %s and prints its usage', async (_, words, problem) => {
  const failed = promisify(execFile)(process.execPath, [cli, ...words]);
  await expect(failed).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Usage: sandbox gateway') });
  await expect(failed).rejects.toMatchObject({ stderr: expect.stringContaining(problem) });
});
