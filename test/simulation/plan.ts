import { type Fault, faultNames } from './faults.ts';
import type { Death } from './kernel/life.ts';
import { randomFrom } from './kernel/random.ts';
import { buyingStories } from './people/buying.ts';
import { type StoryName, storyNames, storyOf } from './people/stories.ts';

export interface PlannedWish {
  readonly story: StoryName;
  readonly number: string;
}

export interface PlannedPerson {
  readonly id: number;
  readonly name: string;
  readonly rials: number;
  /** Of an agent. */
  readonly creditLimit: number | null;
  /** By whose link they came. */
  readonly referrerId: number | null;
  /** The number for which a plan is due today. */
  readonly planned: string | null;
  /** One after the other. */
  readonly wishes: readonly PlannedWish[];
}

/** All that is decided before a run begins. */
export interface Plan {
  readonly seed: number;
  readonly faults: readonly Fault[];
  readonly people: readonly PlannedPerson[];
  /** After a restore. */
  readonly later: readonly PlannedPerson[];
  /** Several share the database. */
  readonly processes: number;
  /** Asked at each effective gate once somebody shops, counted from 1 in each life. */
  readonly deathAt: (life: number, gate: number, name: string) => Death | null;
}

const names = ['Sara', 'Reza', 'Mina'] as const;
const laterNames = ['Leila', 'Amir'] as const;
const firstId = 101;
/** Mina invites people. */
const referrerId = firstId + 2;
/** Their person has other money than the rest. */
const isAlone = (name: StoryName): boolean => storyOf(name).rials !== undefined;
const soloistsEach = 6;
const wishesEach = 6;
const plenty = 10_000_000;
/** More often starves the start. */
const gatesBetweenDeaths = 200;
const mostDeaths = 40;
/** A run without a kill proves little. */
const firstDeathBy = 150;

/** A number that nobody else buys for. */
export const numberOf = (story: StoryName, index: number): string =>
  `${storyOf(story).prefix}${String(6_000_000 + index * 37)}`;

/** One person with one wish. */
export function soloist(story: StoryName, id: number, index: number): PlannedPerson {
  const { rials = plenty, creditLimit = null, isInvited = false, isPlanned = false } = storyOf(story);
  const number = numberOf(story, index);
  return {
    id,
    name: 'Nima',
    rials,
    creditLimit,
    referrerId: isInvited ? referrerId : null,
    planned: isPlanned ? number : null,
    wishes: [{ story, number }],
  };
}

/** In it nothing goes wrong: to look at a story. */
const calmSeed = 0;

/** What a seed stands for. */
export function planOf(seed: number): Plan {
  const random = randomFrom(Math.imul(seed, 31) + 17);
  const faults = faultNames.filter((name) => name === 'kill' || random.chance(name === 'restore' ? 0.25 : 0.5));
  const isCalm = seed === calmSeed;
  const shopper = (name: string, at: number, count: number): PlannedPerson => {
    const wishes = Array.from({ length: count }, (_, index): PlannedWish => {
      const story = random.pick(storyNames.filter((one) => !isAlone(one)));
      return { story, number: numberOf(story, at * wishesEach + index) };
    });
    return { id: firstId + at, name, rials: plenty, creditLimit: null, referrerId: null, planned: null, wishes };
  };
  const people = names.map((name, at) => shopper(name, at, wishesEach));
  // Nobody knows what was paid in after the archive but the bank.
  const alone = storyNames.filter(isAlone).filter((name) => !faults.includes('restore') || name in buyingStories);
  for (let at = 0; at < soloistsEach; at += 1) {
    const [story] = alone.splice(random.whole(alone.length), 1);
    if (story) people.push(soloist(story, 201 + at, names.length * wishesEach + at));
  }
  const deaths = randomFrom(Math.imul(seed, 127) + 3);
  const dies = new Map<number, number>();
  const gateOfDeath = (life: number): number => {
    const drawn = Math.ceil(-Math.log(1 - deaths.next()) * gatesBetweenDeaths);
    return life === 1 ? Math.min(firstDeathBy, drawn) : drawn;
  };
  const canLosePower = faults.includes('power-cut');
  return {
    seed,
    faults: isCalm ? [] : faults,
    people,
    later: laterNames.map((name, at) => shopper(name, 50 + at, wishesEach / 2)),
    processes: 1 + (seed % 3),
    deathAt(life, gate) {
      if (life > mostDeaths || isCalm) return null;
      if (!dies.has(life)) dies.set(life, gateOfDeath(life));
      if (gate < (dies.get(life) ?? 0)) return null;
      return canLosePower && deaths.chance(0.5) ? 'power-cut' : 'kill';
    },
  };
}

/** The same with one story only. */
export const planOfStory = (seed: number, story: StoryName): Plan => ({
  ...planOf(seed),
  people: [soloist(story, firstId, seed)],
});
