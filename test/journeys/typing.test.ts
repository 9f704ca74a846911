import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shortMoneyText, type Unit } from '#domain/money.ts';
import { defaultOperators } from '#domain/operators.ts';
import { makeAgent, meetOwner } from '#test/support/agents.ts';
import { find, forge, greet, keysOn, says, tap, topUp } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { begins } from '#test/support/payments.ts';
import { asRead, labels, read, spoken, unmarked } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 450 });
  const owner = await meetOwner(world, 'fa');
  await forge(owner, { to: 'askBankCard' });
  await owner.type('۶۰۳۷ ۹۹۱۱ ۱۱۱۱ ۱۱۱۲ سارا احمدی');
});
afterAll(async () => {
  expect(world.errors()).toEqual([]);
  await world.close();
});

let numbers = 0;
const phone = (prefix = '0912') => {
  numbers += 1;
  return `${prefix}${String(8_000_000 + numbers)}`;
};
const stored = (mobile: string) => `98${mobile.slice(1)}`;

/** A whole sale, and whether it is of a package. */
const sales: readonly (readonly [(mobile: string) => string, 'topup' | 'package'])[] = [
  [(mobile) => `${mobile} ۱۰ گیگ ماهانه`, 'package'],
  [(mobile) => `شارژ ۲۰ تومنی ${mobile}`, 'topup'],
  [(mobile) => `دو گیگ یک ماهه برای ${mobile}`, 'package'],
  [(mobile) => `${mobile} بیست هزار تومان`, 'topup'],
  [(mobile) => `send 20k to ${mobile}`, 'topup'],
  [(mobile) => `two gigs for a month for ${mobile}`, 'package'],
  [(mobile) => `اشحن ${mobile} بعشرين ألف تومان`, 'topup'],
];

