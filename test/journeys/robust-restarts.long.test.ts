import type { Update } from '@grammyjs/types';
import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Language } from '#domain/language.ts';
import { openDatabase } from '#storage/database.ts';
import { find, forge, greet, rangedTopUpId, says, tap, topUp } from '#test/support/buyer.ts';
import { quiet } from '#test/support/shop.ts';
import { languages } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120 });
});
afterAll(() => world.close());

type Step = (buyer: Person, mobile: string) => Promise<{ readonly update: Update | undefined }>;

interface Journey {
  readonly steps: readonly Step[];
  readonly price: number;
}

/** Journeys from /start to a receipt; each step is one update. */
const journeys: Record<string, Journey & { readonly prefix: string }> = {
  'number first, top-up with a typed amount': {
    prefix: '98912',
    price: 33_000,
    steps: [
      (buyer, mobile) => buyer.type(`0${mobile.slice(2)}`),
      (buyer) => tap(buyer, { to: 'topup' }),
      (buyer, mobile) => forge(buyer, { to: 'askAmount', id: rangedTopUpId, mobile }),
      (buyer) => buyer.type('3000'),
      (buyer) => tap(buyer, { to: 'confirm' }),
    ],
  },
  'a package from the shelves, then a typed number': {
    prefix: '98913',
    price: topUp.total,
    steps: [
      (buyer) => tap(buyer, { to: 'operators' }),
      (buyer) => tap(buyer, { to: 'sims', operator: 1 }),
      (buyer) => forge(buyer, { to: 'product', id: topUp.id, mobile: null }),
      (buyer) => buyer.type('not a number'),
      (buyer, mobile) => buyer.type(mobile),
      (buyer) => tap(buyer, { to: 'confirm' }),
    ],
  },
  'personal offers': {
    prefix: '98935',
    price: 33_000,
    steps: [
      (buyer) => tap(buyer, { to: 'askNumber', purpose: 'offers' }),
      (buyer, mobile) => buyer.type(`+${mobile}`),
      (buyer, mobile) => forge(buyer, { to: 'offers', mobile, page: 1 }),
      (buyer) => buyer.press(/33,000|33٬000|3,300|۳٬۳۰۰/),
      (buyer) => tap(buyer, { to: 'confirm' }),
    ],
  },
};

async function ordersFor(mobile: string): Promise<number> {
  const opened = await openDatabase(world.database.settings, { log: quiet });
  const orders = await opened.db.selectFrom('orders').select('id').where('mobile', '=', mobile).execute();
  await opened.close();
  return orders.length;
}

const soldTo = async (mobile: string) => (await world.sales()).filter((sale) => sale.mobile === mobile);

let numbers = 1_000_000;
const newNumber = (prefix: string) => {
  numbers += 1;
  return prefix + numbers;
};

async function ends(buyer: Person, language: Language, mobile: string, price: number): Promise<void> {
  const receipts = [says(language, 'state-delivered'), says(language, 'state-activated')];
  await buyer.sees(({ text }) => receipts.some((receipt) => text.includes(receipt)));
  await world.telegram.quiet();
  expect(await soldTo(mobile)).toMatchObject([{ price }]);
  // However often an update came, it made one quote.
  expect(await ordersFor(mobile)).toBe(1);
  // The chat is not stuck: the next step works.
  await buyer.type('/start');
  expect(buyer.last().text).toContain(says(language, 'home-title'));
  expect(world.errors()).toEqual([]);
}

describe.each(Object.entries(journeys))('%s', (_, { steps, prefix, price }) => {
  test.each(languages)('with a restart between any two updates (%s)', async (language) => {
    const mobile = newNumber(prefix);
    const buyer = await greet(world, { language });
    for (const step of steps) {
      await world.stopBot();
      await world.startBot();
      await step(buyer, mobile);
    }
    await ends(buyer, language, mobile, price);
  });

  test('with every update delivered twice, at once and again later', async () => {
    const mobile = newNumber(prefix);
    const buyer = await greet(world);
    const updates: Update[] = [];
    for (const step of steps) {
      const { update } = await step(buyer, mobile);
      if (!update) throw new Error('A step of a journey is an update.');
      updates.push(update);
      world.telegram.redeliver(update);
      await world.telegram.quiet();
    }
    await buyer.sees(says('en', 'state-delivered'));
    for (const update of updates) {
      world.telegram.redeliver(update);
      await world.telegram.quiet();
    }
    await world.stopBot();
    await world.startBot();
    for (const update of updates) world.telegram.redeliver(update);
    await world.telegram.quiet();
    await ends(buyer, 'en', mobile, price);
  });

  test('with the updates waiting while the bot is down', async () => {
    const mobile = newNumber(prefix);
    const buyer = await greet(world);
    for (const step of steps.slice(0, -1)) await step(buyer, mobile);
    const { data, message } = find(buyer, { to: 'confirm' });
    await world.stopBot();
    await buyer.forge(data, { message, wait: false });
    await buyer.forge(data, { message, wait: false });
    await world.startBot();
    await ends(buyer, 'en', mobile, price);
  });
});

describe('a process that dies', () => {
  async function dying() {
    const place = await createWorld({ products: 120, start: false });
    onTestFinished(() => place.close());
    const buyer = place.telegram.person({ first_name: 'Sara', language_code: 'en' });
    let bot = await place.spawnBot();
    return {
      place,
      buyer,
      kill: () => bot.kill(),
      revive: async () => {
        bot = await place.spawnBot();
      },
      stop: () => bot.stop(),
    };
  }

  test('between any two updates, during the last one: it is handled again, one purchase, no chat stuck', async () => {
    const { place, buyer, kill, revive, stop } = await dying();
    await buyer.type('/start');
    await place.grant(buyer.id, 1_000_000);
    const mobile = newNumber('98912');
    const steps = [
      ['editMessageText', () => forge(buyer, { to: 'product', id: topUp.id, mobile: null }, { wait: false })],
      ['sendMessage', () => buyer.type(mobile, { wait: false })],
      ['editMessageText', () => tap(buyer, { to: 'confirm' }, { wait: false })],
    ] as const;
    for (const [answer, step] of steps) {
      // It answers, and dies before it stores that the update is done.
      const held = place.telegram.faults.hold(answer);
      await step();
      await held.arrived;
      await kill();
      held.release();
      await revive();
      await place.telegram.quiet();
    }
    await buyer.sees(says('en', 'state-delivered'));
    expect(await place.sales()).toMatchObject([{ mobile, price: topUp.total }]);
    await buyer.type('/start');
    expect(buyer.last().text).toContain(says('en', 'home-title'));
    expect(await stop()).toBe(0);
  });
});
