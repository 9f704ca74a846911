import { sleep } from '#test/simulation/kernel/clock.ts';
import { random } from '#test/simulation/kernel/random.ts';
import { providers } from '#test/simulation/outside.ts';
import { type Buyer, confirmKey, priceOn, type Wish } from './buyer.ts';
import type { Story } from './story.ts';
import { isAbout, saidIn, words } from './words.ts';

const operator1 = '0912';
/** Nothing that was pressed before buys after it. */
const longerThanAPriceMs = 130_000;
const plenty = 10_000_000;
const blockedWords = words('failure-person-paused', 'reason');
const pausedWords = words('failure-selling-paused-why', 'reason');

/** Presses Confirm until the bot refuses, as it must, or sells. */
async function isRefused(buyer: Buyer, { number }: Wish, refusal: string): Promise<void> {
  for (;;) {
    const mark = buyer.mark();
    const open = buyer.openConfirms(number);
    for (const seen of open) await buyer.press(seen, confirmKey);
    // Its time was over before the owner had done what was asked.
    if (open.length === 0) await buyer.type(`${number} 7000 toman`);
    if (await buyer.wait((seen) => seen.change > mark && seen.text.includes(refusal), 9_000)) return;
    if (buyer.all().some((seen) => isAbout(number)(seen) && saidIn(seen.text) === 'delivered')) return;
    if (buyer.isOver()) throw new Error(`${number} was never refused`);
  }
}

async function hasItReversed(buyer: Buyer, wish: Wish): Promise<void> {
  await buyer.findConfirm(wish.number, [{ type: `${wish.number} 12000 toman` }]);
  const end = await buyer.confirm(wish);
  wish.delivered = end === 'delivered' ? 1 : 0;
  const code = buyer.told.find(({ said }) => said === 'delivered')?.code;
  if (code) await buyer.owner.reverse(code);
}

/** What people do while the owner decides something about them. */
export const governedStories = {
  'is blocked at the bank': {
    prefix: operator1,
    rials: 0,
    async run(buyer, wish) {
      const ways = await buyer.askToPay(wish, [{ type: `${wish.number} 20000 toman` }]);
      const page = await buyer.goToBank(buyer.linkOf(ways, buyer.payKeys[random.people.pick(providers)]));
      await buyer.owner.setBlocked(wish.personId, true);
      wish.isForbidden = true;
      if (page) await buyer.pressAtBank(page, random.people.pick(['pay', 'close']));
      await buyer.readsAll();
      await buyer.owner.setBlocked(wish.personId, false);
      wish.delivered = 0;
    },
  },

  'is blocked before Confirm': {
    prefix: operator1,
    rials: plenty,
    async run(buyer, wish) {
      await buyer.findConfirm(wish.number, [{ type: `${wish.number} 7000 toman` }]);
      await buyer.owner.setBlocked(wish.personId, true);
      wish.isForbidden = true;
      await isRefused(buyer, wish, blockedWords);
      await sleep(longerThanAPriceMs);
      await buyer.owner.setBlocked(wish.personId, false);
      wish.delivered = 0;
    },
  },

  'confirms while selling is paused': {
    prefix: operator1,
    rials: plenty,
    async run(buyer, wish) {
      await buyer.findConfirm(wish.number, [{ type: `${wish.number} 7000 toman` }]);
      await buyer.owner.setPaused(true);
      wish.isForbidden = true;
      await isRefused(buyer, wish, pausedWords);
      await sleep(longerThanAPriceMs);
      await buyer.owner.setPaused(false);
      wish.delivered = 0;
    },
  },

  'has a delivery reversed': { prefix: operator1, rials: plenty, run: hasItReversed },
  'was invited, and has a delivery reversed': {
    prefix: operator1,
    rials: plenty,
    isInvited: true,
    run: hasItReversed,
  },

  'is given money by hand, and loses some': {
    prefix: operator1,
    rials: 0,
    async run(buyer, wish) {
      await buyer.type('/start');
      await buyer.owner.give(wish.personId, 50_000, 0);
      await buyer.owner.give(wish.personId, -20_000, 50_000);
      wish.delivered = 0;
    },
  },

  'confirms when the price has changed': {
    prefix: operator1,
    rials: plenty,
    async run(buyer, wish) {
      const seen = await buyer.findConfirm(wish.number, [{ type: `${wish.number} 10000 toman` }]);
      await buyer.owner.setFee(wish.personId, 5);
      await sleep(longerThanAPriceMs);
      wish.oldPrice = priceOn(seen);
      wish.delivered = (await buyer.confirm(wish)) === 'delivered' ? 1 : 0;
    },
  },

  'gets a payment back': {
    prefix: operator1,
    rials: 0,
    async run(buyer, wish) {
      await buyer.addOnline(300_000, random.people.pick(providers));
      await buyer.readsAll();
      const [paid] = buyer.paidByMe();
      if (paid) await buyer.owner.payBack(wish.personId, paid.reference, 100_000);
      wish.delivered = 0;
    },
  },
} as const satisfies Record<string, Story>;
