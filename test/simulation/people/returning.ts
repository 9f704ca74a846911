import { sleep } from '#test/simulation/kernel/clock.ts';
import { random } from '#test/simulation/kernel/random.ts';
import { providers } from '#test/simulation/outside.ts';
import { isConfirmed as isBought } from '#test/simulation/raw-tables.ts';
import { slowReads } from '#test/simulation/trouble.ts';
import type { Buyer, Wish } from './buyer.ts';
import type { Seen } from './chat.ts';
import type { Story } from './story.ts';
import { hasKey, words } from './words.ts';

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
    rials: 1_000_000,
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

  'has a plan, pays for it, and lowers its limit': {
    prefix: operator1,
    rials: 0,
    isPlanned: true,
    async run(buyer, wish) {
      const ways = await buyer.askToAdd(160_000);
      const page = await buyer.goToBank(buyer.linkOf(ways, buyer.payKeys[random.people.pick(providers)]));
      const way = [
        { type: '/plans' },
        { press: '🔁' },
        { press: words('key-change-plan') },
        { press: words('key-plan-limit') },
      ];
      await buyer.reach('the limit of a plan', way, hasKey(words('key-plan-ceiling', 'ceiling')));
      // The money wakes the plan, which asks the gateway for the price while the limit is being typed.
      slowReads(40_000);
      if (page) await buyer.pressAtBank(page, 'pay');
      await sleep(random.people.between(0, 20_000));
      const isLow = ({ text }: Seen) => text.includes(words('plan-limit-low', 'price'));
      while (!(await buyer.follow([{ type: '5000' }], isLow)))
        if (isBought(wish.number)) return readsPlanned(buyer, wish);
        else if (buyer.isOver()) throw new Error('the limit could not be lowered');
        else await buyer.follow(way, hasKey(words('key-plan-ceiling', 'ceiling')));
      if (isBought(wish.number)) return readsPlanned(buyer, wish);
      wish.isForbidden = true;
      wish.delivered = 0;
      await buyer.readsAll();
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
