import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Language } from '#domain/language.ts';
import { createAudit } from '#shop/base/audit/audit.ts';
import { createShopProfile, type ProfileDraft, type ShopProfiles } from '#shop/running/shop-profile/shop-profile.ts';
import { createKeyValue } from '#storage/key-value.ts';
import type { NamedAction } from '#test/support/actions.ts';
import { look, makeAgent, meetOwner, trailOf } from '#test/support/agents.ts';
import { choose, forge, greet, keysOn, says, tap } from '#test/support/buyer.ts';
import { makeDatabase } from '#test/support/databases.ts';
import { journeyLanguages, sampledDatabases } from '#test/support/length.ts';
import { shopPhoto } from '#test/support/shop-picture.ts';
import { read, unmarked } from '#test/support/story.ts';
import { createWorld, ownerId, type World } from '#test/support/world.ts';

let photo: Uint8Array;
beforeAll(async () => {
  photo = await shopPhoto();
});

/** The calls of a method from now on. */
function callsOf(world: World, method: string): Record<string, unknown>[] {
  const calls: Record<string, unknown>[] = [];
  const stop = world.telegram.subscribe((event) => {
    if (event.type === 'call' && event.call.method === method) calls.push({ ...event.call.params });
  });
  onTestFinished(stop);
  return calls;
}

const newcomer = async (world: World, language: Language): Promise<Person> =>
  greet(world, { language, wallet: 100_000 });
const shownTo = (person: Person) =>
  unmarked(
    person
      .messages()
      .map(({ text }) => text)
      .join('\n'),
  );

async function buy(person: Person, language: Language): Promise<string> {
  const since = person.mark();
  await choose(person, '989121234567');
  await tap(person, { to: 'confirm' });
  return unmarked((await person.sees(says(language, 'state-delivered'), { since })).text);
}

