import { randomBytes } from 'node:crypto';
import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { credit, everything, invite, look, makeAgent, meetOwner, trailOf, walletOf } from '#test/support/agents.ts';
import { choose, find, forge, greet, keysOn, says, tap, topUp } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { addRule } from '#test/support/price-rules.ts';
import { makeStaff } from '#test/support/staff.ts';
import { labels, unmarked } from '#test/support/story.ts';
import { createWorld, ownerId, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120 });
});
afterAll(() => world.close());

/** The people in the rows of a list. */
const listed = (person: Person): number[] =>
  keysOn(person.last()).flatMap(({ press }) => (press.to === 'agent' ? [press.person] : []));

describe.each(journeyLanguages)('customers at the desk, in %s', (language) => {
  const t = (key: string) => says(language, key);

  test('are listed newest first or by purchases, and found by name, number, username and id', async () => {
    const owner = await meetOwner(world, language);
    const named = world.telegram.person({
      first_name: 'زهرا كريمي‌پور',
      last_name: language,
      username: `Zahra_${language}`,
      language_code: language,
    });
    await named.type('/start');
    await world.grant(named.id, 1_000_000);
    const number = language === 'fa' ? '989121119001' : '989121119002';
    const order = await choose(named, number);
    await tap(named, { to: 'confirm' });
    await named.sees(t('state-delivered'));
    const schedule = { every: 'days', count: 7 } as const;
    await forge(named, { to: 'makePlan', order, follows: 'same', schedule, ceiling: 50_000 });
    const other = await greet(world, { language });

    await forge(owner, { to: 'menu' });
    await tap(owner, { to: 'deskPeople' });
    await tap(owner, { to: 'customers' });
    expect(listed(owner).slice(0, 2)).toEqual([other.id, named.id]);
    await tap(owner, { to: 'customers', sort: 'best' });
    expect(listed(owner)).toContain(named.id);
    expect(listed(owner)).not.toContain(other.id);

    // A search with one result opens that person's page.
    const ways = [`zahra_${language}`, `@Zahra_${language}`, String(named.id), `0${number.slice(2)}`];
    for (const typed of [...ways, `زهرا ${language}`, `کریمی ${language}`, `${language} زهر`]) {
      await forge(owner, { to: 'askFindCustomer' });
      await owner.type(typed);
      expect(unmarked(owner.last().text), typed).toContain('زهرا');
      expect(keysOn(owner.last()).some(({ press }) => press.to === 'personRecords' && press.person === named.id)).toBe(
        true,
      );
    }
    // The page shows the sum of their purchases and leads to their orders and payments.
    expect(unmarked(owner.last().text)).toMatch(/11,000|۱۱٬۰۰۰/);
    // The hour is written only once an hour, so it is unknown here.
    const [, seen = ''] = /(?:آخرین بازدید|last seen) (.*)/.exec(unmarked(owner.last().text)) ?? [];
    expect(seen).toMatch(/[\d۰-۹]/);
    expect(seen).not.toContain(':');
    // The page shows their plan with its number.
    expect(owner.last().text).toContain(says(language, 'customer-plans', { count: 1 }));
    expect(unmarked(owner.last().text)).toContain(`${number.slice(2, 5)} ${number.slice(5, 8)} ${number.slice(8)} · `);
    await tap(owner, { to: 'personOrders' });
    await tap(owner, { to: 'found' });
    expect(owner.last().text).toContain(t('mark-delivered'));
    await forge(owner, { to: 'askFindCustomer' });
    await owner.type('کسی نیست که چنین');
    expect(owner.last().text).toContain(t('customers-found-none'));
    // The next text is a search too, and a number starts no sale.
    await owner.type(`0${number.slice(2, -1)}`);
    expect(unmarked(owner.last().text)).toContain(unmarked(says(language, 'failure-number-short', { missing: 1 })));
    await owner.type('09121119099');
    expect(owner.last().text).toContain(t('customers-found-none'));
    await owner.shareContact({ phone_number: '+989121119098', first_name: 'X' });
    expect(unmarked(owner.last().text)).toContain('09121119098');
    expect(owner.last().text).toContain(t('customers-found-none'));
    const { code } = await look(world, ({ db }) =>
      db.selectFrom('orders').select('webservice_code as code').where('id', '=', order).executeTakeFirstOrThrow(),
    );
    await owner.type(code);
    expect(find(owner, { to: 'personRecords' }).press).toMatchObject({ person: named.id });
    await forge(owner, { to: 'askFindCustomer' });
    await owner.type('لغو');
    expect(owner.last().text).toContain(t('left'));
  });

  test('have notes for the shop, and a message from the shop reaches each of them once', async () => {
    const owner = await meetOwner(world, language);
    const support = await makeStaff(world, owner, 'support', { language });
    const buyer = await greet(world, { language });
    await forge(support, { to: 'agent', person: buyer.id });
    await tap(support, { to: 'personRecords' });
    await tap(support, { to: 'notes' });
    await tap(support, { to: 'askNote' });
    await support.type('asks for <b>invoices</b>');
    expect(support.last().text).toContain('asks for <b>invoices</b>');
    await forge(owner, { to: 'agent', person: buyer.id });
    expect(owner.last().text).toContain('asks for <b>invoices</b>');
    expect(owner.last().text).toContain(support.first_name);
    await tap(owner, { to: 'personRecords' });
    await tap(owner, { to: 'notes' });
    await tap(owner, { to: 'removeNote' });
    expect(owner.last().text).toContain(t('notes-none'));

    await forge(support, { to: 'agent', person: buyer.id });
    await tap(support, { to: 'askMessage' });
    await support.type('Your SIM was found <here>.\nCome and get it.');
    expect(support.last().text).toContain(t('message-sent'));
    const got = await buyer.sees('Your SIM was found <here>.\nCome and get it.');
    expect(got.text).toContain(t('notice-shop-message'));
    expect(got.text).not.toContain(support.first_name);
    await world.telegram.quiet();
    expect(buyer.messages().filter(({ text }) => text.includes('SIM was found'))).toHaveLength(1);
    // The first press of the question is answered once, so a second text is not a message.
    await support.type('and another');
    expect(buyer.messages().some(({ text }) => text.includes('and another'))).toBe(false);
    expect((await trailOf(world, buyer)).map(({ action, actorId }) => [action, actorId])).toEqual([
      ['note', support.id],
      ['remove-note', ownerId],
      ['message', support.id],
    ]);
    await buyer.block();
    await forge(support, { to: 'askMessage', person: buyer.id });
    await support.type('are you there?');
    expect(support.last().text).toContain(t('failure-person-unreachable'));
    await buyer.unblock();
  });

  test('never read a sale that staff type where a text to people is asked for', async () => {
    const owner = await meetOwner(world, language);
    const buyer = await greet(world, { language });
    const number = language === 'fa' ? '09121119031' : '09121119032';
    const begin = buyer.mark();
    const asking = [
      { to: 'askMessage', person: buyer.id },
      { to: 'askPause', person: buyer.id },
      { to: 'askNote', person: buyer.id },
      { to: 'askAnswer', person: buyer.id },
      { to: 'askAnnounce' },
      { to: 'askPauseSelling' },
    ] as const;
    for (const press of asking) {
      await forge(owner, press);
      await owner.type(`${number} ۲۰ هزار تومان`);
      expect(find(owner, { to: 'confirm' }).message, press.to).toBe(owner.last().id);
      await forge(owner, press);
      await owner.type(`${number.slice(0, -1)} ۲۰ هزار تومان`);
      expect(unmarked(owner.last().text), press.to).toContain(
        unmarked(says(language, 'failure-number-short', { missing: 1 })),
      );
    }
    await world.telegram.quiet();
    expect(buyer.messages().filter(({ changed }) => changed > begin)).toEqual([]);
    expect((await trailOf(world, buyer)).filter(({ personId }) => personId === buyer.id)).toEqual([]);
    // The search stays open until a sale is typed.
    await forge(owner, { to: 'askFindCustomer' });
    await owner.type('qqqq zzzz');
    expect(unmarked(owner.last().text)).toContain(unmarked(says(language, 'customers-found-none')));
    await owner.type(`${number} ۲۰ هزار تومان`);
    expect(find(owner, { to: 'confirm' }).message).toBe(owner.last().id);
    // More words make the text a message, and so does a number on its own.
    for (const text of [`Call ${number} about the 10 GB`, number]) {
      await forge(owner, { to: 'askMessage', person: buyer.id });
      await owner.type(text);
      await buyer.sees(text);
    }
  });

  test('read why they are blocked and keep their money, and an open order goes on', async () => {
    const owner = await meetOwner(world, language);
    const buyer = await greet(world, { language, wallet: 100_000 });
    const number = language === 'fa' ? '989121119011' : '989121119012';
    await choose(buyer, number);
    await world.fault('purchase', '503', 3);
    await tap(buyer, { to: 'confirm' });
    await forge(owner, { to: 'agent', person: buyer.id });
    await tap(owner, { to: 'personTerms' });
    await tap(owner, { to: 'askPause' });
    await owner.type('stolen cards');
    await tap(owner, { to: 'personTerms' });
    expect(labels(owner.last())).toContain(t('key-unblock'));
    await buyer.sees('stolen cards');
    await buyer.sees(t('state-delivered'));
    expect(await walletOf(world, buyer)).toMatchObject({ balance: 100_000 - topUp.total, held: 0 });
    await buyer.type('/start');
    expect(buyer.last().text).toContain('stolen cards');
    await buyer.type('/wallet');
    expect(unmarked(buyer.last().text)).toMatch(/89,000|۸۹٬۰۰۰|8,900|۸٬۹۰۰/);
  });
});

