import { expect, test } from 'vitest';
import { createRateLimiter, defaultRateLimits, type Kind } from '#bot/intake/rate-limiter.ts';

const sellerId = 2;

function open() {
  let at = 1_000_000;
  const asked: number[] = [];
  const isSeller = async (id: number) => {
    asked.push(id);
    return id === sellerId;
  };
  const { admit } = createRateLimiter({ limits: defaultRateLimits, isSeller, steady: () => at });
  /** Sends several updates and returns the verdicts. */
  async function send(id: number, count: number, kind: Kind = 'message') {
    const verdicts = [];
    for (let sent = 0; sent < count; sent += 1) {
      verdicts.push(await admit(id, kind));
    }
    return verdicts;
  }
  const admitted = async (id: number, count: number) =>
    (await send(id, count)).filter((verdict) => verdict.admitted).length;
  return {
    admit,
    send,
    admitted,
    asked,
    pass: (ms: number) => {
      at += ms;
    },
  };
}

test('a burst is admitted, further updates are rejected, and after the pause there is room again', async () => {
  const { admitted, pass } = open();
  expect(await admitted(1, 200)).toBe(30);
  pass(9_999);
  expect(await admitted(1, 1)).toBe(0);
  pass(1);
  expect(await admitted(1, 200)).toBe(30);
});

test('three a second are always admitted', async () => {
  const { admitted, pass, asked } = open();
  for (let second = 0; second < 3_600; second += 1) {
    expect(await admitted(1, 3)).toBe(3);
    pass(1_000);
  }
  expect(asked).toEqual([]);
});

test('sellers may forward an address book; the role is looked up only when needed', async () => {
  const { admitted, asked } = open();
  expect(await admitted(sellerId, 30)).toBe(30);
  expect(asked).toEqual([]);
  expect(await admitted(sellerId, 300)).toBe(90);
  expect(asked).toEqual([sellerId]);
});

test('concurrent updates are judged one after another', async () => {
  const { admit } = open();
  const admittedOf = async (id: number) =>
    (await Promise.all(Array.from({ length: 200 }, () => admit(id, 'message')))).filter(({ admitted }) => admitted);
  expect(await admittedOf(1)).toHaveLength(30);
  expect(await admittedOf(sellerId)).toHaveLength(120);
});

test('a flood of one chat does not affect another', async () => {
  const { admitted } = open();
  expect(await admitted(1, 10_000)).toBe(30);
  expect(await admitted(3, 30)).toBe(30);
});

test('a flood of messages is answered once in each pause, a flood of presses once a second', async () => {
  const { send, pass } = open();
  await send(1, 30);
  const told = async (kind: Kind) =>
    (await send(1, 500, kind)).filter((verdict) => !verdict.admitted && verdict.tell).length;
  for (let pause = 0; pause < 3; pause += 1) {
    let messages = 0;
    let presses = 0;
    for (let second = 0; second < 10; second += 1) {
      messages += await told('message');
      presses += await told('press');
      pass(1_000);
    }
    expect({ messages, presses }).toEqual({ messages: 1, presses: 10 });
  }
});

test('the announced wait is the real wait', async () => {
  const { send, pass, admitted } = open();
  const [last] = (await send(1, 31)).slice(-1);
  expect(last).toMatchObject({ admitted: false, seconds: 10 });
  pass(6_500);
  expect((await send(1, 1))[0]).toMatchObject({ admitted: false, seconds: 4 });
  pass(4_000);
  expect(await admitted(1, 1)).toBe(1);
});
