import { describe, expect, test } from 'vitest';
import { mostRials } from '#domain/money.ts';
import { trackingCode } from '#shop/money/payments/slips.ts';
import { openDatabase } from '#storage/database.ts';
import { minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import {
  buyerId,
  countRows,
  newUpdate,
  openWorld,
  ownerId,
  quiet,
  strangerId,
  useDatabase,
} from '#test/support/shop.ts';

const amount = 500_000;
const number = '6037997599999993';
const photo = { kind: 'photo', content: 'file-1' } as const;
const otherOwner = 2;

describe.each(sampledDatabases())('a transfer from card to card on %s', (kind) => {
  const place = useDatabase(kind);
  let asked = 0;

  async function open() {
    const world = await openWorld(place.database, { ownerIds: [ownerId, otherOwner] });
    const { card, cards, cancel, decisions, methods } = world.shop.payments;
    await cards.add(ownerId, { number, holder: 'Sara Ahmadi' });
    const ask = async (by = buyerId, sum = amount, orderId: string | null = null) => {
      asked += 1;
      const opened = await card.open({ source: `tap:${asked}`, by, amount: sum, orderId });
      if (!opened.ok) throw new Error(opened.error.code);
      return opened.value.payment;
    };
    const submitted = async (by = buyerId) => {
      const payment = await ask(by);
      await card.submit(by, photo, newUpdate());
      return payment;
    };
    const balance = async (by = buyerId) => (await world.shop.wallet.read(by)).balance;
    return { ...world, card, cards, cancel, decisions, methods, ask, submitted, balance };
  }

  test('the same card added by several owners at once is one card', async () => {
    const { cards } = await open();
    const add = () => cards.add(ownerId, { number: '6037991111111112', holder: 'Reza' });
    const added = await Promise.all([add(), add(), add(), add()]);
    const ids = added.map((one) => (one.ok ? one.value.id : one.error.code));
    expect(ids).toEqual(Array(4).fill(expect.any(Number)));
    expect(new Set(ids).size).toBe(1);
  });

  test('asks for a unique amount, and credits exactly what was paid', async () => {
    const { ask, card, decisions, balance } = await open();
    const amounts = new Set<number>();
    for (let person = 100; person < 130; person += 1) amounts.add((await ask(person)).amount);
    expect(amounts.size).toBe(30);
    for (const one of amounts) {
      expect(one % 10).toBe(0);
      expect(one - amount).toBeGreaterThan(0);
      expect(one - amount).toBeLessThan(1_000);
    }
    const payment = await card.awaitingSlip(buyerId);
    expect(await card.submit(buyerId, photo, newUpdate())).toMatchObject({
      ok: true,
      value: { state: 'submitted', slip: photo },
    });
    const decided = await decisions.approve({ paymentId: payment?.id ?? '', by: ownerId });
    expect(decided).toMatchObject({ ok: true, value: { first: true, payment: { state: 'paid' } } });
    expect(await balance()).toBe(payment?.amount);
  });

  test('is one open request a person: a new one replaces it, until a slip was sent', async () => {
    const { ask, card } = await open();
    const first = await ask();
    const second = await ask(buyerId, 900_000);
    expect(second.id).not.toBe(first.id);
    expect(await card.awaitingSlip(buyerId)).toMatchObject({ id: second.id });
    await card.submit(buyerId, { kind: 'text', content: '۱۲۳۴۵۶' }, newUpdate());
    const third = await ask(buyerId, 700_000);
    expect(third).toMatchObject({ id: second.id, state: 'submitted', receipt: '123456' });
  });

  test('the same update finds the same request', async () => {
    const { card } = await open();
    const request = { source: 'one', by: buyerId, amount, orderId: null };
    const both = await Promise.all([card.open(request), card.open(request)]);
    expect(both[0]).toEqual(both[1]);
    expect(await card.open({ ...request, by: strangerId })).toMatchObject({ ok: false });
  });

  test('a slip that could not reach an owner comes when they press Start, once, if it still waits', async () => {
    const told: string[] = [];
    const reached = new Set([ownerId]);
    const world = await openWorld(place.database, {
      ownerIds: [ownerId, otherOwner],
      tellOwner: async (to, alert) => {
        if (!reached.has(to)) return { kind: 'unreachable' };
        if (alert.kind === 'payment-slip') told.push(`${to}:${alert.personId}`);
        return { kind: 'delivered' };
      },
    });
    const { card, cards, decisions, missedSlips } = world.shop.payments;
    const tellAll = async () => {
      while ((await world.alertWorker.runOnce()) > 0);
    };
    await cards.add(ownerId, { number, holder: 'Sara Ahmadi' });
    for (const by of [buyerId, strangerId]) {
      await card.open({ source: `start:${by}`, by, amount, orderId: null });
      await card.submit(by, { kind: 'photo', content: `file of ${by}` }, newUpdate());
    }
    await tellAll();
    expect(new Set(told)).toEqual(new Set([`${ownerId}:${buyerId}`, `${ownerId}:${strangerId}`]));
    const { payments } = await world.shop.payments.queries.waiting(0, 8);
    const decided = payments.find(({ personId }) => personId === strangerId);
    await decisions.reject({ paymentId: decided?.id ?? '', by: ownerId, reason: 'not-found' });
    reached.add(otherOwner);
    told.length = 0;
    for (let pressed = 0; pressed < 2; pressed += 1) {
      await missedSlips.redeliver(otherOwner);
      await tellAll();
    }
    await missedSlips.redeliver(ownerId);
    await tellAll();
    expect(told).toEqual([`${otherOwner}:${buyerId}`]);
  });

  test('the next one to decide waits longest; what a provider is still asked about is passed over', async () => {
    const { submitted, decisions, shop, database, clock } = await open();
    const { nextToDecide } = shop.payments.queries;
    expect(await nextToDecide()).toBeNull();
    const ids: string[] = [];
    for (const by of [101, 102, 103]) {
      ids.push((await submitted(by)).id);
      clock.pass(minute);
    }
    const [first = '', second = '', third = ''] = ids;
    expect(await nextToDecide()).toMatchObject({ id: first });
    await database.db.updateTable('payments').set({ next_attempt_at: 0 }).where('id', '=', first).execute();
    expect(await nextToDecide()).toMatchObject({ id: second });
    await decisions.approve({ paymentId: second, by: ownerId });
    expect(await nextToDecide()).toMatchObject({ id: third });
  });

  test('no more is credited than any amount may be, whatever a button says', async () => {
    const { submitted, decisions, balance } = await open();
    const { id: paymentId } = await submitted();
    const approval = decisions.approve({ paymentId, by: ownerId, amount: mostRials + 10 });
    expect(await approval).toMatchObject({ ok: false, error: { code: 'amount-invalid' } });
    expect(await balance()).toBe(0);
  });

  test('two owners decide at once, each way: one decision counts', async () => {
    const { submitted, decisions, balance, another, shop } = await open();
    const other = await openDatabase(place.settings, { log: quiet });
    const second = (await another(other)).shop.payments.decisions;
    for (let round = 0; round < 5; round += 1) {
      const before = await balance();
      const { id: paymentId, amount: sum } = await submitted();
      const results = await Promise.all([
        decisions.approve({ paymentId, by: ownerId }),
        second.reject({ paymentId, by: otherOwner, reason: 'not-found' }),
        second.approve({ paymentId, by: otherOwner, amount: 10_000 }),
        decisions.approve({ paymentId, by: ownerId }),
      ]);
      expect(results.filter((result) => result.ok && result.value.first)).toHaveLength(1);
      const payment = await shop.payments.queries.one(paymentId);
      const credited = payment?.state === 'paid' ? payment.credited : 0;
      expect([0, 10_000, sum]).toContain(credited);
      expect(await balance()).toBe(before + (credited ?? 0));
      await shop.payments.methods.reopen(ownerId, buyerId);
    }
    expect(await shop.wallet.findLedgerMismatches()).toEqual([]);
    const decided = await place.database.db
      .selectFrom('audit')
      .select('action')
      .where('person_id', '=', buyerId)
      .execute();
    expect(decided.filter(({ action }) => action !== 'reopen-card')).toHaveLength(5);
    await other.close();
  });

  test('three rejected in a row close the method for that person until an owner reopens it', async () => {
    const { submitted, decisions, methods, ask, card, cards } = await open();
    for (let nth = 1; nth <= 3; nth += 1) {
      expect(await methods.forPerson(buyerId)).toContain('card');
      const { id: paymentId } = await submitted();
      await decisions.reject({ paymentId, by: ownerId, reason: 'not-found' });
    }
    expect(await methods.forPerson(buyerId)).not.toContain('card');
    expect(await card.open({ source: 'x', by: buyerId, amount, orderId: null })).toMatchObject({ ok: false });
    expect(await methods.forPerson(strangerId)).toContain('card');
    expect(await methods.reopen(ownerId, buyerId)).toBe(true);
    expect(await methods.reopen(ownerId, buyerId)).toBe(false);
    expect(await methods.forPerson(buyerId)).toContain('card');
    // The three from before do not count again.
    const { id: paymentId } = await submitted();
    await decisions.reject({ paymentId, by: ownerId, reason: 'not-found' });
    expect(await ask()).toMatchObject({ state: 'asked' });
    for (const { id } of await cards.list()) await cards.switch(ownerId, id, false);
    expect(await methods.forPerson(buyerId)).not.toContain('card');
  });

  test('is never approved by time, by the payer or before a slip was sent', async () => {
    const { ask, card, decisions, paymentWorker, clock, shop, balance, alertWorker, alerts } = await open();
    const { id: paymentId } = await ask();
    expect(await decisions.approve({ paymentId, by: ownerId })).toMatchObject({ ok: false });
    await card.submit(buyerId, photo, newUpdate());
    expect(await decisions.approve({ paymentId, by: buyerId })).toEqual({ ok: false, error: { code: 'not-allowed' } });
    clock.pass(30 * 24 * 60 * minute);
    await paymentWorker.runOnce();
    expect(await shop.payments.queries.one(paymentId)).toMatchObject({ state: 'submitted' });
    expect(await balance()).toBe(0);
    await alertWorker.runOnce();
    expect(alerts.map((alert) => alert.kind)).toEqual(
      expect.arrayContaining(['payment-slip', 'payment-slip', 'payment-waiting', 'payment-waiting']),
    );
  });

  test('a slip that comes after the request expired still counts', async () => {
    const { ask, card, paymentWorker, clock, shop, decisions, balance } = await open();
    const { id: paymentId, amount: sum } = await ask();
    clock.pass(25 * 60 * minute);
    await paymentWorker.runOnce();
    expect(await shop.payments.queries.one(paymentId)).toMatchObject({ state: 'expired' });
    expect(await card.submit(buyerId, photo, newUpdate())).toMatchObject({
      ok: true,
      value: { id: paymentId, state: 'submitted' },
    });
    await decisions.approve({ paymentId, by: ownerId });
    expect(await balance()).toBe(sum);
    expect(await card.submit(strangerId, photo, newUpdate())).toEqual({
      ok: false,
      error: { code: 'payment-not-open' },
    });
  });

  test('after five slips that were rejected a clear one is taken', async () => {
    const { ask, card, decisions } = await open();
    const { id: paymentId } = await ask();
    const send = (content: string) => card.submit(buyerId, { kind: 'photo', content }, newUpdate());
    for (let nth = 0; nth < 5; nth += 1) await send(`blurred ${nth}`);
    expect(await send('too many')).toMatchObject({ ok: false, error: { code: 'slips-enough' } });
    await decisions.reject({ paymentId, by: ownerId, reason: 'send a clear one' });
    expect(await send('clear')).toMatchObject({ ok: true, value: { id: paymentId, state: 'submitted' } });
  });

  test('a payer cannot flood owners: five slips a request, and each slip is one alert', async () => {
    const { ask, card, alertWorker, alerts } = await open();
    await ask();
    const send = (content: string) => card.submit(buyerId, { kind: 'photo', content }, newUpdate());
    for (let nth = 1; nth <= 5; nth += 1) expect(await send(`file ${nth}`)).toMatchObject({ ok: true });
    expect(await send('file 6')).toEqual({ ok: false, error: { code: 'slips-enough' } });
    await alertWorker.runOnce();
    await alertWorker.runOnce();
    expect(alerts).toHaveLength(10);
  });

  test('what was given up by others is not; what was shown and never begun is forgotten after a week', async () => {
    const { ask, cancel, clock, expiryWorker, database } = await open();
    const { id } = await ask();
    expect(await cancel(strangerId, id)).toBeNull();
    expect(await cancel(buyerId, id)).toMatchObject({ state: 'expired' });
    clock.pass(8 * 24 * 60 * minute);
    await expiryWorker.runOnce();
    // A card request has a reference and is kept.
    expect(await database.db.selectFrom('payments').select('id').execute()).toEqual([{ id }]);
    await database.db.updateTable('payments').set({ reference: null }).execute();
    await expiryWorker.runOnce();
    expect(await countRows(database)).toMatchObject({ payments: 0, payment_events: 0, receipt_jobs: 0 });
  });

  test('every slip reaches owners: of a request that was given up, replaced, expired or rejected', async () => {
    const { ask, card, cancel, decisions, paymentWorker, clock, balance, shop } = await open();
    const ends = {
      'given up': async (id: string) => void (await cancel(buyerId, id)),
      expired: async () => {
        clock.pass(25 * 60 * minute);
        await paymentWorker.runOnce();
      },
      rejected: async (id: string) => {
        await card.submit(buyerId, { kind: 'photo', content: 'blurred' }, newUpdate());
        await decisions.reject({ paymentId: id, by: ownerId, reason: 'unreadable' });
      },
    };
    let sum = 0;
    for (const [how, end] of Object.entries(ends)) {
      const { id: paymentId, amount: paid } = await ask();
      await end(paymentId);
      const sent = await card.submit(buyerId, { kind: 'photo', content: `slip of ${how}` }, newUpdate());
      expect(sent, how).toMatchObject({ ok: true, value: { id: paymentId, state: 'submitted' } });
      expect((await shop.payments.queries.waiting(0, 5)).payments.map(({ id }) => id)).toEqual([paymentId]);
      expect(await decisions.approve({ paymentId, by: ownerId })).toMatchObject({ ok: true, value: { first: true } });
      sum += paid;
    }
    expect(await balance()).toBe(sum);
    const replaced = await ask();
    const second = await ask(buyerId, 900_000);
    await card.submit(buyerId, photo, newUpdate());
    await decisions.approve({ paymentId: second.id, by: ownerId });
    const late = await card.submit(buyerId, { kind: 'photo', content: 'late' }, newUpdate());
    expect(late).toMatchObject({ ok: true, value: { id: replaced.id } });
    clock.pass(4 * 24 * 60 * minute);
    await decisions.reject({ paymentId: replaced.id, by: ownerId, reason: 'not-found' });
    expect(await card.submit(buyerId, photo, newUpdate())).toEqual({ ok: false, error: { code: 'payment-not-open' } });
  });

  test('a slip whose amount is asked of another by now waits with both named, is decided, and credits its sender once', async () => {
    const { ask, card, decisions, paymentWorker, clock, balance, shop, alertWorker, alerts, database } = await open();
    const mine = await ask();
    clock.pass(25 * 60 * minute);
    await paymentWorker.runOnce();
    const theirs = await ask(strangerId);
    // As when every amount was used.
    await database.db.updateTable('payments').set({ amount: mine.amount }).where('id', '=', theirs.id).execute();
    const { decisions: decide, queries } = shop.payments;
    expect(await card.submit(buyerId, photo, 'update')).toMatchObject({
      ok: true,
      value: { id: mine.id, state: 'submitted', slip: photo },
    });
    expect(await card.submit(buyerId, photo, 'update')).toMatchObject({ ok: true, value: { id: mine.id } });
    await alertWorker.runOnce();
    expect(alerts.map(({ kind }) => kind)).toEqual(['payment-slip', 'payment-slip']);
    expect(await queries.countWaiting()).toBe(1);
    expect(await queries.resemblances(mine.id)).toMatchObject([
      { why: 'amount', payment: { id: theirs.id, personId: strangerId, amount: mine.amount } },
    ]);
    // The sender is shown that it waits, and others keep their own request.
    expect(await ask(buyerId, 700_000)).toMatchObject({ id: mine.id, state: 'submitted' });
    expect(await card.submit(strangerId, { kind: 'photo', content: 'their photo' }, newUpdate())).toMatchObject({
      value: { id: theirs.id, state: 'submitted' },
    });
    expect(await queries.resemblances(theirs.id)).toMatchObject([{ why: 'amount', payment: { id: mine.id } }]);
    const both = await Promise.all([
      decide.approve({ paymentId: mine.id, by: ownerId }),
      decide.reject({ paymentId: mine.id, by: otherOwner, reason: 'not-found' }),
    ]);
    expect(both.filter((result) => result.ok && result.value.first)).toHaveLength(1);
    const isPaid = (await queries.one(mine.id))?.state === 'paid';
    expect(await balance()).toBe(isPaid ? mine.amount : 0);
    expect(await decisions.approve({ paymentId: mine.id, by: ownerId })).toMatchObject({ value: { first: false } });
    await decisions.reject({ paymentId: theirs.id, by: ownerId, reason: 'not-found' });
    expect(await balance(strangerId)).toBe(0);
    expect(await queries.countWaiting()).toBe(0);
    expect(await shop.wallet.findLedgerMismatches()).toEqual([]);
  });

  test('while another takes its amount at the same moment, a slip waits all the same', async () => {
    const { ask, card, paymentWorker, clock, shop, another } = await open();
    const other = await openDatabase(place.settings, { log: quiet });
    const second = (await another(other)).shop.payments.card;
    for (let round = 0; round < 5; round += 1) {
      const { id, amount: taken } = await ask(1_000 + round);
      clock.pass(25 * 60 * minute);
      await paymentWorker.runOnce();
      const theirs = await ask(2_000 + round);
      const take = { amount: taken };
      const [sent] = await Promise.all([
        second.submit(1_000 + round, { kind: 'photo', content: `photo ${round}` }, newUpdate()),
        place.database.db
          .updateTable('payments')
          .set(take)
          .where('id', '=', theirs.id)
          .execute()
          .catch(() => null),
      ]);
      expect(sent).toMatchObject({ ok: true, value: { id, state: 'submitted' } });
      expect(await card.awaitingSlip(1_000 + round)).toMatchObject({ id, state: 'submitted' });
    }
    expect(await shop.payments.queries.countWaiting()).toBe(5);
    await other.close();
  });

  test('an amount is not asked of another while a slip for it may still come', async () => {
    const { ask, clock, paymentWorker, cancel } = await open();
    const amounts = new Set<number>();
    for (let person = 1_000; person < 1_099; person += 1) {
      const { id, amount: one } = await ask(person);
      amounts.add(one);
      await cancel(person, id);
    }
    expect(amounts.size).toBe(99);
    const { amount: next } = await ask();
    expect(amounts).not.toContain(next);
    clock.pass(4 * 24 * 60 * minute);
    await paymentWorker.runOnce();
    expect(amounts).toContain((await ask(strangerId)).amount);
  });

  test('the same update finds the payment that its slip was for, also after a decision', async () => {
    const { ask, card, decisions, shop } = await open();
    await ask();
    const { id: paymentId } = await ask(buyerId, 900_000);
    await card.submit(buyerId, photo, 'update');
    await decisions.approve({ paymentId, by: ownerId });
    expect(await card.submit(buyerId, photo, 'update')).toMatchObject({ ok: true, value: { id: paymentId } });
    expect(await shop.payments.queries.countWaiting()).toBe(0);
  });

  test('the same photo or tracking code of another person, or approved before, is pointed out', async () => {
    const { ask, card, decisions, shop, database } = await open();
    const { queries } = shop.payments;
    const send = async (by: number, slip: Parameters<typeof card.submit>[1]) => {
      const { id } = await ask(by);
      await card.submit(by, slip, newUpdate());
      return id;
    };
    const first = await send(100, { kind: 'photo', content: 'file-1', file: 'unique-1' });
    // Replaced by another photo: still the same slip.
    await card.submit(100, { kind: 'photo', content: 'file-2', file: 'unique-2' }, newUpdate());
    expect(await queries.resemblances(first)).toEqual([]);
    await decisions.approve({ paymentId: first, by: ownerId });
    await database.db.updateTable('receipt_jobs').set({ done_at: 1, done_how: 'delivered' }).execute();
    const second = await send(101, { kind: 'file', content: 'file-3', file: 'unique-1' });
    expect(await queries.resemblances(second)).toMatchObject([
      { why: 'slip', payment: { id: first, personId: 100, state: 'paid' } },
    ]);
    // What owners read beside the first is brought up to date.
    const jobs = await database.db.selectFrom('receipt_jobs').select('subject').where('done_at', 'is', null).execute();
    expect(jobs.map(({ subject }) => subject)).toContain(`payment:${first}`);

    const code = await send(102, { kind: 'text', content: 'کد ۱۲۳۴۵۶۷۸' });
    const again = await send(103, { kind: 'text', content: '12345678' });
    expect(await queries.resemblances(again)).toMatchObject([{ why: 'slip', payment: { id: code } }]);
    expect(await queries.resemblances(code)).toMatchObject([{ why: 'slip', payment: { id: again } }]);
    expect(await queries.resemblances(await send(104, photo))).toEqual([]);
  });

  test('a person who was asked for several amounts: owners see those as well', async () => {
    const { ask, card, shop } = await open();
    const given = await ask();
    const { id } = await ask(buyerId, 900_000);
    await card.submit(buyerId, photo, newUpdate());
    expect(await shop.payments.queries.resemblances(id)).toMatchObject([
      { why: 'person', payment: { id: given.id, amount: given.amount } },
    ]);
  });

  test('another photo of a transfer that was approved just now: owners see that one beside it', async () => {
    const { ask, card, decisions, shop, clock } = await open();
    const { id: first } = await ask(buyerId, 300_000);
    clock.pass(minute);
    const { id: second } = await ask(buyerId, 500_000);
    await card.submit(buyerId, photo, newUpdate());
    await decisions.approve({ paymentId: second, by: ownerId });
    const again = await card.submit(buyerId, { kind: 'photo', content: 'another' }, newUpdate());
    expect(again).toMatchObject({ ok: true, value: { id: first } });
    expect(await shop.payments.queries.resemblances(first)).toMatchObject([{ why: 'person', payment: { id: second } }]);
  });

  test.each([
    ['کد پیگیری 123456789012 تاریخ 1405/08/26 ساعت 10:45', '123456789012'],
    ['1234-5678-9012', '123456789012'],
    ['۱۲۳۴ ۵۶۷۸ ۹۰۱۲', '123456789012'],
    ['paid 500000, code 123456', 'paid 500000, code 123456'],
  ])('the tracking code in "%s"', (text, code) => {
    expect(trackingCode(text)).toBe(code);
  });

  test('several slips rejected for one request count like those of several', async () => {
    const { ask, card, decisions, methods } = await open();
    const { id: paymentId } = await ask();
    for (let nth = 1; nth <= 3; nth += 1) {
      expect(await methods.forPerson(buyerId)).toContain('card');
      await card.submit(buyerId, { kind: 'photo', content: `photo ${nth}` }, newUpdate());
      await decisions.reject({ paymentId, by: ownerId, reason: 'unreadable' });
    }
    expect(await methods.forPerson(buyerId)).not.toContain('card');
  });

  test('buys the order that it is for, also hours later, while its price stands', async () => {
    const { quote, ask, card, decisions, clock, stands, expiryWorker } = await open();
    const order = await quote();
    const { id: paymentId } = await ask(buyerId, amount, order.id);
    await card.submit(buyerId, photo, newUpdate());
    clock.pass(5 * 60 * minute);
    await expiryWorker.runOnce();
    expect(await decisions.approve({ paymentId, by: ownerId })).toMatchObject({
      ok: true,
      value: { payment: { bought: true } },
    });
    expect(await stands(order)).toMatchObject({ state: 'confirmed' });
  });

  test('what was paid back leaves the wallet once, with its note, and never more than came in', async () => {
    const { submitted, decisions, balance, shop } = await open();
    const { id: paymentId, amount: sum } = await submitted();
    const back = { paymentId, by: ownerId, key: 'tap', amount: 100_000, note: 'by bank' };
    expect(await shop.payments.payBack.payBack(back)).toMatchObject({ ok: false, error: { code: 'payment-not-open' } });
    await decisions.approve({ paymentId, by: ownerId });
    const both = await Promise.all([shop.payments.payBack.payBack(back), shop.payments.payBack.payBack(back)]);
    expect(both.filter((result) => result.ok && result.value.moved)).toHaveLength(1);
    expect(await balance()).toBe(sum - 100_000);
    expect(await shop.payments.payBack.payBack({ ...back, key: 'more', amount: sum })).toMatchObject({
      ok: false,
      error: { code: 'amount-out-of-range', max: sum - 100_000 },
    });
    expect((await shop.wallet.movements(buyerId, 0, 5)).rows.map(({ note }) => note)).toEqual(['by bank', null]);
    expect((await shop.payments.queries.trail(paymentId)).at(-1)).toMatchObject({
      why: 'paid back 100000 rials: by bank',
    });
  });
});
