import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { defaultLanguage, type Language } from '#domain/language.ts';
import { moneyText } from '#domain/money.ts';
import { credit, invite, look, makeAgent, meetOwner } from '#test/support/agents.ts';
import { choose, forge, greet, keysOn, says, tap, topUp, watch } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { unmarked } from '#test/support/story.ts';
import { createWorld, type World, type WorldOptions } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120 });
});
afterAll(() => world.close());

async function open(options: WorldOptions): Promise<World> {
  const place = await createWorld({ products: 120, ...options });
  onTestFinished(() => place.close());
  return place;
}

const minute = 60_000;

describe.each(journeyLanguages)('a low balance, in %s', (language) => {
  /** The text up to the first figure. */
  const begins = (key: string, spoken: Language = language) =>
    says(spoken, key, { balance: '|', threshold: '|', ago: '|' }).split('|')[0] ?? '';

  test('alerts the owner once, even if Telegram fails at first, and the menu shows it', async () => {
    const place = await open({ start: false, config: { lowBalance: 1_000_000_000_000 } });
    const owner = place.telegram.person({ id: 900_000_001, first_name: 'Mr Owner', language_code: language });
    await owner.type('/start', { wait: false });
    place.telegram.faults.fail('sendMessage', { code: 500, times: 4 });
    const told = watch(place, owner);
    await place.startBot();
    // Before their first message is handled, the shop's language is used.
    const isAlert = ({ text }: { readonly text: string }) =>
      [language, defaultLanguage].some((spoken) => text.includes(begins('alert-low-balance', spoken)));
    const alert = await owner.sees(isAlert);
    expect(new Set(keysOn(alert).map(({ press }) => press.to))).toEqual(new Set(['health', 'menu']));
    await place.stopBot();
    await place.startBot();
    await forge(owner, { to: 'menu' });
    expect(owner.last().text).toContain(begins('desk-balance-low'));
    expect(told.filter((text) => isAlert({ text }))).toHaveLength(1);
  });

  test('that is sufficient alerts nobody, and the menu shows the amount and its age', async () => {
    const owner = await meetOwner(world, language);
    await forge(owner, { to: 'menu' });
    expect(owner.last().text).toContain(begins('desk-balance'));
    expect(owner.last().text).not.toContain(begins('desk-balance-low'));
    expect(owner.last().text).toMatch(language === 'fa' ? /اکنون|پیش/ : /just now|ago/);
  });
});

describe.each(journeyLanguages)('the gateway’s health, in %s', (language) => {
  const t = (key: string, variables?: Record<string, number | string>) => unmarked(says(language, key, variables));

  test('is shown to the owner as healthy, then not, then healthy again', async () => {
    const place = await open({});
    const owner = await meetOwner(place, language);
    const buyer = await greet(place, { language });
    // An alert may be below it.
    const read = () =>
      unmarked(owner.messages().findLast(({ text }) => text.includes(t('health-polling')))?.text ?? '');
    await choose(buyer, '989121234567');
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(says(language, 'state-delivered'));
    await forge(owner, { to: 'menu' });
    await tap(owner, { to: 'deskShop' });
    await tap(owner, { to: 'health' });
    expect(read()).toContain(t('health-well'));
    expect(read()).toContain(t('health-token-accepted'));
    expect(read()).toContain(t('health-hour', { delivered: 1, rejected: 0 }));
    expect(read()).toContain(t('health-none-waiting'));
    expect(read()).toContain(t('health-polling'));

    await place.fault('purchase', '503', null);
    await choose(buyer, '989121234568');
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(says(language, 'state-unsure'));
    await place.fault('filter', '503', null);
    await place.fault('products', '503', null);
    place.pass(5 * minute);
    await tap(owner, { to: 'health' });
    expect(read()).toContain(t('trouble-unavailable'));
    expect(read()).toContain(t('health-hour', { delivered: 1, rejected: 0 }));
    expect(read()).toMatch(language === 'fa' ? /قدیمی‌ترین از ۵ دقیقه پیش/ : /the oldest from 5 minutes ago/);

    await place.fault('filter', null);
    await place.fault('products', null);
    await place.fault('purchase', '401', null);
    await owner.sees(says(language, 'alert-token-refused'));
    await forge(owner, { to: 'health' });
    expect(read()).toContain(t('health-token-refused'));
    await place.fault('purchase', null);
    place.pass(minute);
    await owner.sees(says(language, 'alert-token-accepted'));
    place.pass(2 * minute);
    await forge(owner, { to: 'health' });
    expect(read()).toContain(t('health-well'));
    expect(read()).toContain(t('health-token-accepted'));
  });
});

