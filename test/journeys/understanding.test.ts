import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forge, greet, keysOn, says, tap, topUp } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { unmarked } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 450 });
});
afterAll(async () => {
  expect(world.errors()).toEqual([]);
  await world.close();
});

let numbers = 0;
const phone = () => {
  numbers += 1;
  return `0912${String(8_700_000 + numbers)}`;
};

const sentences = {
  where: { fa: 'چرا شارژم نیومد؟', en: 'where is my top up?', ar: 'وين طلبي' },
  refund: { fa: 'پولمو پس بدین', en: 'I want my money back', ar: 'رجعوا لي فلوسي' },
  wrong: { fa: 'شماره رو اشتباه زدم', en: 'I typed the wrong number', ar: 'كتبت رقم غلط' },
  again: { fa: 'همون قبلی رو بزن', en: 'the same again please', ar: 'نفس الطلب السابق' },
  balance: { fa: 'موجودیم چقده', en: 'how much money do I have', ar: 'كم رصيدي' },
  pay: { fa: 'میخوام پول بریزم', en: 'how do I pay', ar: 'كيف أدفع' },
  cheapest: { fa: 'ارزون ترین بسته ایرانسل', en: 'cheapest irancell package', ar: 'أرخص باقة ايرانسل' },
  polite: {
    fa: 'سلام وقت بخیر یه بسته ۱۰ گیگ ماهانه برای %s میخوام لطفا',
    en: 'hi, could you put a 10 gig monthly package on %s please?',
    ar: 'لو سمحت أريد باقة ١٠ جيجا شهرية للرقم %s',
  },
  thanks: { fa: 'دستت درد نکنه ❤️', en: 'thank you so much', ar: 'شكرا جزيلا' },
  yes: { fa: 'آره', en: 'yes', ar: 'نعم' },
  safe: { fa: 'این ربات کلاهبرداریه؟', en: 'is this a scam?', ar: 'هل هذا نصب' },
  nothing: { fa: 'هوا امروز خیلی سرده', en: 'who won the match last night', ar: 'الجو حار اليوم' },
} as const;

describe.each(journeyLanguages)('what people write, in %s', (language) => {
  const say = (what: keyof typeof sentences) => sentences[what][language];
  const t = (key: string, variables?: Parameters<typeof says>[2]) => unmarked(says(language, key, variables));
  const last = (person: Person) => unmarked(person.last().text);
  const leads = (person: Person) => keysOn(person.last()).map(({ press }) => press.to);

  test('a worried buyer reads where the order is and what can be done about it', async () => {
    const buyer = await greet(world, { language });
    await buyer.type(say('where'));
    expect(last(buyer)).toContain(t('no-order-lately'));
    await forge(buyer, { to: 'product', id: topUp.id, mobile: `98${phone().slice(1)}` });
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(says(language, 'state-delivered'));
    await buyer.type(say('where'));
    expect(last(buyer)).toContain(t('state-delivered'));
    expect(leads(buyer)).toEqual(expect.arrayContaining(['support', 'orders']));
    await buyer.type(say('refund'));
    expect(last(buyer)).toContain(t('wish-refund-delivered'));
    await buyer.type('/start');
    await buyer.type(say('wrong'));
    expect(last(buyer)).toContain(t('wish-wrong-number'));
    await buyer.type('/start');
    await buyer.type(say('again'));
    expect(last(buyer)).toContain(t('confirm-title'));
  });

  test('a typed yes shows the Confirm again and buys nothing', async () => {
    const buyer = await greet(world, { language });
    const mobile = `98${phone().slice(1)}`;
    await forge(buyer, { to: 'product', id: topUp.id, mobile });
    await buyer.type(say('yes'));
    expect(last(buyer)).toContain(t('confirm-title'));
    expect((await world.sales()).filter((sale) => sale.mobile === mobile)).toEqual([]);
  });

  test('money, prices and a polite sale lead where they should', async () => {
    const buyer = await greet(world, { language });
    await buyer.type(say('balance'));
    expect(last(buyer)).toContain(t('wallet-title'));
    await buyer.type(say('cheapest'));
    expect(last(buyer)).toContain(t('search-cheapest'));
    await buyer.type(say('polite').replace('%s', phone()));
    expect(last(buyer)).toContain(t('confirm-title'));
    await buyer.type(say('thanks'));
    expect(last(buyer)).toContain(t('talk-thanks'));
    expect(leads(buyer)).toEqual([]);
    await buyer.type(say('safe'));
    expect(last(buyer)).toContain(t('about-safe'));
  });

  test('the same error does not come twice: the second time offers three ways on', async () => {
    const buyer = await greet(world, { language });
    await buyer.type(say('nothing'));
    expect(last(buyer)).toContain(t('not-understood'));
    await buyer.type(say('nothing'));
    expect(last(buyer)).toContain(t('not-understood-again'));
    expect(leads(buyer)).toEqual(['operators', 'orders', 'support']);
  });
});
