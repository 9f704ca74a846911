import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeAction } from '#bot/kit/callback-data.ts';
import { can, type Roles } from '#domain/access.ts';
import type { Language } from '#domain/language.ts';
import { allActions, decode, type NamedAction } from '#test/support/actions.ts';
import { everything, hearsOf, invite, look, makeAgent, meetOwner, trailOf, walletOf } from '#test/support/agents.ts';
import { choose, forge, greet, keysOn, says, tap, watch } from '#test/support/buyer.ts';
import { formatOf } from '#test/support/fields.ts';
import { journeyLanguages, sampled } from '#test/support/length.ts';
import { makeStaff } from '#test/support/staff.ts';
import { labels } from '#test/support/story.ts';
import { createWorld, ownerId, type World } from '#test/support/world.ts';

const hour = 3_600_000;
const mobile = '989121234567';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120 });
});
afterAll(() => world.close());

/** Every action with the first values that its fields accept; nobody owns what they name. */
const presses = Object.entries(allActions).map(([name, { tag, fields, permission, whilePaused }]) => {
  const values = Object.values(fields).map((field) => formatOf(field).texts[0] ?? '');
  const press = decode(encodeAction({ tag, values }));
  if (press?.to !== name) throw new Error(`${name} was not decoded.`);
  return { press, permission, whilePaused };
});

type Cast = 'customer' | 'agent' | 'owner' | 'cashier' | 'support' | 'decider' | 'reporter';

const cashier = { role: 'cashier', dailyCredit: 1_000_000, decides: false } as const;
const castRoles: Readonly<Record<Cast, Roles>> = {
  customer: { role: 'customer', staff: null },
  agent: { role: 'agent', staff: null },
  owner: { role: 'owner', staff: null },
  cashier: { role: 'customer', staff: cashier },
  support: { role: 'customer', staff: { ...cashier, role: 'support' } },
  decider: { role: 'customer', staff: { ...cashier, role: 'support', decides: true } },
  reporter: { role: 'customer', staff: { ...cashier, role: 'reporter' } },
};

/** What each of these roles is for; the owner may do all of it. */
const work: Readonly<Record<string, readonly Exclude<Cast, 'owner'>[]>> = {
  ...forAll(['confirm', 'pay', 'makePlan', 'orders', 'deleteMyData'], Object.keys(castRoles) as 'agent'[]),
  ...forAll(['bulkConfirm', 'today', 'endingPackages', 'replaceApiToken'], ['agent']),
  ...forAll(['report', 'reportParts', 'chart', 'reportFile'], ['agent', 'reporter']),
  ...forAll(['approvePayment', 'approveAmount', 'rejectPayment', 'confirmCredit'], ['cashier']),
  ...forAll(['menu', 'deskPayment', 'agents'], ['cashier', 'support', 'decider', 'reporter']),
  ...forAll(['askAnswer', 'closeSupport'], ['support', 'decider']),
  ...forAll(['askDecide'], ['decider']),
  ...forAll(['paymentFile', 'health', 'audit'], ['reporter']),
  ...forAll(
    ['payBack', 'bankCards', 'addRule', 'removeStaff', 'reverseOrder', 'sendAnnouncement', 'setSettlement'],
    [],
  ),
};

function forAll<T>(names: readonly (keyof typeof allActions)[], who: T): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, who]));
}

/** Payments are set up elsewhere, and a person who deletes their data has no role afterwards. */
const skipped: readonly NamedAction['to'][] = ['pay', 'deleteMyData'];

/** A paused person pays only what an order costs. */
const paysIn: readonly NamedAction['to'][] = ['addMoney', 'askMoney'];

const why = 'the till was short';

async function paused(person: Person, owner: Person): Promise<Person> {
  await forge(owner, { to: 'askPause', person: person.id });
  await owner.type(why);
  return person;
}

/** The buttons of a run. */
const tried = sampled(presses, 6);

test('each role may do its own work and not that of others', () => {
  for (const [name, may] of Object.entries(work)) {
    const [one] = presses.filter(({ press }) => press.to === name);
    if (!one) throw new Error(`There is no action ${name}.`);
    const allowed = Object.entries(castRoles).filter(([, roles]) => can(roles, one.permission));
    expect(new Set(allowed.map(([role]) => role)), name).toEqual(new Set([...may, 'owner']));
  }
});