describe.each(journeyLanguages)('the audit trail, in %s', (language) => {
  const t = (key: string, variables?: Record<string, number | string>) => unmarked(says(language, key, variables));

  test('shows every action of the owner in a sentence, by kind and by person, in pages', async () => {
    const place = await open({});
    const owner = await meetOwner(place, language);
    const agent = await makeAgent(place, { language, owner, limit: 500_000 });
    const read = () => unmarked(owner.last().text);
    const why = 'because the till was short on Monday and on Tuesday too, said the auditor';
    await credit(owner, agent, 'grant', '70000 cash');
    await credit(owner, agent, 'take', `20000 ${why}`);
    await credit(owner, agent, 'limit', '90000');
    await forge(owner, { to: 'askPause', person: agent.id });
    await owner.type('holiday');
    await forge(owner, { to: 'unpause', person: agent.id });
    await forge(owner, { to: 'askPauseSelling' });
    await owner.type('stocktaking');
    await forge(owner, { to: 'resumeSelling' });
    await forge(owner, { to: 'askAnnounce' });
    await owner.type('Hello to all of you');
    await tap(owner, { to: 'sendAnnouncement' });
    await invite(owner, 0);

    await forge(owner, { to: 'menu' });
    await tap(owner, { to: 'deskShop' });
    await tap(owner, { to: 'audit' });
    const first = read();
    await tap(owner, { to: 'audit', page: 2 });
    const all = first + read();
    const who = 'Mr Owner';
    const person = `Buyer ${agent.id}`;
    const rials = (amount: number) =>
      language === 'fa' ? new Intl.NumberFormat('fa').format(amount) : amount.toLocaleString('en');
    for (const [key, amount] of [
      ['audit-entry-grant', 70_000],
      ['audit-entry-take', 20_000],
      ['audit-entry-limit', 90_000],
      ['audit-entry-join', 500_000],
    ] as const) {
      const sentence = t(key, { who: key === 'audit-entry-join' ? person : who, person, amount: '|' });
      const [before = '', after = ''] = sentence.split('|');
      expect(all).toContain(`${before}${rials(amount)}`);
      expect(all).toContain(after);
    }
    for (const key of [
      'audit-entry-pause',
      'audit-entry-unpause',
      'audit-entry-pause-selling',
      'audit-entry-resume-selling',
    ])
      expect(all).toContain(t(key, { who, person }));
    for (const reason of ['cash', 'holiday', 'stocktaking', 'Hello to all of you']) expect(all).toContain(reason);
    expect(all).toContain(t('audit-entry-announce', { who, count: 1 }));

    // The owner looks at one kind.
    await tap(owner, { to: 'audit', kind: 'selling' });
    expect(read()).toContain('stocktaking');
    expect(read()).not.toContain('holiday');
    // A long entry has its own page.
    await tap(owner, { to: 'audit', kind: 'money' });
    expect(read()).not.toContain(why);
    await tap(owner, { to: 'auditEntry' });
    expect(read()).toContain(why);
    await tap(owner, { to: 'audit', kind: 'money' });
    // The owner looks at one person, from their page.
    await forge(owner, { to: 'agent', person: agent.id });
    await tap(owner, { to: 'personRecords' });
    await tap(owner, { to: 'audit', person: agent.id });
    expect(read()).toContain('holiday');
    expect(read()).not.toContain('stocktaking');
    expect(keysOn(owner.last()).some(({ press }) => press.to === 'personRecords')).toBe(true);
    await forge(owner, { to: 'audit', kind: 'all', person: null, page: 10_000 });
    expect(read()).toContain(t('audit-none'));
  });
});

