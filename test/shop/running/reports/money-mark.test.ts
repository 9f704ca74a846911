import { describe, expect, test } from 'vitest';
import { readMoneyMark } from '#shop/running/reports/money-mark.ts';
import { visit } from '#test/payments/bank-stage.ts';
import { amount, openPaymentStage } from '#test/server/payment-stage.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { buyerId, newUpdate, ownerId, useDatabase } from '#test/support/shop.ts';

/** While it is the same, a failed update puts the copy of before back. */
describe.each(sampledDatabases())('the mark grows with what a payer does, on %s', (kind) => {
  const place = useDatabase(kind);
  const mark = () => readMoneyMark(place.database.db);

  test('who is sent to the bank, and who comes back', async () => {
    const { begin, shop } = await openPaymentStage(place.database);
    const { id, url } = await begin();
    const asked = await mark();
    expect((await visit(url)).status).toBe(302);
    const sent = await mark();
    await shop.payments.online.returned(id);
    expect(new Set([asked, sent, await mark()]).size).toBe(3);
  });

  test('a slip of a transfer, and another one', async () => {
    const { shop } = await openPaymentStage(place.database);
    const { card, cards } = shop.payments;
    await cards.add(ownerId, { number: '6037997599999993', holder: 'Sara Ahmadi' });
    expect(await card.open({ source: 'tap', by: buyerId, amount, orderId: null })).toMatchObject({ ok: true });
    const marks = [await mark()];
    for (const content of ['first', 'second']) {
      expect(await card.submit(buyerId, { kind: 'photo', content }, newUpdate())).toMatchObject({ ok: true });
      marks.push(await mark());
    }
    expect(new Set(marks).size).toBe(3);
  });
});
