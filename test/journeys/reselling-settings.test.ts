import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createAudit } from '#shop/base/audit/audit.ts';
import { createApiAccess } from '#shop/connecting/reselling/api-access.ts';
import { createApiTokens } from '#shop/connecting/reselling/api-tokens.ts';
import type { NamedAction } from '#test/support/actions.ts';
import { everything, look, makeAgent, meetOwner, trailOf } from '#test/support/agents.ts';
import { find, forge, greet, keysOn, says, tap, watch } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { begins } from '#test/support/payments.ts';
import { read, storyIn } from '#test/support/story.ts';
import { createWorld, ownerId, type World } from '#test/support/world.ts';

const address = '198.51.100.7';
const shape = /sharj_([0-9a-f]{12})_[\w-]{43}/;

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120, config: { api: true, publicUrl: 'https://shop.example.org' } });
});
afterAll(() => world.close());

const actionsOn = (person: Person) => new Set(keysOn(person.last()).map(({ press }) => press.to));

/** The person for whom the API takes the caller. */
const callerOf = (token: string, from = address) =>
  look(world, async (database) => {
    const people = { isOwner: (id: number) => id === ownerId };
    const parts = { database, people, audit: createAudit({ database, now: world.now }), now: world.now, randomBytes };
    const apiAccess = createApiAccess({ ...parts, isApiOn: true });
    return (await createApiTokens({ ...parts, apiAccess }).authenticate(token, from))?.personId ?? null;
  });

/** The token in the last message, with its copy button. */
function tokenShown(person: Person): { readonly id: string; readonly token: string } {
  const [token = '', id = ''] = shape.exec(person.last().text) ?? [];
  expect(token).not.toBe('');
  expect(JSON.stringify(person.last().message.reply_markup)).toContain(`"copy_text":{"text":"${token}"}`);
  return { id, token };
}

/** Checks that a secret is in no file of the database, not even in deleted rows, and in no log line. */
async function placesOf(secret: string): Promise<string[]> {
  const { settings } = world.database;
  if (settings.kind !== 'sqlite') throw new Error('read the files of SQLite');
  const folder = dirname(settings.file);
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => ((await readFile(join(folder, name))).includes(secret) ? [name] : [])),
  );
  return [...files.flat(), ...world.logged.filter((line) => line.includes(secret))];
}