describe.each(journeyLanguages)('sales are paused, in %s', (language) => {
  test('a buyer reads why at every step towards a purchase, until sales resume', async () => {
    const owner = await meetOwner(world, language);
    const buyer = await greet(world, { language });
    await forge(owner, { to: 'askPauseSelling' });
    await owner.type('back at nine & not before');
    const reason = 'back at nine & not before';
    const mobile = '989121234567';
    const steps = [
      () => buyer.type('/start'),
      () => forge(buyer, { to: 'home' }),
      () => forge(buyer, { to: 'operators', type: 'data' }),
      () => buyer.type(mobile),
      () => forge(buyer, { to: 'setSim', mobile, sim: 'prepaid', purpose: 'any' }),
      () => forge(buyer, { to: 'topup', mobile }),
      () => forge(buyer, { to: 'product', id: topUp.id, mobile: null }),
      () => buyer.type(mobile),
    ];
    for (const step of steps) {
      await step();
      expect(unmarked(buyer.last().text)).toContain(reason);
    }
    // The notice comes only once: on the last step it replaces the price.
    const [why, nothing] = unmarked(buyer.last().text).split('\n');
    expect(why).toBe(unmarked(says(language, 'failure-selling-paused-why', { reason })));
    expect(nothing).toBe(language === 'fa' ? 'خریدی انجام نشد.' : 'Nothing was bought.');
    // Orders and settings still work.
    await buyer.type('/orders');
    expect(buyer.last().text).not.toContain(reason);

    // The desk that says so keeps the button until it is pressed.
    await forge(owner, { to: 'menu' });
    await tap(owner, { to: 'resumeSelling' });
    expect(keysOn(owner.last()).map(({ press }) => press.to)).not.toContain('resumeSelling');
    await buyer.type('/start');
    expect(buyer.last().text).not.toContain(reason);
    await choose(buyer, mobile);
    expect(buyer.last().text).not.toContain(reason);
  });

  test('a buyer gets a notice without a reason when the gateway is the cause', async () => {
    const buyer = await greet(world, { language });
    await look(world, ({ db }) =>
      db.insertInto('switches').values({ name: 'paused-by-gateway', value: '', actor: 'test', at: 0 }).execute(),
    );
    // Another process paused sales, so the notice may be a second late.
    world.pass(1_000);
    await forge(buyer, { to: 'home' });
    const shown = buyer.last().text;
    await look(world, ({ db }) => db.deleteFrom('switches').where('name', '=', 'paused-by-gateway').execute());
    expect(shown).toContain(says(language, 'paused-now'));
  });
});

describe.each(journeyLanguages)('the ledger check, in %s', (language) => {
  const t = (key: string, variables?: Record<string, number | string>) => unmarked(says(language, key, variables));

  test('is started by the owner, names the person and both sums of a mismatch, and pauses nothing', async () => {
    const place = await open({});
    const owner = await meetOwner(place, language);
    const buyer = await greet(place, { language, wallet: 70_000 });
    await forge(owner, { to: 'menu' });
    await tap(owner, { to: 'paymentDesk' });
    await tap(owner, { to: 'checkLedger' });
    expect(unmarked(owner.last().text)).toContain(t('ledger-right'));
    await look(place, ({ db }) =>
      db.updateTable('wallets').set({ balance: 71_234 }).where('person_id', '=', buyer.id).execute(),
    );
    await forge(owner, { to: 'checkLedger' });
    const rials = (amount: number) => unmarked(moneyText(amount, 'rial', language));
    const alert = await owner.sees(t('alert-ledger', { count: 1 }));
    for (const text of [
      unmarked(alert.text),
      unmarked(owner.messages().findLast(({ text }) => unmarked(text).includes(t('ledger-title')))?.text ?? ''),
    ]) {
      expect(text).toContain(String(buyer.id));
      expect(text).toContain(rials(71_234));
      expect(text).toContain(rials(70_000));
    }
    await forge(owner, { to: 'menu' });
    // The alert may be below.
    await owner.sees(({ text }) => unmarked(text).includes(t('desk-selling')));
  });
});

describe.each(journeyLanguages)('updates that were set aside, in %s', (language) => {
  test('are counted on the health page with their latest references', async () => {
    const place = await open({});
    const owner = await meetOwner(place, language);
    await forge(owner, { to: 'health' });
    expect(unmarked(owner.last().text)).not.toContain('REF-');
    await look(place, async ({ db }) => {
      for (let nth = 1; nth <= 5; nth += 1)
        await db
          .insertInto('inbox')
          .values({
            id: `failed:${nth}`,
            update_id: nth,
            chat_id: 5,
            payload: '{}',
            received_at: place.now(),
            done_at: place.now() - (6 - nth) * minute,
            reference: `REF-${nth}`,
            problem: 'x',
          })
          .execute();
    });
    await forge(owner, { to: 'health' });
    const text = unmarked(owner.last().text);
    expect(text).toContain(unmarked(says(language, 'health-failed', { count: 5 })));
    expect(text.match(/REF-\d/g)).toEqual(['REF-5', 'REF-4', 'REF-3']);
  });
});
