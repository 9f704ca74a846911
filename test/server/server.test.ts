import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { build } from '#build.ts';
import { look } from '#test/support/agents.ts';
import { choose, greet, says, tap, topUp } from '#test/support/buyer.ts';
import { freePort } from '#test/support/free-port.ts';
import { long } from '#test/support/length.ts';
import { createWorld, type World, type WorldOptions } from '#test/support/world.ts';

let world: World;
afterEach(() => world.close());

const secret = 'a-secret-only-telegram-knows';

async function withWebhook(pace: WorldOptions['pace'] = {}): Promise<string> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/telegram/updates`;
  world = await createWorld({ config: { port, webhook: { url, secret } }, pace });
  return url;
}

describe('health and metrics', () => {
  test('the bot says that it is alive and ready, and counts its updates and calls', async () => {
    const port = await freePort();
    world = await createWorld({ config: { port } });
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    expect(await (await get('/healthz')).json()).toEqual({ ok: true, ...build });
    expect(await (await get('/readyz')).json()).toEqual({ ready: true, database: 'ok', gateway: 'ok', telegram: 'ok' });
    const sara = world.telegram.person({ first_name: 'Sara', language_code: 'en' });
    await sara.type('/start');
    const metrics = await (await get('/metrics')).text();
    expect(metrics).toContain(`sharj_build_info{version="${build.version}",commit=""} 1`);
    expect(metrics).toContain('sharj_orders{state="unsure"} 0');
    for (const one of ['ready', 'database_up', 'gateway_up', 'telegram_up'])
      expect(metrics).toMatch(new RegExp(`^sharj_${one} 1$`, 'm'));
    expect(Number(/^sharj_disk_free_bytes\{folder="database"\} (\S+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0);
    expect(metrics).not.toMatch(/^sharj_backup_age_seconds /m);
    expect(metrics).toMatch(/sharj_update_seconds_count\{kind="message"\} 1/);
    expect(metrics).toMatch(/sharj_gateway_seconds_count\{call="catalogue",outcome="ok"\} 1/);
    expect(metrics).toMatch(/nodejs_eventloop_lag_seconds /);
    expect((await get('/elsewhere')).status).toBe(404);
  });

  test('a purchase appears in the metrics: updates, calls, held money and ages', async () => {
    const port = await freePort();
    world = await createWorld({ config: { port } });
    const figures = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const buyer = await greet(world);
    await choose(buyer, '989121234567');
    await world.fault('purchase', '500', null);
    const held = world.telegram.faults.hold('editMessageText');
    await tap(buyer, { to: 'confirm' }, { wait: false });
    await held.arrived;
    const during = await figures();
    expect(during).toContain(`sharj_wallet_held_rials ${topUp.total}`);
    expect(during).toMatch(/sharj_orders\{state="(confirmed|unsure)"\} 1/);
    expect(Number(/^sharj_unsure_age_seconds (\S+)/m.exec(during)?.[1])).toBeGreaterThan(0);
    held.release();
    await world.fault('purchase', null);
    await buyer.sees(says('en', 'state-delivered'));
    await world.telegram.quiet();
    const after = await figures();
    expect(after).toMatch(/sharj_update_seconds_count\{kind="callback_query"\} 2/);
    expect(Number(/sharj_update_seconds_sum\{kind="callback_query"\} (\S+)/.exec(after)?.[1])).toBeGreaterThan(0);
    expect(after).toMatch(/sharj_gateway_seconds_count\{call="purchase",outcome="unsure"\} [1-9]/);
    expect(after).toMatch(/sharj_gateway_seconds_count\{call="purchase",outcome="ok"\} 1/);
    expect(after).toMatch(/sharj_orders_ended_total\{state="delivered"\} 1/);
    expect(after).toMatch(/sharj_purchase_told_seconds_count 1/);
    expect(after).toContain('sharj_wallet_held_rials 0');
    expect(after).toContain('sharj_unsure_age_seconds 0');
    expect(after).toContain('sharj_receipts_waiting 0');
    expect(after).toMatch(/sharj_catalogue_age_seconds \d/);
    expect(after).toMatch(/nodejs_eventloop_lag_p99_seconds \d/);
  });

  test('the bot is not ready while Telegram is unreachable, and names the failing part', async () => {
    const port = await freePort();
    world = await createWorld({ config: { port } });
    world.telegram.faults.fail('getMe', { times: 10, code: 500, description: 'Internal Server Error' });
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ ready: false, database: 'ok', telegram: 'failed' });
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toMatch(/^sharj_ready 0$/m);
    expect(metrics).toMatch(/^sharj_telegram_up 0$/m);
    expect(metrics).toMatch(/^sharj_database_up 1$/m);
  });
});

describe('webhooks', () => {
  test('a buyer buys over webhooks, and repeated updates buy nothing more', async () => {
    await withWebhook();
    const sara = world.telegram.person({ first_name: 'Sara', language_code: 'en' });
    await world.grant(sara.id, 1_000_000);
    const updates = [
      (await sara.type('0935 123 4567')).update,
      (await sara.press('Personal offers')).update,
      (await sara.press(/3,300/)).update,
      (await sara.press(/Confirm/)).update,
    ];
    await sara.sees(/Delivered/);
    for (const update of updates) if (update) world.telegram.redeliver(update);
    await world.telegram.quiet();
    expect(await world.sales()).toMatchObject([{ mobile: '989351234567', price: 33_000 }]);
  });

  test('requests without the secret or with invalid JSON are refused', async () => {
    const url = await withWebhook();
    const from = { id: 5, is_bot: false, first_name: 'Mallory' };
    const message = {
      message_id: 1,
      date: 1,
      chat: { id: 5, type: 'private', first_name: 'Mallory' },
      from,
      text: '/start',
    };
    const post = (body: string, headers: Record<string, string> = {}) => fetch(url, { method: 'POST', body, headers });
    const known = { 'x-telegram-bot-api-secret-token': secret };
    expect((await post(JSON.stringify({ update_id: 1, message }))).status).toBe(401);
    expect((await post('{}', { 'x-telegram-bot-api-secret-token': `${secret}x` })).status).toBe(401);
    expect((await post('not json', known)).status).toBe(400);
    expect((await post('[]', known)).status).toBe(400);
    expect((await post(JSON.stringify({ update_id: 1, padding: 'x'.repeat(2_000_000) }), known)).status).toBe(400);
    expect((await fetch(url)).status).toBe(404);
    expect(world.telegram.journal.calls('sendMessage')).toHaveLength(0);
  });

  const crowd = long ? 200 : 50;
  test(`every one of ${crowd} people in a burst gets an answer`, async () => {
    await withWebhook();
    const people = Array.from({ length: crowd }, (_, at) =>
      world.telegram.person({ first_name: `P${at}`, language_code: 'en' }),
    );
    await Promise.all(people.map((person) => person.type('/start', { wait: false })));
    await Promise.all(people.map((person) => person.sees(/What would you like to buy/)));
    expect(people.every((person) => person.last().buttons.length > 0)).toBe(true);
  });

  test('a slow update is acknowledged when it is stored, and handled once', async () => {
    await withWebhook();
    const sara = world.telegram.person({ first_name: 'Sara', language_code: 'en' });
    const slow = world.telegram.faults.hold('sendMessage');
    const { update } = await sara.type('/start', { wait: false });
    await slow.arrived;
    await expect.poll(() => world.telegram.pending()).toEqual([]);
    if (update) world.telegram.redeliver(update);
    slow.release();
    await world.telegram.quiet();
    expect(world.telegram.journal.calls('sendMessage')).toHaveLength(1);
  });

  test('an update that cannot be stored stays with Telegram until it can', async () => {
    await withWebhook();
    const sara = world.telegram.person({ first_name: 'Sara', language_code: 'en' });
    await look(world, ({ db }) => sql`alter table inbox rename to away`.execute(db));
    const { update } = await sara.type('/start', { wait: false });
    await expect.poll(() => world.errors().length).toBeGreaterThan(0);
    expect(world.telegram.pending()).toEqual([update]);
    await look(world, ({ db }) => sql`alter table away rename to inbox`.execute(db));
    await sara.sees(says('en', 'home-title'));
    expect(world.telegram.journal.calls('sendMessage')).toHaveLength(1);
  });

  test('Telegram keeps new updates while the inbox is full', async () => {
    await withWebhook({ inbox: { everyMs: 20, leaseMs: 60, concurrency: 1, mostWaiting: 2 } });
    const people = Array.from({ length: 5 }, (_, at) =>
      world.telegram.person({ first_name: `P${at}`, language_code: 'en' }),
    );
    const slow = world.telegram.faults.hold('sendMessage');
    await Promise.all(people.map((person) => person.type('/start', { wait: false })));
    await slow.arrived;
    const refused = Promise.withResolvers<void>();
    const late = world.telegram.person({ first_name: 'Late', language_code: 'en' });
    const stop = world.telegram.subscribe((event) => {
      if (event.type === 'delivered' && world.telegram.pending().length > 0) refused.resolve();
    });
    await expect
      .poll(async () => {
        await late.type('/start', { wait: false });
        return world.telegram.pending().length;
      })
      .toBeGreaterThan(1);
    await refused.promise;
    stop();
    slow.release();
    await Promise.all([...people, late].map((person) => person.sees(says('en', 'home-title'))));
  });

  test('people who wrote during a downtime are answered after it', async () => {
    await withWebhook();
    const sara = world.telegram.person({ first_name: 'Sara', language_code: 'fa' });
    await world.stopBot();
    await sara.type('۰۹۳۵۱۲۳۴۵۶۷', { wait: false });
    await world.startBot();
    await sara.sees(/چه چیزی برای این شماره/);
  });
});
