import { describe, expect, test } from 'vitest';
import { type OnlineMethod, writeProblem } from '#domain/payment.ts';
import { err } from '#domain/result.ts';
import { openDatabase } from '#storage/database.ts';
import { day, hour, minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { createTestProvider } from '#test/support/provider.ts';
import { buyerId, openWorld, ownerId, quiet, strangerId, topUpId, useDatabase } from '#test/support/shop.ts';

const publicUrl = 'https://shop.example';
const amount = 200_000;

describe.each(sampledDatabases())('an online payment on %s', (kind) => {
  const place = useDatabase(kind);

  async function open(method: OnlineMethod = 'zarinpal') {
    const provider = createTestProvider(method, method === 'zarinpal');
    const providers = [provider];
    const setup = { providers, invoices: false, publicUrl, description: 'order' };
    const world = await openWorld(place.database, { payments: setup });
    const { online } = world.shop.payments;
    const begin = async (source = 'tap', orderId: string | null = null, sum = amount) => {
      const begun = await online.open({ source, by: buyerId, method, amount: sum, orderId });
      if (!begun.ok) throw new Error(begun.error.code);
      const opened = await online.forward(begun.value.id);
      return opened?.payment ?? expect.fail('the payment is gone');
    };
    const read = async (id: string) => (await online.find(id)) ?? expect.fail('the payment is gone');
    const balance = async () => (await world.shop.wallet.read(buyerId)).balance;
    return { ...world, provider, providers, online, begin, read, balance };
  }

  test('is stored before the provider is called, and the same update finds it again', async () => {
    const { provider, begin, online } = await open();
    const first = await begin();
    expect(first.id).toMatch(/^[\w-]{22}$/);
    expect(await begin()).toEqual(first);
    expect(provider.calls.begin).toBe(1);
    expect([...provider.begun.values()]).toEqual([
      { id: first.id, amount, description: 'order', callbackUrl: `${publicUrl}/pay/${first.id}/back` },
    ]);
    expect(await online.forward(first.id)).toMatchObject({ url: 'https://bank.example/zarinpal-1' });
    expect(await online.forward('nothing')).toBeNull();
  });

  test('another provider has one payment of its own, however often both links are opened at once', async () => {
    const { providers, begin, online, paymentWorker, read, balance } = await open();
    const zibal = createTestProvider('zibal', false);
    providers.push(zibal);
    const { id } = await begin();
    const visits = Array.from({ length: 6 }, (_, nth) => online.forward(id, nth % 2 === 0 ? 'zibal' : 'zarinpal'));
    const ids = new Set((await Promise.all(visits)).map((opened) => opened?.payment.id));
    expect(ids.size).toBe(2);
    const other = [...ids].find((one) => one !== id) ?? '';
    expect((await online.forward(other, 'zarinpal'))?.payment.id).toBe(id);
    expect((await online.forward(other, 'zibal'))?.payment.id).toBe(other);
    zibal.pay((await read(other)).reference ?? '');
    await online.returned(other);
    await paymentWorker.runOnce();
    expect(await read(other)).toMatchObject({ state: 'paid', method: 'zibal', credited: amount });
    expect(await read(id)).toMatchObject({ state: 'expired', reason: 'paid-elsewhere' });
    expect(await online.forward(id)).toMatchObject({ url: null });
    expect(await balance()).toBe(amount);
  });

  test('paid at another provider meanwhile: it is not asked for again, and what its bank takes is booked', async () => {
    const { provider, providers, begin, online, paymentWorker, read, balance, shop } = await open();
    const zibal = createTestProvider('zibal', false);
    providers.push(zibal);
    for (const isBackFirst of [true, false]) {
      const first = await begin(`tap:${isBackFirst}`);
      const other = (await online.forward(first.id, 'zibal'))?.payment;
      zibal.pay(other?.reference ?? '');
      if (isBackFirst) await online.returned(first.id);
      await online.returned(other?.id ?? '');
      await paymentWorker.runOnce();
      await online.returned(first.id);
      await paymentWorker.runOnce();
      expect(await read(first.id)).toMatchObject({ state: 'expired', reason: 'paid-elsewhere' });
      expect(await shop.payments.queries.countOpen(buyerId)).toBe(0);
      const before = await balance();
      provider.pay(first.reference ?? '');
      await online.returned(first.id);
      await paymentWorker.runOnce();
      expect(await balance()).toBe(before + amount);
    }
  });

  test('paid at two providers at once: both are booked', async () => {
    const { provider, providers, begin, online, paymentWorker, balance } = await open();
    const zibal = createTestProvider('zibal', false);
    providers.push(zibal);
    for (let nth = 1; nth <= 5; nth += 1) {
      const first = await begin(`tap:${nth}`);
      const other = (await online.forward(first.id, 'zibal'))?.payment;
      provider.pay(first.reference ?? '');
      zibal.pay(other?.reference ?? '');
      await Promise.all([online.returned(first.id), online.returned(other?.id ?? '')]);
      await paymentWorker.runOnce();
      expect(await balance()).toBe(2 * nth * amount);
    }
  });

  test('that at another provider is given up, and its link pressed again: another one is begun, whoever presses', async () => {
    const { providers, begin, online, read, shop } = await open();
    const zibal = createTestProvider('zibal', false);
    providers.push(zibal);
    const { id } = await begin();
    const other = (await online.forward(id, 'zibal'))?.payment.id ?? '';
    await shop.payments.cancel(buyerId, other);
    const visits = await Promise.all([1, 2, 3].map(() => online.forward(id, 'zibal')));
    expect(new Set(visits.map((visit) => visit?.payment.id)).size).toBe(1);
    expect(visits[0]?.url).toMatch(/^https:\/\/bank\.example\/zibal-/);
    expect(await read(other)).toMatchObject({ state: 'expired', reason: 'given-up' });
    expect(await shop.payments.queries.countOpen(buyerId)).toBe(2);
  });

  test('cancelled at the bank and begun again is one open payment, and given up it is none', async () => {
    const { begin, online, paymentWorker, shop } = await open();
    const { queries, cancel } = shop.payments;
    const { id } = await begin();
    await online.returned(id);
    await paymentWorker.runOnce();
    expect(await queries.countOpen(buyerId)).toBe(1);
    const again = (await online.forward(id))?.payment.id ?? '';
    expect(again).not.toBe(id);
    expect((await queries.openOf(buyerId, 0, 5)).payments.map((payment) => payment.id)).toEqual([again]);
    await cancel(buyerId, again);
    expect(await queries.countOpen(buyerId)).toBe(0);
  });

  test('given up: nothing is sent to the bank any more, and what the bank takes is booked once', async () => {
    const { provider, begin, online, paymentWorker, clock, read, balance, shop } = await open();
    const { id, reference } = await begin();
    expect(await shop.payments.cancel(strangerId, id)).toBeNull();
    expect(await shop.payments.cancel(buyerId, id)).toMatchObject({ state: 'expired', reason: 'given-up' });
    expect(await shop.payments.queries.countOpen(buyerId)).toBe(0);
    expect(await online.forward(id)).toMatchObject({ url: null });
    provider.pay(reference ?? '');
    clock.pass(hour);
    await paymentWorker.runOnce();
    expect(await read(id)).toMatchObject({ state: 'paid', credited: amount });
    expect(await shop.payments.cancel(buyerId, id)).toMatchObject({ state: 'paid' });
    expect(await balance()).toBe(amount);
  });

  test('given up, and its payer comes back without having paid: it stays given up', async () => {
    const { provider, begin, online, paymentWorker, read, balance, shop } = await open();
    const { id, reference } = await begin();
    await shop.payments.cancel(buyerId, id);
    await online.returned(id);
    await paymentWorker.runOnce();
    expect(await read(id)).toMatchObject({ state: 'expired', reason: 'given-up' });
    expect(await shop.payments.queries.countOpen(buyerId)).toBe(0);
    provider.pay(reference ?? '');
    await online.returned(id);
    await paymentWorker.runOnce();
    expect(await read(id)).toMatchObject({ state: 'paid', credited: amount });
    expect(await balance()).toBe(amount);
  });

  test('is credited when the provider says so, never because somebody came back', async () => {
    const { provider, begin, online, paymentWorker, read, balance, shop } = await open();
    const { id, reference } = await begin();
    expect(await online.returned(id)).toMatchObject({ state: 'submitted' });
    await paymentWorker.runOnce();
    expect(await read(id)).toMatchObject({ state: 'asked', waitingSince: null });
    expect(await balance()).toBe(0);

    provider.pay(reference ?? '');
    await online.returned(id);
    await paymentWorker.runOnce();
    expect(await read(id)).toMatchObject({
      state: 'paid',
      credited: amount,
      receipt: 'r-zarinpal-1',
      payerCard: '603799******1234',
    });
    const statement = await shop.wallet.statement(buyerId, 0, 5);
    expect(statement.map(({ key, balance_delta }) => [key, balance_delta])).toEqual([
      ['payment:zarinpal:zarinpal-1', amount],
    ]);
    expect((await shop.payments.queries.trail(id)).map(({ to }) => to)).toEqual([
      'asked',
      'submitted',
      'asked',
      'submitted',
      'paid',
    ]);
  });

  test('whose payer came back unpaid, at any millisecond, is asked about again at a whole one', async () => {
    const { begin, online, paymentWorker, clock, read } = await open();
    const { id } = await begin();
    for (const odd of [15_001, 61_003, 2_002]) {
      clock.pass(odd);
      await online.returned(id);
      await paymentWorker.runOnce();
      const { state, nextAttemptAt } = await read(id);
      expect([state, Number.isInteger(nextAttemptAt)]).toEqual(['asked', true]);
    }
  });

  test('is found although the tab was closed, and one that is paid late is credited late', async () => {
    const { provider, begin, paymentWorker, clock, read, balance } = await open();
    const closed = await begin('closed');
    const late = await begin('late');
    provider.pay(closed.reference ?? '');
    clock.pass(minute);
    await paymentWorker.runOnce();
    expect(await read(closed.id)).toMatchObject({ state: 'paid' });
    clock.pass(30 * minute);
    await paymentWorker.runOnce();
    expect(await read(late.id)).toMatchObject({ state: 'expired' });
    provider.pay(late.reference ?? '');
    clock.pass(20 * minute);
    await paymentWorker.runOnce();
    expect(await read(late.id)).toMatchObject({ state: 'paid' });
    expect(await balance()).toBe(2 * amount);
  });

  test('that is no longer checked is found in the provider’s list', async () => {
    const { provider, begin, paymentWorker, clock, read } = await open();
    const { id, reference } = await begin();
    for (let hours = 0; hours < 200; hours += 2) {
      clock.pass(120 * minute);
      await paymentWorker.runOnce();
    }
    const asked = provider.calls.verify;
    clock.pass(600 * minute);
    await paymentWorker.runOnce();
    expect(provider.calls.verify).toBe(asked);
    provider.pay(reference ?? '');
    clock.pass(2 * minute);
    await paymentWorker.runOnce();
    await paymentWorker.runOnce();
    expect(await read(id)).toMatchObject({ state: 'paid' });
  });

  test('fifty at once come back and two processes ask: credited once', async () => {
    const { provider, begin, online, paymentWorker, balance, another } = await open();
    const { id, reference } = await begin();
    provider.pay(reference ?? '');
    const other = await openDatabase(place.settings, { log: quiet });
    const second = await another(other);
    await Promise.all(Array.from({ length: 50 }, () => online.returned(id)));
    await Promise.all([
      paymentWorker.runOnce(),
      second.paymentWorker.runOnce(),
      ...Array.from({ length: 10 }, () => online.returned(id)),
    ]);
    await place.database.db.updateTable('payments').set({ next_attempt_at: 0, lease_until: 0 }).execute();
    await Promise.all([paymentWorker.runOnce(), second.paymentWorker.runOnce()]);
    expect(await balance()).toBe(amount);
    await other.close();
  });

  test('buys its order in the same step while the price stands; else the money stays and the reason is kept', async () => {
    const { provider, begin, paymentWorker, quote, stands, read, shop, clock, market } = await open();
    const order = await quote();
    const { id, reference } = await begin('one', order.id);
    // The price is held while the payer is at the bank.
    clock.pass(15 * minute);
    provider.pay(reference ?? '');
    await paymentWorker.runOnce();
    expect(await read(id)).toMatchObject({ state: 'paid', bought: true, keptWhy: null });
    expect(await stands(order)).toMatchObject({ state: 'confirmed' });
    expect(await shop.wallet.read(buyerId)).toMatchObject({ balance: amount, held: order.total });

    const dearer = await quote();
    const kept = await begin('two', dearer.id);
    provider.pay(kept.reference ?? '');
    market.products.set(topUpId, { price: 12_000 });
    clock.pass(minute);
    await paymentWorker.runOnce();
    expect(await read(kept.id)).toMatchObject({ state: 'paid', bought: false, keptWhy: { code: 'price-moved' } });
    expect(await stands(dearer)).toMatchObject({ state: 'quoted' });
    expect(await shop.wallet.read(buyerId)).toMatchObject({ balance: 2 * amount, held: order.total });
  });

  test('whose amount differs waits for an owner, who is told; nothing is credited or asked again', async () => {
    const { provider, begin, paymentWorker, alertWorker, clock, read, balance, alerts, shop } = await open();
    const { id, reference } = await begin();
    provider.pay(reference ?? '', amount - 10);
    clock.pass(minute);
    await paymentWorker.runOnce();
    expect(await read(id)).toMatchObject({
      state: 'submitted',
      problem: writeProblem({ code: 'other-amount', paid: amount - 10 }),
    });
    const asked = provider.calls.verify;
    clock.pass(60 * minute);
    await paymentWorker.runOnce();
    expect(provider.calls.verify).toBe(asked);
    await alertWorker.runOnce();
    expect(alerts).toMatchObject([
      { kind: 'payment-mismatch', amount, why: writeProblem({ code: 'other-amount', paid: amount - 10 }) },
      { kind: 'payment-waiting' },
    ]);
    expect(await balance()).toBe(0);
    const decided = await shop.payments.decisions.approve({ paymentId: id, by: 1, amount: amount - 10 });
    expect(decided).toMatchObject({ ok: true, value: { first: true, payment: { credited: amount - 10 } } });
    expect(await balance()).toBe(amount - 10);
  });

  test('about which the provider is silent neither expires nor is credited; owners hear after ten minutes', async () => {
    const { provider, begin, online, paymentWorker, alertWorker, clock, read, balance, alerts } = await open();
    const { id, reference } = await begin();
    provider.say({ kind: 'unsure', why: 'no answer' });
    await online.returned(id);
    for (let minutes = 0; minutes < 40; minutes += 1) {
      await paymentWorker.runOnce();
      clock.pass(minute);
    }
    expect(await read(id)).toMatchObject({ state: 'submitted', problem: 'no answer' });
    await alertWorker.runOnce();
    expect(alerts).toMatchObject([{ kind: 'payment-waiting', paymentId: id }]);
    provider.say(null);
    provider.pay(reference ?? '');
    clock.pass(10 * minute);
    await paymentWorker.runOnce();
    expect(await read(id)).toMatchObject({ state: 'paid', problem: null });
    expect(await balance()).toBe(amount);
  });

  test('that the bank gave back is refused', async () => {
    const { provider, begin, online, paymentWorker, read, balance } = await open();
    const { id } = await begin();
    provider.say({ kind: 'reversed' });
    await online.returned(id);
    await paymentWorker.runOnce();
    expect(await read(id)).toMatchObject({ state: 'refused', reason: 'reversed' });
    expect(await balance()).toBe(0);
  });

  test('at a provider that is down may be tried again; where only an owner can mend it, it is refused and they hear', async () => {
    const { provider, online, begin, alertWorker, alerts } = await open();
    provider.refuse({ kind: 'unavailable', why: 'down' });
    const { id, state } = await begin('one');
    expect(state).toBe('asked');
    expect(await online.forward(id)).toMatchObject({ url: null });
    provider.refuse(null);
    expect(await online.forward(id)).toMatchObject({ url: 'https://bank.example/zarinpal-1' });
    provider.refuse({ kind: 'misconfigured', why: 'merchant unknown' });
    for (const source of ['two', 'three'])
      expect(await begin(source)).toMatchObject({ state: 'refused', reason: 'misconfigured' });
    await alertWorker.runOnce();
    expect(alerts).toEqual([{ kind: 'payment-misconfigured', method: 'zarinpal', why: 'merchant unknown' }]);
  });

  const [refused, down] = [
    { kind: 'misconfigured', why: 'code -11' },
    { kind: 'unavailable', why: 'down' },
  ] as const;
  test.each([
    ['begun, then refused', [null, refused]],
    ['refused, then begun', [refused, null]],
    ['begun, then no answer', [null, down]],
    ['no answer, then begun', [down, null]],
  ] as const)('loaded twice at once, %s: no payer is sent where no one asks', async (_, answers) => {
    const { provider, online, read, balance, paymentWorker, clock } = await open();
    provider.refuseNext(...answers);
    const opened = await online.open({ source: 'tap', by: buyerId, method: 'zarinpal', amount, orderId: null });
    const id = opened.ok ? opened.value.id : '';
    await Promise.all([online.forward(id), online.forward(id)]);
    const { state, reference } = await read(id);
    // Refused before the other was begun: then that one sends its payer nowhere.
    expect(['asked', reference === null ? 'refused' : 'asked']).toContain(state);
    const again = await online.forward(id);
    expect(again?.url).toBe(reference === null ? null : `https://bank.example/${reference}`);
    if (again?.url) provider.pay(reference ?? '');
    clock.pass(minute);
    await paymentWorker.runOnce();
    expect(await balance()).toBe(again?.url ? amount : 0);
  });

  test('begun by one load while the provider refuses another: not refused, and credited', async () => {
    const { provider, providers, online, read, balance, paymentWorker, clock } = await open();
    const opened = await online.open({ source: 'tap', by: buyerId, method: 'zarinpal', amount, orderId: null });
    const id = opened.ok ? opened.value.id : '';
    const begun = Promise.withResolvers<void>();
    let calls = 0;
    // The second call is refused after the first has sent its payer to the bank.
    providers[0] = {
      ...provider,
      begin: async (request) => {
        calls += 1;
        if (calls === 1) return provider.begin(request);
        await begun.promise;
        return err({ kind: 'misconfigured', why: 'code -11' });
      },
    };
    const loads = [online.forward(id), online.forward(id)];
    const url = 'https://bank.example/zarinpal-1';
    expect(await Promise.race(loads)).toMatchObject({ url });
    provider.pay('zarinpal-1');
    begun.resolve();
    expect(await Promise.all(loads)).toMatchObject([{ url }, { url }]);
    clock.pass(minute);
    await paymentWorker.runOnce();
    expect(await read(id)).toMatchObject({ state: 'paid' });
    expect(await balance()).toBe(amount);
  });

  test.each(['zarinpal', 'zibal'] as const)(
    'at %s that was refused with its payer at the bank is asked about again and credited',
    async (method) => {
      const { provider, begin, read, balance, paymentWorker, clock, database } = await open(method);
      const { id, reference } = await begin();
      provider.pay(reference ?? '');
      await refuse(database, id, method);
      if (method === 'zibal') await database.db.updateTable('payments').set({ next_attempt_at: 0 }).execute();
      for (let round = 0; round < 3; round += 1) {
        clock.pass(2 * minute);
        await paymentWorker.runOnce();
      }
      expect(await read(id)).toMatchObject({ state: 'paid' });
      expect(await balance()).toBe(amount);
    },
  );

  async function refuse({ db }: typeof place.database, id: string, actor: string) {
    const refused = { state: 'refused', reason: 'misconfigured', next_attempt_at: null } as const;
    await db.updateTable('payments').set(refused).where('id', '=', id).execute();
    const event = {
      payment_id: id,
      at: 1,
      actor,
      from_state: 'asked',
      to_state: 'refused',
      why: 'misconfigured',
    } as const;
    await db.insertInto('payment_events').values(event).execute();
  }

  test('that an owner refused and the provider lists is shown to owners again, once; their second word stands', async () => {
    const { provider, begin, online, read, balance, paymentWorker, alertWorker, alerts, clock, shop } = await open();
    const { id, reference } = await begin();
    provider.say({ kind: 'mismatch', why: 'unknown', paid: null });
    await online.returned(id);
    await paymentWorker.runOnce();
    const reject = () => shop.payments.decisions.reject({ paymentId: id, by: ownerId, reason: 'not-found' });
    expect(await reject()).toMatchObject({ ok: true, value: { first: true } });
    provider.say(null);
    provider.pay(reference ?? '');
    const asked = provider.calls.verify;
    clock.pass(2 * minute);
    await paymentWorker.runOnce();
    expect(await read(id)).toMatchObject({ state: 'submitted', problem: writeProblem({ code: 'refused-but-paid' }) });
    expect((await shop.payments.queries.waiting(0, 5)).payments.map((one) => one.id)).toEqual([id]);
    await alertWorker.runOnce();
    expect(alerts.map(({ kind }) => kind)).toEqual(['payment-mismatch', 'payment-mismatch']);
    expect(await reject()).toMatchObject({ ok: true, value: { first: true } });
    for (let round = 0; round < 3; round += 1) {
      clock.pass(2 * minute);
      await paymentWorker.runOnce();
    }
    expect(await read(id)).toMatchObject({ state: 'refused', reason: 'not-found' });
    // Verify would take the money for good.
    expect(provider.calls.verify).toBe(asked);
    expect(await balance()).toBe(0);
  });

  test('that an owner booked and the provider lists is settled there; owners hear if it will not be', async () => {
    const { provider, begin, online, read, paymentWorker, alertWorker, alerts, clock, shop } = await open();
    const bookByOwner = async (source: string) => {
      const { id, reference } = await begin(source);
      provider.say({ kind: 'mismatch', why: 'unknown', paid: null });
      await online.returned(id);
      await paymentWorker.runOnce();
      provider.pay(reference ?? '');
      expect(await shop.payments.decisions.approve({ paymentId: id, by: ownerId })).toMatchObject({ ok: true });
      expect(await read(id)).toMatchObject({ state: 'paid' });
      return id;
    };
    const unsettled = async () => {
      clock.pass(2 * minute);
      await paymentWorker.runOnce();
      await alertWorker.runOnce();
      return alerts.flatMap((alert) => (alert.kind === 'payment-unsettled' ? [alert.paymentId] : []));
    };
    await bookByOwner('settled');
    provider.say({ kind: 'unsure', why: 'no answer' });
    expect(await unsettled()).toEqual([]);
    provider.say(null);
    expect(await unsettled()).toEqual([]);
    expect(await provider.listUnverified()).toEqual([]);
    const id = await bookByOwner('given back');
    provider.say({ kind: 'reversed' });
    expect(await unsettled()).toEqual([id]);
    // Listed on, and told once.
    expect(await unsettled()).toEqual([id]);
  });

  test('without a list of unverified ones is asked about for seven days, ever more rarely, though never called back', async () => {
    const { provider, begin, paymentWorker, clock, read } = await open('zibal');
    const { id, reference, createdAt } = await begin();
    const asked: number[] = [];
    while (clock.now() < createdAt + 12 * day) {
      const before = provider.calls.verify;
      await paymentWorker.runOnce();
      if (provider.calls.verify > before) asked.push(clock.now() - createdAt);
      clock.pass(15 * minute);
    }
    const gaps = asked.slice(1).map((at, nth) => at - (asked[nth] ?? 0));
    expect(Math.max(...gaps.filter((_, nth) => (asked[nth] ?? 0) < day - 2 * hour))).toBeLessThan(1.5 * hour);
    expect(gaps.slice(-4)).toEqual(gaps.slice(-4).toSorted((a, b) => a - b));
    expect(asked.at(-1)).toBeGreaterThan(7 * day);
    expect(asked.length).toBeLessThan(60);
    expect(await read(id)).toMatchObject({ state: 'expired', nextAttemptAt: null });

    const late = await begin('late');
    clock.pass(6 * day);
    provider.pay(late.reference ?? '');
    await paymentWorker.runOnce();
    expect(await read(late.id)).toMatchObject({ state: 'paid' });
    expect(provider.taken(reference ?? '')).toBeUndefined();
  });

  test('at a provider that was switched off is guessed at by no one, and asked about when it is back', async () => {
    const { provider, providers, begin, online, paymentWorker, clock, read, balance } = await open();
    const { id, reference } = await begin();
    await online.returned(id);
    provider.pay(reference ?? '');
    providers.length = 0;
    for (let hours = 0; hours < 30; hours += 1) {
      await paymentWorker.runOnce();
      clock.pass(hour);
    }
    expect(await read(id)).toMatchObject({ state: 'submitted' });
    expect(provider.calls.verify).toBe(0);
    providers.push(provider);
    clock.pass(2 * hour);
    await paymentWorker.runOnce();
    expect(await read(id)).toMatchObject({ state: 'paid' });
    expect(await balance()).toBe(amount);
  });

  test('at a provider that only the next release knows is left to it', async () => {
    const { provider, begin, online, paymentWorker, clock, read, balance } = await open('zibal');
    const { id, reference } = await begin();
    await online.returned(id);
    provider.pay(reference ?? '');
    const rename = (method: string) =>
      place.database.db
        .updateTable('payments')
        .set({ method: method as OnlineMethod })
        .execute();
    await rename('of the next release');
    clock.pass(30 * hour);
    await paymentWorker.runOnce();
    expect(await read(id)).toMatchObject({ state: 'submitted' });
    await rename('zibal');
    clock.pass(2 * hour);
    await paymentWorker.runOnce();
    expect(await read(id)).toMatchObject({ state: 'paid' });
    expect(await balance()).toBe(amount);
  });

  test('is not decided by an owner while the provider is still asked', async () => {
    const { provider, begin, online, paymentWorker, clock, read, balance, shop } = await open();
    const { id, reference } = await begin();
    provider.say({ kind: 'unsure', why: 'no answer' });
    const decide = async () => [
      await shop.payments.decisions.approve({ paymentId: id, by: ownerId }),
      await shop.payments.decisions.reject({ paymentId: id, by: ownerId, reason: 'not-found' }),
    ];
    const notOpen = { ok: false, error: { code: 'payment-not-open' } };
    expect(await decide()).toEqual([notOpen, notOpen]);
    await online.returned(id);
    for (let minutes = 0; minutes < 15; minutes += 1) {
      await paymentWorker.runOnce();
      clock.pass(minute);
      expect(await decide()).toEqual([notOpen, notOpen]);
    }
    provider.say(null);
    provider.pay(reference ?? '');
    clock.pass(10 * minute);
    await paymentWorker.runOnce();
    expect(await read(id)).toMatchObject({ state: 'paid' });
    expect(await balance()).toBe(amount);
  });

  test('of another shop, or unknown, credits no one; owners are alerted about ours', async () => {
    const { provider, paymentWorker, alertWorker, alerts, database, online, begin } = await open();
    provider.takeUnknown('A1', 70_000, `${publicUrl}/pay/xyz/back`);
    provider.takeUnknown('A2', 80_000, 'https://another.example/back');
    await paymentWorker.runOnce();
    await alertWorker.runOnce();
    expect(alerts).toEqual([{ kind: 'payment-unknown', method: 'zarinpal', reference: 'A1', amount: 70_000 }]);
    expect(await database.db.selectFrom('ledger').selectAll().execute()).toEqual([]);
    await begin('same');
    const theirs = await online.open({ source: 'same', by: strangerId, method: 'zarinpal', amount, orderId: null });
    expect(theirs).toEqual({ ok: false, error: { code: 'payment-unknown' } });
  });
});
