import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Language } from '#domain/language.ts';
import { parsePlannedTime } from '#domain/planned-time.ts';
import type { Database } from '#storage/database.ts';
import { look, meetOwner, trailOf } from '#test/support/agents.ts';
import { choose, find, forge, greet, says, tap, watch } from '#test/support/buyer.ts';
import { journeyLanguages, long } from '#test/support/length.ts';
import { createWorld, ownerId, type World } from '#test/support/world.ts';

const pace = { perSecond: 2_000, reportMs: 50 };

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120, pace });
});
afterAll(() => world.close());

const copiesOf = (person: Person, text: string): number =>
  person.messages().filter((message) => message.fromBot && message.text === text).length;

const running = ({ db }: Database) =>
  db.selectFrom('announcements').select('id').where('state', 'in', ['sending', 'stopping']).execute();

/** Writes and previews a broadcast; its buttons are below the copy. An earlier broadcast may still be running. */
async function write(owner: Person, text: string): Promise<void> {
  await expect.poll(() => look(world, running), { timeout: 60_000 }).toEqual([]);
  await forge(owner, { to: 'menu' });
  await tap(owner, { to: 'deskPeople' });
  await tap(owner, { to: 'askAnnounce' });
  await owner.type(text);
}

/** The newest draft. */
function drafted(owner: Person): { readonly id: string } {
  const { press } = find(owner, { to: 'sendAnnouncement' });
  return { id: press.to === 'sendAnnouncement' ? press.announcement : '' };
}

type Told = readonly [key: string, variables?: Record<string, number>];

/** The summary, in the progress message or below it; an earlier broadcast may have left one too. */
const summary = (owner: Person, language: Language, state: 'done' | 'stopped', since?: number) =>
  owner.sees(says(language, `announcement-${state}`), since === undefined ? {} : { since });