describe.each(journeyLanguages)('who may do what, in %s', (language) => {
  const notAllowed = says(language, 'failure-not-allowed');
  const isPaused = says(language, 'failure-person-paused', { reason: `\u2068${why}\u2069` });

  async function cast() {
    const owner = await meetOwner(world, language);
    return {
      owner: { person: owner, role: 'owner', paused: false },
      customer: { person: await greet(world, { language }), role: 'customer', paused: false },
      agent: { person: await makeAgent(world, { language, owner }), role: 'agent', paused: false },
      cashier: { person: await makeStaff(world, owner, 'cashier', { language }), role: 'cashier', paused: false },
      support: { person: await makeStaff(world, owner, 'support', { language }), role: 'support', paused: false },
      decider: {
        person: await makeStaff(world, owner, 'support', { language, decides: true }),
        role: 'decider',
        paused: false,
      },
      reporter: { person: await makeStaff(world, owner, 'reporter', { language }), role: 'reporter', paused: false },
      'paused customer': {
        person: await paused(await greet(world, { language }), owner),
        role: 'customer',
        paused: true,
      },
      'paused agent': {
        person: await paused(await makeAgent(world, { language, owner }), owner),
        role: 'agent',
        paused: true,
      },
    } as const;
  }

  function expected({ press, permission, whilePaused }: (typeof presses)[number], role: Cast, stopped: boolean) {
    if (!can(castRoles[role], permission)) return 'not allowed';
    return stopped && (!whilePaused || paysIn.includes(press.to)) ? 'paused' : 'done';
  }

  const heard = (person: Person) => {
    const { text } = person.last();
    if (text === notAllowed) return 'not allowed';
    return text === isPaused ? 'paused' : 'done';
  };

  test('nobody can press a button without the right to it, and nothing is written where it is refused', async () => {
    const people = await cast();
    const wrong: string[] = [];
    const sold = (await world.sales()).length;
    let refused = 0;
    for (const [name, { person, role, paused: stopped }] of Object.entries(people)) {
      const kept = await everything(world);
      for (const one of tried) {
        const { press } = one;
        const should = expected(one, role, stopped);
        if (should === 'done') continue;
        refused += 1;
        await forge(person, press);
        if (heard(person) !== should) wrong.push(`${name}, ${press.to}: ${person.last().text}`);
      }
      if ((await everything(world)) !== kept) wrong.push(`${name} changed something`);
      for (const one of tried) {
        const press = one.press.to === 'language' ? ({ to: 'language', language } as const) : one.press;
        // One language is enough: the effect is the same in both.
        if (language === 'fa' || expected(one, role, stopped) !== 'done' || skipped.includes(press.to)) continue;
        await forge(person, press);
        if (heard(person) !== 'done') wrong.push(`${name}, ${press.to}: ${person.last().text}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(tried.length);
    expect(await world.sales()).toHaveLength(sold);
    expect(world.errors()).toEqual([]);
  });

  test('a paused person is told so at every command and message, and may still read', async () => {
    const people = await cast();
    const kept = await everything(world);
    for (const name of ['paused customer', 'paused agent'] as const) {
      const { person } = people[name];
      for (const typed of ['/start', '/search 10gb', '09121234567', '09121234567\n09131234567', 'شارژ']) {
        await person.type(typed);
        expect(person.last().text, `${name}: ${typed}`).toContain(isPaused);
      }
      await person.shareContact({ phone_number: '+989121234567', first_name: 'Ali' });
      expect(person.last().text).toContain(isPaused);
      for (const typed of ['/help', '/terms', '/settings', '/orders', '/cancel']) {
        await person.type(typed);
        expect(person.last().text, `${name}: ${typed}`).not.toContain(isPaused);
      }
    }
    for (const name of ['customer', 'agent'] as const) {
      const { person } = people[name];
      for (const typed of ['/desk', '/grant 5000000', '/invite', '/start i_', '/start i_guessed']) {
        await person.type(typed);
        expect(person.last().text, `${name}: ${typed}`).not.toContain(says(language, 'desk-title'));
      }
    }
    expect(await everything(world)).toBe(kept);
  });

  test('other people who type the labels of the owner’s buttons only type text', async () => {
    const { owner, customer, agent } = await cast();
    const pages: NamedAction[] = [
      { to: 'home' },
      { to: 'menu' },
      { to: 'agents', page: 1 },
      { to: 'agent', person: agent.person.id },
      { to: 'owing', page: 1 },
    ];
    const texts = new Set<string>();
    for (const press of pages) {
      await forge(owner.person, press);
      for (const label of labels(owner.person.last())) texts.add(label);
    }
    expect(texts.size).toBeGreaterThan(15);
    const kept = await everything(world);
    for (const { person } of [customer, agent]) {
      for (const text of sampled([...texts], 6)) await person.type(text);
      for (const press of [
        { to: 'askCredit', action: 'grant', person: person.id },
        { to: 'askCredit', action: 'limit', person: person.id },
        { to: 'askInvite' },
        { to: 'askPauseSelling' },
      ] as const) {
        await forge(person, press);
        expect(heard(person)).toBe('not allowed');
        await person.type('5000000');
      }
    }
    expect(await everything(world)).toBe(kept);
    expect(world.errors()).toEqual([]);
  });

  test('a paused person who types a sale is refused', async () => {
    const owner = await meetOwner(world, language);
    const buyer = await greet(world, { language });
    await forge(buyer, { to: 'label', mobile });
    await paused(buyer, owner);
    expect(buyer.last().text).toBe(isPaused);
    const kept = await everything(world);
    await buyer.type('mother');
    expect(buyer.last().text).toBe(isPaused);
    expect(await everything(world)).toBe(kept);
  });

  test('a person who is paused with a quote on the screen buys only after being resumed', async () => {
    const owner = await meetOwner(world, language);
    const buyer = await greet(world, { language });
    const number = language === 'fa' ? '989121110001' : '989121110002';
    await choose(buyer, number);
    await paused(buyer, owner);
    expect(owner.last().text).toContain(why);
    await tap(buyer, { to: 'confirm' });
    expect(buyer.last().text).toBe(isPaused);
    expect((await world.sales()).filter((sale) => sale.mobile === number)).toEqual([]);
    await tap(owner, { to: 'personTerms' });
    await tap(owner, { to: 'unpause' });
    await buyer.sees(says(language, 'notice-unpaused'));
    await choose(buyer, number);
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(says(language, 'state-delivered'));
    expect((await trailOf(world, buyer)).map(({ action, actorId, details }) => [action, actorId, details])).toEqual([
      ['pause', ownerId, { why }],
      ['unpause', ownerId, { why: null }],
    ]);
  });
});

describe.each(journeyLanguages)('an invitation, in %s', (language: Language) => {
  const invalid = says(language, 'failure-invite-invalid');
  const joined = /1,000,000|۱٬۰۰۰٬۰۰۰|100,000|۱۰۰٬۰۰۰/;

  test('makes one person an agent, who keeps what they had, and does no harm when it is opened again', async () => {
    const owner = await meetOwner(world, language);
    const link = await invite(owner, 1_000_000);
    const asked = (await trailOf(world, owner)).at(-1);
    expect(asked).toMatchObject({ action: 'invite', actorId: ownerId, details: { creditLimit: 1_000_000 } });
    const person = await greet(world, { language, wallet: 70_000 });
    const told = watch(world, owner);
    await person.open(link);
    expect(person.last().text).toMatch(joined);
    expect(labels(person.last()).join()).toContain(says(language, 'key-today'));
    expect(await walletOf(world, person)).toMatchObject({ balance: 70_000, creditLimit: 1_000_000 });
    const kept = await everything(world);
    await person.open(link);
    expect(person.last().text).toMatch(joined);
    // An agent does not use up another link.
    expect(await everything(world)).toBe(kept);
    expect((await trailOf(world, person)).map(({ action, details }) => [action, details])).toEqual([
      ['join', { invitedBy: ownerId, creditLimit: 1_000_000 }],
    ]);
    // The owner's alert leads to the new agent with one tap and stays.
    const alert = await hearsOf(owner, person);
    expect(alert.text).toMatch(joined);
    expect(new Set(keysOn(alert).map(({ press }) => press.to))).toEqual(new Set(['agent', 'menu']));
    await tap(owner, { to: 'agent', person: person.id });
    expect(owner.last().id).toBeGreaterThan(alert.id);
    expect(owner.last().text).toContain(says(language, 'role-agent'));
    const spare = await invite(owner, 5_000);
    await person.open(spare);
    expect(await walletOf(world, person)).toMatchObject({ creditLimit: 1_000_000 });
    const other = await greet(world, { language, wallet: 0 });
    await other.open(spare);
    expect(await walletOf(world, other)).toMatchObject({ creditLimit: 5_000 });
    await hearsOf(owner, other);
    expect(told.filter((text) => text === alert.text)).toHaveLength(1);
  });

  test('is refused to a second person, after two days, and if it is invented', async () => {
    const owner = await meetOwner(world, language);
    const [used, late] = [await invite(owner, 1_000_000), await invite(owner, 1_000_000)];
    const first = await greet(world, { language, wallet: 0 });
    await first.open(used);
    await hearsOf(owner, first);
    const other = await greet(world, { language, wallet: 0 });
    await other.open(used);
    expect(other.last().text).toContain(invalid);
    world.pass(48 * hour);
    await other.open(late);
    expect(other.last().text).toContain(invalid);
    for (const code of ['i_', 'i_AAAAAAAAAAAAAAAAAAAAAA', `${late.split('start=')[1]?.slice(0, -1)}`]) {
      await other.type(`/start ${code}`);
      expect(other.last().text, code).toContain(invalid);
    }
    await forge(other, { to: 'today' });
    expect(other.last().text).toBe(says(language, 'failure-not-allowed'));
    expect(await walletOf(world, other)).toMatchObject({ creditLimit: 0 });
  });

  test('is not used up by the owner or a paused person', async () => {
    const owner = await meetOwner(world, language);
    const link = await invite(owner, 1_000_000);
    await owner.open(link);
    await owner.sees(says(language, 'invite-own'));
    const stopped = await paused(await greet(world, { language, wallet: 0 }), owner);
    await stopped.open(link);
    expect(stopped.last().text).toContain(why);
    const person = await greet(world, { language, wallet: 0 });
    await person.open(link);
    expect(person.last().text).toMatch(joined);
    await hearsOf(owner, person);
  });

  test('makes one of two people an agent when both open it at once', async () => {
    const owner = await meetOwner(world, language);
    const link = await invite(owner, 1_000_000);
    const two = [await greet(world, { language, wallet: 0 }), await greet(world, { language, wallet: 0 })];
    await Promise.all(two.map((person) => person.open(link, { wait: false })));
    await world.telegram.quiet();
    const roles = await look(world, ({ db }) =>
      db
        .selectFrom('people')
        .select('role')
        .where(
          'id',
          'in',
          two.map(({ id }) => id),
        )
        .execute(),
    );
    expect(roles.map(({ role }) => role).sort()).toEqual(['agent', 'customer']);
    await Promise.any(two.map((person) => hearsOf(owner, person)));
  });

  test('asks again after an invalid limit', async () => {
    const owner = await meetOwner(world, language);
    const kept = await everything(world);
    await forge(owner, { to: 'askInvite' });
    await owner.type('plenty');
    expect(owner.last().text).toContain(says(language, 'failure-amount-invalid'));
    expect(await everything(world)).toBe(kept);
    // The question is still open, so the next message is its answer and not a search.
    await owner.type('500000');
    expect(owner.last().text).toContain('https://t.me/');
    expect(JSON.stringify(owner.last().message.reply_markup)).toContain(
      'https://t.me/share/url?url=https%3A%2F%2Ft.me',
    );
  });
});

describe.each(journeyLanguages)('agents see only their own sales, in %s', (language) => {
  test('an agent cannot see others’ sales by a code or by a forged order, page, list or receipt', async () => {
    const [one, other] = [await makeAgent(world, { language }), await makeAgent(world, { language })];
    const number = language === 'fa' ? '989121230001' : '989121230002';
    const order = await choose(one, number);
    await tap(one, { to: 'confirm' });
    await one.sees(says(language, 'state-delivered'));
    const [code = ''] = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(one.last().text) ?? [];
    expect(code).not.toBe('');
    await other.type(code);
    expect(other.last().text).toContain(says(language, 'failure-order-unknown'));
    for (const press of [
      { to: 'order', order, page: null },
      { to: 'order', order, page: 1 },
      { to: 'again', order },
      { to: 'change', order, sort: 'catalogue' },
      { to: 'switchSim', order, sim: 'postpaid' },
      { to: 'changeNumber', order },
      { to: 'renumber', order, mobile: '989121230009' },
      { to: 'payExactly', order },
      { to: 'confirm', order },
    ] as const) {
      await forge(other, press);
      expect(other.last().text, press.to).toContain(says(language, 'failure-order-not-yours'));
    }
    for (const press of [{ to: 'orders', page: 1 }, { to: 'today' }, { to: 'statement', page: 1 }] as const) {
      await forge(other, press);
      expect(other.last().text + labels(other.last()).join(), press.to).not.toMatch(/912 123|11,000|۱۱٬۰۰۰/);
    }
    // The owner finds the person by it.
    const owner = await meetOwner(world, language);
    await owner.type(code);
    expect(owner.last().text).toContain(one.first_name);
  });
});
