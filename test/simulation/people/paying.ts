import { sleep } from '#test/simulation/kernel/clock.ts';
import { random } from '#test/simulation/kernel/random.ts';
import { providers } from '#test/simulation/outside.ts';
import type { Buyer, Wish } from './buyer.ts';
import type { AtBank } from './payer.ts';
import type { Story } from './story.ts';
import { words } from './words.ts';

const operator1 = '0912';
const minuteMs = 60_000;

/** So many rials as nobody else pays. */
const amountFor = ({ number }: Wish): number => 100_000 + (Number(number.slice(4)) - 6_000_000) * 10;

const anyProvider = () => random.people.pick(providers);

/** Someone without money who adds some, and waits for it. */
const adds = (pay: (buyer: Buyer, amount: number) => Promise<void>): Story => ({
  prefix: operator1,
  rials: 0,
  async run(buyer, wish) {
    await pay(buyer, amountFor(wish));
    await buyer.readsAll();
    wish.delivered = 0;
  },
});

const addsOnline = (pressed: AtBank): Story => adds((buyer, amount) => buyer.addOnline(amount, anyProvider(), pressed));

/** What people do who pay something in. */
export const payingStories = {
  'adds money online': addsOnline('pay'),
  'pays and closes the tab': addsOnline('close'),

  'cancels at the bank, and then pays': adds(async (buyer, amount) => {
    const ways = await buyer.askToAdd(amount);
    await buyer.payAt(ways, anyProvider(), 'cancel');
    await buyer.addOnline(amount, anyProvider());
  }),

  'pays when the time is over': {
    ...adds(async (buyer, amount) => {
      const link = buyer.linkOf(await buyer.askToAdd(amount), buyer.payKeys[anyProvider()]);
      const page = await buyer.goToBank(link);
      await sleep(random.people.between(21, 26) * minuteMs);
      if (page) await buyer.pressAtBank(page, 'pay');
    }),
    isLong: true,
  },

  'loads the page twice at once': adds(async (buyer, amount) => {
    const link = buyer.linkOf(await buyer.askToAdd(amount), buyer.payKeys[anyProvider()]);
    const pages = await Promise.all([buyer.goToBank(link), buyer.goToBank(link)]);
    const last = pages.findLast((page) => page !== null);
    if (last) await buyer.pressAtBank(last, random.people.pick(['pay', 'close']));
  }),

  'pays at both providers': adds(async (buyer, amount) => {
    const ways = await buyer.askToAdd(amount);
    const links = providers.map((provider) => buyer.linkOf(ways, buyer.payKeys[provider]));
    const pages = await Promise.all(links.map(buyer.goToBank));
    for (const page of pages) if (page) await buyer.pressAtBank(page, 'pay');
  }),

  'gives up, and pays all the same': adds(async (buyer, amount) => {
    const ways = await buyer.askToAdd(amount);
    const page = await buyer.goToBank(buyer.linkOf(ways, buyer.payKeys[anyProvider()]));
    await buyer.press(ways, words('key-cancel'));
    await sleep(random.people.between(0, minuteMs));
    if (page) await buyer.pressAtBank(page, 'close');
  }),

  'transfers to the card': adds((buyer, amount) => buyer.transfer(amount)),
  'claims a transfer that never was': adds((buyer, amount) => buyer.claim(amount)),
  'pays an invoice': adds((buyer, amount) => buyer.payByInvoice(amount)),

  'pays for an order online': {
    prefix: operator1,
    rials: 0,
    async run(buyer, wish) {
      const ways = await buyer.askToPay(wish, [{ type: `${wish.number} 20000 toman` }]);
      await buyer.payAt(ways, anyProvider(), random.people.pick(['pay', 'close']));
      await buyer.readsAll();
      wish.delivered = await buyer.readsPurchase(wish.number);
    },
  },
} as const satisfies Record<string, Story>;
