import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeIn, labels, languages, read, rows, type Story, spoken, storyIn } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Confirms, waits for the receipt and returns the order's code. */
async function confirm(person: Person, { t, isReceipt }: Story, total: string): Promise<string> {
  await person.press(t('key-confirm', { total }));
  const receipt = await person.sees(isReceipt);
  expect(receipt.text).toContain(total);
  return codeIn(receipt);
}

describe.each(languages)('a customer who buys in %s', (language) => {
  const story = storyIn(language, () => world);
  const { t, backKeys, money, price, buyer, phone, sold, ware } = story;
  const say = <T>(words: { readonly fa: T; readonly en: T }): T => words[language];
  const operator = say({ fa: 'ایرانسل', en: 'Irancell' });
  const weekly = say({ fa: '۱ گیگ · ۷ روز', en: '1 GB · 7 days' });

  test('sends a number, chooses its SIM type and an offer, confirms, and the message becomes the receipt', async () => {
    const sara = await buyer('Sara');
    const number = phone('0935');
    await sara.type(number);
    expect(read(sara)).toContain(`${spoken(number)}\n${operator}`);
    const { id } = sara.last();
    expect(read(sara)).toContain(`${operator} · ${t('sim-prepaid')}`);
    await sara.press(t('key-offers'));
    await sara.press(weekly);
    const question = read(sara);
    expect(question).toContain(spoken(number));
    expect(question).toContain(say({ fa: 'قیمت: ۳۰٬۰۰۰ ریال', en: 'Price: 30,000 rials' }));
    expect(question).toContain(say({ fa: 'مالیات ۱۰٪: ۳٬۰۰۰ ریال', en: 'VAT 10%: 3,000 rials' }));
    expect(question).toContain(say({ fa: 'جمع: ۳۳٬۰۰۰ ریال', en: 'Total: 33,000 rials' }));
    expect(question).toContain(say({ fa: '۹٬۹۶۷٬۰۰۰ ریال', en: '9,967,000 rials' }));
    const code = await confirm(sara, story, say({ fa: '۳۳٬۰۰۰ ریال', en: '33,000 rials' }));
    expect(sara.last().id).toBe(id);
    expect(await sold(number)).toEqual([
      expect.objectContaining({ product_id: 510, price: 33_000, webservice_code: code }),
    ]);
  });

  test('starts with personal offers and reaches them through the question about the SIM', async () => {
    const ali = story.stranger('Ali');
    await world.grant(ali.id, 33_000);
    const number = phone('0901');
    await ali.type('/start');
    await ali.press(t('key-offers'));
    await ali.type(number);
    await ali.press(t('key-is-postpaid'));
    const prices = labels(ali.last()).slice(0, -2);
    expect(prices.length).toBeGreaterThan(3);
    await ali.press(weekly);
    expect(read(ali)).toContain(say({ fa: 'جمع: ۳٬۳۰۰ تومان', en: 'Total: 3,300 tomans' }));
    expect(read(ali)).toContain(say({ fa: 'موجودی پس از خرید: ۰ تومان', en: 'Balance after it: 0 tomans' }));
    await confirm(ali, story, say({ fa: '۳٬۳۰۰ تومان', en: '3,300 tomans' }));
    expect(await sold(number)).toEqual([expect.objectContaining({ product_id: 511, price: 33_000 })]);
  });

  test('sees offers cheapest first, each with price and validity', async () => {
    const omid = await buyer('Omid');
    await omid.type(phone('0936'));
    await omid.press(t('key-offers'));
    const offered = rows(omid.last()).filter(([label = '']) => / (?:ریال|IRR)/.test(label));
    const latin = (text: string) => text.replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0));
    const prices = offered.map(([label = '']) => {
      const [, price = ''] = /([\d,٬]+) (?:ریال|IRR)/.exec(latin(label)) ?? [];
      return Number(price.replace(/[,٬]/g, ''));
    });
    expect(prices.every((price) => price > 0)).toBe(true);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect(offered.every((row) => row.length === 1)).toBe(true);
  });

  test('chooses operator, SIM type, category and package in sorted pages, then the number, and confirms', async () => {
    const mina = await buyer('Mina');
    await mina.type('/start');
    const { id } = mina.last();
    await mina.press(t('key-packages'));
    await mina.press(say({ fa: 'همراه اول', en: 'Hamrah-e Aval' }));
    await mina.press(t('sim-prepaid'));
    await mina.press(/ماهانه|Monthly/);
    await mina.press(t('key-shelf-options'));
    await mina.press(/تا ۱۰ گیگابایت|Up to 10 GB/);
    const suggested = labels(mina.last());
    const { id: product, shown, total } = await ware(1, 'credit', 'بسته اینترنت ۳۰ روزه ۱ گیگابایت');
    expect(suggested[0]).toBe(`${say({ fa: '۱ گیگ · ۳۰ روز', en: '1 GB · 30 days' })} · ${price(total)}`);
    const night = await ware(1, 'credit', 'بسته اینترنت شبانه ۳۰ روزه ۵ گیگابایت');
    // A phone shows this much: in Persian the days have no room before the price.
    const nightly = say({ fa: '۵ گیگ · PRICE · ۳۰ روز · شبانه', en: '5 GB night 30d · PRICE' });
    await mina.press(t('key-next-page', { page: 2, pages: 2 }));
    expect(labels(mina.last())[0]).toBe(nightly.replace('PRICE', price(night.total)));
    await mina.press(t('key-previous'));
    await mina.press(t('key-shelf-options'));
    await mina.press(t('sort-price'));
    expect(labels(mina.last())[2]).toContain(price(night.total));
    await mina.press(t('key-shelf-options'));
    expect(labels(mina.last())).toContain(`✓ ${t('sort-price')}`);
    await mina.press(t('key-back'));
    await mina.press(price(total));
    const question = await mina.sees(shown);
    expect(question.id).toBe(id);
    expect(labels(question)).toEqual([t('key-share-product'), ...backKeys]);
    const number = phone('0912');
    await mina.type(number);
    expect(read(mina)).toContain(spoken(number));
    await confirm(mina, story, money(total));
    expect(await sold(number)).toEqual([expect.objectContaining({ product_id: product, price: total })]);
  });

  test('pages through a shelf by six, and Back leads up to where it began', async () => {
    const neda = await buyer('Neda');
    await neda.type('/start');
    const { id } = neda.last();
    await neda.press(t('key-packages'));
    await neda.press(operator);
    await neda.press(t('sim-postpaid'));
    await neda.press(/^(Everything here|همهٔ این بخش)/);
    const first = rows(neda.last());
    expect(first.filter((row) => row.length === 1)).toHaveLength(6);
    await neda.press(t('key-next-page', { page: 2, pages: 6 }));
    expect(labels(neda.last())).toContain(t('key-next-page', { page: 3, pages: 6 }));
    expect(rows(neda.last())[0]).not.toEqual(first[0]);
    await neda.press(t('key-previous'));
    expect(rows(neda.last())).toEqual(first);
    await neda.press(t('key-shelf-options'));
    await neda.press(t('sort-days'));
    const shortest = labels(neda.last()).slice(0, 4);
    expect(shortest.every((label) => /\b1 ?d(?:ay)?\b|(?<![۰-۹])۱ ?روز/.test(label))).toBe(true);
    await neda.press(t('key-shelf-options'));
    await neda.press(t('sort-catalogue'));
    expect(rows(neda.last())).toEqual(first);
    await neda.press(t('key-back'));
    expect(read(neda)).toContain(t('shelf-categories'));
    await neda.press(t('key-back'));
    expect(read(neda)).toContain(t('choose-sim'));
    await neda.press(t('key-back'));
    expect(labels(neda.last())).toContain(t('key-search'));
    await neda.press(t('key-home'));
    expect(labels(neda.last())).toContain(t('key-settings'));
    expect(neda.last().id).toBe(id);
  });

  test('is not asked again for what is known when packages are opened from a number', async () => {
    const reza = await buyer('Reza');
    const number = phone('0920');
    await reza.type(number);
    await reza.press(t('key-packages'));
    expect(read(reza)).toContain(spoken(number));
    await reza.press(/هفتگی|Weekly/);
    const { id: product, total } = await ware(3, 'credit', 'بسته اینترنت ۷ روزه ۳ گیگابایت');
    await reza.press(price(total));
    await confirm(reza, story, money(total));
    expect(await sold(number)).toEqual([expect.objectContaining({ product_id: product, price: total })]);
  });

  test('buys TD-LTE only for a 0941 number', async () => {
    const dara = await buyer('Dara', 20_000_000);
    const number = phone('0941');
    await dara.type(number);
    expect(labels(dara.last())).not.toContain(t('key-offers'));
    await dara.press(t('key-tdlte'));
    const { id: product, total } = await ware(2, 'credit', 'بسته TD-LTE ۳۰ روزه ۲۰ گیگابایت');
    await dara.press(/ماهانه|Monthly/);
    await dara.press(price(total));
    await confirm(dara, story, money(total));
    expect(await sold(number)).toEqual([expect.objectContaining({ product_id: product, price: total })]);

    await dara.type('/start');
    await dara.press(t('key-packages'));
    await dara.press(t('key-tdlte'));
    await dara.press(t('sim-prepaid'));
    await dara.press(/ماهانه|Monthly/);
    await dara.press(price(total));
    await dara.type(phone('0912'));
    expect(read(dara)).toContain(t('failure-product-not-for-number'));
  });
});
