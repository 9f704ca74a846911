import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultRateLimits } from '#bot/intake/rate-limiter.ts';
import { encode } from '#test/support/actions.ts';
import { greet, orderOn, says, topUp } from '#test/support/buyer.ts';
import { type Installed, install, installations, nameOf } from '#test/support/installations.ts';
import { spoken, unmarked } from '#test/support/story.ts';
import type { World } from '#test/support/world.ts';

const slowly = { timeout: 300_000 };

describe.each(installations.map((kind) => [nameOf(kind), kind] as const))('%s', (_, kind) => {
  let installed: Installed;
  let world: World;
  beforeAll(async () => {
    installed = await install(kind, { pace: { rateLimits: defaultRateLimits } });
    world = installed.world;
    await installed.start();
  }, 60_000);
  afterAll(() => installed.close());

  test('presses with the same callback id from others or on other buttons are different presses', slowly, async () => {
    const [one, other] = [await greet(world), await greet(world)];
    const press = (mobile: string) => encode({ to: 'product', id: topUp.id, mobile });
    const first = await one.forge(press('989121110001'));
    const query = first.update?.callback_query;
    if (!query) throw new Error('A press is an update.');
    const order = orderOn(one);
    world.telegram.deliver({ callback_query: { ...query, data: press('989121110002') } });
    await one.sees(({ text }) => unmarked(text).includes(spoken('09121110002')));
    expect(orderOn(one)).not.toBe(order);

    const message = other.last().message;
    const from = { ...query.from, id: other.id, first_name: other.first_name };
    world.telegram.deliver({ callback_query: { ...query, from, message, data: press('989121110001') } });
    await other.sees(({ text }) => unmarked(text).includes(spoken('09121110001')));
    expect(orderOn(other)).not.toBe(order);
    expect(orderOn(other)).not.toBe(orderOn(one));

    // The same press again leads to the same order.
    const again = orderOn(one);
    world.telegram.deliver({ callback_query: { ...query, data: press('989121110002') } });
    await world.telegram.quiet();
    expect(orderOn(one)).toBe(again);
  });

  test('updates without a chat are ignored and logged, and others are served', slowly, async () => {
    const nameless = [
      { message: { message_id: 1, date: 1, text: '/start' } },
      { message: { message_id: 1, date: 1, text: '/start', chat: { id: 'x', type: 'private' } } },
      { callback_query: { id: '1', chat_instance: '1', data: 'h' } },
      { callback_query: null },
      { message: { message_id: 1, date: 1, chat: { id: 0, type: 'private' } } },
      { pre_checkout_query: { id: '1' } },
    ];
    const sara = await greet(world);
    if (installed.post) {
      for (const content of nameless)
        expect(await installed.post(JSON.stringify({ update_id: 1, ...content }))).toBe(200);
      const message = { message_id: 1, date: 1, text: '/start', chat: { id: sara.id, type: 'private' } };
      for (const update_id of ['7', null, 1.5, 2 ** 60])
        expect(await installed.post(JSON.stringify({ update_id, message }))).toBe(200);
    } else for (const content of nameless) world.telegram.deliver(content as never);
    await sara.type('/settings');
    await sara.sees(says('en', 'settings-title'));
    await world.telegram.quiet();
    expect(world.telegram.pending()).toEqual([]);
    const ignored = world.logged.filter((line) => line.includes('update ignored'));
    expect(ignored).toHaveLength(installed.post ? nameless.length + 4 : nameless.length);
  });

  test('every press of a flood gets an answer', slowly, async () => {
    const mallory = await greet(world);
    const [sent, answered] = [new Set<string>(), new Set<string>()];
    const stop = world.telegram.subscribe((event) => {
      // "Too late" is an answer too: on a busy machine Telegram's 15 seconds may be over.
      if (event.type === 'call' && event.call.method === 'answerCallbackQuery')
        answered.add(String(event.call.params.callback_query_id));
    });
    for (let at = 0; at < 100; at += 1) {
      const { update } = await mallory.forge(encode({ to: at % 2 ? 'home' : 'help' }), { wait: false });
      if (update?.callback_query) sent.add(update.callback_query.id);
    }
    expect(sent.size).toBe(100);
    await expect.poll(() => [...sent].filter((id) => !answered.has(id)).length, { timeout: 240_000 }).toBe(0);
    stop();
  });
});
