import { describe, expect, onTestFinished, test } from 'vitest';
import type { Order } from '#shop/buying/orders/order.ts';
import type { ReceiptContext, ReceiptResult, ReceiptSubject } from '#shop/money/receipts/receipt-worker.ts';
import { hour, minute, second } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { deliverTo, openWorld, type ShopWorld, stateOf, useDatabase, type WorldOptions } from '#test/support/shop.ts';

const jobs = ({ database }: ShopWorld) =>
  database.db
    .selectFrom('receipt_jobs')
    .select(['told', 'done_how', 'attempts', 'next_attempt_at', 'lease_until'])
    .orderBy('created_at')
    .execute();

const tracked = ({ database }: ShopWorld) =>
  database.db
    .selectFrom('order_messages')
    .select(['message_id', 'subject', 'view', 'shown'])
    .orderBy('message_id')
    .execute();

const statesOf = ({ told }: ShopWorld) => told.map(({ state }) => state);

/** A page of My orders that shows this order. */
const open = ({ shop }: ShopWorld, { id, buyerId: chatId }: Order, messageId: number, shown = '') =>
  shop.orderMessages.track({ chatId, messageId, subject: `order:${id}`, view: 'page', shown });

describe.each(sampledDatabases())('the receipt worker on %s', (kind) => {
  const place = useDatabase(kind);

  test('shows the purchase and its end in the tapped message, each once', async () => {
    const world = await openWorld(place.database);
    const order = await world.buy();
    const [message] = await tracked(world);
    expect(await world.receipts.runOnce()).toBe(1);
    expect(world.screens.get(message?.message_id ?? 0)).toBe('confirmed');
    expect(await world.receipts.runOnce()).toBe(0);
    await world.purchaseWorker.runOnce();
    expect(await world.receipts.runOnce()).toBe(1);
    expect(world.screens).toEqual(new Map([[message?.message_id, 'delivered']]));
    world.clock.pass(hour);
    expect(await world.receipts.runOnce()).toBe(0);
    expect(world.told).toMatchObject([
      { id: order.id, state: 'confirmed' },
      { id: order.id, state: 'delivered' },
    ]);
    expect(await jobs(world)).toMatchObject([{ told: 'delivered', done_how: 'delivered', lease_until: 0 }]);
  });

  test('shows only the latest state', async () => {
    const world = await openWorld(place.database, { keyHours: 1 });
    await world.sandbox.fault('purchase', 'cut-after', 1);
    const ended = await world.buy();
    await world.purchaseWorker.runOnce();
    world.clock.pass(second);
    await world.purchaseWorker.runOnce();
    await world.sandbox.fault('purchase', '503');
    const reviewed = await world.buy();
    await world.purchaseWorker.runOnce();
    world.clock.pass(2 * hour);
    await world.purchaseWorker.runOnce();
    await world.receipts.runOnce();
    expect(new Map(world.told.map(({ id, state }) => [id, state]))).toEqual(
      new Map([
        [ended.id, 'delivered'],
        [reviewed.id, 'review'],
      ]),
    );
    expect(world.told).toHaveLength(2);
  });

  test('shows that it is being checked while that is true', async () => {
    const world = await openWorld(place.database);
    await world.sandbox.fault('purchase', '503');
    await world.buy();
    await world.purchaseWorker.runOnce();
    await world.receipts.runOnce();
    await world.sandbox.fault('purchase', null);
    world.clock.pass(second);
    await world.purchaseWorker.runOnce();
    await world.receipts.runOnce();
    expect(statesOf(world)).toEqual(['unsure', 'delivered']);
  });

  test('an order that changes while it is shown is shown again, by one worker at a time', async () => {
    let telling = 0;
    let most = 0;
    const world = await openWorld(place.database, {
      deliver: async (what) => {
        telling += 1;
        most = Math.max(most, telling);
        // It ends while "Buying…" is in flight; the other process claims at that moment.
        if (stateOf(what) === 'confirmed') {
          await world.purchaseWorker.runOnce();
          expect(await other.receipts.runOnce()).toBe(0);
        }
        telling -= 1;
        return undefined;
      },
    });
    const other = await world.another();
    await world.buy();
    await world.receipts.runOnce();
    expect([...world.screens.values()]).toEqual(['confirmed']);
    expect(await other.receipts.runOnce()).toBe(1);
    expect([...world.screens.values()]).toEqual(['delivered']);
    expect([...statesOf(world), ...statesOf(other)]).toEqual(['confirmed', 'delivered']);
    expect(most).toBe(1);
  });

  test.each([
    ['was done', undefined],
    ['was cut short', { kind: 'later', retryAfterMs: null }],
  ] as const)('one whose lease ran out leaves no old state on the screen: it %s', async (_, outcome) => {
    const slow = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const options: WorldOptions = {
      deliver: async (what, telling) => {
        if (stateOf(what) !== 'confirmed') return undefined;
        begun.resolve();
        await slow.promise;
        const shown = deliverTo(world.screens, what, telling);
        return outcome ?? shown;
      },
    };
    const world = await openWorld(place.database, options);
    const other = await world.another();
    await world.buy();
    const late = world.receipts.runOnce();
    await begun.promise;
    await world.purchaseWorker.runOnce();
    world.clock.pass(2 * minute);
    expect(await other.receipts.runOnce()).toBe(1);
    expect([...world.screens.values()]).toEqual(['delivered']);
    // Its edit arrives after the other's.
    slow.resolve();
    await late;
    expect([...world.screens.values()]).toEqual(['confirmed']);
    await other.receipts.runOnce();
    expect([...world.screens.values()]).toEqual(['delivered']);
    expect(statesOf(other)).toEqual(['delivered']);
    expect(await tracked(world)).toMatchObject([{ shown: 'delivered' }]);
  });

  test('one whose lease ran out ends before the other has stored what it showed: the screen is corrected', async () => {
    const slow = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const world = await openWorld(place.database, {
      deliver: async (what, telling) => {
        if (stateOf(what) === 'confirmed') {
          begun.resolve();
          await slow.promise;
          return deliverTo(world.screens, what, telling);
        }
        const shown = deliverTo(world.screens, what, telling);
        // The other's edit arrives now, and it stores that first.
        slow.resolve();
        await late;
        return shown;
      },
    });
    const other = await world.another();
    await world.buy();
    const late = world.receipts.runOnce();
    await begun.promise;
    await world.purchaseWorker.runOnce();
    world.clock.pass(2 * minute);
    expect(await other.receipts.runOnce()).toBe(1);
    expect([...world.screens.values()]).toEqual(['confirmed']);
    await other.receipts.runOnce();
    expect([...world.screens.values()]).toEqual(['delivered']);
    expect(await tracked(world)).toMatchObject([{ shown: 'delivered' }]);
    expect(await other.receipts.runOnce()).toBe(0);
  });

  test('one whose time is over stores what it showed, and the next run continues', async () => {
    const seen: string[][] = [];
    const world = await openWorld(place.database, {
      deliver: async (_, { messages, until }) => {
        expect(until).toBeGreaterThan(world.clock.now());
        expect(until).toBeLessThan(world.clock.now() + minute);
        seen.push(messages.map(({ messageId, shown }) => `${messageId} ${shown}`).sort());
        const [first, ...others] = messages.toSorted((one, other) => one.messageId - other.messageId);
        if (seen.length > 1 || !first) return undefined;
        return { kind: 'partly', messages: [{ ...first, shown: 'confirmed' }, ...others] };
      },
    });
    const order = await world.buy();
    const [receipt] = await tracked(world);
    await open(world, order, (receipt?.message_id ?? 0) + 1, 'unlike');
    expect(await world.receipts.runOnce()).toBe(1);
    expect(await jobs(world)).toMatchObject([{ told: null, done_how: null, lease_until: 0 }]);
    expect(await world.receipts.runOnce()).toBe(1);
    expect(seen).toEqual([
      [`${receipt?.message_id} `, `${(receipt?.message_id ?? 0) + 1} unlike`],
      [`${receipt?.message_id} confirmed`, `${(receipt?.message_id ?? 0) + 1} unlike`],
    ]);
    expect(await jobs(world)).toMatchObject([{ told: 'confirmed', done_how: 'delivered' }]);
    expect(await world.receipts.runOnce()).toBe(0);
  });

  test('every message of the order is updated; one that is current is left alone', async () => {
    const edits: string[] = [];
    const deliver = async (what: ReceiptSubject, telling: ReceiptContext): Promise<undefined> => {
      for (const { messageId, view, shown } of telling.messages)
        if (shown !== stateOf(what)) edits.push(`${view} ${messageId}: ${shown || '?'} -> ${stateOf(what)}`);
    };
    const world = await openWorld(place.database, { deliver });
    const order = await world.buy();
    const [receipt] = await tracked(world);
    await world.receipts.runOnce();
    await open(world, order, 21, 'confirmed');
    await world.receipts.runOnce();
    // The same page opened again in the same message: its content is known.
    await open(world, order, 21);
    await world.receipts.runOnce();
    await world.purchaseWorker.runOnce();
    await open(world, order, 22);
    await world.receipts.runOnce();
    expect(edits).toHaveLength(4);
    expect(new Set(edits)).toEqual(
      new Set([
        `receipt ${receipt?.message_id}: ? -> confirmed`,
        `receipt ${receipt?.message_id}: confirmed -> delivered`,
        'page 21: confirmed -> delivered',
        'page 22: ? -> delivered',
      ]),
    );
    expect(statesOf(world)).toEqual(['confirmed', 'delivered']);
  });

  test('a message that is being edited is not released, and shows the end', async () => {
    let release = async (): Promise<unknown> => undefined;
    const world = await openWorld(place.database, {
      deliver: async (what) => {
        if (stateOf(what) === 'confirmed') expect(await release()).toMatchObject({ busy: true });
        return undefined;
      },
    });
    const { buyerId: chatId } = await world.buy();
    const messageId = (await tracked(world))[0]?.message_id ?? 0;
    expect(await world.shop.orderMessages.release(chatId, messageId + 1)).toBeNull();
    release = () => world.shop.orderMessages.release(chatId, messageId);
    await world.receipts.runOnce();
    await world.purchaseWorker.runOnce();
    await world.receipts.runOnce();
    expect(world.screens).toEqual(new Map([[messageId, 'delivered']]));
  });

  test('a message that is not being edited is released at once, with its digest', async () => {
    const world = await openWorld(place.database);
    const { buyerId: chatId } = await world.buy();
    const messageId = (await tracked(world))[0]?.message_id ?? 0;
    await world.receipts.runOnce();
    expect(await world.shop.orderMessages.release(chatId, messageId)).toEqual({ shown: 'confirmed', busy: false });
    expect(await world.shop.orderMessages.release(chatId, messageId)).toBeNull();
    await world.purchaseWorker.runOnce();
    await world.receipts.runOnce();
    // The end is a new message.
    expect(world.screens.get(messageId)).toBe('confirmed');
    expect([...world.screens.values()]).toEqual(['confirmed', 'delivered']);
    expect(await tracked(world)).toMatchObject([{ shown: 'delivered' }]);
  });

  test('a new message that its reader changed before its id was stored stays as it is', async () => {
    const world = await openWorld(place.database, {
      deliver: async (what, telling) => {
        const answer = deliverTo(world.screens, what, telling);
        const [sent] = answer.kind === 'delivered' ? answer.messages : [];
        if (telling.messages.length === 0 && sent) await open(world, another, sent.messageId, 'page');
        return answer;
      },
    });
    const another = await world.buy();
    const order = await world.buy();
    await place.database.db.deleteFrom('order_messages').execute();
    await world.receipts.runOnce();
    const shows = (await tracked(world)).map(({ subject }) => subject);
    expect(new Set(shows)).toEqual(new Set([`order:${another.id}`]));
    expect(await jobs(world)).toContainEqual(expect.objectContaining({ told: 'confirmed', done_how: 'delivered' }));
    expect(await world.stands(order)).toMatchObject({ state: 'confirmed' });
  });

  test('a deleted message is forgotten', async () => {
    const world = await openWorld(place.database, { deliver: async () => ({ kind: 'delivered', messages: [] }) });
    await world.buy();
    expect(await tracked(world)).toHaveLength(1);
    await world.receipts.runOnce();
    expect(await tracked(world)).toEqual([]);
  });

  test('retries less and less often, not before Telegram’s Retry-After', async () => {
    const answers: (ReceiptResult | undefined)[] = [
      { kind: 'later', retryAfterMs: null },
      { kind: 'later', retryAfterMs: 30 * second },
    ];
    const world = await openWorld(place.database, { random: () => 1, deliver: async () => answers.shift() });
    await world.buy();
    await world.receipts.runOnce();
    const wait = async () => ((await jobs(world))[0]?.next_attempt_at ?? 0) - world.clock.now();
    expect(await wait()).toBe(second);
    expect(await world.receipts.runOnce()).toBe(0);
    world.clock.pass(second);
    expect(await world.receipts.runOnce()).toBe(1);
    expect(await wait()).toBe(30 * second);
    world.clock.pass(30 * second);
    expect(await world.receipts.runOnce()).toBe(1);
    expect(statesOf(world)).toEqual(['confirmed']);
    expect(await jobs(world)).toMatchObject([{ done_how: 'delivered', attempts: 3 }]);
  });

  test('records unreachable people and waits for the next change', async () => {
    const world = await openWorld(place.database, { deliver: async () => ({ kind: 'unreachable' }) });
    await world.buy();
    await world.receipts.runOnce();
    world.clock.pass(24 * hour);
    expect(await world.receipts.runOnce()).toBe(0);
    expect(await jobs(world)).toMatchObject([{ done_how: 'unreachable' }]);
    expect(world.told).toEqual([]);
  });

  test('a failed delivery is retried after its lease', async () => {
    const state: { broken: boolean } = { broken: true };
    const world = await openWorld(place.database, {
      deliver: async () => {
        if (state.broken) throw new Error('a bug in a screen');
        return undefined;
      },
    });
    await world.buy();
    expect(await world.receipts.runOnce()).toBe(1);
    expect(await world.receipts.runOnce()).toBe(0);
    state.broken = false;
    world.clock.pass(minute);
    expect(await world.receipts.runOnce()).toBe(1);
    expect(world.told).toHaveLength(1);
  });

  test('two processes share the work and show everything once', async () => {
    const world = await openWorld(place.database);
    const other = await world.another();
    for (let at = 0; at < 12; at += 1) await world.buy();
    await world.purchaseWorker.runOnce();
    const told = () => [...world.told, ...other.told];
    for (let round = 0; round < 10 && told().length < 12; round += 1) {
      await Promise.all([world.receipts.runOnce(), other.receipts.runOnce()]);
    }
    expect(told()).toHaveLength(12);
    expect(new Set(told().map(({ id }) => id)).size).toBe(12);
  });
});

