import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keysOn } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { labels, read, rows, spoken, storyIn, unmarked } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const persian = (digits: string) => digits.replace(/\d/g, (digit) => String.fromCharCode(0x06f0 + Number(digit)));
const arabic = (digits: string) => digits.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)));

describe.each(journeyLanguages)('a person who types, in %s', (language) => {
  const story = storyIn(language, () => world);
  const { t, backKeys, isReceipt, money, price, buyer, stranger, phone, sold, ware } = story;
  const say = <T>(words: { readonly fa: T; readonly en: T }): T => words[language];

  test('is understood in every spelling of a number', async () => {
    const sara = stranger('Sara');
    const number = phone('0912');
    const bare = number.slice(1);
    const spellings = [
      number,
      bare,
      `98${bare}`,
      `+98${bare}`,
      `0098${bare}`,
      `+98 ${bare.slice(0, 3)} ${bare.slice(3, 6)} ${bare.slice(6)}`,
      `${number.slice(0, 4)}-${number.slice(4, 7)}-${number.slice(7)}`,
      `(${number.slice(0, 4)}) ${number.slice(4)}`,
      `+98 (0) ${bare}`,
      persian(number),
      arabic(number),
      `\u2066${number}\u2069`,
      `\u200e+98${bare}\u200f`,
      `${number.slice(0, 4)}\u200c${number.slice(4)}`,
      say({ fa: `شارژ برای ${persian(number)} لطفاً`, en: `top up ${number}, please` }),
      `  ${number}\n`,
    ];
    for (const spelling of spellings) {
      const { messages } = await sara.type(spelling);
      expect(messages.map(({ text }) => text).join(), JSON.stringify(spelling)).toContain(spoken(number));
    }
    // No number was asked about twice or taken for another.
    await sara.type('/start');
    await sara.press(t('key-numbers'));
    expect(labels(sara.last())).toEqual([spoken(number), t('key-home')]);
  });

  test('starts a sale with a contact, a forwarded contact, a forwarded text or a caption', async () => {
    const ali = stranger('Ali');
    const [own, friend, shop, shown] = [phone('0913'), phone('0914'), phone('0915'), phone('0916')];
    await ali.shareContact({ phone_number: `+98${own.slice(1)}`, first_name: 'Ali' });
    expect(read(ali)).toContain(spoken(own));
    await ali.forward({ contact: { phone_number: `98${friend.slice(1)}`, first_name: 'Friend' }, from: 'Someone' });
    expect(read(ali)).toContain(spoken(friend));
    await ali.forward({ text: `Call me: ${shop}`, from: 'Shop' });
    expect(read(ali)).toContain(spoken(shop));
    await ali.sendPhoto({ caption: persian(shown) });
    expect(read(ali)).toContain(spoken(shown));
  });

  test('chooses one of several numbers, and reads why a foreign number or a landline is refused', async () => {
    const mina = stranger('Mina');
    const numbers = Array.from({ length: 10 }, () => phone('0917'));
    await mina.type(numbers.slice(0, 2).join('\n'));
    expect(labels(mina.last())).toEqual([...numbers.slice(0, 2).map(spoken), t('key-home')]);
    await mina.type(numbers.join(', '));
    expect(labels(mina.last())).toHaveLength(9);
    expect(read(mina)).toContain(t('several-numbers-first', { count: 8 }));
    for (const [text, mistake] of [
      ['+44 7911 123456', t('failure-number-foreign')],
      [persian('021 8888 7777'), t('failure-number-landline')],
      ['0912 345 678', t('failure-number-short', { missing: 1 })],
      ['0912 345 67890', t('failure-number-long', { extra: 1 })],
      ['1234567890', t('failure-number-invalid')],
    ] as const) {
      await mina.type(text);
      expect(read(mina), text).toContain(unmarked(mistake));
      // The bot names the mistake and does not send the menu again.
      expect(labels(mina.last()), text).toEqual([t('key-home')]);
    }
    for (const text of ['1234567', say({ fa: 'آفتاب', en: 'sunshine' }), '/nothing', '؟'.repeat(4_000)]) {
      await mina.type('/start');
      await mina.type(text);
      expect(read(mina), text).toContain(unmarked(t('not-understood')));
    }
  });

  test('can share their own number if none is known, and the keyboard disappears afterwards', async () => {
    const omid = stranger('Omid');
    await omid.type('/start');
    const { id } = omid.last();
    await omid.press(t('key-topup'));
    expect(omid.screen().keyboard).toEqual([[t('key-share-number')]]);
    await omid.press(t('key-home'), { message: id });
    expect(omid.screen().keyboard).toBeUndefined();
    // Only the screen itself is left in the chat.
    expect(omid.messages().map(({ text }) => text)).not.toContain(t('share-hint'));
    expect(omid.last().id).toBe(id);

    await omid.press(t('key-topup'));
    await omid.press(t('key-share-number'));
    const shared = `0${omid.phone.slice(2)}`;
    expect(read(omid)).toContain(spoken(shared));
    expect(omid.screen().keyboard).toBeUndefined();
    expect(read(omid)).toContain(t('topup-choose'));
    await omid.type('/start');
    await omid.press(t('key-topup'));
    expect(omid.screen().keyboard).toBeUndefined();
    expect(labels(omid.last())[0]).toBe(spoken(shared));
  });

  test('gets the keyboard of their own number by "for myself", for what was asked', async () => {
    const omid = stranger('Omid');
    const other = phone('0935');
    await omid.type(other);
    const shared = `0${omid.phone.slice(2)}`;
    const asked = async () => {
      expect(omid.screen().keyboard).toEqual([[t('key-share-number')]]);
      expect(read(omid)).toBe(t('share-hint'));
      const begin = omid.mark();
      await omid.press(t('key-share-number'));
      expect(omid.screen().keyboard).toBeUndefined();
      return omid
        .messages()
        .filter(({ changed, fromBot }) => fromBot && changed > begin)
        .map(({ text }) => unmarked(text))
        .join('\n');
    };
    const forMyself = say({ fa: 'برای خودم', en: 'for myself' });
    await omid.type('/start');
    await omid.press(t('key-topup'));
    expect(labels(omid.last())[0]).toBe(spoken(other));
    await omid.type(forMyself);
    expect(await asked()).toContain(t('topup-choose'));
    expect(read(omid)).toContain(spoken(shared));
    // This is a whole line except for the number.
    await omid.type('/start');
    await omid.type(say({ fa: '۲۰ هزار تومان برای خودم', en: '20k toman for myself' }));
    expect(await asked()).toContain(t('confirm-title').replace(/<[^>]*>/g, ''));
    expect(read(omid)).toContain(spoken(shared));
    // Numbers of other operators have no personal offers, so their list is empty.
    const zari = stranger('Zari');
    await zari.type(phone('0912'));
    await zari.type('/start');
    await zari.press(t('key-offers'));
    expect(labels(zari.messages().at(-2) ?? zari.last())).toEqual([t('key-home')]);
    expect(zari.screen().keyboard).toEqual([[t('key-share-number')]]);
    expect(read(zari)).toBe(t('share-hint'));
  });

  test('pays what is shown for a preset top-up', async () => {
    const neda = await buyer('Neda');
    const number = phone('0990');
    await neda.type('/start');
    await neda.press(t('key-topup'));
    await neda.type(number);
    expect(
      rows(neda.last())
        .slice(0, 3)
        .map((row) => row.length),
    ).toEqual([2, 2, 1]);
    await neda.press(price(200_000));
    expect(read(neda)).toContain(say({ fa: 'شارژ ۲۰۰٬۰۰۰ ریالی', en: 'Top-up of 200,000 rials' }));
    expect(read(neda)).toContain(say({ fa: 'شارژ دریافتی: ۲۰۰٬۰۰۰ ریال', en: 'Credit that arrives: 200,000 rials' }));
    expect(read(neda)).toContain(say({ fa: 'مالیات ۱۰٪: ۲۰٬۰۰۰ ریال', en: 'VAT 10%: 20,000 rials' }));
    expect(read(neda)).toContain(say({ fa: 'جمع: ۲۲۰٬۰۰۰ ریال', en: 'Total: 220,000 rials' }));
    await neda.press(t('key-confirm', { total: money(220_000) }));
    await neda.sees(isReceipt);
    const { id } = await ware(1, 'credit', 'شارژ با مبلغ دلخواه');
    expect(await sold(number)).toEqual([expect.objectContaining({ product_id: id, price: 220_000 })]);
  });

  test('is asked again until a typed amount is valid', async () => {
    const reza = await buyer('Reza');
    const number = phone('0991');
    await reza.type(number);
    await reza.press(t('key-topup'));
    await reza.press(t('key-other-amount'));
    expect(read(reza)).toContain(t('unit-rial'));
    await reza.type(say({ fa: 'زیاد', en: 'a lot' }));
    expect(read(reza)).toContain(t('failure-amount-invalid'));
    await reza.type('99999999999');
    expect(read(reza)).toContain(t('failure-amount-out-of-range', { min: money(10_000), max: money(1_800_000) }));
    expect(labels(reza.last())[0]).toBe(price(1_800_000));
    for (let turn = 0; turn < 25; turn += 1) {
      await reza.type('1 rial');
      expect(labels(reza.last())[0]).toBe(price(10_000));
    }
    await reza.type(say({ fa: '۵۰ هزار تومان', en: '50k toman' }));
    expect(read(reza)).toContain(money(500_000));
    await reza.press(t('key-confirm', { total: money(550_000) }));
    await reza.sees(isReceipt);
    const { id } = await ware(1, 'credit', 'شارژ با مبلغ دلخواه');
    expect(await sold(number)).toEqual([expect.objectContaining({ product_id: id, price: 550_000 })]);
  });

  test('means their own unit when an amount has none', async () => {
    const tara = stranger('Tara');
    const number = phone('0992');
    await tara.type(number);
    await tara.press(t('key-topup'));
    await tara.press(t('key-other-amount'));
    await tara.type(say({ fa: '۲۵٬۰۰۰', en: '25,000' }));
    expect(labels(tara.last())[0]).toBe(t('key-confirm', { total: money(275_000, 'toman') }));
  });

  test('pays VAT on top of a fixed top-up', async () => {
    const dara = await buyer('Dara');
    const number = phone('0993');
    await dara.type(number);
    await dara.press(t('key-is-postpaid'));
    await dara.press(t('key-topup'));
    await dara.press(/^(All top-ups|همهٔ شارژها)/);
    const { id, total } = await ware(1, 'permanent', 'شارژ ۲۰۰٬۰۰۰ ریالی');
    expect(total).toBe(220_000);
    await dara.press(t('key-next').slice(0, 4));
    await dara.press(price(total));
    await dara.press(t('key-confirm', { total: money(220_000) }));
    await dara.sees(isReceipt);
    expect(await sold(number)).toEqual([expect.objectContaining({ product_id: id, price: 220_000 })]);
  });

  test('finds the same products by words, digits and letters of any keyboard, in pages, for both SIM types', async () => {
    const hadi = await buyer('Hadi');
    const found = async (words: string) => {
      await hadi.type(words);
      return rows(hadi.last()).slice(0, 6);
    };
    const ten = await found('/search 10gb');
    expect(ten.every(([label = '']) => /10 GB|۱۰ گیگ/.test(label))).toBe(true);
    for (const words of ['10 gb', '۱۰ گیگ', '١٠ گيگابايت', '10 گیگ']) expect(await found(words), words).toEqual(ten);
    await hadi.press(t('key-next').slice(0, 4));
    const second = rows(hadi.last());
    expect(second[0]).not.toEqual(ten[0]);
    await hadi.press(t('key-previous'));
    expect(rows(hadi.last()).slice(0, 6)).toEqual(ten);
    await hadi.press(t('sim-postpaid'));
    expect(read(hadi)).toContain(t('sim-postpaid'));
    expect(labels(hadi.last()).some((label) => label.startsWith(t('sim-prepaid')))).toBe(true);

    await hadi.type('/search');
    await hadi.type(say({ fa: 'شبانه يک روزه', en: 'night 1 day' }));
    expect(
      labels(hadi.last()).filter((label) => label.includes(say({ fa: 'شبانه', en: 'night' }))).length,
    ).toBeGreaterThan(2);
    await hadi.type('/search zebra');
    expect(read(hadi)).toContain(t('search-none'));
    expect(labels(hadi.last())).toEqual([t('key-search-again'), ...backKeys]);
  });

  test('can search with a long sentence to its end', async () => {
    const mina = await buyer('Mina');
    await mina.type('سلام یه بسته ۷ گیگ یک ماهه برای رایتل میخوام');
    const { id } = await ware(3, 'credit', 'بسته اینترنت ۳۰ روزه ۷ گیگابایت');
    const found = keysOn(mina.last()).flatMap(({ press }) => (press.to === 'product' ? [press.id] : []));
    expect(found).toEqual([id]);
  });

  test('goes from a search to a receipt, and Back leads to the product’s shelf', async () => {
    const yas = await buyer('Yas');
    const number = phone('0921');
    const { id, shown, total } = await ware(3, 'credit', 'بسته اینترنت ۳۰ روزه ۷ گیگابایت');
    await yas.type(say({ fa: '۷ گیگ', en: '7gb' }));
    await yas.press(price(total));
    await yas.sees(shown);
    await yas.press(t('key-back'));
    expect(labels(yas.last()).some((label) => label.includes(price(total)))).toBe(true);
    await yas.press(price(total));
    await yas.type(number);
    await yas.press(t('key-confirm', { total: money(total) }));
    await yas.sees(isReceipt);
    expect(await sold(number)).toEqual([expect.objectContaining({ product_id: id, price: total })]);
  });

  test('starts a sale with a number during another question', async () => {
    const kian = await buyer('Kian');
    const [one, other] = [phone('0994'), phone('0910')];
    await kian.type(one);
    await kian.press(t('key-topup'));
    await kian.press(t('key-other-amount'));
    await kian.type(other);
    expect(read(kian)).toContain(spoken(other));
    await kian.type('/search');
    await kian.type(one);
    expect(read(kian)).toContain(`${spoken(one)}\n`);
    expect(labels(kian.last())).toContain(t('key-topup'));
    await kian.press(t('key-save-number'));
    await kian.type(other);
    expect(read(kian)).toContain(spoken(other));
    expect(read(kian)).not.toContain(spoken(one));
  });
});
