import { sleep } from '#test/simulation/kernel/clock.ts';
import { random } from '#test/simulation/kernel/random.ts';
import { agentStories } from './agents.ts';
import { buyingStories } from './buying.ts';
import { governedStories } from './governed.ts';
import { payingStories } from './paying.ts';
import { returningStories } from './returning.ts';
import { sellingStories } from './selling.ts';
import type { Story } from './story.ts';

/** What people do. */
export const stories = {
  ...buyingStories,
  ...payingStories,
  ...governedStories,
  ...agentStories,
  ...returningStories,
  ...sellingStories,
} as const satisfies Record<string, Story>;

export type StoryName = keyof typeof stories;
export const storyNames = Object.keys(stories) as StoryName[];
export const storyOf = (name: StoryName): Story => stories[name];

/** Something else that one may do between two purchases. */
export const rests = (): Promise<void> => sleep(random.people.between(0, 60_000));