describe.each(journeyLanguages)('a broadcast, in %s', (language) => {
  const t = (key: string, variables?: Record<string, number>) => says(language, key, variables);

  test('is previewed, sent once however often Send is tapped, and counted', async () => {
    const owner = await meetOwner(world, language);
    const [sara, reza, gone] = [await greet(world), await greet(world, { language: 'fa' }), await greet(world)];
    await gone.block();
    const text = `Closed on Friday (${language}): https://example.org`;
    await write(owner, text);
    const [copy, question] = owner.messages().slice(-2);
    expect(copy).toMatchObject({ fromBot: true, text });
    // The copy keeps links and formatting.
    expect(copy?.message.entities).toMatchObject([{ type: 'url' }]);
    expect(question?.text).toContain(t('announcement-preview').replace('⬆️ ', ''));
    expect(question?.text).toContain(t('announcement-left-out', { count: 1 }));
    expect(copiesOf(sara, text)).toBe(0);

    const send = find(owner, { to: 'sendAnnouncement' });
    await Promise.all([1, 2, 3].map(() => owner.forge(send.data, { message: send.message })));
    await summary(owner, language, 'done');
    await world.telegram.quiet();
    for (const person of [sara, reza]) expect(copiesOf(person, text)).toBe(1);
    for (const person of [gone, owner]) expect(copiesOf(person, text)).toBe(person === owner ? 1 : 0);
    expect(await trailOf(world, owner)).toContainEqual(expect.objectContaining({ action: 'announce' }));
    // A person who comes later does not get it.
    expect(copiesOf(await greet(world), text)).toBe(0);
    // A person who unblocks the bot is reachable again at once.
    await gone.unblock();
    await write(owner, text);
    expect(owner.last().text).not.toContain(t('announcement-left-out', { count: 1 }));
  });

  test('copies a picture with its caption', async () => {
    const owner = await meetOwner(world, language);
    const sara = await greet(world);
    await expect.poll(() => look(world, running), { timeout: 60_000 }).toEqual([]);
    await forge(owner, { to: 'askAnnounce' });
    await owner.sendPhoto({ caption: 'نوروز مبارک' });
    const since = owner.mark();
    await tap(owner, { to: 'sendAnnouncement' });
    await summary(owner, language, 'done', since);
    const got = await sara.sees((message) => message.message.photo !== undefined);
    expect(got.message).toMatchObject({ caption: 'نوروز مبارک', photo: [expect.anything()] });
  });

  test('can be changed or cancelled before it is sent, and an old draft cannot be sent', async () => {
    const owner = await meetOwner(world, language);
    const sara = await greet(world);
    await write(owner, 'with a tpyo');
    const old = find(owner, { to: 'sendAnnouncement' });
    await tap(owner, { to: 'changeAnnouncement' });
    expect(owner.last().text).toContain(t('ask-announce'));
    await owner.type('without one');
    await owner.forge(old.data, { message: old.message });
    await world.telegram.quiet();
    expect(copiesOf(sara, 'with a tpyo')).toBe(0);
    await tap(owner, { to: 'cancelAnnouncement' });
    expect(owner.last().text).toContain(t('announcement-cancelled').split('.')[0]);
    expect(copiesOf(sara, 'without one')).toBe(0);
  });

  test('goes to one language at a planned time, with a button to a code, a product or a category', async () => {
    const owner = await meetOwner(world, language);
    const reader = await greet(world, { language });
    const other = await greet(world, { language: language === 'fa' ? 'en' : 'fa' });
    const code = `SPRING${language.toUpperCase()}`;
    await forge(owner, { to: 'askPromoTerms', audience: 'everyone', operator: null, type: null });
    await owner.type(`${code} 10%`);
    await tap(owner, { to: 'makePromo' });
    await write(owner, `ten percent off (${language})`);
    await tap(owner, { to: 'chooseAudience' });
    await tap(owner, { to: 'setAudience', kind: language });
    // Words find a product and a category; the button that was chosen last counts.
    await tap(owner, { to: 'chooseBroadcastButton' });
    await tap(owner, { to: 'askBroadcastProduct' });
    await owner.type('شارژ');
    await tap(owner, { to: 'setBroadcastButton', target: 'category' });
    await tap(owner, { to: 'chooseBroadcastButton' });
    await tap(owner, { to: 'setBroadcastButton', target: 'promo' });
    expect(owner.last().text).toContain(code);
    await tap(owner, { to: 'askBroadcastTime' });
    // The question's example is a time in the future and can be typed as it is.
    const [example = ''] = /\p{Nd}{4}\/\S+ \p{Nd}+:\p{Nd}+/u.exec(owner.last().text) ?? [];
    expect(parsePlannedTime(example, world.now())).toBeGreaterThan(world.now());
    await owner.type('۲۷ آبان');
    expect(owner.last().text).toContain(t('failure-time-unclear'));
    await owner.type('1404/1/1 9:00');
    expect(owner.last().text).toContain(t('failure-time-invalid'));
    const { press } = find(owner, { to: 'planAnnouncement' });
    await forge(owner, press);
    expect(owner.last().text).toContain('🕒');
    await world.telegram.quiet();
    expect(copiesOf(reader, `ten percent off (${language})`)).toBe(0);
    await forge(owner, { to: 'askAnnounce' });
    await tap(owner, { to: 'plannedAnnouncements' });
    await tap(owner, { to: 'announcement' });
    expect(owner.last().text).toContain(code);
    const since = owner.mark();
    world.pass(2 * 3_600_000);
    const got = await reader.sees(`ten percent off (${language})`);
    await summary(owner, language, 'done', since);
    expect(copiesOf(reader, got.text)).toBe(1);
    expect(copiesOf(other, got.text)).toBe(0);
    // The button takes the code for the next purchase, and the broadcast stays.
    await tap(reader, { to: 'usePromo' });
    expect(reader.last().text).toContain(code);
    expect(reader.last().id).toBeGreaterThan(got.id);
    expect((await trailOf(world, owner)).map(({ action }) => action)).toContain('plan-announcement');

    // A planned broadcast can be cancelled; here the time is typed like the reader writes it.
    await write(owner, `never sent (${language})`);
    await tap(owner, { to: 'askBroadcastTime' });
    await owner.type(language === 'fa' ? 'فردا ۹:۱۵' : 'tomorrow 9:15');
    expect(owner.last().text).toMatch(/9:15|۹:۱۵/);
    await tap(owner, { to: 'cancelAnnouncement' });
    world.pass(48 * 3_600_000);
    await forge(owner, { to: 'plannedAnnouncements' });
    expect(owner.last().text).toContain(t('planned-none'));
    await world.telegram.quiet();
    expect(copiesOf(reader, `never sent (${language})`)).toBe(0);
  });

  test('can be sent only by the owner', async () => {
    await meetOwner(world, language);
    const sara = await greet(world, { language });
    await forge(sara, { to: 'askAnnounce' });
    expect(sara.last().text).toContain(t('failure-not-allowed'));
  });
});

