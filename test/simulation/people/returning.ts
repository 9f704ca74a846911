import { sleep } from '#test/simulation/kernel/clock.ts';
import { random } from '#test/simulation/kernel/random.ts';
import { providers } from '#test/simulation/outside.ts';
import type { Buyer, Wish } from './buyer.ts';
import type { Story } from './story.ts';

const operator1 = '0912';
const plannedPrice = 60_000;

/** Waits until the plan has bought, and its order has its end. */
async function readsPlanned(buyer: Buyer, wish: Wish): Promise<void> {
  wish.prices.add(plannedPrice);
  wish.delivered = (await buyer.endOf(wish.number)) === 'delivered' ? 1 : 0;
}

/** What people do who have come before. */
export const returningStories = {
  'has a plan that is due': {
    prefix: operator1,
    rials: 100_000,
    isPlanned: true,
    async run(buyer, wish) {
      await readsPlanned(buyer, wish);
    },
  },

  'has a plan, and adds the money for it': {
    prefix: operator1,
    rials: 0,
    isPlanned: true,
    async run(buyer, wish) {
      await sleep(random.people.between(0, 60_000));
      await buyer.addOnline(150_000, random.people.pick(providers));
      await buyer.readsAll();
      await readsPlanned(buyer, wish);
    },
  },

  'was invited': {
    prefix: operator1,
    rials: 1_000_000,
    isInvited: true,
    async run(buyer, wish) {
      await buyer.findConfirm(wish.number, [{ type: `${wish.number} 10000 toman` }]);
      wish.delivered = (await buyer.confirm(wish)) === 'delivered' ? 1 : 0;
    },
  },
} as const satisfies Record<string, Story>;
