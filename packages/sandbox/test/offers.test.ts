import { expect, test } from 'vitest';
import { type Driver, type Reply, SUBSCRIBER, startSandbox } from './driver.ts';
import { complaint, message, offersAnswer } from './wire.ts';

const ask = (sandbox: Driver, mobile: unknown, path = '/api/second/offers/'): Promise<Reply> =>
  sandbox.call(path, { json: { mobile } });

const offers = async (sandbox: Driver, mobile: string) => {
  const reply = await ask(sandbox, mobile);
  expect(reply.status, mobile).toBe(200);
  return offersAnswer.parse(JSON.parse(reply.text));
};

test('a subscriber of operator 2 has four to eight offers, all values strings', async () => {
  const sandbox = await startSandbox();
  const answer = await offers(sandbox, SUBSCRIBER);
  expect(answer).toMatchObject({ status: true, ResultCode: 0 });
  const counts = new Set<number>();
  for (let at = 0; at < 40; at += 1) {
    const { offersList } = await offers(sandbox, `98935${String(1_000_000 + at * 7919)}`);
    counts.add(offersList.length);
    expect(new Set(offersList.map(({ offerCode }) => offerCode)).size).toBe(offersList.length);
    expect(offersList.map(({ amount }) => amount)).toContain('30000');
    expect(offersList.some(({ validityDays }) => validityDays === '')).toBe(true);
  }
  expect(counts).toEqual(new Set([4, 5, 6, 7, 8]));
});

test('offers depend only on the number, even in another sandbox', async () => {
  const [here, there] = await Promise.all([startSandbox(), startSandbox()]);
  const first = await offers(here, SUBSCRIBER);
  const again = await offers(here, SUBSCRIBER);
  expect(again.offersList).toEqual(first.offersList);
  expect(again.TransactionID).not.toBe(first.TransactionID);
  expect((await offers(there, SUBSCRIBER)).offersList).toEqual(first.offersList);
  expect((await offers(here, '989031112233')).offersList).not.toEqual(first.offersList);
});

test('every number range of operator 2 is known', async () => {
  const sandbox = await startSandbox();
  const prefixes = [930, 933, 935, 936, 937, 938, 939, 900, 901, 902, 903, 904, 905, 941];
  for (const prefix of prefixes) await offers(sandbox, `98${prefix}1234567`);
});

test('a number of another operator is refused', async () => {
  const sandbox = await startSandbox();
  for (const mobile of ['989121234567', '989201234567', '989061234567', '989341234567', '989981234567']) {
    const reply = await ask(sandbox, mobile);
    expect(reply.status).toBe(422);
    const answer = offersAnswer.parse(JSON.parse(reply.text));
    expect(answer).toMatchObject({ status: false, offersList: [] });
    expect(answer.ResultCode).not.toBe(0);
  }
});

test('a number that is not 98 and ten digits is refused by name', async () => {
  const sandbox = await startSandbox();
  for (const mobile of [
    '09351234567',
    '+989351234567',
    '9893512345',
    '98935123456789',
    '',
    989351234567,
    null,
    undefined,
  ]) {
    const reply = await ask(sandbox, mobile);
    expect(reply.status).toBe(422);
    expect(Object.keys(complaint.parse(JSON.parse(reply.text)).errors)).toEqual(['mobile']);
  }
});

test('the last slash is optional; another path segment is not found', async () => {
  const sandbox = await startSandbox();
  expect((await ask(sandbox, SUBSCRIBER, '/api/second/offers')).status).toBe(200);
  const elsewhere = await ask(sandbox, SUBSCRIBER, '/api/operator2/offers/');
  expect(elsewhere.status).toBe(404);
  message.parse(JSON.parse(elsewhere.text));
});