describe.each(journeyLanguages)('the API in the chat, in %s', (language) => {
  const { money } = storyIn(language, () => world);
  const plain = (key: string) => says(language, key);
  const closed = plain('api-closed');
  const [used = ''] = says(language, 'api-token-used', { when: '|', calls: 1 }).split('|');
  const [told = ''] = says(language, 'api-hook-told', { address: '|' }).split('|');

  async function openedFor(owner: Person): Promise<Person> {
    const agent = await makeAgent(world, { language, owner });
    await forge(owner, { to: 'allowApi', person: agent.id });
    await agent.sees(begins(language, 'notice-api-allowed'));
    return agent;
  }

  async function newToken(agent: Person, name: string) {
    await forge(agent, { to: 'askNewApiToken' });
    await agent.type(name);
    return tokenShown(agent);
  }

  test('an agent makes a token that is shown once, limits it to addresses, replaces and revokes it', async () => {
    const owner = await meetOwner(world, language);
    const agent = await makeAgent(world, { language, owner });
    await agent.type('/settings');
    expect(actionsOn(agent)).not.toContain('api');
    await forge(owner, { to: 'agent', person: agent.id });
    await tap(owner, { to: 'personTerms' });
    await tap(owner, { to: 'personApi' });
    expect(owner.last().text).toContain(plain('person-api-forbidden'));
    await tap(owner, { to: 'allowApi' });
    expect(owner.last().text).toContain(plain('person-api-allowed'));
    await agent.sees(begins(language, 'notice-api-allowed'));

    await agent.type('/settings');
    await tap(agent, { to: 'api' });
    expect(read(agent)).toContain('https://shop.example.org/api');
    await tap(agent, { to: 'askNewApiToken' });
    await agent.type('Site');
    expect(agent.last().text).toContain('Site');
    expect(agent.last().text).toContain(plain('api-token-once'));
    const { id, token } = tokenShown(agent);
    expect(await callerOf(token)).toBe(agent.id);
    // Its message becomes the page of the token, and nothing in the chat shows it.
    const { id: message } = agent.last();
    await tap(agent, { to: 'apiToken' });
    expect(agent.last().id).toBe(message);
    expect(agent.last().text).toContain(`sharj_${id}`);
    expect(JSON.stringify(agent.messages())).not.toContain(token);
    expect(read(agent)).toContain(plain('api-token-any-address'));
    expect(read(agent)).toContain(used);
    expect(await placesOf(token.slice(-43))).toEqual([]);
    // The audit trail keeps only the beginning of the token.
    expect(await placesOf(token.slice(0, -44))).not.toEqual([]);

    await tap(agent, { to: 'askRenameApiToken' });
    await agent.type('Till 1');
    expect(agent.last().text).toContain('Till 1');
    await tap(agent, { to: 'askApiAddresses' });
    for (const typed of ['my shop', '،, ;', '203.0.113.300']) {
      await agent.type(typed);
      expect(agent.last().text, typed).toContain(begins(language, 'failure-api-addresses-invalid'));
    }
    await agent.type('203.0.113.0/24, ۱۹۲.۰.۲.۷');
    expect(read(agent)).toContain('203.0.113.0/24 192.0.2.7');
    expect(await callerOf(token)).toBeNull();
    expect(await callerOf(token, '203.0.113.9')).toBe(agent.id);
    expect(await callerOf(token, '192.0.2.7')).toBe(agent.id);
    await tap(agent, { to: 'askApiAddresses' });
    await tap(agent, { to: 'clearApiAddresses' });
    expect(await callerOf(token)).toBe(agent.id);
    await tap(agent, { to: 'askApiAddresses' });
    await agent.type('192.0.2.7');
    await tap(agent, { to: 'askApiAddresses' });
    await agent.type(language === 'fa' ? 'همه' : 'any');
    expect(await callerOf(token)).toBe(agent.id);

    await tap(agent, { to: 'askReplaceApiToken' });
    const yes = find(agent, { to: 'replaceApiToken' });
    expect(await callerOf(token)).toBe(agent.id);
    await agent.forge(yes.data, { message: yes.message });
    const { token: another } = tokenShown(agent);
    expect(another).not.toBe(token);
    expect([await callerOf(token), await callerOf(another)]).toEqual([null, agent.id]);
    // A second press does not end the new token.
    await agent.forge(yes.data, { message: yes.message });
    expect(agent.last().text).toContain(plain('failure-api-token-unseen'));
    expect(await callerOf(another)).toBe(agent.id);
    expect(await placesOf(another.slice(-43))).toEqual([]);

    await tap(agent, { to: 'askRevokeApiToken' });
    await tap(agent, { to: 'revokeApiToken' });
    expect(agent.last().text).toContain(plain('api-tokens-none'));
    expect(await callerOf(another)).toBeNull();
    const trail = (await trailOf(world, agent)).map(({ action, actorId }) => [action, actorId]);
    expect(trail.filter(([action]) => String(action).includes('api'))).toEqual([
      ['allow-api', ownerId],
      ['api-token', agent.id],
      ...Array.from({ length: 5 }, () => ['change-api-token', agent.id]),
      ['replace-api-token', agent.id],
      ['revoke-api-token', agent.id],
    ]);
    expect(JSON.stringify(await trailOf(world, agent))).not.toContain(token.slice(-43));
  });

  test('an owner sees the tokens, limits a day, revokes one and ends the access, and the agent hears once of each', async () => {
    const owner = await meetOwner(world, language);
    const agent = await openedFor(owner);
    const [site, till] = [await newToken(agent, 'Site'), await newToken(agent, 'Till')];
    expect(await callerOf(site.token)).toBe(agent.id);
    await forge(owner, { to: 'personApi', person: agent.id });
    await tap(owner, { to: 'askApiLimit' });
    await owner.type('plenty');
    expect(owner.last().text).toContain(plain('failure-amount-invalid'));
    await owner.type('5000000');
    expect(read(owner)).toContain(money(5_000_000));
    await forge(agent, { to: 'api' });
    expect(read(agent)).toContain(money(5_000_000));
    await tap(owner, { to: 'askApiLimit' });
    await tap(owner, { to: 'dropApiLimit' });
    expect(owner.last().text).toContain(plain('person-api-no-limit'));

    await tap(owner, { to: 'personApiTokens' });
    expect(owner.last().text).toContain('Site');
    expect(owner.last().text).toContain('Till');
    expect(owner.last().text).not.toMatch(shape);
    await tap(owner, { to: 'personApiToken', token: site.id });
    expect(read(owner)).toContain(used);
    await tap(owner, { to: 'askRevokePersonApiToken' });
    expect(await callerOf(site.token)).toBe(agent.id);
    await tap(owner, { to: 'revokePersonApiToken' });
    expect([await callerOf(site.token), await callerOf(till.token)]).toEqual([null, agent.id]);

    const notices = watch(world, agent);
    await tap(owner, { to: 'askForbidApi' });
    expect(await callerOf(till.token)).toBe(agent.id);
    const yes = find(owner, { to: 'forbidApi' });
    await owner.forge(yes.data, { message: yes.message });
    await agent.sees(begins(language, 'notice-api-ended'));
    await owner.forge(yes.data, { message: yes.message });
    expect(await callerOf(till.token)).toBeNull();
    await tap(owner, { to: 'allowApi' });
    await agent.sees(begins(language, 'notice-api-allowed'));
    expect(await callerOf(till.token)).toBe(agent.id);
    expect(notices.map((text) => text.split('\n')[0])).toEqual([
      plain('notice-api-ended'),
      plain('notice-api-allowed'),
    ]);
  });

  test('other people and agents without permission see nothing and change nothing', async () => {
    const owner = await meetOwner(world, language);
    const agent = await openedFor(owner);
    const { id: token, token: secret } = await newToken(agent, 'Site');
    const [other, without, demoted] = [await openedFor(owner), await makeAgent(world, { language, owner }), agent];
    const customer = await greet(world, { language });
    const ofToken: NamedAction[] = [
      { to: 'apiToken', token },
      { to: 'askRenameApiToken', token },
      { to: 'askApiAddresses', token },
      { to: 'clearApiAddresses', token },
      { to: 'askReplaceApiToken', token },
      { to: 'askRevokeApiToken', token },
      { to: 'revokeApiToken', token },
    ];
    const kept = await everything(world);
    for (const press of ofToken) {
      await forge(other, press);
      expect(other.last().text, press.to).toContain(plain('failure-api-token-unknown'));
    }
    const presses: NamedAction[] = [
      ...ofToken,
      { to: 'replaceApiToken', token, version: '01234567' },
      { to: 'api' },
      { to: 'apiTokens', page: 1 },
      { to: 'askNewApiToken' },
      { to: 'setApiReceipts', receipts: 'on' },
      { to: 'apiHook' },
      { to: 'askApiHook' },
      { to: 'removeApiHook' },
      { to: 'apiHookSecret' },
      { to: 'testApiHook' },
    ];
    const seesNothing = async (person: Person, answer: string) => {
      await person.type('/settings');
      expect(actionsOn(person)).not.toContain('api');
      for (const press of presses) {
        await forge(person, press);
        expect(person.last().text, press.to).toContain(answer);
        await person.type('https://example.org/hook');
      }
    };
    await seesNothing(without, closed);
    await seesNothing(customer, plain('failure-not-allowed'));
    for (const person of [agent, without, customer])
      for (const press of [
        { to: 'allowApi', person: person.id },
        { to: 'personApiTokens', person: agent.id, page: 1 },
        { to: 'revokePersonApiToken', person: agent.id, token },
      ] as const) {
        await forge(person, press);
        expect(person.last().text, press.to).toContain(plain('failure-not-allowed'));
      }
    expect(await everything(world)).toBe(kept);

    // They were asked while they might, and answer when they may not.
    await forge(demoted, { to: 'askNewApiToken' });
    await forge(owner, { to: 'demote', person: demoted.id });
    await demoted.sees(plain('notice-demoted'));
    const after = await everything(world);
    await demoted.type('Another');
    await seesNothing(demoted, plain('failure-not-allowed'));
    expect(await callerOf(secret)).toBeNull();
    expect(await everything(world)).toBe(after);
    await forge(owner, { to: 'personTerms', person: customer.id });
    expect(actionsOn(owner)).not.toContain('personApi');
    await forge(owner, { to: 'allowApi', person: customer.id });
    expect(owner.last().text).toContain(plain('failure-person-unknown'));
  });

  test('an agent turns receipts on and off and sets an HTTPS address for notices, whose secret shows on a press', async () => {
    const agent = await openedFor(await meetOwner(world, language));
    await forge(agent, { to: 'api' });
    expect(agent.last().text).toContain(plain('api-receipts-off'));
    await tap(agent, { to: 'setApiReceipts' });
    expect(agent.last().text).toContain(plain('api-receipts-on'));
    await tap(agent, { to: 'apiHook' });
    expect(actionsOn(agent)).toEqual(new Set(['askApiHook', 'api', 'home']));
    const secretOf = async (url: string) => {
      await tap(agent, { to: 'askApiHook' });
      for (const typed of ['http://example.org/hook', 'example']) {
        await agent.type(typed);
        expect(agent.last().text).toContain(plain('failure-api-hook-invalid'));
      }
      await agent.type(url);
      expect(read(agent)).toContain(url);
      await forge(agent, { to: 'api' });
      expect(agent.last().text).toContain(told);
      await tap(agent, { to: 'apiHook' });
      await tap(agent, { to: 'apiHookSecret' });
      const copied = /"copy_text":\{"text":"([\w-]{43})"\}/.exec(JSON.stringify(agent.last().message.reply_markup));
      const secret = copied?.[1] ?? '';
      expect(agent.last().text).toContain(secret);
      await tap(agent, { to: 'apiHook' });
      expect(JSON.stringify(agent.last())).not.toContain(secret);
      return secret;
    };
    const first = await secretOf('https://example.org/hook');
    const second = await secretOf('https://example.net/hook');
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(second).not.toBe(first);
    await tap(agent, { to: 'removeApiHook' });
    expect(agent.last().text).toContain(plain('api-hook-none'));
    await forge(agent, { to: 'api' });
    expect(agent.last().text).not.toContain(told);
  });

  test('a token that is written or forwarded to the bot is not stored', async () => {
    const agent = await openedFor(await meetOwner(world, language));
    const { token } = await newToken(agent, 'Site');
    await agent.type(`is this right? ${token}`);
    expect(await placesOf(token.slice(-43))).toEqual([]);
  });
});

test('with API=off the chat has no row for it, and its buttons do nothing', async () => {
  const off = await createWorld({ products: 120 });
  onTestFinished(() => off.close());
  const owner = await meetOwner(off, 'en');
  const agent = await makeAgent(off, { owner });
  await agent.type('/settings');
  expect(actionsOn(agent)).not.toContain('api');
  await forge(owner, { to: 'personTerms', person: agent.id });
  expect(actionsOn(owner)).not.toContain('personApi');
  const kept = await everything(off);
  for (const press of [
    { to: 'personApi', person: agent.id },
    { to: 'allowApi', person: agent.id },
  ] as const) {
    await forge(owner, press);
    expect(owner.last().text).toContain(says('en', 'person-api-off'));
  }
  await forge(agent, { to: 'askNewApiToken' });
  expect(agent.last().text).toContain(says('en', 'api-closed'));
  expect(await everything(off)).toBe(kept);
});