test('an owner cancels, sends or follows what another owner planned', async () => {
  const second = 900_000_002;
  const place = await createWorld({ products: 120, pace, config: { ownerIds: [ownerId, second] } });
  onTestFinished(() => place.close());
  const owner = await meetOwner(place, 'en');
  const other = place.telegram.person({ id: second, first_name: 'Ms Second', language_code: 'en' });
  await other.type('/start');
  const sara = await greet(place);
  const planned = async (text: string) => {
    await write(owner, text);
    const { id } = drafted(owner);
    await tap(owner, { to: 'askBroadcastTime' });
    await tap(owner, { to: 'planAnnouncement' });
    await forge(other, { to: 'plannedAnnouncements' });
    await tap(other, { to: 'announcement', announcement: id });
    return id;
  };
  await planned('Never sent');
  await tap(other, { to: 'cancelAnnouncement' });
  expect(other.last().text).toContain(says('en', 'announcement-cancelled'));
  const announcement = await planned('Sent by another');
  await tap(other, { to: 'sendAnnouncement' });
  // The author hears that it was sent.
  await summary(owner, 'en', 'done');
  await tap(other, { to: 'announcement', announcement });
  expect(other.last().text).toContain(says('en', 'announcement-done'));
  expect([copiesOf(sara, 'Never sent'), copiesOf(sara, 'Sent by another')]).toEqual([0, 1]);
});

