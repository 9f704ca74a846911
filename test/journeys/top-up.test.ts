import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { look, makeAgent } from '#test/support/agents.ts';
import { find, forge, greet, keysOn, rangedTopUpId, tap } from '#test/support/buyer.ts';
import { readCsv } from '#test/support/csv.ts';
import { makeDatabase } from '#test/support/databases.ts';
import { download } from '#test/support/downloads.ts';
import { labels, read, spoken, storyIn } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

/** Each language has a database of its own. */
describe.each([
  ['fa', 'sqlite'],
  ['en', 'postgres'],
] as const)('a top-up, in %s on %s', (language, kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ database: await makeDatabase(kind) });
  });
  afterAll(() => world.close());

  const { t, money, price, phone, sold } = storyIn(language, () => world);
  const toman = (rials: number) => money(rials, 'toman');
  const named = { fa: 'شارژ ۵۰٬۰۰۰ تومانی', en: 'Top-up of 50,000 tomans' }[language];
  const delivered = t('state-delivered').replace(/<[^>]*>/g, '');
  const stored = (number: string) => `98${number.slice(1)}`;
  /** The lines of a confirm screen that say what is paid. */
  const sums = (credit: number, vat: number, total: number, percent = 10) =>
    [
      t('confirm-credit', { base: toman(credit) }),
      t('confirm-vat', { percent, vat: toman(vat) }),
      t('confirm-total', { total: toman(total) }).replace(/<[^>]*>/g, ''),
    ].join('\n');

  async function buy(person: Awaited<ReturnType<typeof greet>>): Promise<void> {
    const since = person.mark();
    await tap(person, { to: 'confirm' });
    await person.sees(delivered, { since });
  }

  test('is named by the credit that arrives on its button, in a line, on Confirm and on its receipt', async () => {
    const seller = await makeAgent(world, { language, limit: 100_000_000 });
    await forge(seller, { to: 'unit', unit: 'toman' });
    const [number, other] = [phone('0912'), phone('0912')];
    await seller.type(number);
    await tap(seller, { to: 'topup' });
    expect(read(seller)).toContain(t('topup-price', { credit: toman(1_000_000), price: toman(1_100_000) }));
    await seller.press(price(500_000, 'toman'));
    expect(read(seller)).toContain(`${named}\n`);
    expect(read(seller)).toContain(sums(500_000, 50_000, 550_000));
    await buy(seller);
    expect(read(seller)).toContain(`${named}\n`);
    expect(await sold(number)).toMatchObject([{ price: 550_000 }]);

    await seller.type(`${other} ${{ fa: '۵۰ هزار تومان', en: '50k toman' }[language]}`);
    expect(read(seller)).toContain(sums(500_000, 50_000, 550_000));
    await buy(seller);
    expect(await sold(other)).toMatchObject([{ price: 550_000 }]);

    const short = { fa: 'شارژ ۵۰٬۰۰۰ ت', en: 'Top-up 50,000 T' }[language];
    const third = phone('0912');
    await seller.type(third);
    expect(labels(seller.last())[0]).toBe(`↻ ${short} · ${price(550_000, 'toman')}`);
    await seller.type('/orders');
    expect(labels(seller.last())[0]).toMatch(/^✅ ⚡ (۵۰٬۰۰۰ ت|50,000 T) · /);
    await forge(seller, { to: 'statement', page: 1 });
    expect(read(seller)).toContain(`${named} · ${spoken(other)} · `);
    await forge(seller, { to: 'reportParts', of: null, span: 'day', day: null });
    expect(read(seller)).toContain({ fa: 'شارژ: ۲ فروش', en: 'Top-up: 2 sales' }[language]);
    await forge(seller, { to: 'reportFile', of: null, span: 'day', day: null });
    const file = await seller.sees(({ message }) => message.document !== undefined);
    const columns = ['what', 'base', 'vat', 'total'].map((column) => t(`column-${column}`, { unit: t('unit-toman') }));
    const rows = readCsv(await download(world, file)).map((row) => columns.map((column) => row[column]));
    expect(rows).toEqual([named, named].map((what) => [what, '50000', '5000', '55000']));

    // The same holds for a list of numbers and a plan.
    await seller.type([phone('0912'), phone('0912')].join('\n'));
    await tap(seller, { to: 'bulkItem', amount: 550_000 });
    expect(read(seller)).toContain(`${named} · `);
    await tap(seller, { to: 'bulkCancel' });
    await seller.type('/orders');
    await tap(seller, { to: 'order' });
    await tap(seller, { to: 'planOrder' });
    await tap(seller, { to: 'planWhen', follows: 'same' });
    await tap(seller, { to: 'makePlan' });
    expect(read(seller)).toContain(named);
  });

  test('costs exactly what was named if its buyer prefers that', async () => {
    const buyer = await greet(world, { language, wallet: 10_000_000 });
    const number = phone('0912');
    await buyer.type(`${number} 50000 toman`);
    expect(keysOn(buyer.last())[0]?.press.to).toBe('confirm');
    await tap(buyer, { to: 'change' });
    await buyer.press(t('key-pay-exactly', { amount: price(500_000, 'toman') }));
    expect(read(buyer)).toContain(t('confirm-total', { total: toman(500_000) }).replace(/<[^>]*>/g, ''));
    expect(read(buyer)).toContain({ fa: 'شارژ ۴۵٬۴۵۴٫۵ تومانی', en: 'Top-up of 45,454.5 tomans' }[language]);
    await tap(buyer, { to: 'change' });
    expect(labels(buyer.last())).not.toContain(t('key-pay-exactly', { amount: price(500_000, 'toman') }));
    await buyer.press(t('key-back'));
    await buy(buyer);
    expect(await sold(number)).toMatchObject([{ price: 500_000 }]);
  });

  test('stays within what the product may cost with its tax', async () => {
    const buyer = await greet(world, { language, wallet: 10_000_000 });
    const mobile = stored(phone('0912'));
    const range = { min: toman(10_000), max: toman(1_800_000) };
    await forge(buyer, { to: 'askAmount', id: rangedTopUpId, mobile });
    expect(read(buyer)).toContain(t('ask-amount', { ...range, unit: t('unit-toman') }).split('\n')[0]);
    await buyer.type('200,000');
    expect(read(buyer)).toContain(t('failure-amount-out-of-range', range));
    await buyer.type('180,000');
    expect(read(buyer)).toContain(sums(1_800_000, 180_000, 1_980_000).split('\n')[0] ?? '');
    await forge(buyer, { to: 'credit', id: rangedTopUpId, mobile, credit: 2_000_000 });
    expect(read(buyer)).toContain(t('failure-amount-out-of-range', range));
    // It is possible to pay that much.
    await forge(buyer, { to: 'amount', id: rangedTopUpId, mobile, amount: 2_000_000 });
    expect(read(buyer)).toContain(t('confirm-total', { total: toman(2_000_000) }).replace(/<[^>]*>/g, ''));
  });

  test('of an earlier version keeps its meaning in its button, quote, order and repetition', async () => {
    const buyer = await greet(world, { language, wallet: 10_000_000 });
    const [old, now] = [phone('0912'), phone('0912')];
    // The button said «۲۰٬۰۰۰ تومان», all of it to pay.
    await forge(buyer, { to: 'amount', id: rangedTopUpId, mobile: stored(old), amount: 200_000 });
    const stores = await look(world, ({ db }) =>
      db
        .selectFrom('orders')
        .select(['named_amount', 'named_credit', 'base', 'total'])
        .where('mobile', '=', stored(old))
        .execute(),
    );
    expect(stores).toEqual([{ named_amount: 200_000, named_credit: null, base: 181_818, total: 200_000 }]);
    const { data: oldQuote } = find(buyer, { to: 'confirm' });
    await forge(buyer, { to: 'credit', id: rangedTopUpId, mobile: stored(now), credit: 200_000 });
    const { data: newQuote } = find(buyer, { to: 'confirm' });
    for (const data of [oldQuote, newQuote]) {
      const since = buyer.mark();
      await buyer.forge(data);
      await buyer.sees(delivered, { since });
    }
    expect([await sold(old), await sold(now)]).toMatchObject([[{ price: 200_000 }], [{ price: 220_000 }]]);

    // When the tax changes, the named amount stays: what is paid for one, what arrives for the other.
    await world.stopBot();
    await world.startBot({ vatPercent: 12 });
    const orders = await look(world, ({ db }) =>
      db.selectFrom('orders').select(['id', 'mobile']).where('buyer_id', '=', buyer.id).execute(),
    );
    const again = async (number: string) => {
      const order = orders.find(({ mobile }) => mobile === stored(number));
      await forge(buyer, { to: 'again', order: order?.id ?? '' });
      return read(buyer);
    };
    expect(await again(old)).toContain(t('confirm-total', { total: toman(200_000) }).replace(/<[^>]*>/g, ''));
    expect(await again(now)).toContain(sums(200_000, 24_000, 224_000, 12));
    await world.stopBot();
    await world.startBot();
  });
});
