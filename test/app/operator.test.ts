import { once } from 'node:events';
import { createServer } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runOperatorCommand } from '#app/operator/commands.ts';
import { build } from '#build.ts';
import { look } from '#test/support/agents.ts';
import { greet, says } from '#test/support/buyer.ts';
import { freePort } from '#test/support/free-port.ts';
import { createWorld, type World } from '#test/support/world.ts';
import { settingsOf } from '#test/support/world-settings.ts';

let world: World;
let port: number;
beforeAll(async () => {
  port = await freePort();
  world = await createWorld({ products: 120, config: { port } });
});
afterAll(() => world.close());

const configWith = (changes?: Readonly<Record<string, string>>) => settingsOf(world, port, changes);

/** The names of the problems that `check` finds. */
async function problems(changes: Readonly<Record<string, string>> = {}, ...words: readonly string[]) {
  const outcome = await runOperatorCommand('check', configWith(changes), ['--json', ...words]);
  const findings = JSON.parse(outcome.ok ? outcome.value : outcome.error) as { problem?: string }[];
  expect(outcome.ok).toBe(findings.every(({ problem }) => problem === undefined));
  return findings.flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
}

test('check reports each problem, and none for a healthy bot', async () => {
  expect(await problems()).toEqual(['backup-unset']);
  expect(await problems({ BACKUP_PASSPHRASE: 'twelve letters' })).toEqual([]);
  expect(await problems({ BOT_TOKEN: '1:wrong' }, '--only', 'telegram')).toEqual(['token-refused']);
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  expect(await problems({ BOT_API_ROOT: nowhere }, '--only', 'telegram')).toEqual(['telegram-unreachable']);
  expect(await problems({ GATEWAY_TOKEN: 'wrong' }, '--only', 'gateway')).toEqual(['gateway-unauthorized']);
  expect(await problems({ GATEWAY_URL: nowhere }, '--only', 'gateway,clock')).toEqual(['gateway-unavailable']);
  expect(await problems({ PORT: String(await freePort()) }, '--only', 'service')).toEqual(['not-running']);
  const payments = { PUBLIC_URL: 'https://127.0.0.1:1', ZIBAL_MERCHANT: 'zibal' };
  expect(await problems(payments, '--only', 'certificate')).toEqual(['certificate-failed']);
});

test('check recognises a port that another program has, and a wrong clock', async () => {
  const other = createServer((_, response) => response.setHeader('date', new Date(0).toUTCString()).end('hello'));
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const taken = typeof address === 'object' && address ? address.port : 0;
  expect(await problems({ PORT: String(taken) }, '--only', 'service')).toEqual(['port-taken']);
  expect(await problems({ GATEWAY_URL: `http://127.0.0.1:${taken}` }, '--only', 'clock')).toEqual(['clock-off']);
  other.closeAllConnections();
  other.close();
});

test('check reports a check that fails itself without hiding the others', async () => {
  const config = configWith({ GATEWAY_TOKEN: 'wrong' });
  Object.defineProperty(config, 'onlinePayments', {
    get: () => {
      throw new Error('unreadable');
    },
  });
  const outcome = await runOperatorCommand('check', config, []);
  const lines = (outcome.ok ? '' : outcome.error).split('\n');
  expect(lines).toHaveLength(11);
  expect(lines).toContainEqual(expect.stringMatching(/^✗ certificate: .*unreadable/));
  expect(lines).toContainEqual(expect.stringMatching(/^✗ gateway: .*refuses/));
  expect(lines).toContainEqual(expect.stringMatching(/^✓ database/));
});

test('check speaks Persian and English with one line for each check', async () => {
  for (const [language, word] of [
    ['fa', 'توکن'],
    ['en', 'refuses'],
  ] as const) {
    const outcome = await runOperatorCommand('check', configWith({ GATEWAY_TOKEN: 'wrong' }), ['--lang', language]);
    const text = outcome.ok ? outcome.value : outcome.error;
    expect(text).toContain(word);
    expect(text.split('\n')).toHaveLength(11);
  }
});

