import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '#log.ts';
import { createWorkLoop, type WorkLoopDeps } from '#shop/base/jobs/work-loop.ts';

const never = 1_000_000;

/** A loop over a queue in memory, whose pieces end when the test says so. */
function open(options: Partial<WorkLoopDeps<string>> = {}) {
  const queue: string[] = [];
  const ends = new Map<string, () => void>();
  const looks: number[] = [];
  const lines: string[] = [];
  const loop = createWorkLoop<string>({
    name: 'test',
    claim: async (room) => {
      looks.push(room);
      return queue.splice(0, room);
    },
    work: (piece) => new Promise((resolve) => ends.set(piece, resolve)),
    concurrency: 2,
    everyMs: never,
    log: createLog('info', { write: (line) => lines.push(line) }),
    ...options,
  });
  const settled = async () => {
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  };
  return { loop, queue, ends, looks, lines, settled };
}

describe('a work loop', () => {
  test('claims at the start, within its concurrency, and again when there is room', async () => {
    const { loop, queue, ends, looks, settled } = open();
    queue.push('a', 'b', 'c');
    loop.start();
    loop.start();
    await settled();
    expect([...ends.keys()]).toEqual(['a', 'b']);
    ends.get('a')?.();
    await settled();
    expect([...ends.keys()]).toEqual(['a', 'b', 'c']);
    expect(looks).toEqual([2, 1]);
    for (const end of ends.values()) end();
    await loop.stop();
  });

  test('a backlog is done without a pause, although pieces end while others are claimed', async () => {
    const turns = async (count: number) => {
      for (let turn = 0; turn < count; turn += 1) await setImmediate();
    };
    const queue = Array.from({ length: 60 }, (_, at) => String(at));
    const done: string[] = [];
    const { loop } = open({
      claim: async (room) => {
        const claimed = queue.splice(0, room);
        await turns(5);
        return claimed;
      },
      work: async (piece) => {
        await turns(Number(piece) % 4);
        done.push(piece);
      },
      concurrency: 10,
    });
    loop.start();
    await expect.poll(() => done.length).toBe(60);
    await loop.stop();
  });

  test('does not poll in a tight loop when there is nothing to do', async () => {
    const { loop, looks, settled } = open();
    loop.start();
    await settled();
    expect(looks).toHaveLength(1);
    await loop.stop();
  });

  test('claims at once when woken, also during a claim', async () => {
    const { loop, queue, ends, looks, settled } = open();
    loop.start();
    await settled();
    queue.push('a');
    loop.wake();
    await settled();
    expect([...ends.keys()]).toEqual(['a']);
    const seen = looks.length;
    loop.wake();
    loop.wake();
    await settled();
    expect(looks.length - seen).toBeLessThanOrEqual(2);
    expect(looks.length).toBeGreaterThan(seen);
    ends.get('a')?.();
    await loop.stop();
  });

  test('a wake-up during a claim is not lost', async () => {
    const gate = Promise.withResolvers<void>();
    const found: string[][] = [[], ['late']];
    let looks = 0;
    const worked: string[] = [];
    const { loop, settled } = open({
      claim: async () => {
        looks += 1;
        if (looks === 1) await gate.promise;
        return found.shift() ?? [];
      },
      work: async (piece) => {
        worked.push(piece);
      },
    });
    loop.start();
    await settled();
    loop.wake();
    gate.resolve();
    await settled();
    expect(worked).toEqual(['late']);
    await loop.stop();
  });

  test('continues after a failed claim', async () => {
    const state: { broken: boolean } = { broken: true };
    const { loop, ends, lines, settled } = open({
      claim: async () => {
        if (state.broken) throw new Error('the database is away');
        return ends.size === 0 ? ['a'] : [];
      },
    });
    loop.start();
    await settled();
    expect(lines.join()).toContain('the database is away');
    expect(lines).toHaveLength(1);
    state.broken = false;
    loop.wake();
    await settled();
    expect([...ends.keys()]).toEqual(['a']);
    ends.get('a')?.();
    await loop.stop();
  });

  test('claims less often while claims fail, and as often as before when they succeed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let claims = 0;
    const database: { isDown: boolean } = { isDown: true };
    const { loop } = open({
      everyMs: 500,
      claim: async () => {
        claims += 1;
        if (database.isDown) throw new Error('no connection');
        return [];
      },
    });
    const claimsIn = async (ms: number) => {
      const before = claims;
      await vi.advanceTimersByTimeAsync(ms);
      return claims - before;
    };
    loop.start();
    expect(await claimsIn(60_000)).toBeLessThan(20);
    database.isDown = false;
    await claimsIn(5_000);
    expect(await claimsIn(60_000)).toBeGreaterThan(100);
    await loop.stop();
  });

  test('a job that fails at once is not retried without a pause', async () => {
    for (const concurrency of [1, 5]) {
      let looks = 0;
      const { loop, lines, settled } = open({
        claim: async () => {
          looks += 1;
          return ['stubborn'];
        },
        work: async () => {
          throw new Error('the disk is full');
        },
        concurrency,
      });
      loop.start();
      await settled();
      expect(looks).toBeLessThanOrEqual(3);
      expect(lines.length).toBeLessThanOrEqual(3);
      expect(lines.length).toBeGreaterThan(0);
      await loop.stop();
    }
  });

  test('stopping waits for running work and claims nothing more', async () => {
    const { loop, queue, ends, settled } = open();
    queue.push('a');
    loop.start();
    await settled();
    let stopped = false;
    const stopping = loop.stop().then(() => {
      stopped = true;
    });
    queue.push('b');
    loop.wake();
    await settled();
    expect(stopped).toBe(false);
    ends.get('a')?.();
    await stopping;
    expect([...ends.keys()]).toEqual(['a']);
    expect(queue).toEqual(['b']);
  });

  test('can be stopped before the start, twice, and started again', async () => {
    const { loop, queue, ends, settled } = open();
    await loop.stop();
    await loop.stop();
    queue.push('a');
    loop.start();
    await settled();
    ends.get('a')?.();
    await loop.stop();
    expect([...ends.keys()]).toEqual(['a']);
  });

  test('one round finishes its work and returns its size', async () => {
    const worked: string[] = [];
    const { loop, queue } = open({
      work: async (piece) => {
        worked.push(piece);
      },
    });
    queue.push('a', 'b', 'c');
    expect(await loop.runOnce()).toBe(2);
    expect(worked).toEqual(['a', 'b']);
    expect([await loop.runOnce(), await loop.runOnce()]).toEqual([1, 0]);
  });

  test('woken while it asks when there is work, after a failure: it does not sleep until then', async () => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<null>();
    const fail = Promise.withResolvers<void>();
    const { loop, queue, ends } = open({
      everyMs: 1,
      idleMs: never,
      work: async (piece) => {
        if (piece === 'bad') await fail.promise.then(() => Promise.reject(new Error('bad')));
        ends.set(piece, () => undefined);
      },
      nextDue: () => {
        asked.resolve();
        return answer.promise;
      },
    });
    queue.push('bad');
    loop.start();
    fail.resolve();
    await asked.promise;
    queue.push('good');
    loop.wake();
    answer.resolve(null);
    await expect.poll(() => [...ends.keys()]).toEqual(['good']);
    await loop.stop();
  });

  test('sleeps until work is due, and not for longer than it may', async () => {
    const asks: number[] = [];
    const { loop, looks } = open({
      everyMs: 1,
      idleMs: 20,
      nextDue: async () => {
        asks.push(looks.length);
        return asks.length === 1 ? Date.now() + 5 : null;
      },
    });
    loop.start();
    await expect.poll(() => looks.length).toBeGreaterThanOrEqual(3);
    expect(asks.slice(0, 2)).toEqual([1, 2]);
    await loop.stop();
  });
});
