import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  credit,
  driftIn,
  everything,
  linkIn,
  makeAgent,
  meetOwner,
  stayAwake,
  trailOf,
  walletOf,
} from '#test/support/agents.ts';
import { find, forge, greet, keysOn, says, tap, topUp } from '#test/support/buyer.ts';
import { journeyLanguages, long } from '#test/support/length.ts';
import { labels, read } from '#test/support/story.ts';
import { unitsIn } from '#test/support/units.ts';
import { createWorld, ownerId, type World } from '#test/support/world.ts';

const hour = 3_600_000;

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120 });
});
afterAll(() => world.close());

describe.each(journeyLanguages)('the owner and other people’s wallets, in %s', (language) => {
  const t = (key: string, variables?: Parameters<typeof says>[2]) => says(language, key, variables);
  const money = (fa: string, en: string) => (language === 'fa' ? `${fa} ریال` : `${en} rials`);

  test('credit granted, taken back and limited with a note: shown, done, notified and audited', async () => {
    const owner = await meetOwner(world, language);
    const agent = await makeAgent(world, { language, limit: 100_000, owner });
    await credit(owner, agent, 'grant', language === 'fa' ? '۵۰٬۰۰۰ نقدی دوشنبه <b>' : '50,000 cash on Monday <b>');
    const note = language === 'fa' ? 'نقدی دوشنبه <b>' : 'cash on Monday <b>';
    expect(read(owner)).toContain(t('done-grant', { amount: money('۵۰٬۰۰۰', '50,000') }));
    expect(read(owner)).toContain(t('wallet-balance', { balance: money('۵۰٬۰۰۰', '50,000') }));
    const told = await agent.sees(t('notice-grant', { amount: money('۵۰٬۰۰۰', '50,000') }));
    expect(told.text).toContain(note);
    await credit(owner, agent, 'take', '20000');
    await agent.sees(t('notice-take', { amount: money('۲۰٬۰۰۰', '20,000') }));
    await credit(owner, agent, 'limit', '300000 trusted');
    await agent.sees(t('notice-limit', { amount: money('۳۰۰٬۰۰۰', '300,000') }));
    expect(await walletOf(world, agent)).toMatchObject({ balance: 30_000, creditLimit: 300_000 });

    for (const [person, press] of [
      [agent, { to: 'statement', page: 1 }],
      [owner, { to: 'personStatement', person: agent.id, page: 1 }],
    ] as const) {
      await forge(person, press);
      expect(read(person)).toContain(note);
    }
    expect((await trailOf(world, agent)).map(({ actorId, action, details }) => [actorId, action, details])).toEqual([
      [agent.id, 'join', { invitedBy: ownerId, creditLimit: 100_000 }],
      [ownerId, 'grant', { amount: 50_000, note }],
      [ownerId, 'take', { amount: 20_000, note: null }],
      [ownerId, 'limit', { amount: 300_000, note: 'trusted' }],
    ]);
  });

  test('another amount typed below the check is checked in its place, and the one before moves nothing', async () => {
    const owner = await meetOwner(world, language);
    const agent = await makeAgent(world, { language, owner });
    await forge(owner, { to: 'askCredit', action: 'grant', person: agent.id });
    await owner.type('50000 cash');
    const before = find(owner, { to: 'confirmCredit' });
    await owner.type('70000');
    expect(read(owner)).toContain(money('۷۰٬۰۰۰', '70,000'));
    expect(read(owner)).toContain('cash');
    const after = find(owner, { to: 'confirmCredit' });
    await owner.forge(before.data, { message: before.message });
    const old = owner.messages().find(({ id }) => id === before.message);
    expect(old?.text).toContain(t('failure-question-expired'));
    await owner.forge(after.data, { message: after.message });
    expect(await walletOf(world, agent)).toMatchObject({ balance: 70_000 });
    // Any other text is read as usual.
    await forge(owner, { to: 'askCredit', action: 'grant', person: agent.id });
    await owner.type('50000');
    await owner.type('09121234567');
    expect(read(owner)).not.toContain(t('credit-grant'));
    expect(await walletOf(world, agent)).toMatchObject({ balance: 70_000 });
  });

  test.each(['50', '۵۰', '50 toman'])(
    '%s alone as a credit limit may be thousands: it is asked which',
    async (typed) => {
      const owner = await meetOwner(world, language);
      await forge(owner, { to: 'unit', unit: 'toman' });
      const agent = await greet(world, { language, wallet: 0 });
      await forge(owner, { to: 'askInvite' });
      await owner.type(typed);
      expect(keysOn(owner.last()).flatMap(({ press }) => (press.to === 'inviteWith' ? [press.limit] : []))).toEqual([
        500_000, 500,
      ]);
      await tap(owner, { to: 'inviteWith', limit: 500_000 });
      await agent.open(linkIn([owner.last()]));
      expect(await walletOf(world, agent)).toMatchObject({ creditLimit: 500_000 });
      await forge(owner, { to: 'askCredit', action: 'limit', person: agent.id });
      await owner.type(typed);
      expect(read(owner)).toContain(t('amount-which'));
      expect(keysOn(owner.last()).some(({ press }) => press.to === 'confirmCredit')).toBe(false);
      // The question is still open.
      await owner.type('60,000');
      expect(read(owner)).toContain(t('credit-limit'));
      await owner.type(typed);
      const [, literal] = keysOn(owner.last()).filter(({ press }) => press.to === 'creditDraft');
      await owner.forge(literal?.data ?? '', { message: literal?.message ?? 0 });
      await tap(owner, { to: 'confirmCredit' });
      expect(await walletOf(world, agent)).toMatchObject({ creditLimit: 500 });
      await forge(owner, { to: 'unit', unit: 'rial' });
    },
  );

  test('Confirm says the balance or the debt that the receipt says, and what can be spent where credit adds to it', async () => {
    const owner = await meetOwner(world, language);
    const agent = await makeAgent(world, { language, limit: 100_000, owner });
    await credit(owner, agent, 'grant', '20000');
    const spend = (fa: string, en: string) => t('confirm-spend', { left: money(fa, en) });
    const asks = (mobile: string) => forge(agent, { to: 'product', id: topUp.id, mobile });
    await asks('989126700001');
    expect(read(agent)).toContain(t('receipt-balance', { balance: money('۹٬۰۰۰', '9,000') }));
    expect(read(agent)).toContain(spend('۱۰۹٬۰۰۰', '109,000'));
    await tap(agent, { to: 'confirm' });
    const receipt = await agent.sees(t('state-delivered'));
    const left = language === 'fa' ? '۹٬۰۰۰ ریال' : '9,000 IRR';
    expect(labels(receipt)).toContain(t('key-balance-after', { balance: left }));
    await asks('989126700002');
    expect(read(agent)).toContain(t('receipt-debt', { debt: money('۲٬۰۰۰', '2,000') }));
    expect(read(agent)).toContain(spend('۹۸٬۰۰۰', '98,000'));

    const customer = await greet(world, { language, wallet: 20_000 });
    await forge(customer, { to: 'unit', unit: 'rial' });
    await forge(customer, { to: 'product', id: topUp.id, mobile: '989126700003' });
    expect(read(customer)).toContain(t('receipt-balance', { balance: money('۹٬۰۰۰', '9,000') }));
    expect(read(customer)).not.toContain(t('confirm-spend', { left: '' }).trim());
  });

  test('money that the owner moves is shown first, with the bank’s rials, and moved once by a tap', async () => {
    const owner = await meetOwner(world, language);
    const agent = await makeAgent(world, { language, limit: 100_000, owner });
    await credit(owner, agent, 'take', '40000');
    await forge(owner, { to: 'unit', unit: 'toman' });
    const tomans = (fa: string, en: string) => (language === 'fa' ? `${fa} تومان` : `${en} tomans`);
    const kept = await everything(world);
    await forge(owner, { to: 'agent', person: agent.id });
    await tap(owner, { to: 'askCredit', action: 'grant' });
    await owner.type(language === 'fa' ? '۵۰ هزار <b>نقدی' : '50k <b>cash');
    const asked = read(owner);
    expect(asked).toContain(agent.first_name);
    const both = { amount: tomans('۵۰٬۰۰۰', '50,000'), rials: money('۵۰۰٬۰۰۰', '500,000') };
    expect(asked).toContain(t('money-at-bank', both));
    expect(asked).toContain(t('credit-before', { balance: tomans('−۴٬۰۰۰', '-4,000') }));
    expect(asked).toContain(t('credit-after', { balance: tomans('۴۶٬۰۰۰', '46,000') }));
    expect(asked).toContain(language === 'fa' ? '<b>نقدی' : '<b>cash');
    expect(await everything(world)).toBe(kept);
    const { data, message } = find(owner, { to: 'confirmCredit' });
    await Promise.all([1, 2].map(() => owner.forge(data, { message, wait: false })));
    await owner.sees(t('done-grant', { amount: both.amount }));
    await world.telegram.quiet();
    expect(await walletOf(world, agent)).toMatchObject({ balance: 460_000 });
    expect(agent.messages().filter(({ text }) => text.includes(money('۵۰۰٬۰۰۰', '500,000')))).toHaveLength(1);
  });

  test('an expired draft, or another owner’s, moves nothing', async () => {
    const place = await createWorld({ products: 120 });
    onTestFinished(() => place.close());
    const owner = await meetOwner(place, language);
    const agent = await makeAgent(place, { language, owner });
    await forge(owner, { to: 'askCredit', action: 'grant', person: agent.id });
    await owner.type('500000');
    const { data, message } = find(owner, { to: 'confirmCredit' });
    await agent.forge(data);
    expect(read(agent)).toContain(t('failure-not-allowed'));
    place.pass(31 * 60_000);
    await owner.forge(data, { message });
    expect(read(owner)).toContain(t('failure-question-expired'));
    expect(await walletOf(place, agent)).toMatchObject({ balance: 0 });
  });

  test('a repayment in cash has its own entry: in the notice, the statement and the audit trail', async () => {
    const owner = await meetOwner(world, language);
    const agent = await makeAgent(world, { language, limit: 100_000, owner });
    await credit(owner, agent, 'take', '80000');
    await credit(owner, agent, 'repayment', '50000 Monday');
    expect(read(owner)).toContain(t('done-repayment', { amount: money('۵۰٬۰۰۰', '50,000') }));
    await agent.sees(t('notice-repayment', { amount: money('۵۰٬۰۰۰', '50,000') }));
    await forge(agent, { to: 'statement', page: 1 });
    expect(read(agent)).toContain(`${t('ledger-repayment')}: ${money('۵۰٬۰۰۰', '50,000')}`);
    expect(read(agent)).toContain(t('ledger-take'));
    expect(read(agent)).not.toContain(`· ${t('ledger-grant')}:`);
    await forge(owner, { to: 'audit', kind: 'money', person: agent.id, page: 1 });
    expect(read(owner)).toContain('Monday');
    expect((await trailOf(world, agent)).map(({ action }) => action)).toEqual(['join', 'take', 'repayment']);
    // Cash is in no bank, which would count in rials.
    await forge(owner, { to: 'unit', unit: 'toman' });
    await forge(owner, { to: 'askCredit', person: agent.id, action: 'repayment' });
    await owner.type('1000');
    expect(read(owner)).toContain(t('credit-repayment'));
    expect(unitsIn(owner.last().text)).toEqual(['toman']);
    expect(read(owner)).not.toContain(t('money-at-bank', { amount: '', rials: '|' }).split('|')[0]);
    await forge(owner, { to: 'unit', unit: 'rial' });
    expect(await walletOf(world, agent)).toMatchObject({ balance: -30_000 });
  });

  test('no more is taken than available; invalid amounts are asked again', async () => {
    const owner = await meetOwner(world, language);
    const agent = await makeAgent(world, { language, limit: 10_000, owner });
    await world.grant(agent.id, 5_000);
    const kept = await everything(world);
    await credit(owner, agent, 'take', '15001');
    expect(read(owner)).toContain(t('take-too-much', { most: money('۱۵٬۰۰۰', '15,000') }));
    for (const text of ['much', '0', '-5000', '1e9']) {
      await credit(owner, agent, 'grant', text);
      expect(read(owner), text).toContain(t('failure-amount-invalid'));
    }
    expect(await everything(world)).toBe(kept);
    await owner.type('1000');
    await tap(owner, { to: 'confirmCredit' });
    expect(read(owner)).toContain(t('done-grant', { amount: money('۱٬۰۰۰', '1,000') }));
    await credit(owner, agent, 'take', '1000');
    await credit(owner, agent, 'take', '15000');
    expect(await walletOf(world, agent)).toMatchObject({ balance: -10_000, available: 0 });
  });

  test('a debt is shown as theirs, not as the owner’s', async () => {
    const owner = await meetOwner(world, language);
    const agent = await makeAgent(world, { language, limit: 500_000, owner });
    await credit(owner, agent, 'take', '120000');
    await forge(owner, { to: 'agent', person: agent.id });
    expect(read(owner)).toContain(t('their-debt', { debt: money('۱۲۰٬۰۰۰', '120,000') }));
    expect(read(owner)).toContain(t('their-available', { available: money('۳۸۰٬۰۰۰', '380,000') }));
    expect(read(owner)).not.toMatch(/\byou\b|شما/i);
    await forge(agent, { to: 'wallet' });
    expect(read(agent)).toContain(t('wallet-debt', { debt: money('۱۲۰٬۰۰۰', '120,000') }));
  });

  test('debts: one person is reminded, then all; once in twelve hours, and unreachable people are counted', async () => {
    const place = await createWorld({ products: 120 });
    try {
      const owner = await meetOwner(place, language);
      const debtors = [];
      for (let at = 0; at < 3; at += 1) {
        const agent = await makeAgent(place, { language, limit: 100_000, owner });
        await stayAwake(agent);
        await credit(owner, agent, 'take', String(10_000 * (at + 1)));
        debtors.push(agent);
      }
      const [one, two, gone] = debtors;
      if (!one || !two || !gone) throw new Error('There are three.');
      await makeAgent(place, { language, owner });
      await forge(owner, { to: 'owing', page: 1 });
      expect(read(owner)).toContain(t('owing-sum', { sum: money('۶۰٬۰۰۰', '60,000') }));
      const listed = keysOn(owner.last()).flatMap(({ press }) => (press.to === 'agent' ? [press.person] : []));
      expect(listed).toEqual([gone.id, two.id, one.id]);
      const reminder = t('reminder', { debt: money('۱۰٬۰۰۰', '10,000') });
      await forge(owner, { to: 'agent', person: one.id });
      await tap(owner, { to: 'remind' });
      // The owner reads it first.
      expect(read(owner)).toContain(reminder);
      expect(one.messages().filter(({ text }) => text.includes(reminder))).toEqual([]);
      await tap(owner, { to: 'sendReminder' });
      expect(keysOn(await one.sees(reminder)).map(({ press }) => press.to)).toContain('wallet');
      expect(read(owner)).toContain(t('reminded-told'));
      await tap(owner, { to: 'remind' });
      await tap(owner, { to: 'sendReminder' });
      expect(read(owner)).toContain(t('reminded-recently', { hours: 12 }));
      await gone.block();
      await forge(owner, { to: 'owing', page: 1 });
      await tap(owner, { to: 'remindAll' });
      await tap(owner, { to: 'sendReminders' });
      expect(read(owner)).toContain(t('reminded', { count: 1 }));
      expect(read(owner)).toContain(t('reminded-skipped', { count: 1, hours: 12 }));
      expect(read(owner)).toContain(t('reminded-unreached', { count: 1 }));
      await two.sees('🔔');
      // Nothing new: no count of reminded people.
      await tap(owner, { to: 'remindAll' });
      await tap(owner, { to: 'sendReminders' });
      expect(read(owner)).not.toContain(t('reminded', { count: 0 }));
      expect(read(owner)).toContain(t('reminded-skipped', { count: 2, hours: 12 }));
      place.pass(13 * hour);
      await tap(owner, { to: 'remindAll' });
      await tap(owner, { to: 'sendReminders' });
      expect(read(owner)).toContain(t('reminded', { count: 2 }));
      expect(one.messages().filter(({ text }) => text.includes(reminder))).toHaveLength(2);
      const reminded = (await trailOf(place, owner)).filter(({ action }) => action === 'remind');
      expect(reminded.map(({ personId, details }) => [personId, details.told])).toEqual([
        [one.id, 1],
        [gone.id, 0],
        [two.id, 1],
        [gone.id, 0],
        [gone.id, 0],
        [two.id, 1],
        [one.id, 1],
      ]);
      // Paid back: no one to remind.
      await credit(owner, one, 'repayment', '10000');
      await forge(owner, { to: 'remind', person: one.id });
      expect(read(owner)).toContain(t('reminded-nothing'));
      // A person who blocked the bot gets the money, and the owner sees that they were not notified.
      await credit(owner, gone, 'grant', '30000');
      expect(read(owner)).toContain(t('not-told'));
      expect(place.errors()).toEqual([]);
    } finally {
      await place.close();
    }
  });

  test('a pause by the owner stops everyone, shows the reason, and is audited', async () => {
    const owner = await meetOwner(world, language);
    const buyer = await greet(world, { language });
    await forge(owner, { to: 'menu' });
    await tap(owner, { to: 'deskShop' });
    await tap(owner, { to: 'askPauseSelling' });
    await owner.type('back at noon');
    expect(read(owner)).toContain('back at noon');
    await forge(buyer, { to: 'product', id: topUp.id, mobile: '989121234567' });
    expect(read(buyer)).toContain('back at noon');
    await tap(owner, { to: 'deskShop' });
    await tap(owner, { to: 'resumeSelling' });
    await forge(buyer, { to: 'product', id: topUp.id, mobile: '989121234567' });
    expect(keysOn(buyer.last()).map(({ press }) => press.to)).toContain('confirm');
    const trail = (await trailOf(world, owner)).slice(-2);
    expect(trail.map(({ action, details }) => [action, details])).toEqual([
      ['pause-selling', { reason: 'back at noon' }],
      ['resume-selling', {}],
    ]);
  });
});

