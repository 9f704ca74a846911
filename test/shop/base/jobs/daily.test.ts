import { describe, expect, test } from 'vitest';
import { dayOf, startOf } from '#domain/calendar.ts';
import { createDaily, type DailyJob } from '#shop/base/jobs/daily.ts';
import { createClock, hour, minute } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { quiet, useDatabase } from '#test/support/shop.ts';

describe.each(databaseKinds)('daily work on %s', (kind) => {
  const place = useDatabase(kind);

  function open() {
    const clock = createClock(startOf(dayOf(Date.UTC(2026, 0, 5))));
    const done: string[] = [];
    const job = (name: string, work: () => unknown = () => done.push(name)): DailyJob => ({
      name,
      hour: 4,
      work: async () => work(),
    });
    const process = () => createDaily({ database: place.database, log: quiet, now: clock.now });
    return { clock, done, job, process };
  }

  test('is done once a day from its hour on, by one of several processes, whatever restarts', async () => {
    const { clock, done, job, process } = open();
    const [one, other] = [process(), process()];
    const round = () => Promise.all([one([job('check')]), other([job('check')]), process()([job('check')])]);
    clock.pass(4 * hour - 1);
    await round();
    expect(done).toEqual([]);
    clock.pass(1);
    await round();
    expect(done).toEqual(['check']);
    clock.pass(19 * hour);
    await round();
    expect(done).toEqual(['check']);
    // It does not drift: the next day it is due at the same hour, and after a standstill on the same day.
    clock.pass(5 * hour);
    await round();
    expect(done).toEqual(['check', 'check']);
    clock.pass(50 * hour);
    await round();
    expect(done).toHaveLength(3);
  });

  test('one that fails is tried again later, and keeps no other from being done', async () => {
    const { clock, done, job, process } = open();
    const faults = ['disk is full'];
    const broken = job('broken', () => {
      const fault = faults.pop();
      if (fault) throw new Error(fault);
      done.push('broken');
    });
    const run = process();
    clock.pass(5 * hour);
    await run([broken, job('check')]);
    expect(done).toEqual(['check']);
    clock.pass(10 * minute);
    await run([broken, job('check')]);
    expect(done).toEqual(['check', 'broken']);
  });

  test('one whose process died in the middle is done by another', async () => {
    const { clock, done, job, process } = open();
    clock.pass(5 * hour);
    const begun = Promise.withResolvers<void>();
    void process()([job('check', () => new Promise(() => begun.resolve()))]);
    await begun.promise;
    const other = process();
    await other([job('check')]);
    expect(done).toEqual([]);
    clock.pass(10 * minute);
    await other([job('check')]);
    expect(done).toEqual(['check']);
  });

  test('one that is not possible yet is tried again', async () => {
    const { clock, done, job, process } = open();
    const answers = ['later'];
    const waiting = job('warn', () => answers.pop() ?? void done.push('warn'));
    const run = process();
    clock.pass(5 * hour);
    await run([waiting]);
    clock.pass(10 * minute);
    await run([waiting]);
    clock.pass(hour);
    await run([waiting]);
    expect(done).toEqual(['warn']);
  });
});
