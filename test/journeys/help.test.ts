import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeAgent, meetOwner } from '#test/support/agents.ts';
import { forge, greet, keysOn, says, tap } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { openBankWorld } from '#test/support/payments.ts';
import { makeStaff } from '#test/support/staff.ts';
import { unmarked } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120 });
});
afterAll(() => world.close());

const pressed = (person: Person) => keysOn(person.last()).map(({ press }) => press);
const sectionsOn = (person: Person) => pressed(person).flatMap((press) => (press.to === 'helpSection' ? [press] : []));

describe.each(journeyLanguages)('help, in %s', (language) => {
  const t = (key: string) => unmarked(says(language, key));
  const read = (person: Person) => unmarked(person.last().text);

  test('each reader has three to seven sections of their own, and each leads back', async () => {
    const owner = await meetOwner(world, language);
    const readers = {
      customer: await greet(world, { language, wallet: 0 }),
      agent: await makeAgent(world, { language, owner }),
      cashier: await makeStaff(world, owner, 'cashier', { language }),
      support: await makeStaff(world, owner, 'support', { language }),
      owner,
    };
    const first: Record<string, string> = {};
    for (const [name, reader] of Object.entries(readers)) {
      await reader.type('/help');
      const sections = sectionsOn(reader);
      // An owner who wrote to support would write to themselves.
      expect(read(reader).includes('/support'), name).toBe(name !== 'owner');
      expect(sections.length, name).toBeGreaterThanOrEqual(3);
      expect(sections.length, name).toBeLessThanOrEqual(7);
      for (const section of sections) {
        await tap(reader, section);
        expect(read(reader)).toContain(t(`help-on-${section.section}`));
        await tap(reader, { to: 'help' });
      }
      first[name] = String(sections[0]?.section);
    }
    expect(new Set(Object.values(first)).size).toBeGreaterThanOrEqual(4);
    // A section of another role shows the reader's own ones instead.
    await forge(readers.customer, { to: 'helpSection', section: 'prices' });
    expect(sectionsOn(readers.customer).map(({ section }) => section)).toContain('buy');
  });

  test('an unknown line and an empty wallet lead to the right section', async () => {
    const sara = await greet(world, { language, wallet: 0 });
    await sara.type('qwertyuiop asdfghjkl');
    expect(read(sara)).toContain(t('not-understood'));
    await tap(sara, { to: 'helpSection', section: 'buy' });
    expect(read(sara)).toContain(t('help-on-buy'));
    await sara.type('/wallet');
    await tap(sara, { to: 'helpSection', section: 'pay' });
    expect(read(sara)).toContain(t('help-on-pay'));
    // With money in the wallet there is no question.
    const rich = await greet(world, { language });
    await rich.type('/wallet');
    expect(sectionsOn(rich)).toEqual([]);
  });
});

describe.each(journeyLanguages)('the first steps of a new shop, in %s', (language) => {
  const step = (key: string, done: boolean) =>
    unmarked(says(language, done ? 'step-done' : 'step-open', { step: says(language, `step-${key}`) }));

  test('are ticked when they are done, and disappear when the owner does not want them', async () => {
    const shop = await createWorld({ products: 120 });
    onTestFinished(() => shop.close());
    const owner = await meetOwner(shop, language);
    const desk = async () => {
      await forge(owner, { to: 'menu' });
      return unmarked(owner.last().text);
    };
    expect(await desk()).toContain(step('payment', false));
    expect(await desk()).toContain(step('agent', false));
    await tap(owner, { to: 'firstSteps' });
    await tap(owner, { to: 'askBankCard' });
    await owner.type('6037 9911 1111 1112 Sara Ahmadi');
    await makeAgent(shop, { language, owner });
    expect(await desk()).toContain(step('payment', true));
    expect(await desk()).toContain(step('agent', true));
    expect(await desk()).toContain(step('price', false));
    await tap(owner, { to: 'firstSteps' });
    expect(pressed(owner).map(({ to }) => to)).not.toContain('askBankCard');
    await tap(owner, { to: 'backupHelp' });
    expect(unmarked(owner.last().text)).toContain(unmarked(says(language, 'help-on-backup')));
    await owner.press(says(language, 'key-back'));
    expect(unmarked(owner.last().text)).toContain(unmarked(says(language, 'first-steps-title')));
    await tap(owner, { to: 'dismissFirstSteps' });
    expect(unmarked(owner.last().text)).not.toContain(step('price', false));
    // An old button shows the desk.
    await forge(owner, { to: 'firstSteps' });
    expect(pressed(owner).map(({ to }) => to)).not.toContain('firstSteps');
  });

  test('leave out the card if the shop is paid online', async () => {
    const { world: shop, close } = await openBankWorld();
    onTestFinished(close);
    const owner = await meetOwner(shop, language);
    await forge(owner, { to: 'menu' });
    expect(unmarked(owner.last().text)).toContain(step('payment', true));
    await tap(owner, { to: 'firstSteps' });
    expect(pressed(owner).map(({ to }) => to)).not.toContain('askBankCard');
  });
});
