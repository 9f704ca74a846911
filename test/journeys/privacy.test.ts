import type { Person } from '@sharj/local-telegram';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { credit, driftIn, look, makeAgent, meetOwner, stayAwake, trailOf, walletOf } from '#test/support/agents.ts';
import { choose, forge, keysOn, says, tap, topUp } from '#test/support/buyer.ts';
import { download } from '#test/support/downloads.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { begins } from '#test/support/payments.ts';
import { tablesOf } from '#test/support/shop.ts';
import { makeStaff } from '#test/support/staff.ts';
import { unmarked } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
let owner: Person;
beforeAll(async () => {
  world = await createWorld({ products: 120 });
  owner = await meetOwner(world);
  await stayAwake(owner);
  await forge(owner, { to: 'askBankCard' });
  await owner.type('6037991111111112 Sara Ahmadi');
});
afterAll(() => world.close());

/** Everything in the database as one text. */
const dump = (): Promise<string> =>
  look(world, async (database) => {
    const texts: string[] = [];
    for (const table of await tablesOf(database)) {
      const { rows } = await sql`select * from ${sql.table(table)}`.execute(database.db);
      texts.push(JSON.stringify({ table, rows }));
    }
    return texts.join('\n');
  });

describe.each(journeyLanguages)('privacy, in %s', (language) => {
  const t = (key: string) => says(language, key);
  let met = language === 'fa' ? 7_100_000 : 7_200_000;

  /** A person with every kind of data that the shop keeps. */
  async function known() {
    met += 1;
    const mark = `Qz${met}`;
    const person = world.telegram.person({
      id: met,
      first_name: `Name${mark}`,
      username: `user_${mark}`,
      language_code: language,
    });
    await person.type('/start');
    const mobile = `98912${met}`;
    await world.grant(person.id, topUp.total);
    await choose(person, mobile);
    await tap(person, { to: 'confirm' });
    await person.sees(t('state-delivered'));
    await forge(person, { to: 'label', mobile });
    await person.type(`mother${mark}`);
    await forge(owner, { to: 'askNote', person: person.id });
    await owner.type(`note${mark}`);
    await forge(person, { to: 'payAmount', amount: 500_000 });
    await person.type(`slip ${met}99`);
    await owner.sees(
      (shown) => shown.text.includes(mark) && keysOn(shown).some(({ press }) => press.to === 'approvePayment'),
    );
    await tap(owner, { to: 'rejectPayment', reason: 'not-found' });
    await person.sees(begins(language, 'payment-refused'));
    return { person, mark, mobile };
  }

  test('a person gets everything that is kept about them as files, and nothing about others', async () => {
    const { person, mark, mobile } = await known();
    const other = await known();
    await person.type('/privacy');
    expect(person.last().text).toContain(t('privacy-title'));
    await tap(person, { to: 'myData' });
    await person.sees(({ message }) => message.document?.file_name === 'my-data.txt');
    const shown = person.messages().filter(({ media }) => media === 'document');
    const [json = '', text = ''] = await Promise.all(
      shown.slice(-2).map(async (file) => new TextDecoder().decode(await download(world, file))),
    );
    const data = JSON.parse(json) as Record<string, readonly Record<string, unknown>[]>;
    expect(data.people).toMatchObject([{ id: person.id, name: `Name${mark}`, username: `user_${mark}`.toLowerCase() }]);
    expect(data.orders).toMatchObject([{ mobile, charge: topUp.total, state: 'delivered' }]);
    expect(data.numbers).toMatchObject([{ mobile, label: `mother${mark}` }]);
    expect(data.person_notes).toMatchObject([{ text: `note${mark}` }]);
    expect(data.payments?.[0]).toMatchObject({ state: 'refused' });
    expect(data.ledger?.length).toBeGreaterThan(2);
    // The shop's earnings are not about them.
    for (const secret of ['cost', 'profit']) expect(data.orders?.[0]).not.toHaveProperty(secret);
    expect(data.daily_sales?.[0]).not.toHaveProperty('profit');
    expect(unmarked(text)).toMatch(/(1,100|۱٬۱۰۰) (tomans|تومان)/);
    for (const file of [json, text]) {
      expect(file).toContain(mark);
      expect(file).toContain(mobile);
      expect(file).not.toContain(other.mark);
      expect(file).not.toContain('idempotency');
      // Who wrote it for the shop is not about them.
      expect(file).not.toContain(String(owner.id));
    }
    // The file is readable: it has words of the language and no column names.
    for (const word of ['field-charge', 'field-mobile', 'field-label', 'field-state'])
      expect(text).toContain(`${t(word)}: `);
    expect(text.split('\n').filter((line) => /^[a-z]+(_[a-z]+)*: /.test(line))).toEqual([]);
    // It has no internal words for a state or a kind either.
    const facts = unmarked(text).split('\n');
    for (const [field, words] of [
      ['state', 'mark-delivered'],
      ['state', 'payment-mark-refused'],
      ['kind', 'ledger-capture'],
      ['method', 'method-card'],
      ['sim_type', 'sim-prepaid'],
      ['role', 'role-customer'],
      ['reason', 'payment-reason-not-found'],
    ])
      expect(facts).toContain(`${t(`field-${field}`)}: ${t(words ?? '')}`);
    expect(
      facts.filter((line) =>
        /: (delivered|refused|capture|card|prepaid|customer|\{.*|\[.*|.*\(not-found\))$/.test(line),
      ),
    ).toEqual([]);
  });

  test('a person reads about open orders, payments and money, and then everything goes except what the ledger needs', async () => {
    const { person, mark, mobile } = await known();
    await world.grant(person.id, 2 * topUp.total);
    await forge(person, { to: 'askDeletion' });
    expect(person.last().text).toContain(begins(language, 'deletion-blocker-balance').trim());
    await world.fault('purchase', '503', null);
    await choose(person, mobile);
    const since = person.mark();
    await tap(person, { to: 'confirm' });
    await person.sees(t('state-unsure'), { since });
    await person.type('/privacy');
    await tap(person, { to: 'askDeletion' });
    expect(person.last().text).toContain(says(language, 'deletion-blocker-orders', { count: 1 }));
    await forge(person, { to: 'deleteMyData' });
    expect(person.last().text).toContain(t('deletion-blocked'));
    await world.fault('purchase', null);
    await person.sees(t('state-delivered'), { since });
    await credit(owner, person, 'take', String(topUp.total));
    // A quote on the screen does not prevent it.
    await forge(person, { to: 'product', id: topUp.id, mobile });
    await forge(person, { to: 'askDeletion' });
    expect(person.last().text).toContain(t('deletion-title'));
    const before = await walletOf(world, person);
    await tap(person, { to: 'deleteMyData' });
    expect(person.last().text).toContain(t('deletion-done'));
    await owner.sees(({ text }) => text.includes(String(person.id)) && text.includes('🗑'));
    await world.telegram.quiet();
    const left = await dump();
    for (const gone of [`Name${mark}`, `user_${mark}`.toLowerCase(), `mother${mark}`, `note${mark}`, mobile])
      expect(left.includes(gone), gone).toBe(false);
    // Orders, money and the trail still add up under the id.
    expect(await walletOf(world, person)).toMatchObject({ balance: before.balance, held: 0 });
    expect(await driftIn(world)).toEqual([]);
    const orders = await look(world, ({ db }) =>
      db.selectFrom('orders').select(['state', 'mobile', 'charge']).where('buyer_id', '=', person.id).execute(),
    );
    expect(orders.filter(({ state }) => state === 'delivered')).toHaveLength(2);
    for (const order of orders) expect(order).toMatchObject({ mobile: '989120000000', charge: topUp.total });
    expect((await trailOf(world, person)).at(-1)).toMatchObject({ action: 'delete-person', details: {} });
    await forge(owner, { to: 'askFindCustomer' });
    await owner.type(`Name${mark}`);
    expect(owner.last().text).toContain(says('en', 'customers-found-none'));
    // The question waits with what was typed, until it is left.
    await owner.type('/cancel');
    // Blocking the bot brings nothing back, and writing again starts from the beginning.
    await person.block();
    await world.telegram.quiet();
    expect(await dump()).not.toContain(`Name${mark}`);
    await person.unblock();
    await person.type('/start');
    expect(person.last().text).toContain(says(language, 'home-title'));
    await forge(person, { to: 'numbers', page: 1 });
    expect(keysOn(person.last()).some(({ press }) => press.to === 'saved')).toBe(false);
  });

  test('an agent in debt is warned, a staff member loses the role with the data, and a block stays', async () => {
    const agent = await makeAgent(world, { language, limit: 500_000, owner });
    await choose(agent, language === 'fa' ? '989121119931' : '989121119932');
    await tap(agent, { to: 'confirm' });
    await agent.sees(t('state-delivered'));
    await forge(agent, { to: 'deleteMyData' });
    expect(agent.last().text).toContain(begins(language, 'deletion-blocker-debt').trim());
    const cashier = await makeStaff(world, owner, 'cashier', { language });
    await forge(owner, { to: 'askPause', person: cashier.id });
    await owner.type('took money');
    await forge(cashier, { to: 'deleteMyData' });
    expect(cashier.last().text).toContain(t('deletion-done'));
    await cashier.type('/start');
    expect(cashier.last().text).toContain('took money');
    const row = await look(world, ({ db }) =>
      db.selectFrom('people').select(['staff_role', 'role']).where('id', '=', cashier.id).executeTakeFirst(),
    );
    expect(row).toEqual({ staff_role: null, role: 'customer' });
    await forge(owner, { to: 'askDeletion' });
    // A message about the cashier may be below.
    await owner.sees(says('en', 'failure-owner-stays'));
  });
});