describe.each(sampledDatabases())('a list on %s', (kind) => {
  const place = useDatabase(kind);
  const mobiles = ['989121110001', '989121110002', '989121110003'];

  test('is one job for all its orders: it counts, ends once and shows the end once', async () => {
    const told: string[] = [];
    const world = await openWorld(place.database, {
      deliver: async (what, telling) => {
        told.push(`${telling.told ?? 'nothing'} -> ${stateOf(what)}`);
        return undefined;
      },
    });
    const { shop, database } = world;
    const by = 100;
    await shop.wallet.grant({ key: 'all', personId: by, amount: 100_000, actor: 'owner', note: null });
    const { id } = await shop.batches.draft(
      'a list',
      by,
      mobiles.map((mobile) => ({ mobile, problem: null })),
    );
    await shop.batches.price(id, by, { kind: 'product', productId: 37, amount: null }, false);
    expect(await shop.batches.confirm(id, by, 7, null)).toMatchObject({ ok: true, value: { state: 'running' } });
    await world.receipts.runOnce();
    expect(await shop.batches.find(id)).toMatchObject({ state: 'running' });
    await world.sandbox.fault('purchase', '503', 1);
    await world.purchaseWorker.runOnce();
    await world.receipts.runOnce();
    expect(await shop.batches.find(id)).toMatchObject({ state: 'running' });
    world.clock.pass(minute);
    await world.purchaseWorker.runOnce();
    const other = await world.another();
    await Promise.all([world.receipts.runOnce(), other.receipts.runOnce()]);
    const ended = () => database.db.selectFrom('batches').select(['state', 'ended_at']).execute();
    expect(await ended()).toEqual([{ state: 'done', ended_at: world.clock.now() }]);
    expect(world.screens).toEqual(new Map([[7, '0 open']]));
    // The list is opened much later: it is shown, and does not end again.
    const endedAt = world.clock.now();
    world.clock.pass(hour);
    await shop.orderMessages.track({ chatId: by, messageId: 8, subject: `batch:${id}`, view: 'receipt', shown: '' });
    await world.receipts.runOnce();
    expect(await ended()).toEqual([{ state: 'done', ended_at: endedAt }]);
    expect(told).toEqual(['nothing -> 3 open', 'running -> 1 open', 'running -> 0 open', 'done -> 0 open']);
    expect(await jobs(world)).toHaveLength(1);
  });
});

