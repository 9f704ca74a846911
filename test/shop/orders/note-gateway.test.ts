import { describe, expect, test } from 'vitest';
import { noteGateway } from '#shop/orders/note-gateway.ts';
import { createUnevenClock, minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { openSandbox } from '#test/support/sandbox-gateway.ts';
import { settleAll } from '#test/support/settling.ts';
import { openWorld, useDatabase } from '#test/support/shop.ts';

describe.each(sampledDatabases())('a shop that starts with another gateway, on %s', (kind) => {
  const place = useDatabase(kind);

  test('buys nothing there that the first may have sold; what was never sent is bought there', async () => {
    const clock = createUnevenClock();
    const first = await openWorld(place.database, { clock });
    expect(await noteGateway(first.shop, 'https://one.example/api/')).toBe(0);
    const sent = await first.buy();
    await first.sandbox.fault('purchase', 'cut-after', 1);
    await first.purchaseWorker.runOnce();
    expect(await first.stands(sent)).toMatchObject({ state: 'unsure' });
    const unsent = await first.buy();
    // The same one.
    expect(await noteGateway(first.shop, 'http://one.example/api')).toBe(0);

    const other = await openSandbox();
    const second = await openWorld(place.database, { clock, sandbox: other });
    expect(await noteGateway(second.shop, 'https://two.example/api')).toBe(1);
    expect(await noteGateway(second.shop, 'https://two.example/api')).toBe(0);
    clock.pass(5 * minute);
    await settleAll(second);
    expect(await second.stands(sent)).toMatchObject({ state: 'review' });
    expect(await second.stands(unsent)).toMatchObject({ state: 'delivered' });
    expect([await first.sandbox.sold(), await other.sold()]).toEqual([1, 1]);
    await second.alertWorker.runOnce();
    expect(second.alerts).toMatchObject([{ kind: 'order-in-review', code: sent.code }]);
  });
});
