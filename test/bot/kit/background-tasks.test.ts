import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createBackgroundTasks } from '#bot/kit/background-tasks.ts';
import { quiet } from '#test/support/shop.ts';

describe('background tasks', () => {
  test('a person has at most three, and does not delay others', async () => {
    const tasks = createBackgroundTasks({ log: quiet });
    const first = Promise.withResolvers<void>();
    const long = () => first.promise;
    expect([1, 1, 1, 1, 2].map((person) => tasks.start(person, long))).toEqual([true, true, true, false, true]);
    first.resolve();
    await setTimeout(0);
    expect(tasks.start(1, long)).toBe(true);
    await tasks.close();
  });

  test('a failed task frees its slot', async () => {
    const tasks = createBackgroundTasks({ log: quiet });
    for (let n = 0; n < 5; n += 1) {
      expect(tasks.start(1, () => Promise.reject(new Error('on purpose')))).toBe(true);
      await setTimeout(0);
    }
    await tasks.close();
  });

  test('stopping waits briefly, aborts the rest and starts nothing new', async () => {
    const tasks = createBackgroundTasks({ log: quiet, graceMs: 50 });
    const ended: string[] = [];
    tasks.start(1, async () => {
      await setTimeout(10);
      ended.push('done');
    });
    tasks.start(1, async (signal) => {
      await setTimeout(60_000, undefined, { signal }).catch(() => undefined);
      ended.push('cut off');
    });
    await tasks.close();
    expect(ended).toEqual(['done', 'cut off']);
    expect(tasks.start(1, async () => undefined)).toBe(false);
  });
});
