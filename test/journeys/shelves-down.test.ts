import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minute } from '#test/support/clock.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { inStorage, labels, read, storyIn } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

describe.each(journeyLanguages)('while the gateway is unreachable, in %s', (language) => {
  const day = { fa: /[۰-۹]{1,2} \S+ [۰-۹]{4}/, en: /\d{1,2} \w{3} \d{4}, \d\d:\d\d/ }[language];

  test('a person sees the last good list with its time, and the price is checked before payment', async () => {
    const { t, isReceipt, money, price, buyer, phone, sold, ware } = storyIn(language, () => world);
    const { id, total } = await ware(5, 'credit', 'بسته اینترنت ۷ روزه ۵ گیگابایت');
    const sara = await buyer('Sara');
    const number = phone('0998');
    world.pass(20 * minute);
    await world.stopBot();
    await world.fault('products', '503');
    await world.fault('filter', '503');
    await world.startBot();
    await sara.type('/start');
    await sara.press(t('key-packages'));
    expect(read(sara)).toContain(t('catalogue-stale', { when: '' }).slice(0, 20));
    expect(read(sara)).toMatch(day);
    // The purchase is possible: the gateway decides about the price.
    await sara.type(number);
    await sara.press(t('key-packages'));
    await sara.press(/هفتگی|Weekly/);
    expect(read(sara)).toContain(t('catalogue-stale', { when: '' }).slice(0, 20));
    await sara.press(price(total));
    await sara.press(t('key-confirm', { total: money(total) }));
    await sara.sees(isReceipt);
    expect(await sold(number)).toEqual([expect.objectContaining({ product_id: id, price: total })]);
    await world.fault('products', null);
    await world.fault('filter', null);
  });

  test('a person without any list reads so, can buy offers, and loads the list with Try again', async () => {
    const bare = await createWorld();
    await bare.stopBot();
    await bare.fault('products', 'cut-before');
    await bare.fault('filter', 'cut-before');
    await inStorage(bare, ({ db }) => db.deleteFrom('key_values').execute());
    await bare.startBot();
    const { t, price, stranger, phone } = storyIn(language, () => bare);
    const ali = stranger('Ali');
    await ali.type(phone('0935'));
    expect(read(ali)).toContain(t('catalogue-none'));
    await ali.press(t('key-offers'));
    expect(labels(ali.last()).some((label) => label.includes(price(33_000, 'toman')))).toBe(true);
    await ali.type('/start');
    await ali.press(t('key-packages'));
    await ali.sees(t('catalogue-none'));
    expect(labels(ali.last())).toEqual([t('key-try-again'), t('key-home')]);
    await bare.fault('products', null);
    await bare.fault('filter', null);
    await ali.press(t('key-try-again'));
    expect(read(ali)).toContain(t('packages-hint'));
    await bare.close();
  });
});
