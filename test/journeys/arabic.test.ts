import { afterAll, beforeAll, expect, test } from 'vitest';
import { find, says, tap } from '#test/support/buyer.ts';
import { read, rows, storyIn } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120 });
});
afterAll(() => world.close());

test('in Arabic: welcome, settings, a purchase and the receipt, from right to left with its own digits and calendar', async () => {
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
