import { expect, onTestFinished, test } from 'vitest';
import { defaultRateLimits } from '#bot/intake/rate-limiter.ts';
import { choose, find, forge, greet, says, tap, topUp } from '#test/support/buyer.ts';
import { long } from '#test/support/length.ts';
import { secretsIn } from '#test/support/secrets.ts';
import { labels } from '#test/support/story.ts';
import { createWorld } from '#test/support/world.ts';

/** Operator 1's prepaid top-ups, with VAT. */
const shelf = [
  { id: 37, total: 11_000 },
  { id: 47, total: 22_000 },
  { id: 57, total: 55_000 },
] as const;

test('two people who buy at the same time each get their own order', async () => {
  const world = await createWorld({ products: 120 });
  onTestFinished(() => world.close());
  const [first, second] = [await greet(world), await greet(world, { language: 'fa' })];
  await choose(first, '989121111111', topUp.id);
  await choose(second, '989122222222', topUp.id);
  await Promise.all([first, second].map((buyer) => tap(buyer, { to: 'confirm' }, { wait: false })));
  expect((await first.sees(says('en', 'state-delivered'))).text).toContain('0912 111 1111');
  expect((await second.sees(says('fa', 'state-delivered'))).text).toContain('0912 222 2222');
  const sold = await world.sales();
  expect(new Set(sold.map(({ mobile }) => mobile))).toEqual(new Set(['989121111111', '989122222222']));
  expect(sold).toHaveLength(2);
});

const size = long ? 200 : 30;

test(`${size} people who buy at once each get one purchase and its receipt`, {
  timeout: 300_000,
}, async () => {
  const ids = Array.from({ length: size }, (_, at) => 7_000_001 + at);
  const world = await createWorld({
    products: 120,
    config: { ownerIds: ids },
    pace: { purchaseMs: 20_000, rateLimits: defaultRateLimits },
  });
  onTestFinished(() => world.close());
  const crowd = ids.map((id, at) => {
    const language = at % 2 === 0 ? ('fa' as const) : ('en' as const);
    const person = world.telegram.person({ id, first_name: `Buyer ${at}`, language_code: language });
    const wanted = shelf[at % shelf.length] ?? shelf[0];
    return { person, language, wanted, mobile: `98912${String(3_000_000 + at)}` };
  });
  await Promise.all(crowd.map(({ person }) => person.type('/start', { wait: false })));
  await world.telegram.quiet();
  await Promise.all(
    crowd.map(({ person, wanted, mobile }) => forge(person, { to: 'product', id: wanted.id, mobile }, { wait: false })),
  );
  await world.telegram.quiet();

  // One listener watches all chats: two hundred would slow the measurement.
  const tapped = new Map<number, number>();
  const times: number[] = [];
  const everyone = Promise.withResolvers<void>();
  const delivered = { fa: says('fa', 'state-delivered'), en: says('en', 'state-delivered') };
  const languageOf = new Map(crowd.map(({ person, language }) => [person.id, language]));
  world.telegram.subscribe((event) => {
    // On a busy machine a late receipt is a new message.
    if (event.type !== 'edited' && event.type !== 'message') return;
    const { chat, text = '' } = event.message;
    const since = tapped.get(chat.id);
    if (since === undefined || !text.includes(delivered[languageOf.get(chat.id) ?? 'en'])) return;
    tapped.delete(chat.id);
    times.push(performance.now() - since);
    if (times.length === crowd.length) everyone.resolve();
  });
  await Promise.all(
    crowd.map(({ person }) => {
      const { data, message } = find(person, { to: 'confirm' });
      tapped.set(person.id, performance.now());
      return Promise.all([1, 2].map(() => person.forge(data, { message, wait: false })));
    }),
  );
  await everyone.promise;
  await world.telegram.quiet();
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? Number.NaN);
  process.stdout.write(`${size} chats at once, from the tap to the receipt: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms\n`);

  const sold = new Map((await world.sales()).map(({ mobile, price }) => [mobile, price]));
  expect(await world.sales()).toHaveLength(size);
  for (const { person, language, wanted, mobile } of crowd) {
    expect(sold.get(mobile)).toBe(wanted.total);
    const receipt = person.last();
    expect(receipt.text).toContain(says(language, 'state-delivered'));
    expect(receipt.text).toContain(`0912 ${mobile.slice(5, 8)} ${mobile.slice(8)}`);
  }
  await Promise.all(crowd.map(({ person }) => person.type('/start', { wait: false })));
  await world.telegram.quiet();
  for (const { person, language } of crowd) expect(labels(person.last())).toContain(says(language, 'key-packages'));
  expect(world.errors()).toEqual([]);
  expect(await secretsIn(world)).toEqual([]);
});