describe.each(sampledDatabases())('the shop’s own name, welcome and picture on %s', (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ products: 120, database: await makeDatabase(kind) });
  });
  afterAll(() => world.close());

  test('that another process saved appear with the next press', async () => {
    const buyer = await newcomer(world, 'en');
    const other = <T>(act: (profile: ShopProfiles) => Promise<T>) =>
      look(world, (database) => {
        const { now } = world;
        const drafts = createKeyValue<ProfileDraft>(database, 'shop-profile', now);
        return act(createShopProfile({ database, audit: createAudit({ database, now }), drafts, now }));
      });
    await other((profile) => profile.setText(ownerId, 'name', 'Other', 'Sharj'));
    await forge(buyer, { to: 'home' });
    expect(read(buyer)).toContain('🏪 Other');
    await other((profile) => profile.remove(ownerId, 'name'));
    await forge(buyer, { to: 'home' });
    expect(read(buyer)).not.toContain('🏪');
  });

  describe.each(journeyLanguages)('in %s', (language) => {
    const t = (key: string, variables?: Record<string, string | number>) => unmarked(says(language, key, variables));

    test('the name appears on home, receipts and as the bot’s name after a preview, until it is removed', async () => {
      const names = callsOf(world, 'setMyName');
      const owner = await meetOwner(world, language);
      await owner.type('/desk');
      await tap(owner, { to: 'deskShop' });
      await tap(owner, { to: 'shopProfile' });
      expect(read(owner)).toContain(t('shop-no-picture'));
      await tap(owner, { to: 'askShopName' });
      for (const wrong of ['☎️', 'x'.repeat(41)]) {
        await owner.type(wrong);
        expect(read(owner)).toContain(t('failure-shop-name-invalid', { most: 40 }));
      }
      await owner.type('  Pars <b>&</b>\n Shop ');
      const name = 'Pars <b>&</b> Shop';
      expect(read(owner)).toContain(`🏪 ${name}`);
      const buyer = await newcomer(world, language);
      expect(shownTo(buyer)).not.toContain('Pars');
      expect(await buy(buyer, language)).not.toContain('🏪');

      await tap(owner, { to: 'saveShopProfile' });
      expect(read(owner)).toContain(t('shop-saved'));
      expect(read(owner)).toContain(name);
      await buyer.type('/start');
      expect(read(buyer)).toContain(`🏪 ${name}\n${t('home-title')}`);
      expect(await buy(buyer, language)).toContain(`🏪 ${name}`);
      // What an agent passes on names no other shop.
      const agent = await makeAgent(world, { language, owner });
      await agent.type('/start');
      expect(read(agent)).toContain(`🏪 ${name}`);
      expect(await buy(agent, language)).not.toContain('🏪');
      // People who open a shared receipt read it too.
      await tap(buyer, { to: 'share' });
      const [link = ''] = /https:\/\/t\.me\/\S+/.exec(buyer.last().text) ?? [];
      const reader = await newcomer(world, language);
      await reader.open(link);
      expect(read(reader)).toContain(t('proof-title', { shop: '|' }).replace('|', name));

      // Telegram hears of a name once, even after a restart.
      await world.stopBot();
      await world.startBot();
      await buyer.type('/start');
      expect(read(buyer)).toContain(`🏪 ${name}`);
      expect(names).toEqual([{ name }]);
      await forge(owner, { to: 'askShopName' });
      expect(read(owner)).toContain(name);
      await tap(owner, { to: 'removeShopPart' });
      expect(read(owner)).toContain(t('shop-removed'));
      await buyer.type('/start');
      expect(read(buyer)).not.toContain('🏪');
      await reader.open(link);
      expect(read(reader)).toContain(t('proof-title', { shop: String(names[1]?.name) }));
      expect(names).toHaveLength(2);
      expect(names[1]?.name).not.toContain('Pars');
      const trail = (await trailOf(world, owner)).filter(({ action }) => action === 'shop-profile').slice(-2);
      expect(trail.map(({ details }) => details)).toEqual([
        { part: 'name', text: name },
        { part: 'name', removed: 'yes' },
      ]);
      await forge(owner, { to: 'audit', kind: 'selling', person: null, page: 1 });
      expect(read(owner)).toContain(t('audit-entry-shop-name-removed', { who: owner.first_name }));
    });

    test('a name that Telegram does not accept now is saved and sent again at the next start', async () => {
      const owner = await meetOwner(world, language);
      await forge(owner, { to: 'askShopName' });
      await owner.type('Aria');
      world.telegram.faults.fail('setMyName', { code: 429, times: 1, retryAfter: 3_600 });
      await tap(owner, { to: 'saveShopProfile' });
      expect(read(owner)).toContain(t('shop-not-published'));
      await owner.type('/start');
      expect(read(owner)).toContain('🏪 Aria');
      const names = callsOf(world, 'setMyName');
      await world.stopBot();
      await world.startBot();
      await expect.poll(() => names).toEqual([{ name: 'Aria' }]);
      await forge(owner, { to: 'removeShopPart', part: 'name' });
    });

    test('the welcome has one text for everyone or one per language, and new people read it once', async () => {
      const descriptions = callsOf(world, 'setMyDescription');
      const owner = await meetOwner(world, language);
      const write = async (readers: 'all' | Language, text: string) => {
        await forge(owner, { to: 'shopWelcome' });
        await tap(owner, { to: 'askShopWelcome', readers });
        await owner.type(text);
        expect(read(owner)).toContain(text);
        await tap(owner, { to: 'saveShopProfile' });
        expect(read(owner)).toContain(t('shop-saved'));
      };
      await forge(owner, { to: 'askShopWelcome', readers: 'all' });
      await owner.type('x'.repeat(501));
      expect(read(owner)).toBe(t('failure-welcome-invalid', { most: 500 }));
      await write('all', 'Open day & night.\n<i>Ask us</i>');
      const buyer = await newcomer(world, language);
      expect(shownTo(buyer)).toContain(`Open day & night.\n<i>Ask us</i>\n\n${t('home-title')}`);
      await buyer.type('/start');
      expect(read(buyer)).not.toContain('Open day');
      await write(language, 'Only for you');
      expect(shownTo(await newcomer(world, language))).toContain('Only for you');
      expect(shownTo(await newcomer(world, 'ar'))).toContain('Open day');
      const last = descriptions.slice(-3).map(({ description }) => description);
      expect(last.filter((one) => one === 'Only for you')).toHaveLength(1);
      await forge(owner, { to: 'askShopWelcome', readers: 'all' });
      await tap(owner, { to: 'removeShopPart' });
      await forge(owner, { to: 'removeShopPart', part: language });
      const later = await newcomer(world, language);
      expect(shownTo(later)).toContain(t('welcome', { name: later.first_name }));
    });

    test('the picture appears above the welcome of new people and on receipt pictures, until it is removed', async () => {
      const owner = await meetOwner(world, language);
      await forge(owner, { to: 'askShopPicture' });
      await owner.sendDocument({ name: 'logo.png', bytes: photo });
      expect(read(owner)).toBe(t('failure-picture-unfit'));
      await owner.sendPhoto({ bytes: photo });
      expect(read(owner)).toContain(t('shop-draft-picture'));
      await tap(owner, { to: 'saveShopProfile' });
      expect(read(owner)).toContain(t('shop-has-picture'));
      const buyer = await newcomer(world, language);
      const [above, home] = buyer.messages().filter(({ fromBot }) => fromBot);
      expect(above).toMatchObject({ media: 'photo', buttons: [] });
      expect(unmarked(above?.text ?? '')).toContain(buyer.first_name);
      expect(unmarked(home?.text ?? '')).toContain(t('home-title'));
      expect(home?.text).not.toContain(buyer.first_name);
      // After a restart the stored picture is used.
      await world.stopBot();
      await world.startBot();
      expect((await newcomer(world, language)).messages().some(({ media }) => media === 'photo')).toBe(true);
      await buy(buyer, language);
      await tap(buyer, { to: 'more' });
      await tap(buyer, { to: 'picture' });
      await buyer.sees((shown) => shown.media === 'photo' && keysOn(shown).some(({ press }) => press.to === 'home'));
      await forge(owner, { to: 'shopProfile' });
      const { messages: preview } = await tap(owner, { to: 'previewShop' });
      expect(preview.map(({ media }) => media)).toEqual(['photo', undefined]);
      await forge(owner, { to: 'askShopPicture' });
      await tap(owner, { to: 'removeShopPart' });
      expect(read(owner)).toContain(t('shop-no-picture'));
      expect((await newcomer(world, language)).messages().some(({ media }) => media === 'photo')).toBe(false);
      expect(world.errors()).toEqual([]);
    });

    test('a picture that the messenger cannot return is reported and changes nothing', async () => {
      const owner = await meetOwner(world, language);
      await forge(owner, { to: 'askShopPicture' });
      await owner.sendPhoto({ bytes: photo });
      world.telegram.faults.fail('getFile', { code: 400, times: 1 });
      await tap(owner, { to: 'saveShopProfile' });
      expect(read(owner)).toBe(t('failure-picture-unfit'));
      await forge(owner, { to: 'shopProfile' });
      expect(read(owner)).toContain(t('shop-no-picture'));
    });
  });
});

