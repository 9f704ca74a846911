import type { Person, Shown } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf } from '#domain/calendar.ts';
import { isoDate } from '#domain/period.ts';
import { credit, look, makeAgent, meetOwner } from '#test/support/agents.ts';
import { forge, keysOn, says, tap, topUp } from '#test/support/buyer.ts';
import { readCsv } from '#test/support/csv.ts';
import { download } from '#test/support/downloads.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120 });
});
afterAll(() => world.close());

const hostile = '=HYPERLINK("http://evil.example";"x")\n\u202eبستهٔ «می‌خواهم», 10 GB';

let numbers = 0;

async function sell(seller: Person, language: 'fa' | 'en'): Promise<string> {
  numbers += 1;
  const mobile = `989128${String(numbers).padStart(6, '0')}`;
  await forge(seller, { to: 'product', id: topUp.id, mobile });
  await tap(seller, { to: 'confirm' });
  await seller.sees(({ text }) => text.includes(says(language, 'state-delivered')) && text.includes(mobile.slice(-4)));
  return `0912 8${mobile.slice(6, 8)} ${mobile.slice(8)}`;
}

const isFile = (shown: Shown) => shown.media === 'document';

describe.each(journeyLanguages)('files, in %s', (language) => {
  const t = (key: string, variables?: Record<string, string>) => says(language, key, variables);
  const calendar = language === 'fa' ? 'persian' : 'gregorian';
  const column = (name: string) => t(`column-${name}`, { unit: t('unit-rial') });
  const rowsIn = async (shown: Shown) => readCsv(await download(world, shown));
  const sum = (rows: Record<string, string>[], name: string) =>
    rows.reduce((total, row) => total + Number(row[column(name)]), 0);

  test('an agent gets today’s sales, only their own, in their language', async () => {
    const owner = await meetOwner(world, language);
    const agent = await makeAgent(world, { language, owner });
    const other = await makeAgent(world, { language, owner });
    const sold = [await sell(agent, language), await sell(agent, language)];
    await sell(other, language);
    await look(world, ({ db }) =>
      db.updateTable('orders').set({ title: hostile, title_en: hostile }).where('buyer_id', '=', agent.id).execute(),
    );
    await forge(agent, { to: 'today' });
    await tap(agent, { to: 'periods', of: 'orders' });
    expect(agent.last().text).toContain(t('periods-orders'));
    const chooser = agent.last().id;
    await tap(agent, { to: 'file', period: 'today' });
    const file = await agent.sees(isFile);
    const today = isoDate(dayOf(world.now()), calendar);
    expect(file.message.document?.file_name).toBe(`orders-${today}.csv`);
    const rows = await rowsIn(file);
    expect(rows.map((row) => row[column('number')])).toEqual(sold);
    expect(sum(rows, 'total')).toBe(2 * topUp.total);
    expect(sum(rows, 'base') + sum(rows, 'vat')).toBe(2 * topUp.total);
    for (const row of rows) {
      expect(row[column('what')]).toBe('\'=HYPERLINK("http://evil.example";"x") بستهٔ «می‌خواهم», 10 GB');
      expect(row[column('state')]).toBe(t('mark-delivered'));
      expect(row[column('time')]).toContain(today);
      expect(Math.abs(Date.parse(row[column('iso')] ?? '') - world.now())).toBeLessThan(60_000);
    }
    expect(rows[0]).not.toHaveProperty(column('seller'));
    // The page that it was requested from is unchanged.
    expect(agent.messages().find(({ id }) => id === chooser)?.text).toContain(t('periods-orders'));
  });

  test('the owner gets everyone’s sales, and the sums agree with the day', async () => {
    const owner = await meetOwner(world, language);
    const agent = await makeAgent(world, { language, owner });
    await sell(agent, language);
    await forge(owner, { to: 'menu' });
    await tap(owner, { to: 'deskShop' });
    await tap(owner, { to: 'shopPeriods' });
    const since = owner.mark();
    await tap(owner, { to: 'shopFile', period: 'month' });
    const file = await owner.sees(isFile, { since });
    const rows = await rowsIn(file);
    const stored = await look(world, ({ db }) =>
      db.selectFrom('orders').select('total').where('confirmed_at', 'is not', null).execute(),
    );
    expect(sum(rows, 'total')).toBe(stored.reduce((all, { total }) => all + total, 0));
    expect(new Set(rows.map((row) => row[column('seller-id')])).size).toBeGreaterThan(1);
    expect(rows.at(-1)?.[column('seller-id')]).toBe(String(agent.id));
  });

  test('a person gets the wallet’s movements and balances, and a debt stays a number', async () => {
    const owner = await meetOwner(world, language);
    const agent = await makeAgent(world, { language, owner });
    await credit(owner, agent, 'grant', '5000 @cash');
    const number = await sell(agent, language);
    await forge(agent, { to: 'wallet' });
    await tap(agent, { to: 'periods', of: 'money' });
    await tap(agent, { to: 'file', of: 'money', period: 'week' });
    const rows = await rowsIn(await agent.sees(isFile));
    expect(rows.map((row) => [row[column('amount')], row[column('balance')], row[column('note')]])).toEqual([
      ['5000', '5000', "'@cash"],
      [String(-topUp.total), String(5_000 - topUp.total), ''],
    ]);
    expect(rows.map((row) => row[column('kind')])).toEqual([t('ledger-grant'), t('ledger-capture')]);
    expect(rows[1]?.[column('code')]).toMatch(/^\w{5}-\w{5}$/);
    expect(rows.map((row) => row[column('number')])).toEqual(['', number]);
    expect(rows[1]?.[column('what')]).toMatch(/10,?000|۱۰٬۰۰۰/);
    expect(rows[1]?.[column('what')]).not.toContain('\u00a0');
  });

  test('the owner gets an agent’s wallet from the statement, by a period or typed days', async () => {
    const owner = await meetOwner(world, language);
    const [agent, other] = [await makeAgent(world, { language, owner }), await makeAgent(world, { language, owner })];
    await credit(owner, agent, 'grant', '70000 @cash');
    await credit(owner, other, 'grant', '30000');
    await sell(agent, language);
    await forge(owner, { to: 'agent', person: agent.id });
    await tap(owner, { to: 'personRecords' });
    await tap(owner, { to: 'personStatement' });
    await tap(owner, { to: 'personPeriods' });
    expect(owner.last().text).toContain(`Buyer ${agent.id}`);
    expect(keysOn(owner.last()).map(({ press }) => press)).toContainEqual({
      to: 'personStatement',
      person: agent.id,
      page: 1,
    });
    let since = owner.mark();
    await tap(owner, { to: 'personFile', period: 'today' });
    const file = await owner.sees(isFile, { since });
    const today = isoDate(dayOf(world.now()), calendar);
    expect(file.message.document?.file_name).toBe(`wallet-${agent.id}-${today}.csv`);
    expect(file.text).toContain(`Buyer ${agent.id}`);
    const moved = [
      ['70000', '70000', "'@cash"],
      [String(-topUp.total), String(70_000 - topUp.total), ''],
    ];
    const money = async (shown: Shown) =>
      (await rowsIn(shown)).map((row) => ['amount', 'balance', 'note'].map((name) => row[column(name)]));
    expect(await money(file)).toEqual(moved);
    await tap(owner, { to: 'askPersonPeriod' });
    since = owner.mark();
    await owner.type(`${today} ${today}`);
    expect(await money(await owner.sees(isFile, { since }))).toEqual(moved);
    await forge(owner, { to: 'personFile', person: 404, period: 'today' });
    expect(owner.last().text).toContain(t('failure-person-unknown'));
  });

  test('a person types any days in either calendar, is asked again for invalid ones, and gets no empty file', async () => {
    const owner = await meetOwner(world, language);
    const agent = await makeAgent(world, { language, owner });
    await sell(agent, language);
    await forge(agent, { to: 'periods', of: 'orders' });
    await tap(agent, { to: 'askPeriod' });
    await agent.type('last summer');
    expect(agent.last().text).toContain(t('failure-period-invalid'));
    const day = isoDate(dayOf(world.now()), 'persian').replaceAll('-', '/');
    await agent.type(`از ${day.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)] ?? '')} تا ${day}`);
    expect(await rowsIn(await agent.sees(isFile))).toHaveLength(1);
    await forge(agent, { to: 'askPeriod', of: 'orders' });
    await agent.type('2020-01-01 2020-01-31');
    await agent.sees(({ text }) => text.includes('2020') || text.includes('۱۳۹۸'));
    expect(agent.last().media).toBeUndefined();
    // The question is answered, so the next number is a number again.
    await agent.type('09121234567');
    expect(agent.last().text).toContain('0912 123 4567');
  });

  test('only the owner gets everyone’s sales, whatever others press', async () => {
    const agent = await makeAgent(world, { language });
    for (const press of [
      { to: 'shopPeriods' },
      { to: 'shopFile', period: 'month' },
      { to: 'askShopPeriod' },
      { to: 'personFile', person: agent.id, period: 'month' },
    ] as const) {
      await forge(agent, press);
      expect(agent.last().text).toBe(t('failure-not-allowed'));
    }
    expect(agent.messages().some(isFile)).toBe(false);
  });

  test('a person can request a file again that Telegram refused', async () => {
    const agent = await makeAgent(world, { language });
    await sell(agent, language);
    world.telegram.faults.fail('sendDocument');
    await forge(agent, { to: 'file', of: 'orders', period: 'today' });
    await agent.sees(t('file-failed'));
    await forge(agent, { to: 'file', of: 'orders', period: 'today' });
    expect(await rowsIn(await agent.sees(isFile))).toHaveLength(1);
  });

  test('a sale that failed or was taken back has nothing in the column of what was paid', async () => {
    const owner = await meetOwner(world, language);
    const agent = await makeAgent(world, { language, owner });
    await world.fault('purchase', 'rejected', 1);
    await forge(agent, { to: 'product', id: topUp.id, mobile: '989127770001' });
    await tap(agent, { to: 'confirm' });
    await agent.sees(says(language, 'state-rejected'));
    for (let nth = 0; nth < 2; nth += 1) await sell(agent, language);
    const takenBack = await look(world, ({ db }) =>
      db
        .selectFrom('orders')
        .select('id')
        .where('buyer_id', '=', agent.id)
        .where('state', '=', 'delivered')
        .orderBy('confirmed_at', 'desc')
        .executeTakeFirstOrThrow(),
    );
    await forge(owner, { to: 'reverseOrder', order: takenBack.id });
    await forge(agent, { to: 'file', of: 'orders', period: 'today' });
    const rows = await rowsIn(await agent.sees(isFile));
    expect(rows.map((row) => [row[column('state')], row[column('charge')]])).toEqual([
      [t('mark-rejected'), ''],
      [t('mark-delivered'), String(topUp.total)],
      [t('mark-reversed'), ''],
    ]);
  });
});