test('a repeated update moves money once, before and after a restart', async () => {
  const owner = await meetOwner(world);
  const agent = await makeAgent(world, { owner });
  let told = 0;
  for (const [action, text] of [
    ['grant', '70000 cash'],
    ['take', '20000 returned'],
    ['limit', '90000'],
  ] as const) {
    await forge(owner, { to: 'agent', person: agent.id });
    if (action === 'limit') await tap(owner, { to: 'personTerms' });
    await tap(owner, { to: 'askCredit', action });
    const typed = (await owner.type(text)).update;
    const { data, message } = find(owner, { to: 'confirmCredit' });
    const pressed = (await owner.forge(data, { message })).update;
    if (!typed || !pressed) throw new Error('What is typed and what is pressed are updates.');
    told += 1;
    const again = async () => {
      for (const update of [typed, pressed]) {
        world.telegram.redeliver(update);
        await world.telegram.quiet();
      }
      await owner.forge(data, { message });
    };
    await again();
    await world.stopBot();
    await world.startBot();
    await again();
    expect(
      agent.messages().filter(({ text: said }) => said.startsWith('👛')),
      action,
    ).toHaveLength(told);
  }
  expect(await walletOf(world, agent)).toMatchObject({ balance: 50_000, creditLimit: 90_000 });
  const trail = (await trailOf(world, agent)).map(({ action }) => action);
  expect(trail).toEqual(['join', 'grant', 'take', 'limit']);
  expect(await driftIn(world)).toEqual([]);
});