describe.each(sampledDatabases())('writes wake their worker, on %s', (kind) => {
  const place = useDatabase(kind);

  /** Its workers claim at the start and never again by themselves. */
  async function openWoken(options: WorldOptions = {}): Promise<ShopWorld> {
    const world = await openWorld(place.database, {
      ...options,
      pace: { everyMs: 1_000_000, ...options.pace },
    });
    onTestFinished(async () => {
      await world.purchaseWorker.stop();
      await world.receipts.stop();
    });
    world.receipts.start();
    world.purchaseWorker.start();
    return world;
  }

  test('a confirmed order is bought and shown without waiting for a round', async () => {
    const world = await openWoken();
    const order = await world.buy();
    await expect.poll(() => world.told.at(-1)).toMatchObject({ id: order.id, state: 'delivered' });
    expect(await world.stands(order)).toMatchObject({ attempts: 1 });
  });

  test('more orders than the concurrency are all bought and shown, none after a lease', async () => {
    const world = await openWoken({ pace: { concurrency: 2 } });
    for (let one = 0; one < 6; one += 1) await world.buy();
    const ended = () => statesOf(world).filter((state) => state === 'delivered').length;
    await expect.poll(ended).toBe(6);
    expect(await world.sandbox.sold()).toBe(6);
  });

  test('a purchase is requested once, although several taps confirmed it meanwhile', async () => {
    const answer = Promise.withResolvers<void>();
    let asked = 0;
    const world = await openWoken({
      gateway: (real) => ({
        ...real,
        buyPackage: async (purchase) => {
          asked += 1;
          await answer.promise;
          return real.buyPackage(purchase);
        },
      }),
    });
    const { id: orderId, buyerId: by } = await world.buy();
    await expect.poll(() => asked).toBe(1);
    for (const messageId of [31, 32])
      await world.shop.orders.confirm({ orderId, by, idempotencySource: `tap ${messageId}`, messageId });
    answer.resolve();
    await expect.poll(() => world.screens.get(32)).toBe('delivered');
    expect(asked).toBe(1);
    await expect.poll(() => new Set(world.screens.values())).toEqual(new Set(['delivered']));
    expect(world.screens.size).toBe(3);
  });
});
