import { describe, expect, test } from 'vitest';
import { createDaily } from '#shop/base/jobs/daily.ts';
import { createClock, day, hour } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { createRecall } from '#test/support/recall.ts';
import { quiet, useDatabase } from '#test/support/shop.ts';

/** The check of the ledger, levels of agents, the warning about plans and the summaries of the API are such jobs. */
describe.each(sampledDatabases())('daily work after a clock that was ahead, on %s', (kind) => {
  const place = useDatabase(kind);

  test('goes on', async () => {
    const clock = createClock(1_767_600_000_000);
    const ran: number[] = [];
    const job = { name: 'ledger-check', hour: 0, work: async () => void ran.push(clock.now()) };
    const recall = createRecall(place.database, clock);
    const daily = () => createDaily({ database: place.database, log: quiet, now: clock.now })([job]);
    const run = async () => {
      await recall();
      await daily();
    };
    await run();
    clock.pass(30 * day);
    await run();
    clock.pass(-30 * day);
    await run();
    expect(ran).toHaveLength(2);
    for (let days = 0; days < 5; days += 1) {
      clock.pass(day + hour);
      await run();
    }
    expect(ran).toHaveLength(7);
  });
});
