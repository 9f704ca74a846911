import { describe, expect, test } from 'vitest';
import { dayOf, startOf } from '#domain/calendar.ts';
import type { PaymentMethod } from '#domain/payment.ts';
import { minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { buyerId, newUpdate, strangerId, useDatabase } from '#test/support/shop.ts';
import { openWithTwoBanks } from './two-banks.ts';

const amount = 500_000;
const dayMs = 24 * 60 * minute;

describe.each(sampledDatabases())('payments as the desk looks them up, on %s', (kind) => {
  const place = useDatabase(kind);

  async function open() {
    const world = await openWithTwoBanks(place.database);
    const { shop, clock } = world;
    const { card, queries } = shop.payments;
    await shop.people.loadOrCreate({ id: strangerId, name: 'Reza', language: 'en' });

    async function ask(method: 'zarinpal' | 'zibal', by = buyerId): Promise<string> {
      clock.pass(minute);
      return world.ask(method, { by, amount });
    }
    const visit = async (id: string): Promise<string> => (await world.visit(id)).reference;
    async function pay(method: 'zarinpal' | 'zibal', by = buyerId): Promise<string> {
      const id = await ask(method, by);
      await world.pay(id, method);
      return id;
    }
    async function submit(by: number, text = 'paid'): Promise<string> {
      clock.pass(minute);
      const opened = await card.open({ source: newUpdate(), by, amount, orderId: null });
      if (!opened.ok) throw new Error(opened.error.code);
      await card.submit(by, { kind: 'text', content: text }, newUpdate());
      return opened.value.payment.id;
    }
    return { ...world, ...queries, ask, askFor: world.ask, visit, pay, submit };
  }

  const idsOf = (payments: readonly { readonly id: string }[]) => payments.map(({ id }) => id);
  type Page = Awaited<ReturnType<Awaited<ReturnType<typeof open>>['openOf']>>;
  const pageOf = ({ payments, more }: Page) => [idsOf(payments), more];

  test('what was paid on a day of the shop, newest first, by method, in pages', async () => {
    const { pay, ask, visit, submit, paidOn, clock } = await open();
    clock.pass(startOf(dayOf(clock.now()) + 1) - clock.now() - 2 * minute);
    const before = await pay('zarinpal');
    const today = dayOf(clock.now());
    clock.pass(minute);
    const paid = [await pay('zibal'), await pay('zarinpal', strangerId), await pay('zibal')].toReversed();
    await visit(await ask('zibal'));
    await submit(buyerId);
    const day = dayOf(clock.now());
    expect(day).toBe(today + 1);
    expect(pageOf(await paidOn(today, null, 0, 5))).toEqual([[before], false]);
    expect(pageOf(await paidOn(day, null, 0, 5))).toEqual([paid, false]);
    expect(pageOf(await paidOn(day, null, 0, 3))).toEqual([paid, false]);
    expect(pageOf(await paidOn(day, null, 0, 2))).toEqual([paid.slice(0, 2), true]);
    expect(pageOf(await paidOn(day, null, 1, 2))).toEqual([paid.slice(2), false]);
    expect(pageOf(await paidOn(day, 'zarinpal', 0, 5))).toEqual([[paid[1]], false]);
    expect(pageOf(await paidOn(day + 1, null, 0, 5))).toEqual([[], false]);
  });

  test('the sums of some days by method: what was credited, of what is paid', async () => {
    const { pay, ask, visit, sums, clock } = await open();
    const from = dayOf(clock.now());
    await pay('zibal');
    clock.pass(dayMs);
    await pay('zibal');
    await pay('zarinpal', strangerId);
    await visit(await ask('zarinpal'));
    const to = dayOf(clock.now());
    const sum = (method: PaymentMethod, count: number) => ({ method, count, total: count * amount });
    expect(await sums({ from, to })).toEqual([sum('zarinpal', 1), sum('zibal', 2)]);
    expect(await sums({ from, to: from })).toEqual([sum('zibal', 1)]);
    expect(await sums({ from: to, to })).toEqual([sum('zarinpal', 1), sum('zibal', 1)]);
    expect(await sums({ from: to + 1, to: to + 2 })).toEqual([]);
  });

  test('finds a payment by what people have of it', async () => {
    const { pay, submit, find, one, visit, ask } = await open();
    const mine = await pay('zibal');
    const theirs = await submit(strangerId, 'کد پیگیری ۱۲۳۴۵۶');
    const begun = await ask('zarinpal');
    const reference = await visit(begun);
    const { receipt, payerCard } = (await one(mine)) ?? expect.fail('it is gone');
    const found = async (text: string, limit = 5) => idsOf(await find(text, limit));
    expect(await found(` ${mine} `)).toEqual([mine]);
    expect(await found(reference)).toEqual([begun]);
    expect(await found(receipt ?? '')).toEqual([mine]);
    expect(await found('۱۲۳۴۵۶')).toEqual([theirs]);
    expect(await found(payerCard?.slice(-4) ?? '')).toEqual([mine]);
    expect(await found('sara')).toEqual([begun, mine]);
    expect(await found('sara', 1)).toEqual([begun]);
    expect(await found(String(strangerId).padStart(5, '0'))).toEqual([theirs]);
    for (const text of ['', '  ', 'x', '0000']) expect(await found(text)).toEqual([]);
  });

  test('those of a person, and those that are open, newest first, in pages', async () => {
    const { pay, ask, submit, visit, ofPerson, openOf, countOpen } = await open();
    const paid = await pay('zibal');
    const slip = await submit(buyerId);
    const begun = await ask('zarinpal');
    await visit(begun);
    await submit(strangerId);
    expect(pageOf(await ofPerson(buyerId, 0, 3))).toEqual([[begun, slip, paid], false]);
    expect(pageOf(await ofPerson(buyerId, 0, 2))).toEqual([[begun, slip], true]);
    expect(pageOf(await ofPerson(buyerId, 1, 2))).toEqual([[paid], false]);
    expect(pageOf(await openOf(buyerId, 0, 2))).toEqual([[begun, slip], false]);
    expect(pageOf(await openOf(buyerId, 0, 1))).toEqual([[begun], true]);
    expect(pageOf(await openOf(buyerId, 1, 1))).toEqual([[slip], false]);
    expect(await countOpen(buyerId)).toBe(2);
  });

  test('what waits for a decision: the longest waiting first, not of the person who decides', async () => {
    const { submit, waiting, nextToDecide, countWaiting } = await open();
    const [first, second] = [await submit(buyerId), await submit(strangerId)];
    expect(pageOf(await waiting(0, 2))).toEqual([[first, second], false]);
    expect(pageOf(await waiting(0, 1))).toEqual([[first], true]);
    expect(pageOf(await waiting(1, 1))).toEqual([[second], false]);
    expect(await countWaiting()).toBe(2);
    expect(await nextToDecide()).toMatchObject({ id: first });
    expect(await nextToDecide(buyerId)).toMatchObject({ id: second });
    expect(await nextToDecide(strangerId)).toMatchObject({ id: first });
  });

  test('says that the payer is at another bank for the same', async () => {
    const { ask, askFor, visit, isElsewhereAtBank, quote } = await open();
    const order = await quote();
    const forOrder = (method: 'zarinpal' | 'zibal') => askFor(method, { orderId: order.id, amount: order.total });
    const [one, other, elsewhere] = [await forOrder('zarinpal'), await forOrder('zibal'), await ask('zibal')];
    await visit(elsewhere);
    expect([await isElsewhereAtBank(one), await isElsewhereAtBank(other)]).toEqual([false, false]);
    await visit(one);
    expect([await isElsewhereAtBank(one), await isElsewhereAtBank(other)]).toEqual([false, true]);
    expect(await isElsewhereAtBank('nothing')).toBe(false);
  });
});
