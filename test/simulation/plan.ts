import { type Fault, faultNames } from './faults.ts';
import type { Death } from './kernel/life.ts';
import { randomFrom } from './kernel/random.ts';
import { buyingStories } from './people/buying.ts';
import { payingStories } from './people/paying.ts';
import { returningStories } from './people/returning.ts';
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
const soloistsEach = 10;
/** One of them pays something in. */
const payersEach = 3;
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

/** Each comes at least in every fifth seed, whatever is drawn. */
const turnsOfFaults = 5;
const isTurnOf = (at: number, seed: number): boolean => (at + seed) % turnsOfFaults === 0;

/** A seed that takes long has all of them. */
const turnsOfLong = 5;

/** So many of these, others in each seed, until all have had their turn. */
function inTurn<T>(all: readonly T[], count: number, seed: number): T[] {
  const random = randomFrom(all.length);
  const deck = all.map((one) => ({ one, place: random.next() })).sort((one, other) => one.place - other.place);
  return Array.from(
    { length: Math.min(count, deck.length) },
    (_, at) => deck[(seed * count + at) % deck.length],
  ).flatMap((found) => (found ? [found.one] : []));
}

/** What the owner did after the archive is in no book, and neither is an invoice. */
const isForgettable = (name: StoryName): boolean =>
  name in buyingStories || name in returningStories || (name in payingStories && name !== 'pays an invoice');

const pays = (name: StoryName): boolean => name in payingStories && !neverPays.has(name);
const neverPays: ReadonlySet<StoryName> = new Set(['claims a transfer that never was']);

/** In it nothing goes wrong: to look at a story. */
const calmSeed = 0;

/** What a seed stands for. */
export function planOf(seed: number): Plan {
  const random = randomFrom(Math.imul(seed, 31) + 17);
  const faults = faultNames.filter(
    (name, at) => random.chance(name === 'restore' ? 0.1 : 0.45) || name === 'kill' || isTurnOf(at, seed),
  );
  const isCalm = seed === calmSeed;
  const shopper = (name: string, at: number, count: number): PlannedPerson => {
    const wishes = Array.from({ length: count }, (_, index): PlannedWish => {
      const story = random.pick(storyNames.filter((one) => !isAlone(one)));
      return { story, number: numberOf(story, at * wishesEach + index) };
    });
    return { id: firstId + at, name, rials: plenty, creditLimit: null, referrerId: null, planned: null, wishes };
  };
  const people = names.map((name, at) => shopper(name, at, wishesEach));
  const hasTime = seed % turnsOfLong === 0;
  const alone = storyNames
    .filter((name) => isAlone(name) && (hasTime || storyOf(name).isLong !== true))
    .filter((name) => !faults.includes('restore') || isForgettable(name));
  const long = alone.filter((name) => storyOf(name).isLong);
  const payers = [
    ...long,
    ...inTurn(
      alone.filter((name) => pays(name) && !long.includes(name)),
      payersEach,
      seed,
    ),
  ];
  const others = inTurn(
    alone.filter((name) => !payers.includes(name)),
    soloistsEach - payersEach,
    seed,
  );
  for (const [at, story] of [...payers, ...others].entries())
    people.push(soloist(story, 201 + at, names.length * wishesEach + at));
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
    later: [
      ...laterNames.map((name, at) => shopper(name, 50 + at, wishesEach / 2)),
      ...inTurn(
        storyNames.filter((name) => pays(name) && storyOf(name).isLong !== true),
        1,
        seed,
      ).map((story, at) => soloist(story, 301 + at, 400 + at)),
    ],
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
