import { sleep } from '#test/simulation/kernel/clock.ts';
import { promoCode } from '#test/simulation/shop-life.ts';
import type { End } from './buyer.ts';
import type { Step } from './steps.ts';
import type { Story } from './story.ts';
import { words } from './words.ts';

const operator1 = '0912';
const operator2 = '0935';
/** Longer than a price holds. */
const tooLateMs = 130_000;
/** Enough for one purchase of 55,000. */
const moneyForOne = 60_000;

const line = (number: string, tomans: number): Step[] => [{ type: `${number} ${tomans} toman` }];
const offer = (number: string): Step[] => [
  { type: number },
  { press: words('key-offers') },
  { press: '1 GB · 7 days' },
];
const topUp = (number: string): Step[] => [{ type: number }, { press: words('key-topup') }];

/** Another number of the same operator. */
const beside = (number: string): string => `${number.slice(0, 4)}7${number.slice(5)}`;

const count = (...ends: readonly End[]): number => ends.filter((end) => end === 'delivered').length;

/** Someone who goes all the way to one Confirm, and presses it. */
const buys = (prefix: string, steps: (number: string) => readonly Step[]): Story => ({
  prefix,
  async run(buyer, wish) {
    await buyer.findConfirm(wish.number, steps(wish.number));
    wish.delivered = count(await buyer.confirm(wish));
  },
});

/** What people do who buy something with what is in their wallets. */
export const buyingStories = {
  'buys an offer': buys(operator2, offer),
  'buys a package': buys(operator1, (number) => [
    { type: number },
    { press: words('key-packages') },
    { press: '200 MB · 1 hour' },
  ]),
  'tops up': buys(operator1, (number) => [...topUp(number), { press: '10,000 T' }]),
  'tops up another amount': buys(operator1, (number) => [
    ...topUp(number),
    { press: words('key-other-amount') },
    { type: '55000' },
  ]),
  'types a line': buys(operator1, (number) => line(number, 7_000)),

  'taps Confirm twice': {
    prefix: operator2,
    async run(buyer, wish) {
      const seen = await buyer.findConfirm(wish.number, offer(wish.number));
      await buyer.pressConfirm(wish, seen);
      wish.delivered = count(await buyer.confirm(wish, { message: seen.id }));
    },
  },

  cancels: {
    prefix: operator1,
    async run(buyer, wish) {
      await buyer.findConfirm(wish.number, line(wish.number, 5_000));
      // A text that was typed twice shows a second one, which is cancelled too.
      for (let open = buyer.openConfirms(wish.number); open.length > 0; open = buyer.openConfirms(wish.number)) {
        if (buyer.isOver()) throw new Error(`nobody could cancel ${wish.number}`);
        const mark = buyer.mark();
        for (const seen of open.slice(-1)) await buyer.press(seen, words('key-cancel'));
        await buyer.wait(({ change }) => change > mark, 9_000);
      }
      wish.delivered = 0;
    },
  },

  'confirms too late': {
    prefix: operator1,
    async run(buyer, wish) {
      await buyer.findConfirm(wish.number, line(wish.number, 6_000));
      await sleep(tooLateMs);
      wish.delivered = count(await buyer.confirm(wish));
    },
  },

  'buys the same again': {
    prefix: operator2,
    async run(buyer, wish) {
      await buyer.findConfirm(wish.number, offer(wish.number));
      const first = await buyer.confirm(wish);
      wish.delivered = count(first);
      // There is a button for it on a receipt only.
      if (first !== 'delivered') return;
      const known = new Set(buyer.told.map(({ code }) => code));
      await buyer.findConfirm(wish.number, [{ press: words('key-buy-again'), about: wish.number }]);
      wish.delivered = count(first, await buyer.confirm(wish, { known }));
    },
  },

  'changes the number': {
    prefix: operator1,
    async run(buyer, wish) {
      const changing = [{ press: words('key-change') }, { press: words('key-change-number') }];
      const steps = [...line(beside(wish.number), 8_000), ...changing, { type: wish.number }];
      await buyer.findConfirm(wish.number, steps);
      wish.delivered = count(await buyer.confirm(wish));
    },
  },

  'uses a code twice at once': {
    prefix: operator1,
    async run(buyer, wish) {
      const numbers = [wish.number, beside(wish.number)];
      for (const number of numbers) await buyer.findCheaper(number, line(number, 13_000), promoCode);
      const ends = await Promise.all(numbers.map((number) => buyer.confirm(wish, { number })));
      wish.delivered = count(ends[0] ?? 'short');
      wish.beside = { number: beside(wish.number), delivered: count(ends[1] ?? 'short') };
    },
  },

  'has second thoughts': {
    prefix: operator1,
    async run(buyer, wish) {
      const dear = await buyer.findConfirm(wish.number, line(wish.number, 20_000));
      await buyer.findConfirm(wish.number, line(wish.number, 9_000));
      wish.delivered = count(await buyer.confirm(wish, { message: dear.id }));
    },
  },

  'presses both Confirms': {
    prefix: operator1,
    async run(buyer, wish) {
      const steps = line(wish.number, 11_000);
      const older = await buyer.findConfirm(wish.number, steps);
      const newer = await buyer.findConfirm(wish.number, steps);
      for (const seen of [older, newer]) await buyer.pressConfirm(wish, seen);
      wish.delivered = count(await buyer.confirm(wish, { message: newer.id }));
    },
  },

  'has money for one of two': {
    prefix: operator1,
    rials: moneyForOne,
    async run(buyer, wish) {
      const numbers = [wish.number, beside(wish.number)];
      for (const number of numbers) await buyer.findConfirm(number, line(number, 5_000));
      const [first = 'short', other = 'short'] = await Promise.all(
        numbers.map((number) => buyer.confirm(wish, { number })),
      );
      wish.delivered = count(first);
      wish.beside = { number: beside(wish.number), delivered: count(other) };
    },
  },
} as const satisfies Record<string, Story>;