if (long)
  test('killed during the owner’s answer: the money moves once, and the person is notified', async () => {
    const place = await createWorld({ products: 120, start: false });
    onTestFinished(() => place.close());
    let bot = await place.spawnBot();
    const owner = await meetOwner(place);
    const agent = await makeAgent(place, { owner });
    await forge(owner, { to: 'agent', person: agent.id });
    await tap(owner, { to: 'askCredit', action: 'grant' });
    await owner.type('70000 cash');
    const held = place.telegram.faults.hold('sendMessage');
    await tap(owner, { to: 'confirmCredit' }, { wait: false });
    await held.arrived;
    expect(await walletOf(place, agent)).toMatchObject({ balance: 70_000 });
    await bot.kill();
    held.release();
    bot = await place.spawnBot();
    await place.telegram.quiet();
    await owner.sees(says('en', 'done-grant', { amount: '70,000 rials' }));
    await agent.sees(says('en', 'notice-grant', { amount: '70,000 rials' }));
    expect(await walletOf(place, agent)).toMatchObject({ balance: 70_000 });
    expect((await trailOf(place, agent)).map(({ action }) => action)).toEqual(['join', 'grant']);
    await bot.stop();
  });

test('agents are listed in pages, and their pages lead back', async () => {
  const owner = await meetOwner(world);
  for (let at = 0; at < 9; at += 1) await makeAgent(world, { owner });
  await forge(owner, { to: 'agents', page: 1 });
  const agents = () => keysOn(owner.last()).filter(({ press }) => press.to === 'agent');
  expect(agents()).toHaveLength(5);
  await tap(owner, { to: 'agents', page: 2 });
  expect(agents().length).toBeGreaterThan(0);
  await tap(owner, { to: 'agent' });
  expect(labels(owner.last())).toContain(says('en', 'key-grant'));
  await tap(owner, { to: 'personRecords' });
  expect(labels(owner.last())).toContain(says('en', 'key-statement'));
  await forge(owner, { to: 'agent', person: 12 });
  expect(read(owner)).toContain(says('en', 'failure-person-unknown'));
  await forge(owner, { to: 'askPause', person: ownerId });
  await owner.type('a joke');
  expect(read(owner)).toContain(says('en', 'failure-not-allowed'));
});