test('on Bale, where a bot has no profile, people see the same in the chat', async () => {
  const world = await createWorld({ products: 120, messenger: 'bale' });
  onTestFinished(() => world.close());
  const [names, descriptions] = [callsOf(world, 'setMyName'), callsOf(world, 'setMyDescription')];
  const owner = await meetOwner(world, 'fa');
  const save = async (question: NamedAction, answer: () => Promise<unknown>) => {
    await forge(owner, question);
    await answer();
    await tap(owner, { to: 'saveShopProfile' });
    expect(read(owner)).toContain(says('fa', 'shop-saved'));
  };
  await save({ to: 'askShopName' }, () => owner.type('پارس'));
  await save({ to: 'askShopWelcome', readers: 'all' }, () => owner.type('به پارس خوش آمدید'));
  await save({ to: 'askShopPicture' }, () => owner.sendPhoto({ bytes: photo }));
  const buyer = await newcomer(world, 'fa');
  const [above, home] = buyer.messages().filter(({ fromBot }) => fromBot);
  expect(above?.media).toBe('photo');
  expect(unmarked(above?.text ?? '')).toBe('به پارس خوش آمدید');
  expect(unmarked(home?.text ?? '')).toContain('🏪 پارس');
  expect([...names, ...descriptions]).toEqual([]);
  expect(world.errors()).toEqual([]);
});
