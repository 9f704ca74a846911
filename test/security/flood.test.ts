import { describe, expect, onTestFinished, test } from 'vitest';
import { defaultRateLimits } from '#bot/intake/rate-limiter.ts';
import { forge, greet, says, tap, topUp } from '#test/support/buyer.ts';
import { freePort } from '#test/support/free-port.ts';
import { long } from '#test/support/length.ts';
import { createWorld } from '#test/support/world.ts';

const flooded = long ? 2_000 : 400;

describe.each(['polling', 'webhook'] as const)('a flood from one chat by %s', (way) => {
  test(`another person buys without delay during ${flooded} updates`, {
    timeout: 300_000,
  }, async () => {
    const port = await freePort();
    const webhook = { url: `http://127.0.0.1:${port}/telegram`, secret: 'a-secret-only-telegram-knows' };
    const world = await createWorld({
      products: 120,
      timeoutMs: 200_000,
      config: way === 'webhook' ? { port, webhook } : {},
      pace: { rateLimits: defaultRateLimits },
    });
    onTestFinished(() => world.close());
    const buyer = await greet(world);
    const mallory = await greet(world, { wallet: 0 });
    const { id } = mallory;
    const from = { id, is_bot: false, first_name: 'Mallory', language_code: 'en' };
    const chat = { id, type: 'private' as const, first_name: 'Mallory' };
    let sent = 0;
    const flood = (count: number) => {
      for (let nth = 0; nth < count; nth += 1) {
        sent += 1;
        world.telegram.deliver({
          message: { message_id: 100_000 + sent, date: 1_800_000_000, chat, from, text: `09121234567 ${sent}` },
        });
      }
    };
    const begun = world.telegram.journal.calls().length;
    const callsFor = (person: number) =>
      world.telegram.journal
        .calls()
        .slice(begun)
        .filter(({ params }) => Number(params.chat_id) === person);

    const floodedAt = world.now();
    flood(flooded / 2);
    const shown = buyer.mark();
    await forge(buyer, { to: 'product', id: topUp.id, mobile: '989121111111' }, { wait: false });
    flood(flooded / 4);
    await buyer.sees(says('en', 'confirm-title'), { since: shown });
    // Before the buyer got an answer, the flood got only its burst.
    expect(callsFor(id).length).toBeLessThanOrEqual(defaultRateLimits.everyone.burst + 1);
    await tap(buyer, { to: 'confirm' }, { wait: false });
    flood(flooded / 4);
    await buyer.sees(says('en', 'state-delivered'));
    await world.telegram.quiet();

    expect(sent).toBe(flooded);
    // Each pause that ended allowed at most another burst.
    const { everyone, pauseMs } = defaultRateLimits;
    const pauses = Math.ceil((world.now() - floodedAt) / pauseMs);
    expect(callsFor(id).length).toBeLessThan((pauses + 1) * 2 * everyone.burst);
    const told = mallory.messages().filter(({ text }) => text.startsWith('You are going a bit fast'));
    expect(told.length).toBeGreaterThanOrEqual(1);
    expect(told.length).toBeLessThanOrEqual(pauses);
    expect(await world.sales()).toMatchObject([{ mobile: '989121111111', price: topUp.total }]);
    expect(world.errors()).toEqual([]);
  });
});
