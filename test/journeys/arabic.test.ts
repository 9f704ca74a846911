import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { find, says, tap } from '#test/support/buyer.ts';
import { labels, read, rows, storyIn, unmarked } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 420 });
});
afterAll(() => world.close());

test('a person who reads Arabic goes from the welcome to the receipt, right to left, with Arabic digits and calendar', async () => {
  const story = storyIn('ar', () => world);
  const sara = await story.buyer('سارة');
  expect(read(sara)).toContain(says('ar', 'settings-title'));
  expect(rows(sara.last())).toContainEqual(story.inRow('فارسی', 'English', '✓ العربية'));
  await sara.type('/start');
  expect(read(sara)).toContain(says('ar', 'home-title'));
  const phone = story.phone('0912');
  await sara.type(`${phone} ١٠٠٠٠ ریال`);
  expect(read(sara)).toMatch(/[٠-٩]/);
  await tap(sara, { to: 'confirm' });
  await sara.sees(says('ar', 'state-delivered'));
  expect(await story.sold(phone)).toHaveLength(1);
  const year = new Intl.DateTimeFormat('ar-u-nu-arab', { year: 'numeric', timeZone: 'Asia/Tehran' }).format(
    world.now(),
  );
  await sara.type('/orders');
  await tap(sara, { to: 'order' });
  expect(read(sara)).toContain(year);
  await sara.type('/settings');
  await tap(sara, { to: 'language', language: 'en' });
  expect(find(sara, { to: 'language', language: 'ar' })).toBeDefined();
});

test('a person who reads Arabic finds operators, categories, packages and offers by Arabic names', async () => {
  const story = storyIn('ar', () => world);
  const layla = await story.buyer('ليلى');
  const phone = story.phone('0935');
  const shown: string[] = [];
  const see = async (step: Promise<unknown>) => {
    await step;
    shown.push(read(layla), ...labels(layla.last()));
  };
  await see(layla.type('/start'));
  await see(layla.press(story.t('key-packages')));
  await see(layla.press('إيرانسل'));
  await see(layla.press(story.t('sim-prepaid')));
  await see(layla.press(/شهرية/));
  await see(layla.type(phone));
  await see(tap(layla, { to: 'offers' }));
  await see(layla.type('١٠ غيغا'));
  expect(labels(layla.last())[0]).toContain('غيغا');
  await see(tap(layla, { to: 'product' }));
  await see(layla.type(story.phone('0912')));
  expect(read(layla)).toContain('١٠ غيغا');
  await see(tap(layla, { to: 'confirm' }));
  await layla.sees(says('ar', 'state-activated'));
  await see(layla.type('/orders'));
  await see(layla.type('/start'));
  expect(labels(layla.last())[0]).toMatch(/^↻ ١٠ غ/);
  expect(shown.map(unmarked).filter((text) => /[پچژگیک۰-۹]/.test(text))).toEqual([]);
});

test('a shop in Arabic speaks it to people whose client names no language', async () => {
  const place = await createWorld({ products: 20, config: { shopLanguage: 'ar' } });
  onTestFinished(() => place.close());
  const stranger = place.telegram.person({ first_name: 'سلمى', language_code: '' });
  await stranger.type('/start');
  expect(read(stranger)).toContain(says('ar', 'home-title'));
  const english = place.telegram.person({ first_name: 'Emma', language_code: 'en' });
  await english.type('/start');
  expect(read(english)).toContain(says('en', 'home-title'));
});
