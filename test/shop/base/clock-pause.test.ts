import { describe, expect, test } from 'vitest';
import { createClock, hour } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { hearRight } from '#test/support/recall.ts';
import { openWorld, type ShopWorld, useDatabase } from '#test/support/shop.ts';

describe.each(sampledDatabases())('a clock that is an hour slow, on %s', (kind) => {
  const place = useDatabase(kind);

  const open = () => openWorld(place.database, { clock: createClock() });

  const look = async ({ shop, clockWorker }: ShopWorld) => {
    await clockWorker.runOnce();
    return (await shop.salesPause.paused())?.by ?? null;
  };

  const hear = ({ shop, clock }: ShopWorld, source: 'gateway' | 'telegram') =>
    shop.clock.heard(source, new Date(clock.now() + hour).toUTCString());

  test('pauses selling when both have said so, until one says that it is right; owners hear each once', async () => {
    const world = await open();
    hear(world, 'gateway');
    expect(await look(world)).toBe(null);
    hear(world, 'telegram');
    expect(await look(world)).toBe('clock');
    hearRight(world.shop.clock);
    expect(await look(world)).toBe(null);
    await world.alertWorker.runOnce();
    expect(world.alerts).toEqual([{ kind: 'clock-wrong', offMs: hour }, { kind: 'clock-right' }]);
  });

  test('keeps the shop paused when its process dies, until the next one hears the right time', async () => {
    const world = await open();
    hear(world, 'gateway');
    hear(world, 'telegram');
    await look(world);
    const next = await world.another();
    expect(await look(next)).toBe('clock');
    hearRight(next.shop.clock);
    expect(await look(next)).toBe(null);
  });
});
