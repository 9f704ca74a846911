import { sum } from '#test/simulation/evidence.ts';
import { sleep } from '#test/simulation/kernel/clock.ts';
import { random } from '#test/simulation/kernel/random.ts';
import { providers } from '#test/simulation/outside.ts';
import type { Buyer, Wish } from './buyer.ts';
import type { Story } from './story.ts';
import { words } from './words.ts';

const operator1 = '0912';
const owed = 300_000;
const smallest = 100_000;
const pausedEnd = 'Selling is paused; it continues by itself';
const resumedEnd = 'You can sell again.';
const reopened = 'is open again.';
const refusal = words('failure-settlement-paused');

/** Waits until the chat has said this so often. */
async function reads(buyer: Buyer, sentence: string, times = 1): Promise<void> {
  while (buyer.read.filter(({ text }) => text.includes(sentence)).length < times) {
    if (buyer.isOver()) throw new Error(`${buyer.person.first_name} never read: ${sentence}`);
    await sleep(random.people.between(1_000, 10_000));
  }
}

const isRefused = (buyer: Buyer, { number }: Wish): Promise<unknown> =>
  buyer.reach('the refusal', [{ type: `${number} 7000 toman` }], ({ text }) => text.includes(refusal));

/** An agent whose statement of the day has no grace: selling pauses as soon as it was read. */
const settles = (then: (buyer: Buyer, wish: Wish) => Promise<void>): Story => ({
  prefix: operator1,
  rials: -owed,
  creditLimit: 1_000_000,
  async run(buyer, wish) {
    wish.isForbidden = true;
    await buyer.type('/start');
    await reads(buyer, pausedEnd);
    await isRefused(buyer, wish);
    // The bank may have taken less than it was asked for.
    for (let left = owed; left > 0; left = owed - sum(buyer.paidByMe().map(({ amount }) => amount)))
      await buyer.addOnline(Math.max(smallest, left), random.people.pick(providers));
    await buyer.readsAll();
    await reads(buyer, resumedEnd);
    wish.delivered = 0;
    await then(buyer, wish);
  },
});

/** What agents do who sell on credit. */
export const agentStories = {
  'sells a list': {
    prefix: operator1,
    rials: 0,
    creditLimit: 10_000_000,
    async run(buyer, wish) {
      const numbers = [7, 8, 9].map((digit) => `${wish.number.slice(0, 4)}${digit}${wish.number.slice(5)}`);
      wish.delivered = 0;
      wish.list = { numbers, delivered: await buyer.sellList(wish, numbers) };
    },
  },

  'settles, and sells again': settles(async (buyer, wish) => {
    const number = `${wish.number.slice(0, 4)}7${wish.number.slice(5)}`;
    await buyer.findConfirm(number, [{ type: `${number} 9000 toman` }]);
    const end = await buyer.confirm(wish, { number });
    wish.beside = { number, delivered: end === 'delivered' ? 1 : 0 };
  }),

  'settles with money that goes back': settles(async (buyer, wish) => {
    const [paid] = buyer.paidByMe();
    if (!paid) return;
    await buyer.owner.payBack(wish.personId, paid.reference, 200_000);
    await reads(buyer, reopened);
    await reads(buyer, pausedEnd, 2);
    await isRefused(buyer, wish);
  }),
} as const satisfies Record<string, Story>;