test('status has ten lines for a running bot and says when a bot does not run', async () => {
  const running = await runOperatorCommand('status', configWith(), []);
  expect(running.ok && running.value.split('\n')).toHaveLength(10);
  const stopped = await runOperatorCommand('status', configWith({ PORT: String(await freePort()) }), ['--json']);
  expect(stopped.ok).toBe(false);
  expect(JSON.parse(stopped.ok ? '' : stopped.error)).toMatchObject({
    ...build,
    ready: false,
    runningSince: null,
  });
});

test('the link of `owner` makes an owner, and `--remove` takes the role away', async () => {
  const person = await greet(world, { language: 'en' });
  const made = await runOperatorCommand('owner', configWith(), []);
  const link = /^https:\S+/.exec(made.ok ? made.value : '')?.[0] ?? '';
  await person.open(link);
  expect(person.last().text).toContain(says('en', 'owner-joined'));
  expect(await runOperatorCommand('owner', configWith(), ['--remove', String(person.id)])).toMatchObject({ ok: true });
  const again = await runOperatorCommand('owner', configWith(), ['--remove', String(person.id)]);
  // A checkout has no `sharj` command.
  expect(again).toMatchObject({ ok: false, error: expect.stringMatching(/sharj config.*\.env/) });
  expect(await runOperatorCommand('owner', configWith({ BOT_TOKEN: '1:wrong' }), [])).toMatchObject({
    ok: false,
    error: expect.stringMatching(/sharj config.*\.env/),
  });
});

test.each([
  ['owner', ['--remove', 'abc'], /^abc is not the id of a person/],
  ['owner', ['--nobody'], /--nobody/],
  ['check', ['--only', 'weather'], /telegram, webhook/],
] as const)('%s %j is refused as misuse with a reason', async (command, given, why) => {
  expect(await runOperatorCommand(command, configWith(), given)).toEqual({
    ok: false,
    isMisuse: true,
    error: expect.stringMatching(why),
  });
});

test('status and check report an interrupted update', async () => {
  const given = ['--cut-off', '0.3.0 9.0.0'];
  const status = await runOperatorCommand('status', configWith(), given);
  expect(status).toMatchObject({
    ok: true,
    value: expect.stringMatching(/update: The update from 0\.3\.0 to 9\.0\.0/),
  });
  expect(await problems({}, '--only', 'update', ...given)).toEqual(['update-cut-off']);
});

test('the mark grows with a sale and not with the outcome of an older one', async () => {
  const mark = async () => {
    const read = await runOperatorCommand('mark', configWith(), []);
    return read.ok ? read.value : read.error;
  };
  const before = await mark();
  expect(before).toMatch(/^\d+(-\d+){5}$/);
  await look(world, async ({ db }) => {
    const movement = { person_id: 5, balance_delta: 0, held_delta: 0, balance_after: 0, order_id: null, actor: 'test' };
    const row = { ...movement, note: null, at: 1 };
    await db
      .insertInto('ledger')
      .values({ ...row, key: 'a', kind: 'capture' })
      .execute();
    expect(await mark()).toBe(before);
    await db
      .insertInto('ledger')
      .values({ ...row, key: 'b', kind: 'hold' })
      .execute();
  });
  expect(await mark()).not.toBe(before);
});

test('fits refuses a database that a later release has changed for good', async () => {
  expect(await runOperatorCommand('fits', configWith(), [])).toMatchObject({ ok: true });
  await look(world, async ({ db }) => {
    await sql`insert into kysely_migration (name, timestamp) values ('999-contract-all', '2030')`.execute(db);
  });
  const refused = await runOperatorCommand('fits', configWith(), []);
  expect(refused).toMatchObject({ ok: false, error: expect.stringContaining('999-contract-all') });
});
