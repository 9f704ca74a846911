import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createBackgroundTasks } from '../../../src/bot/core/background-tasks.ts';
import { quiet } from '../../support/shop.ts';

describe('errands', () => {
  test('a person has three under way at most, and others are not kept waiting by them', async () => {
    const errands = createBackgroundTasks({ log: quiet });
    const first = Promise.withResolvers<void>();
    const long = () => first.promise;
    expect([1, 1, 1, 1, 2].map((person) => errands.start(person, long))).toEqual([true, true, true, false, true]);
    first.resolve();
    await setTimeout(0);
    expect(errands.start(1, long)).toBe(true);
    await errands.close();
  });

  test('one that fails is over like any other', async () => {
    const errands = createBackgroundTasks({ log: quiet });
    for (let n = 0; n < 5; n += 1) {
      expect(errands.start(1, () => Promise.reject(new Error('on purpose')))).toBe(true);
      await setTimeout(0);
    }
    await errands.close();
  });

  test('stopping waits for what is nearly done, cuts off what is not, and takes nothing new', async () => {
    const errands = createBackgroundTasks({ log: quiet, graceMs: 50 });
    const ended: string[] = [];
    errands.start(1, async () => {
      await setTimeout(10);
      ended.push('done');
    });
    errands.start(1, async (signal) => {
      await setTimeout(60_000, undefined, { signal }).catch(() => undefined);
      ended.push('cut off');
    });
    await errands.close();
    expect(ended).toEqual(['done', 'cut off']);
    expect(errands.start(1, async () => undefined)).toBe(false);
  });
});
