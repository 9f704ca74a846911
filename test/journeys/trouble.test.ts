import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSalesPause } from '#shop/base/sales-pause/sales-pause.ts';
import type { Database } from '#storage/database.ts';
import { encode } from '#test/support/actions.ts';
import { minute } from '#test/support/clock.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { codeIn, inStorage, labels, read, spoken, storyIn } from '#test/support/story.ts';
import { createWorld, ownerId, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

describe.each(journeyLanguages)('problems on the way to a purchase, in %s', (language) => {
  const story = storyIn(language, () => world);
  const { t, backKeys, isReceipt, money, price, buyer, stranger, phone, sold, ware } = story;
  const say = <T>(words: { readonly fa: T; readonly en: T }): T => words[language];
  const confirmKey = t('key-confirm', { total: money(33_000) });

  async function choose(person: Person, number: string): Promise<void> {
    await person.type(number);
    await person.press(t('key-offers'));
    await person.press(price(33_000));
  }

  test('a buyer is warned of a recent duplicate for the same number, but not for another number', async () => {
    const sara = await buyer('Sara');
    const number = phone('0935');
    await choose(sara, number);
    expect(read(sara)).not.toContain('⚠️');
    await sara.press(confirmKey);
    const receipt = await sara.sees(isReceipt);
    world.pass(4 * minute);
    await sara.press(t('key-buy-again'));
    expect(read(sara)).toContain(t('confirm-twin', { minutes: 4, code: codeIn(receipt) }));
    await choose(sara, phone('0935'));
    expect(read(sara)).not.toContain('⚠️');
    world.pass(20 * minute);
    await choose(sara, number);
    expect(read(sara)).not.toContain('⚠️');
    expect(await sold(number)).toHaveLength(1);
  });

  test('a buyer sees a changed price next to the old one and buys only with a second Confirm', async () => {
    const ali = await buyer('Ali');
    const number = phone('0936');
    await choose(ali, number);
    // The quoted price differs from the current one.
    await inStorage(world, ({ db }) =>
      db
        .updateTable('orders')
        .set({ base: 20_000, vat: 2_000, total: 22_000, charge: 22_000 })
        .where('mobile', '=', `98${number.slice(1)}`)
        .execute(),
    );
    await ali.press(confirmKey);
    expect(read(ali)).toContain(t('failure-price-moved', { was: money(22_000), now: money(33_000) }));
    expect(await sold(number)).toHaveLength(0);
    await ali.press(confirmKey);
    await ali.sees(isReceipt);
    expect(await sold(number)).toEqual([expect.objectContaining({ price: 33_000 })]);
  });

  test('a buyer also sees a price that changed while the quote was open', async () => {
    const lale = await buyer('Lale');
    const number = phone('0905');
    await choose(lale, number);
    await inStorage(world, ({ db }) =>
      db
        .updateTable('orders')
        .set({ base: 40_000, vat: 4_000, total: 44_000, charge: 44_000 })
        .where('mobile', '=', `98${number.slice(1)}`)
        .execute(),
    );
    world.pass(11 * minute);
    await lale.press(confirmKey);
    expect(read(lale)).toContain(t('failure-price-moved', { was: money(44_000), now: money(33_000) }));
    expect(labels(lale.last())[0]).toBe(confirmKey);
    expect(await sold(number)).toHaveLength(0);
  });

  test('a buyer confirms a new price after ten minutes', async () => {
    const mina = await buyer('Mina');
    const number = phone('0937');
    await choose(mina, number);
    const until = (at: number) =>
      new Intl.DateTimeFormat(say({ fa: 'fa-IR', en: 'en-GB' }), {
        timeStyle: 'short',
        timeZone: 'Asia/Tehran',
      }).format(at);
    expect([until(world.now() + 10 * minute), until(world.now() + 10 * minute - 5_000)]).toContainEqual(
      /(\S+)\.$|ساعت (\S+) /
        .exec(read(mina).split('\n').at(-1) ?? '')
        ?.slice(1)
        .find(Boolean),
    );
    world.pass(11 * minute);
    await mina.press(confirmKey);
    expect(read(mina)).toContain(t('failure-quote-expired'));
    expect(await sold(number)).toHaveLength(0);
    await mina.press(confirmKey);
    await mina.sees(isReceipt);
    expect(await sold(number)).toHaveLength(1);
  });

  test('a buyer reads that offers are unavailable, and Try again works', async () => {
    const omid = await buyer('Omid');
    const number = phone('0938');
    await omid.type(number);
    await world.fault('offers', '503');
    await omid.press(t('key-offers'));
    await omid.sees(t('failure-offers-unavailable'));
    expect(labels(omid.last())).toEqual([t('key-try-again'), ...backKeys]);
    await omid.press(t('key-try-again'));
    expect(read(omid)).toContain(t('failure-offers-unavailable'));
    await world.fault('offers', null);
    await omid.press(t('key-try-again'));
    expect(labels(omid.last()).some((label) => label.includes(price(33_000)))).toBe(true);
  });

  test('a buyer with another operator’s number gets no personal offers and sees what there is', async () => {
    const neda = stranger('Neda');
    await neda.type('/start');
    await neda.press(t('key-offers'));
    await neda.type(phone('0912'));
    expect(read(neda)).toContain(t('offers-other-operator', { operator: say({ fa: 'ایرانسل', en: 'Irancell' }) }));
    expect(labels(neda.last())).toContain(t('key-packages'));
  });

  test('a buyer is warned of a package of another operator or SIM type and can buy it', async () => {
    const tara = await buyer('Tara');
    const number = phone('0912');
    await tara.type(number);
    await tara.press(t('key-is-postpaid'));
    const { id } = await ware(3, 'credit', 'بسته اینترنت ۷ روزه ۳ گیگابایت');
    await tara.forge(encode({ to: 'product', id, mobile: `98${number.slice(1)}` }));
    expect(read(tara)).toContain(
      t('confirm-other-operator', {
        number: say({ fa: 'همراه اول', en: 'Hamrah-e Aval' }),
        package: say({ fa: 'رایتل', en: 'RighTel' }),
      }),
    );
    expect(read(tara)).toContain(t('confirm-other-sim', { sim: t('sim-postpaid') }));
  });

  test('a buyer with a small wallet reads the missing amount, and with money the same Confirm works', async () => {
    const poor = stranger('Poor');
    await world.grant(poor.id, 3_000);
    const number = phone('0939');
    await poor.type(number);
    await poor.press(t('key-offers'));
    await poor.press(price(33_000, 'toman'));
    expect(read(poor)).toContain(t('confirm-wallet-short', { missing: money(30_000, 'toman') }));
    await poor.press(t('key-confirm', { total: money(33_000, 'toman') }));
    expect(read(poor)).toContain(t('failure-wallet-too-small', { missing: money(30_000, 'toman') }));
    expect(poor.last().html).toContain(`tg://user?id=${ownerId}`);
    expect(labels(poor.last())).toContain(t('key-support'));
    const { copied } = await poor.press(t('key-copy-code'));
    expect(read(poor)).toContain(copied);
    expect(await sold(number)).toHaveLength(0);
    await world.grant(poor.id, 30_000);
    await poor.press(t('key-try-again'));
    await poor.sees(isReceipt);
    expect(await sold(number)).toEqual([expect.objectContaining({ price: 33_000, webservice_code: copied })]);
  });

  test('a buyer reads the reason while sales are paused, and buys afterwards', async () => {
    const reza = await buyer('Reza');
    const number = phone('0930');
    await choose(reza, number);
    const question = reza.last();
    const selling = (database: Database) => createSalesPause({ database, now: world.now });
    await inStorage(world, (database) => selling(database).pause('owner', 'تعطیلات <نوروز>', 'test'));
    await reza.press(confirmKey);
    expect(read(reza)).toContain(t('failure-selling-paused-why', { reason: 'تعطیلات <نوروز>' }));
    expect(labels(reza.last())).toEqual([t('key-support'), ...backKeys]);
    await choose(reza, number);
    expect(read(reza)).toContain(t('failure-selling-paused-why', { reason: 'تعطیلات <نوروز>' }));
    await inStorage(world, (database) => selling(database).resume('owner'));
    // What another process ended is known within a second.
    world.pass(1_000);
    await choose(reza, number);
    await reza.press(confirmKey);
    await reza.sees(isReceipt);
    expect(question.id).toBeLessThan(reza.last().id);
    expect(await sold(number)).toHaveLength(1);
  });

  test('a buyer of a product that is gone or off sale is refused with a way back', async () => {
    const dara = await buyer('Dara');
    const mobile = `98${phone('0912').slice(1)}`;
    await dara.type(mobile);
    await dara.forge(encode({ to: 'product', id: 999_999, mobile }));
    expect(read(dara)).toContain(t('failure-product-gone'));
    // The eighth of every nineteen is off sale at the gateway.
    await dara.forge(encode({ to: 'product', id: 27, mobile: `98${phone('0941').slice(1)}` }));
    expect(read(dara)).toContain(t('failure-product-off-sale'));
    expect(labels(dara.last())).toEqual([...backKeys]);
    await dara.forge(encode({ to: 'offer', mobile: `98${phone('0935').slice(1)}`, offer: 'AAAAAAAA' }));
    expect(read(dara)).toContain(t('failure-offer-gone'));
  });

  test('a buyer who presses an old or foreign button gets one helpful line', async () => {
    const yas = stranger('Yas');
    await yas.type('/start');
    const before = yas.last().text;
    for (const data of ['0h', 'menu:buy', '1zz', '1n:12', '1s:0:9:0:::0:1:0:']) {
      expect((await yas.forge(data)).toast?.text, data).toBe(t('button-old'));
    }
    expect(yas.last().text).toBe(before);
    await yas.forge(encode({ to: 'order', order: 'AAAAAAAAAAAAAA', page: null }));
    expect(read(yas)).toContain(t('failure-order-unknown'));
  });

  test('a buyer who presses Cancel buys nothing and cannot confirm that quote', async () => {
    const kian = await buyer('Kian');
    const number = phone('0933');
    await choose(kian, number);
    const { id } = kian.last();
    const data = kian.last().message.reply_markup?.inline_keyboard[0]?.[0];
    await kian.press(t('key-cancel'));
    const [cancelled = ''] = t('cancelled-order', { what: '', number: '' }).split(':');
    expect(read(kian)).toContain(cancelled);
    expect(read(kian)).toContain(spoken(number));
    expect(kian.last().id).toBe(id);
    await kian.forge(data && 'callback_data' in data ? data.callback_data : '');
    expect(kian.last().html).toContain(t('state-cancelled'));
    expect(await sold(number)).toHaveLength(0);
  });

  test('a buyer who presses Change gets to the list of the item and back to Confirm', async () => {
    const hana = await buyer('Hana');
    const number = phone('0902');
    await choose(hana, number);
    await hana.press(t('key-change'));
    await hana.press(t('key-change-package'));
    expect(labels(hana.last()).some((label) => label.includes(price(33_000)))).toBe(true);
    await hana.press(t('key-back'));
    expect(read(hana)).toContain(t('number-what'));
    await hana.press(t('key-topup'));
    await hana.press(price(500_000));
    await hana.press(t('key-change'));
    await hana.press(t('key-change-amount'));
    expect(read(hana)).toContain(t('topup-choose'));
    await choose(hana, number);
    await hana.press(t('key-change'));
    await hana.press(t('key-change-number'));
    await hana.press(t('key-back'));
    expect(labels(hana.last())[0]).toBe(confirmKey);
    await hana.press(t('key-change'));
    await hana.press(t('key-back'));
    expect(labels(hana.last())[0]).toBe(confirmKey);
    await hana.press(t('key-change'));
    await hana.press(t('key-change-number'));
    const other = phone('0903');
    await hana.type(other);
    await hana.press(t('key-is-postpaid'));
    expect(read(hana)).toContain(spoken(other));
    expect(labels(hana.last()).some((label) => label.includes(price(33_000)))).toBe(true);
  });
});