describe('a few hundred people', () => {
  const crowd = 150;

  /** Everyone has written once, and the bot is a process that can be killed. */
  async function hall(language: Language, options: Parameters<typeof createWorld>[0] = {}) {
    const place = await createWorld({ products: 120, start: false, ...options });
    onTestFinished(() => place.close());
    const owner = place.telegram.person({ id: 900_000_001, first_name: 'Mr Owner', language_code: language });
    await owner.type('/start', { wait: false });
    const people: Person[] = [];
    for (let at = 0; at < crowd; at += 1) {
      const person = place.telegram.person({ first_name: `Person ${at}`, language_code: at % 2 ? 'en' : 'fa' });
      await person.type('/start', { wait: false });
      people.push(person);
    }
    return { place, owner, people };
  }

  /** The owner's newest message, and the same page in the other language. */
  async function reads(owner: Person, first: Language, id: string, told: readonly Told[]): Promise<void> {
    const second: Language = first === 'fa' ? 'en' : 'fa';
    for (const language of [first, second]) {
      for (const [key, variables] of told) expect(owner.last().text).toContain(says(language, key, variables));
      await forge(owner, { to: 'language', language: second });
      await forge(owner, { to: 'announcement', announcement: id });
    }
  }

  if (long)
    test('get a broadcast whose bot is killed before and during it, few of them twice and nobody three times', async () => {
      const { place, owner, people } = await hall('fa', { pace: { perSecond: 400, reportMs: 50, leaseMs: 4_000 } });
      const first = await place.spawnBot();
      await place.telegram.quiet();
      await write(owner, 'Hello everyone');
      const { id } = drafted(owner);
      await tap(owner, { to: 'askBroadcastTime' });
      await tap(owner, { to: 'planAnnouncement' });
      await first.kill();
      const got = () => people.reduce((sum, person) => sum + copiesOf(person, 'Hello everyone'), 0);
      expect(got()).toBe(0);
      place.pass(24 * 3_600_000);
      const second = await place.spawnBot();
      await expect.poll(got, { timeout: 60_000, interval: 5 }).toBeGreaterThan(40);
      await second.kill();
      expect(got()).toBeLessThan(crowd);
      await place.spawnBot();
      await summary(owner, 'fa', 'done');
      const copies = people.map((person) => copiesOf(person, 'Hello everyone'));
      expect(Math.min(...copies)).toBe(1);
      expect(Math.max(...copies)).toBeLessThanOrEqual(2);
      // At most those in flight get it twice.
      expect(copies.filter((count) => count === 2).length).toBeLessThanOrEqual(20);
      await reads(owner, 'fa', id, [['announcement-done'], ['announcement-sent', { sent: crowd, total: crowd }]]);
    });

  test('get a broadcast once while Telegram asks for pauses and some have left, and receipts are not delayed', async () => {
    const { place, owner, people } = await hall('en', { pace: { perSecond: 150, reportMs: 50 } });
    await place.startBot();
    await place.telegram.quiet();
    const [buyer, ...others] = people as [Person, ...Person[]];
    await place.grant(buyer.id, 1_000_000);
    // These people come last; the faults below hit the first ones.
    const gone = others.slice(-10);
    const refused = 3;
    for (const person of gone) await person.block({ wait: false });
    await place.telegram.quiet();
    // Telegram has not reported these: sending discovers them.
    await look(place, ({ db }) => db.updateTable('people').set({ unreachable_at: null }).execute());
    await write(owner, 'Sale today');
    expect(owner.last().text).toContain(says('en', 'announcement-people', { count: crowd }));
    place.telegram.faults.fail('copyMessage', { retryAfter: 1, times: 3 });
    place.telegram.faults.fail('copyMessage', { code: 400, description: 'Bad Request: nonsense', times: refused });
    const edits = watch(place, owner);
    const { id } = drafted(owner);
    await tap(owner, { to: 'sendAnnouncement' }, { wait: false });
    await choose(buyer, '989121234567');
    await tap(buyer, { to: 'confirm' }, { wait: false });
    await buyer.sees(says('fa', 'state-delivered'));
    await summary(owner, 'en', 'done');
    const sent = crowd - gone.length - refused;
    await reads(owner, 'en', id, [
      ['announcement-done'],
      ['announcement-sent', { sent, total: crowd }],
      ['announcement-blocked', { count: gone.length }],
      ['announcement-failed', { count: refused }],
    ]);
    const copies = people.map((person) => copiesOf(person, 'Sale today'));
    expect(copies.filter((count) => count === 1)).toHaveLength(sent);
    expect(copies.filter((count) => count > 1)).toEqual([]);
    expect(edits.some((text) => /[▓░]+ \d+%/.test(text))).toBe(true);
    await forge(owner, { to: 'menu' });
    // Unreachable people are remembered.
    await write(owner, 'Another');
    expect(owner.last().text).toContain(says('fa', 'announcement-left-out', { count: gone.length }));
  });

  test('get no more after Stop, and a second broadcast waits for the first', async () => {
    const { place, owner, people } = await hall('fa', { pace: { perSecond: 40, reportMs: 50 } });
    await place.startBot();
    await place.telegram.quiet();
    await write(owner, 'The second');
    const second = find(owner, { to: 'sendAnnouncement' });
    await write(owner, 'The first');
    const { id } = drafted(owner);
    await tap(owner, { to: 'sendAnnouncement' }, { wait: false });
    const got = () => people.reduce((sum, person) => sum + copiesOf(person, 'The first'), 0);
    await expect.poll(got, { timeout: 60_000, interval: 5 }).toBeGreaterThan(10);
    await owner.forge(second.data, { message: second.message, wait: false });
    await owner.sees(says('fa', 'failure-announcing-already'));
    await tap(owner, { to: 'stopAnnouncement' }, { wait: false });
    await summary(owner, 'fa', 'stopped');
    const after = got();
    expect(after).toBeLessThan(crowd);
    expect(people.reduce((sum, person) => sum + copiesOf(person, 'The second'), 0)).toBe(0);
    await place.telegram.quiet();
    expect(got()).toBe(after);
    await reads(owner, 'fa', id, [
      ['announcement-stopped'],
      ['announcement-sent', { sent: after, total: crowd }],
      ['announcement-unsent', { count: crowd - after }],
    ]);
  });
});
