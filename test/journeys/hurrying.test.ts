import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RateLimits } from '#bot/intake/rate-limiter.ts';
import { makeAgent } from '#test/support/agents.ts';
import { choose, find, forge, greet, says, tap, topUp } from '#test/support/buyer.ts';
import { freePort } from '#test/support/free-port.ts';
import { journeyLanguages, long } from '#test/support/length.ts';
import { createWorld, type World } from '#test/support/world.ts';

/** So slow that the duration of a test makes no difference. */
const rateLimits: RateLimits = {
  everyone: { burst: 30, perSecond: 0.1 },
  sellers: { burst: 120, perSecond: 0.4 },
  pauseMs: 300_000,
};

let world: World;
let port: number;
beforeAll(async () => {
  port = await freePort();
  const payments = { token: 'provider-token', currency: 'IRR', exponent: 0 };
  world = await createWorld({ products: 120, config: { port, payments }, pace: { rateLimits } });
});
afterAll(() => world.close());

const { burst } = rateLimits.everyone;

describe.each(journeyLanguages)('a person over the rate limit, in %s', (language) => {
  const notices = new Set(
    Array.from({ length: rateLimits.pauseMs / 1_000 }, (_, at) => says(language, 'too-fast', { seconds: at + 1 })),
  );
  const isTold = (text = '') => notices.has(text);

  test('gets a toast for presses, and after the pause the button works', async () => {
    const buyer = await greet(world, { language });
    await choose(buyer, '989121234567');
    const { data, message } = find(buyer, { to: 'confirm' });
    const before = (await world.sales()).length;
    for (let press = 0; press < burst; press += 1) await forge(buyer, { to: 'help' }, { wait: false });
    await world.telegram.quiet();
    // At most one toast comes per second, and the last press above may have had it.
    const isRefused = async () => {
      world.pass(1_000);
      return isTold((await buyer.forge(data, { message })).toast?.text);
    };
    await expect.poll(isRefused).toBe(true);
    expect(await world.sales()).toHaveLength(before);
    world.pass(rateLimits.pauseMs);
    await buyer.forge(data, { message });
    await buyer.sees(says(language, 'state-delivered'));
    expect(await world.sales()).toHaveLength(before + 1);
  });

  test('is told once for messages, until the pause ends', async () => {
    const buyer = await greet(world, { language });
    for (let sent = 0; sent < burst + 50; sent += 1) await buyer.type('hello', { wait: false });
    await world.telegram.quiet();
    const heard = buyer.messages().filter(({ fromBot }) => fromBot);
    expect(heard.filter(({ text }) => isTold(text))).toHaveLength(1);
    expect(heard.length).toBeLessThanOrEqual(burst + 1);
    world.pass(rateLimits.pauseMs);
    await buyer.type('/start');
    expect(buyer.last().text).toContain(says(language, 'home-title'));
  });

  test('is told in their chosen language, not Telegram’s', async () => {
    const other = language === 'fa' ? 'en' : 'fa';
    const buyer = await greet(world, { language: other });
    await forge(buyer, { to: 'language', language });
    for (let sent = 0; sent < burst; sent += 1) await buyer.type('hello', { wait: false });
    await world.telegram.quiet();
    expect(buyer.messages().filter(({ text }) => isTold(text))).toHaveLength(1);
  });

  test('can still pay: the payment is checked, booked and buys', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    await forge(buyer, { to: 'product', id: topUp.id, mobile: '989121234567' });
    await tap(buyer, { to: 'pay' });
    for (let sent = 0; sent < burst; sent += 1) await buyer.type('hello', { wait: false });
    await world.telegram.quiet();
    const before = (await world.sales()).length;
    const { payment } = await buyer.pay();
    expect(payment?.outcome).toBe('approved');
    await buyer.sees(says(language, 'state-delivered'));
    expect(await world.sales()).toHaveLength(before + 1);
  });

  if (long)
    test('may share a hundred contacts at once as an agent', async () => {
      const agent = await makeAgent(world, { language });
      for (let at = 0; at < 100; at += 1) {
        const phone = `0912${language === 'fa' ? 1 : 2}${String(at).padStart(6, '0')}`;
        await agent.shareContact({ first_name: `C${at}`, phone_number: phone }, { wait: false });
      }
      await agent.sees(says(language, 'bulk-title', { count: 100 }));
      expect(agent.messages().some(({ text }) => isTold(text))).toBe(false);
    });
});

test('metrics count refused updates', async () => {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(metrics).toMatch(/^sharj_updates_limited_total\{kind="press"\} [1-9]/m);
  expect(metrics).toMatch(/^sharj_updates_limited_total\{kind="message"\} [1-9]/m);
});
