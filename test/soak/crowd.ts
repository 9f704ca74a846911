import { setTimeout } from 'node:timers/promises';
import type { Person } from '@sharj/local-telegram';
import { choose, forge, greet, languages, tap } from '#test/support/buyer.ts';
import type { World } from '#test/support/world.ts';

/** Operator 1's prepaid top-ups. */
const shelf = [37, 47, 57] as const;
/** Reading time between presses, within the rate limits. */
const readingMs = 400;

type Action = (person: Person, mobile: string) => Promise<unknown>;

const pick = <T>(from: readonly [T, ...T[]]): T => from[Math.floor(Math.random() * from.length)] ?? from[0];

async function buy(person: Person, mobile: string): Promise<void> {
  await choose(person, mobile, pick(shelf));
  await setTimeout(readingMs);
  const tapping = tap(person, { to: 'confirm' }, { wait: false });
  // Every third person is impatient.
  if (Math.random() < 1 / 3) await tap(person, { to: 'confirm' }, { wait: false });
  await tapping;
}

const actions: readonly [Action, ...Action[]] = [
  buy,
  buy,
  buy,
  buy,
  (person) => forge(person, { to: 'operators', type: 'data' }),
  (person) =>
    forge(person, {
      to: 'shelf',
      type: 'data',
      operator: 2,
      sim: 'prepaid',
      category: null,
      sub: null,
      all: 'yes',
      page: 1,
      sort: 'price',
      mobile: null,
    }),
  (person) => person.type('/search 10'),
  (person) => person.type(pick(['hello', 'سلام', '12', '🙂'])),
  (person, mobile) => person.type(`0${mobile.slice(2)}`),
  (person) => forge(person, { to: 'orders', page: 1 }),
  (person) => forge(person, { to: 'wallet' }),
  async (person) => {
    await forge(person, { to: 'askNumber', purpose: 'topup' });
    await setTimeout(readingMs);
    await person.type('not a number');
  },
  async (person, mobile) => {
    await forge(person, { to: 'offers', mobile: `98935${mobile.slice(5)}`, page: 1 });
  },
];

export interface Crowd {
  /** Actions so far, and those without an answer in time, because of faults. */
  readonly done: { actions: number; unanswered: number };
  stop(): Promise<void>;
}

/** Concurrent people, each doing one thing after another, most of them buying. */
export async function gather(world: World, size: number): Promise<Crowd> {
  const done = { actions: 0, unanswered: 0 };
  let running = true;
  const people: Person[] = [];
  for (let at = 0; at < size; at += 1)
    people.push(await greet(world, { language: languages[at % 2] ?? 'en', wallet: 1_000_000_000_000 }));

  async function live(person: Person, at: number): Promise<void> {
    while (running) {
      const mobile = `98912${String(1_000_000 + at * 1_000 + (done.actions % 1_000))}`;
      done.actions += 1;
      await pick(actions)(person, mobile).catch(() => {
        done.unanswered += 1;
      });
      await setTimeout(readingMs * (0.5 + Math.random()));
    }
  }

  const lives = people.map(live);
  return {
    done,
    stop: async () => {
      running = false;
      await Promise.all(lives);
    },
  };
}