describe.each(journeyLanguages)('typing, in %s', (language) => {
  const t = (key: string, variables?: Parameters<typeof says>[2]) => unmarked(says(language, key, variables));
  const last = (person: Person) => unmarked(person.last().text);
  const pressesOn = (person: Person) => keysOn(person.last()).map(({ press }) => press);

  const confirms = (person: Person, line: string, kind: 'topup' | 'package') => {
    expect(last(person), line).toContain(t('confirm-title'));
    const credit = t('confirm-credit', { base: '' }).split(':')[0] ?? '';
    expect(last(person).includes(credit), line).toBe(kind === 'topup');
  };

  /** Questions and conversations that are open when a line is typed. */
  const open: Record<string, (person: Person) => Promise<unknown>> = {
    'nothing is asked': async () => undefined,
    'a number is asked for a sale': (person) => forge(person, { to: 'askNumber', purpose: 'any' }),
    'a number is asked for a top-up': (person) => forge(person, { to: 'askNumber', purpose: 'topup' }),
    'a number is asked for a product': (person) => forge(person, { to: 'product', id: topUp.id, mobile: null }),
    'an amount is asked': (person) => forge(person, { to: 'topup', mobile: stored(phone()) }),
    'a search is asked': (person) => forge(person, { to: 'askSearch' }),
    'a conversation with support is open': async (person) => {
      await person.type('/support');
      await person.type('Where is my package?');
    },
    'a slip is awaited': async (person) => {
      await tap(person, { to: 'wallet' });
      await tap(person, { to: 'payAmount', amount: 500_000 });
    },
  };

  test.each(Object.entries(open))(
    'while %s, a whole line is a sale, and the bot names a mistake in it',
    async (_, begin) => {
      const buyer = await greet(world, { language, wallet: 0 });
      for (const [line, kind] of sales) {
        await buyer.type('/start');
        await begin(buyer);
        const mobile = phone();
        await buyer.type(line(mobile));
        confirms(buyer, line(mobile), kind);
        expect(last(buyer)).toContain(spoken(mobile));
      }
      await buyer.type('/start');
      await begin(buyer);
      const mobile = phone();
      await buyer.type(`${mobile.slice(0, -1)} 50 تومن`);
      expect(last(buyer)).toContain(t('failure-number-short', { missing: 1 }));
      // The amount is kept: the right number is enough, and so is a whole line.
      await buyer.type('hm');
      expect(last(buyer)).toContain(t('failure-number-missing'));
      await buyer.type(mobile);
      confirms(buyer, mobile, 'topup');
      expect(last(buyer)).toContain(spoken(mobile));
    },
  );

  test('an amount without a number gets the question for it, and so do saved names', async () => {
    const buyer = await greet(world, { language });
    const mobile = phone();
    await forge(buyer, { to: 'label', mobile: stored(mobile) });
    await buyer.type('مامان');
    await buyer.type('/start');
    await buyer.type('شارژ بیست تومنی');
    expect(last(buyer)).toContain(t('ask-number'));
    expect(pressesOn(buyer)).toContainEqual(
      expect.objectContaining({ to: 'credit', mobile: stored(mobile), credit: 200_000 }),
    );
    await buyer.type('مامان');
    confirms(buyer, 'مامان', 'topup');
    await buyer.type({ fa: 'شارژ', en: 'top up', ar: 'شحن' }[language]);
    expect(last(buyer)).toContain(t('ask-number'));
    // An amount without a unit is kept even next to a wrong number.
    await buyer.type(`${mobile.slice(0, -1)} 50000`);
    expect(last(buyer)).toContain(t('failure-number-short', { missing: 1 }));
    await buyer.type(mobile);
    expect(last(buyer)).toContain(t('quick-sale-which'));
    // Where a number is asked for, a saved name is one.
    await forge(buyer, { to: 'askNumber', purpose: 'topup' });
    await buyer.type('مامان');
    expect(find(buyer, { to: 'credit' }).press).toMatchObject({ mobile: stored(mobile) });
  });

  test('another wish is followed while a number is asked for, and the number is for that wish', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    await forge(buyer, { to: 'unit', unit: 'toman' });
    await buyer.type(phone());
    const asking = [
      () => forge(buyer, { to: 'product', id: topUp.id, mobile: null }),
      () => forge(buyer, { to: 'askNumber', purpose: 'offers' }),
      () => buyer.type('۲۰ هزار تومان'),
    ];
    for (const ask of asking) {
      for (const amount of ['۳۰ هزار تومان', '30000', 'شارژ ۳۰']) {
        await buyer.type('/start');
        await ask();
        await buyer.type(amount);
        expect(last(buyer), amount).toContain(t('ask-number'));
        const mobile = phone();
        await buyer.type(mobile);
        if (amount === 'شارژ ۳۰') await tap(buyer, { to: 'credit', credit: 300_000 });
        confirms(buyer, amount, 'topup');
        expect(last(buyer), amount).toMatch(/30,000|۳۰٬۰۰۰|٣٠٬٠٠٠/);
        expect(last(buyer)).toContain(spoken(mobile));
      }
      // A small number may mean several things.
      await buyer.type('/start');
      await ask();
      await buyer.type('10');
      await buyer.type(phone());
      expect(last(buyer)).toContain(t('quick-sale-which'));
      // A top-up or a package, and then which one.
      await buyer.type('/start');
      await ask();
      await buyer.type('شارژ');
      await buyer.type(phone());
      expect(last(buyer)).toContain(t('topup-choose'));
      await buyer.type('/start');
      await ask();
      await buyer.type('بستهٔ شب');
      expect(last(buyer)).not.toContain(t('failure-number-missing'));
      // It is another page.
      await buyer.type('/start');
      await ask();
      await buyer.type('سفارش‌های من');
      expect(last(buyer)).toContain(t('orders-title'));
    }
  });

  test('«۵۰ تومن» means fifty thousand everywhere, and an unsold amount is named with the nearest', async () => {
    const buyer = await greet(world, { language });
    const mobile = stored(phone());
    await forge(buyer, { to: 'askAmount', id: topUp.id, mobile });
    await forge(buyer, { to: 'topup', mobile });
    await buyer.type('۵۰ تومن');
    expect(last(buyer)).toContain(t('confirm-title'));
    await forge(buyer, { to: 'topup', mobile });
    await buyer.type('پنج میلیون تومان');
    expect(last(buyer)).toContain(t('failure-amount-out-of-range', { min: '', max: '' }).split(' ')[0]);
    expect(find(buyer, { to: 'credit' }).press).toMatchObject({ mobile, credit: 1_800_000 });
    // The same holds in a line, above the amounts of that number.
    await buyer.type(`${phone()} پنج میلیون تومان`);
    expect(find(buyer, { to: 'credit' }).press).toMatchObject({ credit: 1_800_000 });
    // This is the amount of a payment.
    await forge(buyer, { to: 'askMoney' });
    await buyer.type('۵۰ تومن');
    expect(last(buyer)).not.toContain(t('failure-amount-invalid'));
  });

  test('an amount without a number is searched for in the person’s unit', async () => {
    const buyer = await greet(world, { language });
    const shows = (rials: number, unit: Unit) =>
      labels(buyer.last()).some((label) => label.includes(`· ${asRead(shortMoneyText(rials, unit, language))}`));
    const ways = {
      typed: (text: string) => buyer.type(text),
      command: (text: string) => buyer.type(`/search ${text}`),
      asked: async (text: string) => {
        await buyer.type('/search');
        await buyer.type(text);
      },
    };
    for (const [way, look] of Object.entries(ways)) {
      for (const [unit, text, rials, tenfold] of [
        ['toman', '50000', 550_000, 55_000],
        ['toman', '۵۰٬۰۰۰', 550_000, 55_000],
        ['toman', 'irancell 50000', 550_000, 55_000],
        ['rial', '50000', 55_000, 550_000],
      ] as const) {
        await forge(buyer, { to: 'unit', unit });
        await buyer.type('/start');
        await look(text);
        expect([shows(rials, unit), shows(tenfold, unit)], `${way} ${text}`).toEqual([true, false]);
      }
    }
  });

  test('a search without a result leaves its own and any other question open', async () => {
    const agent = await makeAgent(world, { language, limit: 100_000_000 });
    await agent.type('/search');
    for (const words of ['qqqq zzzz', 'wwww']) {
      await agent.type(words);
      expect(last(agent)).toContain(t('search-none'));
    }
    await agent.type('10gb');
    expect(pressesOn(agent).some(({ to }) => to === 'product')).toBe(true);
    await agent.type('wwww');
    expect(last(agent)).toContain(t('not-understood'));
    // The number for an amount is asked for.
    await agent.type('50k toman');
    await agent.type('999gb');
    expect(last(agent)).toContain(t('not-understood'));
    const mobile = phone();
    await agent.type(mobile);
    confirms(agent, mobile, 'topup');
    // The item for the numbers of a list is asked for.
    await agent.type(`${phone()}\n${phone()}`);
    await agent.type('999gb');
    expect(last(agent)).toContain(t('not-understood'));
    await agent.type('50000 rials');
    expect(pressesOn(agent).some(({ to }) => to === 'bulkConfirm')).toBe(true);
    // A text with another meaning leaves the question.
    await agent.type('50k toman');
    await agent.type('10gb');
    await agent.type(phone());
    expect(last(agent)).not.toContain(t('confirm-title'));
  });

  test('names of pages and codes of orders are no search, even after one without a result', async () => {
    const buyer = await greet(world, { language });
    for (const [typed, shown] of [
      [t('key-wallet'), t('wallet-title')],
      ['cancel', t('left')],
      ['1K7QX-ABCDE', t('failure-order-unknown')],
    ] as const) {
      await buyer.type('/search qqqq zzzz');
      expect(last(buyer)).toContain(t('search-none'));
      await buyer.type(typed);
      expect(last(buyer), typed).toContain(shown);
    }
  });

  test('a number saved under the name of a page is found where a number is asked for', async () => {
    const buyer = await greet(world, { language });
    const mobile = phone();
    await buyer.type(mobile);
    await tap(buyer, { to: 'label' });
    await buyer.type('لغو');
    expect(last(buyer)).toContain(t('left'));
    await forge(buyer, { to: 'label', mobile: stored(mobile) });
    await buyer.type('المكتب');
    await buyer.type('/start');
    await buyer.type('50k toman');
    await buyer.type('المكتب');
    confirms(buyer, mobile, 'topup');
  });

  test('a package instead of an amount is for the known number', async () => {
    const buyer = await greet(world, { language });
    const mobile = phone();
    await forge(buyer, { to: 'topup', mobile: stored(mobile) });
    await buyer.type('10gb monthly');
    confirms(buyer, mobile, 'package');
    expect(last(buyer)).toContain(spoken(mobile));
  });

  /** Ways to the screen of a number. */
  const shown: Record<string, (person: Person, mobile: string) => Promise<unknown>> = {
    typed: (person, mobile) => person.type(mobile),
    pressed: (person, mobile) => forge(person, { to: 'number', mobile: stored(mobile) }),
    'asked for': async (person, mobile) => {
      await forge(person, { to: 'askNumber', purpose: 'any' });
      await person.type(mobile);
    },
    'given a name': async (person, mobile) => {
      await forge(person, { to: 'label', mobile: stored(mobile) });
      await person.type('خواهر');
    },
    'on its list of packages': async (person, mobile) => {
      await person.type(mobile);
      await tap(person, { to: 'shelf' });
    },
  };

  test.each(Object.entries(shown))('a text below a number that is %s is for that number', async (_, show) => {
    const buyer = await greet(world, { language });
    const mobile = phone();
    for (const [line, kind] of [
      ['50 تومن', 'topup'],
      ['10gb monthly', 'package'],
    ] as const) {
      await show(buyer, mobile);
      await buyer.type(line);
      confirms(buyer, line, kind);
      expect(last(buyer)).toContain(spoken(mobile));
    }
    // It is unclear, as it would be in one line.
    for (const line of ['۵۰', '10 گیگ']) {
      await show(buyer, mobile);
      await buyer.type(line);
      expect(last(buyer), line).toContain(t('quick-sale-which'));
      expect(last(buyer), line).toContain(spoken(mobile));
    }
    // The same holds below "which?".
    await buyer.type('20k');
    confirms(buyer, '20k', 'topup');
    expect(last(buyer)).toContain(spoken(mobile));
    await show(buyer, mobile);
    await buyer.type('۹۹۹ گیگ');
    expect(last(buyer)).toContain(t('quick-sale-none', { words: '۹۹۹ گیگ' }));
    // On another screen it is for no number.
    await buyer.type('/start');
    await buyer.type('50 تومن');
    expect(last(buyer)).toContain(t('ask-number'));
  });

  test('other texts below a number mean what they mean elsewhere', async () => {
    const buyer = await greet(world, { language });
    const [mobile, other] = [phone(), phone()];
    await buyer.type(mobile);
    await buyer.type(`${other} 20k`);
    expect(last(buyer)).toContain(spoken(other));
    await buyer.type(mobile);
    await buyer.type(`${other.slice(0, -1)} 20k`);
    expect(last(buyer)).toContain(t('failure-number-short', { missing: 1 }));
    await buyer.type(mobile);
    await buyer.type('بسته ۱۰ گیگ من هنوز فعال نشده');
    expect(last(buyer)).not.toContain(spoken(mobile));
  });

  test('an amount next to several numbers is kept for the chosen one', async () => {
    const buyer = await greet(world, { language });
    const [one, other] = [phone(), phone('0935')];
    await buyer.type(`send 20k to ${one} and ${other}`);
    await tap(buyer, { to: 'credit', mobile: stored(other), credit: 200_000 });
    confirms(buyer, other, 'topup');
  });

  test('the bot points out another operator than the number’s', async () => {
    const buyer = await greet(world, { language });
    const mobile = phone('0912');
    await buyer.type(`irancell 20k ${mobile}`);
    expect(find(buyer, { to: 'chooseOperator' }).press).toMatchObject({ mobile: stored(mobile) });
    expect(read(buyer)).not.toContain(t('confirm-title'));
  });

  test('an operator’s package is offered only for its numbers', async () => {
    const buyer = await greet(world, { language });
    const [mci, irancell] = [phone('0912'), phone('0935')];
    await buyer.type(mci);
    await buyer.type(irancell);
    await buyer.type('/start');
    await buyer.type(language === 'fa' ? '۱۰ گیگ ماهانه ایرانسل' : 'irancell 10gb monthly');
    await tap(buyer, { to: 'product' });
    expect(labels(buyer.last())).toContain(spoken(irancell));
    expect(labels(buyer.last())).not.toContain(spoken(mci));
  });

  test('personal offers are asked for numbers of their operator', async () => {
    const buyer = await greet(world, { language });
    const [mci, irancell] = [phone('0912'), phone('0935')];
    await buyer.type(mci);
    await buyer.type(irancell);
    await forge(buyer, { to: 'askNumber', purpose: 'offers' });
    expect(last(buyer)).toContain(t('offers-other-operator', { operator: defaultOperators[2].names[language] }));
    expect(labels(buyer.last())).toContain(spoken(irancell));
    expect(labels(buyer.last())).not.toContain(spoken(mci));
  });

  test('a tracking code means none of these while a slip is awaited', async () => {
    for (const code of ['91234567890', '۱۲۳۴۵۶۷۸', '0912345678', 'کد پیگیری ۵۰۰۰۰۱']) {
      const buyer = await greet(world, { language, wallet: 0 });
      await tap(buyer, { to: 'wallet' });
      await tap(buyer, { to: 'payAmount', amount: 500_000 });
      await buyer.type(code);
      expect(read(buyer), code).toContain(begins(language, 'payment-slip-sent'));
    }
  });
});
