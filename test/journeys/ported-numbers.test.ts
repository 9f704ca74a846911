import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAgent } from '#test/support/agents.ts';
import { find, forge, keysOn, says, tap } from '#test/support/buyer.ts';
import { languages, read, rows, storyIn } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

describe.each(languages)('a package of another operator, in %s', (language) => {
  const { t, phone, ware, sold, buyer } = storyIn(language, () => world);
  const say = (words: Readonly<Record<'fa' | 'en', string>>) => words[language];
  const names = { one: say({ fa: 'همراه اول', en: 'Hamrah-e Aval' }), two: say({ fa: 'ایرانسل', en: 'Irancell' }) };
  const weekly = 'بسته اینترنت ۷ روزه ۳ گیگابایت';

  test('the first line warns, and the buyer must say that the number was ported', async () => {
    const sara = await buyer('Sara');
    const number = phone('0912');
    const mobile = `98${number.slice(1)}`;
    const { id } = await ware(2, 'credit', weekly);
    await forge(sara, { to: 'product', id, mobile });
    const [first] = read(sara).split('\n');
    expect(first).toBe(t('confirm-other-operator', { number: names.one, package: names.two }));
    expect(keysOn(sara.last()).map(({ press }) => press.to)).not.toContain('confirm');
    const ported = sara.last().message.reply_markup?.inline_keyboard[0]?.[0];
    expect(ported).toBeDefined();
    expect(ported).not.toHaveProperty('style');
    expect(rows(sara.last())[0]).toEqual([t('key-ported', { operator: names.two })]);
    // The buyer only looks, so nothing is remembered.
    await sara.type(number);
    expect(read(sara)).toContain(names.one);
    await forge(sara, { to: 'product', id, mobile });
    await tap(sara, { to: 'ported' });
    expect(read(sara)).not.toContain(t('confirm-other-operator', { number: names.one, package: names.two }));
    await tap(sara, { to: 'confirm' });
    await sara.sees(says(language, 'state-activated'));
    expect(await sold(number)).toHaveLength(1);
    await sara.type(number);
    expect(read(sara)).toContain(names.two);
  });

  test('a seller’s shortcuts belong to the number’s operator, and to another one only after it was ported', async () => {
    const agent = await makeAgent(world, { language });
    const number = phone('0912');
    const mobile = `98${number.slice(1)}`;
    const { id } = await ware(2, 'credit', weekly);
    await forge(agent, { to: 'product', id, mobile });
    await tap(agent, { to: 'ported' });
    await tap(agent, { to: 'confirm' });
    await agent.sees(says(language, 'state-activated'));
    await agent.type(number);
    expect(find(agent, { to: 'again' }).message).toBe(agent.last().id);
    await tap(agent, { to: 'chooseOperator' });
    await tap(agent, { to: 'setOperator', operator: 1 });
    expect(keysOn(agent.last()).map(({ press }) => press.to)).not.toContain('again');
  });
});