describe.each(journeyLanguages)('agents, in %s', (language) => {
  const t = (key: string) => says(language, key);

  test('can be invited by links, which the owner lists and revokes', async () => {
    const owner = await meetOwner(world, language);
    const link = await invite(owner, 700_000);
    await forge(owner, { to: 'agents', page: 1 });
    await tap(owner, { to: 'askInvite' });
    await tap(owner, { to: 'invites' });
    await tap(owner, { to: 'openInvite' });
    expect(owner.last().text).toContain(link);
    await tap(owner, { to: 'revokeInvite' });
    const person = await greet(world, { language, wallet: 0 });
    await person.open(link);
    expect(person.last().text).toContain(t('failure-invite-invalid'));
    await forge(owner, { to: 'invites' });
    expect(keysOn(owner.last()).some(({ press }) => press.to === 'openInvite')).toBe(false);
  });

  test('have pages of open invitations, however many there are', async () => {
    const owner = await meetOwner(world, language);
    const times = { created_at: world.now(), expires_at: world.now() + 3_600_000, used_by: null, used_at: null };
    const rows = Array.from({ length: 120 }, () => ({
      code: randomBytes(16).toString('base64url'),
      credit_limit: 1_000_000,
      created_by: ownerId,
      ...times,
    }));
    await look(world, ({ db }) => db.insertInto('invites').values(rows).execute());
    const codes = () => keysOn(owner.last()).flatMap(({ press }) => (press.to === 'openInvite' ? [press.code] : []));
    await forge(owner, { to: 'invites' });
    const first = codes();
    await tap(owner, { to: 'invitesPage', page: 2 });
    expect(new Set([...first, ...codes()]).size).toBe(12);
    await look(world, ({ db }) => db.deleteFrom('invites').execute());
  });

  test('who are promoted or demoted leave old purchases as the customer read them', async () => {
    const owner = await meetOwner(world, language);
    const person = await greet(world, { language });
    await look(world, (database) => addRule(database, { target: 'person', target_id: person.id, basis_points: 500 }));
    const page = async (order: string) => {
      await forge(person, { to: 'order', order, page: 1 });
      return unmarked(person.last().text);
    };
    const buy = async (mobile: string) => {
      await person.type('/start');
      const order = await choose(person, mobile);
      await tap(person, { to: 'confirm' });
      await person.sees(t('state-delivered'));
      return { order, text: await page(order) };
    };
    const begins = (key: string) => unmarked(says(language, key, { amount: '', profit: '' })).split(':')[0] ?? '';
    const asCustomer = await buy(language === 'fa' ? '989121119041' : '989121119042');
    expect(asCustomer.text).toContain(begins('confirm-discount'));
    world.pass(1_000);
    await person.open(await invite(owner, 500_000));
    world.pass(1_000);
    expect(await page(asCustomer.order)).toBe(asCustomer.text);
    const asAgent = await buy(language === 'fa' ? '989121119043' : '989121119044');
    expect(asAgent.text).toContain(begins('confirm-profit'));
    world.pass(1_000);
    await forge(owner, { to: 'demote', person: person.id });
    expect(await page(asAgent.order)).toBe(asAgent.text);
    expect(await page(asCustomer.order)).toBe(asCustomer.text);
  });

  test('become customers again after a warning: the debt stays, and the limit and the level end', async () => {
    const owner = await meetOwner(world, language);
    const agent = await makeAgent(world, { language, limit: 500_000, owner });
    const number = language === 'fa' ? '989121119021' : '989121119022';
    await choose(agent, number);
    await tap(agent, { to: 'confirm' });
    await agent.sees(t('state-delivered'));
    await forge(owner, { to: 'agent', person: agent.id });
    await tap(owner, { to: 'personTerms' });
    await tap(owner, { to: 'askDemote' });
    expect(unmarked(owner.last().text)).toMatch(/11,000|۱۱٬۰۰۰/);
    expect(unmarked(owner.last().text)).toMatch(/500,000|۵۰۰٬۰۰۰/);
    const { data, message } = find(owner, { to: 'demote' });
    const told = agent.mark();
    await Promise.all([1, 2].map(() => owner.forge(data, { message, wait: false })));
    await agent.sees(t('notice-demoted'), { since: told });
    await world.telegram.quiet();
    expect(await walletOf(world, agent)).toMatchObject({ balance: -topUp.total, creditLimit: 0 });
    expect((await trailOf(world, agent)).filter(({ action }) => action === 'demote')).toMatchObject([
      { actorId: ownerId, details: { debt: topUp.total, limit: 500_000 } },
    ]);
    await forge(agent, { to: 'today' });
    expect(agent.last().text).toBe(t('failure-not-allowed'));
    await forge(owner, { to: 'owing', page: 1 });
    expect(listed(owner)).toContain(agent.id);
    await credit(owner, agent, 'repayment', String(topUp.total));
    expect(await walletOf(world, agent)).toMatchObject({ balance: 0 });
    // A customer cannot become one again.
    const kept = await everything(world);
    await forge(owner, { to: 'demote', person: agent.id });
    expect(await everything(world)).toBe(kept);
  });
});
