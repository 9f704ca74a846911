import { random } from '#test/simulation/kernel/random.ts';
import type { Buyer, Step, Wish } from './buyer.ts';
import { words } from './words.ts';

export interface Story {
  /** The first digits of a number of the operator that it needs. */
  readonly prefix: string;
  run(buyer: Buyer, wish: Wish): Promise<void>;
}

export const operator2 = '0935';

const offerSteps = (number: string): Step[] => [
  { type: number },
  { press: words('key-offers') },
  { press: '1 GB · 7 days' },
];

const once = (end: 'delivered' | 'rejected') => ({
  delivered: end === 'delivered' ? 1 : 0,
  rejected: end === 'rejected' ? 1 : 0,
});

/** What people do who buy something. */
export const stories = {
  'buys an offer': {
    prefix: operator2,
    async run(buyer, wish) {
      await buyer.findConfirm(wish.number, offerSteps(wish.number));
      wish.outcome = once(await buyer.confirm(wish));
    },
  },
} as const satisfies Record<string, Story>;

export type StoryName = keyof typeof stories;
export const storyNames = Object.keys(stories) as StoryName[];
void random;
