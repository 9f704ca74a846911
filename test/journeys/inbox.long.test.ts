import { setTimeout } from 'node:timers/promises';
import type { Person } from '@sharj/local-telegram';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createWallet } from '#shop/base/wallet/wallet.ts';
import { openDatabase } from '#storage/database.ts';
import { encode } from '#test/support/actions.ts';
import { find, says, topUp } from '#test/support/buyer.ts';
import { createChance } from '#test/support/chance.ts';
import { type Installation, type Installed, install, installations, nameOf } from '#test/support/installations.ts';
import { quiet } from '#test/support/shop.ts';
import type { World } from '#test/support/world.ts';

const slowly = { timeout: 180_000 };

const asked = says('en', 'confirm-title');
const buying = says('en', 'state-confirmed');
const checking = says('en', 'state-unsure');
const delivered = says('en', 'state-delivered');
const failed = says('en', 'error', { reference: '' }).slice(0, 20);

async function open(kind: Installation): Promise<Installed> {
  const installed = await install(kind);
  onTestFinished(() => installed.close());
  await installed.start();
  return installed;
}

/** People with money, each with a Confirm button in front of them. */
async function crowd(world: World, size: number): Promise<{ person: Person; mobile: string }[]> {
  const database = await openDatabase(world.database.settings, { log: quiet });
  const wallet = createWallet({ database, now: world.now, isOwner: () => false });
  const people = Array.from({ length: size }, (_, at) => ({
    person: world.telegram.person({ id: 6_000_001 + at, first_name: `Buyer ${at}`, language_code: 'en' }),
    mobile: `98912${3_000_000 + at}`,
  }));
  for (const { person } of people)
    await wallet.grant({ key: `gift:${person.id}`, personId: person.id, amount: 1_000_000, actor: 'test', note: null });
  await database.close();
  await Promise.all(
    people.map(async ({ person, mobile }) => {
      await person.type('/start', { wait: false });
      await person.sees(says('en', 'home-title'));
      await choose(person, mobile);
    }),
  );
  return people;
}

async function choose(person: Person, mobile: string): Promise<void> {
  // The question comes in a new message, so earlier receipts stay.
  await person.forge(encode({ to: 'product', id: topUp.id, mobile }, true), { wait: false });
  await person.sees((message) => message.text.includes(asked) && message.text.includes(spokenEnd(mobile)));
}

const spokenEnd = (mobile: string): string => mobile.slice(-4);

const textsOf = (person: Person): string[] => person.messages().flatMap(({ fromBot, text }) => (fromBot ? [text] : []));

const shows = (person: Person, words: string): boolean => textsOf(person).some((text) => text.includes(words));

describe.each(installations.map((kind) => [nameOf(kind), kind] as const))('%s', (_, kind) => {
  // More than the 100 updates of one getUpdates answer.
  const many = 130;
  test(
    `${many} people who tap Confirm during a hanging price check and a kill all buy once and hear of it`,
    slowly,
    async () => {
      const { world, start, kill } = await open(kind);
      const people = await crowd(world, many);
      await world.fault('filter', 'slow', null, 2_800);
      await Promise.all(
        people.map(({ person }) => {
          const { data, message } = find(person, { to: 'confirm' });
          return person.forge(data, { message, wait: false });
        }),
      );
      // Everybody taps while the gateway is slow.
      await setTimeout(1_500);
      await kill();
      await world.fault('filter', null);
      await start();
      await Promise.allSettled(people.map(({ person }) => person.sees(delivered, { timeoutMs: 240_000 })));
      await world.telegram.quiet();
      expect(people.filter(({ person }) => !shows(person, delivered)).map(({ mobile }) => mobile)).toEqual([]);
      expect(people.filter(({ person }) => shows(person, asked)).map(({ mobile }) => mobile)).toEqual([]);
      const sold = (await world.sales()).map(({ mobile }) => mobile);
      expect(sold).toHaveLength(people.length);
      expect(new Set(sold)).toEqual(new Set(people.map(({ mobile }) => mobile)));
      expect(world.telegram.pending()).toEqual([]);
    },
  );

  test('every tap in a crash loop ends with a receipt or an error message', slowly, async () => {
    const { world, start, kill } = await open(kind);
    const people = await crowd(world, 20);
    const chance = createChance(1_600);
    const taps: { person: Person; mobile: string }[] = [];
    let next = 3_100_000;
    for (let round = 0; round < 3; round += 1) {
      await world.fault('filter', 'slow', null, 400);
      for (const one of people) {
        const { data, message } = find(one.person, { to: 'confirm' });
        await one.person.forge(data, { message, wait: false });
        taps.push({ ...one });
      }
      await setTimeout(chance.whole(500));
      await kill();
      await start();
      await world.fault('filter', null);
      // Served people choose the next item; those with an error tap again.
      await Promise.all(
        people.map(async (one) => {
          const { person, mobile } = one;
          await person.sees((message) => ended(message.text, mobile) || message.text.startsWith(failed));
          next += 1;
          one.mobile = `98912${next}`;
          await choose(person, one.mobile);
        }),
      );
    }
    await world.telegram.quiet();
    const sold = (await world.sales()).map(({ mobile }) => mobile);
    expect(new Set(sold).size).toBe(sold.length);
    const untold = taps.filter(({ person, mobile }) => !textsOf(person).some((text) => ended(text, mobile)));
    expect(untold.map(({ mobile }) => mobile)).toEqual([]);
    expect(sold).toHaveLength(taps.length);
    expect(people.filter(({ person }) => shows(person, buying) || shows(person, checking))).toEqual([]);
  });
});

const ended = (text: string, mobile: string): boolean => text.includes(delivered) && text.includes(spokenEnd(mobile));
