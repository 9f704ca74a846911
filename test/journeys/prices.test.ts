import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { look, makeAgent, meetOwner, stayAwake, walletOf } from '#test/support/agents.ts';
import { choose, find, forge, greet, keysOn, rangedTopUpId, says, tap, topUp } from '#test/support/buyer.ts';
import { readCsv } from '#test/support/csv.ts';
import { download } from '#test/support/downloads.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { inStorage, read, storyIn, unmarked } from '#test/support/story.ts';
import { sumsAgainst } from '#test/support/sums.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120 });
});
afterAll(() => world.close());

let phones = 0;
const phone = () => {
  phones += 1;
  return `98912${String(7_000_000 + phones)}`;
};

/** The owner's way from the desk to a rule that stands: target, operator, type, which way, how much. */
async function addRule(
  owner: Person,
  audience: { readonly target: 'customer' | 'agent' | 'tier' | 'person' | 'gateway'; readonly id: number | null },
  kind: 'discount' | 'fee',
  typed: string,
): Promise<void> {
  if (audience.target === 'gateway') await forge(owner, { to: 'commission' });
  else if (audience.target === 'person') await forge(owner, { to: 'personPrices', person: audience.id ?? 0 });
  else await forge(owner, { to: 'addRule' });
  await tap(owner, { to: 'ruleOperator', ...audience });
  await tap(owner, { to: 'ruleType', operator: null });
  if (audience.target === 'gateway') await tap(owner, { to: 'askPercent', type: null });
  else {
    await tap(owner, { to: 'ruleKind', type: null });
    await tap(owner, { to: 'askPercent', kind });
  }
  await owner.type(typed);
  await tap(owner, { to: 'saveRule', from: 'now' });
}

async function endRules(owner: Person): Promise<void> {
  for (const page of [{ to: 'prices', page: 1 }, { to: 'commission' }] as const) {
    await forge(owner, page);
    while (keysOn(owner.last()).some(({ press }) => press.to === 'rule')) {
      await tap(owner, { to: 'rule' });
      await tap(owner, { to: 'endRule' });
    }
  }
}

/** For everyone and everything, on the terms that are typed. */
async function previewPromo(owner: Person, terms: string): Promise<void> {
  await forge(owner, { to: 'promos' });
  await tap(owner, { to: 'addPromo' });
  await tap(owner, { to: 'promoOperator', audience: 'everyone' });
  await tap(owner, { to: 'promoType', operator: null });
  await tap(owner, { to: 'promoValue', type: null });
  await tap(owner, { to: 'askPromoTerms' });
  await owner.type(terms);
}

/** Previewed and made. */
async function addPromo(owner: Person, terms: string): Promise<void> {
  await previewPromo(owner, terms);
  await tap(owner, { to: 'makePromo' });
}

async function endPromo(owner: Person): Promise<void> {
  await forge(owner, { to: 'promos' });
  await tap(owner, { to: 'promo' });
  await tap(owner, { to: 'endPromo' });
}

describe.each(journeyLanguages)('prices, in %s', (language) => {
  const story = storyIn(language, () => world);
  const t = (key: string, variables?: Record<string, string | number>) => unmarked(says(language, key, variables));
  const money = (rials: number) => unmarked(story.money(rials));
  const column = (name: string) => t(`column-${name}`, { unit: t('unit-rial') });

  test('an agent of a level buys for less, sells at the full price, and sees the difference', async () => {
    const owner = await meetOwner(world, language);
    const agent = await makeAgent(world, { language, owner, limit: 2_000_000 });
    await stayAwake(agent);

    // A level, its price, and whose it is.
    await forge(owner, { to: 'menu' });
    await tap(owner, { to: 'prices' });
    expect(read(owner)).toContain(t('rules-none'));
    expect(read(owner)).toContain(t('rules-unknown-cost'));
    await tap(owner, { to: 'tiers' });
    await tap(owner, { to: 'askTier' });
    await owner.type(`طلایی ${language}`);
    const { press } = find(owner, { to: 'askTurnover' });
    const tier = press.to === 'askTurnover' ? press.tier : 0;
    await addRule(owner, { target: 'tier', id: tier }, 'discount', '۲٫۵');
    expect(read(owner)).toContain(t('rule-saved'));
    await addRule(owner, { target: 'gateway', id: null }, 'discount', '۴٪');
    await forge(owner, { to: 'agent', person: agent.id });
    await tap(owner, { to: 'personTerms' });
    await tap(owner, { to: 'agentTier' });
    await tap(owner, { to: 'assignTier', tier });
    expect(read(owner)).toContain(`طلایی ${language}`);
    await agent.sees(t('notice-tier', { tier: '|' }).split('|')[0] ?? '');

    // Their own price wherever there is one.
    const mobile = phone();
    await forge(agent, { to: 'setSim', mobile, sim: 'prepaid', purpose: 'topup' });
    expect(read(agent)).toContain(t('topup-price', { credit: money(1_000_000), price: money(1_072_500) }));
    await forge(agent, {
      to: 'shelf',
      ...{ type: 'topup', operator: 1, sim: 'prepaid', category: null, sub: null, all: 'yes', page: 1, sort: 'price' },
      mobile,
    });
    const [row] = agent
      .last()
      .buttons.flat()
      .map(unmarked)
      .filter((label) => label.includes(story.price(10_730)));
    expect(row).toBeDefined();

    const order = await choose(agent, mobile);
    expect(read(agent)).toContain(t('confirm-customer', { total: money(11_000) }));
    expect(read(agent)).toContain(t('confirm-you-pay', { charge: money(10_730) }));
    expect(read(agent)).toContain(t('confirm-profit', { profit: money(270) }));
    const { id: receipt } = agent.last();
    await tap(agent, { to: 'confirm' });
    await agent.sees(t('state-delivered'));
    expect((await walletOf(world, agent)).balance).toBe(-10_730);
    expect((await world.sales()).filter((sale) => sale.mobile === mobile)).toMatchObject([{ price: 11_000 }]);

    // What is passed on names the customer's price alone.
    const shown = agent.messages().find(({ id }) => id === receipt);
    expect(unmarked(shown?.text ?? '')).toContain(money(11_000));
    expect(unmarked(shown?.text ?? '')).not.toContain(money(10_730));
    expect(unmarked(shown?.text ?? '')).not.toContain(money(270));
    await tap(agent, { to: 'share' });
    const [link = ''] = /https:\/\/t\.me\/\S+/.exec(agent.last().text) ?? [];
    const stranger = await greet(world, { language, wallet: 0 });
    await forge(stranger, { to: 'unit', unit: 'rial' });
    await stranger.open(link);
    expect(read(stranger)).toContain(money(11_000));
    expect(read(stranger)).not.toContain(money(10_730));

    // Their own page of it, their day and their report tell the rest.
    await forge(agent, { to: 'orders', page: 1 });
    await tap(agent, { to: 'order' });
    expect(read(agent)).toContain(t('confirm-profit', { profit: money(270) }));
    await forge(agent, { to: 'today' });
    expect(read(agent)).toContain(t('confirm-profit', { profit: money(270) }));
    await forge(agent, { to: 'reportParts', of: null, span: 'day', day: null });
    const sold = t('today-sold', { count: 1, total: money(11_000) });
    const vat = t('report-vat', { base: money(10_000), vat: money(1_000) });
    expect(read(agent)).toContain(
      [sold, vat, t('report-own-cost', { cost: money(10_730) }), t('confirm-profit', { profit: money(270) })].join(
        '\n',
      ),
    );
    expect(read(agent)).not.toContain(t('report-cost', { cost: money(10_560) }));

    // The owner sees what it cost and what is left.
    await forge(owner, { to: 'reportParts', of: agent.id, span: 'day', day: null });
    expect(read(owner)).toContain(
      [
        sold,
        vat,
        t('report-discounts', { discount: money(270) }),
        t('report-after-discounts', { charged: money(10_730) }),
        t('report-cost', { cost: money(10_560) }),
        t('report-profit', { profit: money(170) }),
      ].join('\n'),
    );
    const before = owner.last().id;
    await forge(owner, { to: 'reportFile', of: agent.id, span: 'day', day: null });
    const file = await owner.sees(({ id, message }) => id > before && message.document !== undefined);
    expect(readCsv(await download(world, file))).toMatchObject([
      { [column('charge')]: '10730', [column('cost')]: '10560', [column('profit')]: '170' },
    ]);

    // Taken back, the receipt says so, and still not what the agent paid.
    await forge(owner, { to: 'reverseOrder', order });
    const back = await agent.sees(({ id, text }) => id === receipt && text.includes('↩️'));
    expect(unmarked(back.text)).toContain(money(11_000));
    expect(unmarked(back.text)).not.toContain(money(10_730));
    expect((await walletOf(world, agent)).balance).toBe(0);
    // Nor does anyone learn it when they are no agent any more.
    await forge(owner, { to: 'demote', person: agent.id });
    await stranger.open(link);
    expect(read(stranger)).toContain(money(11_000));
    expect(read(stranger)).not.toContain(money(10_730));
    await endRules(owner);
    expect(
      await look(world, ({ db }) =>
        db.selectFrom('audit').select('action').where('action', '=', 'end-price').execute(),
      ),
    ).not.toEqual([]);
  });

  test('a list of numbers is charged the seller’s price, and says what is earned', async () => {
    const owner = await meetOwner(world, language);
    const agent = await makeAgent(world, { language, owner, limit: 2_000_000 });
    await addRule(owner, { target: 'person', id: agent.id }, 'discount', '10');
    const numbers = [phone(), phone()].map((mobile) => `0${mobile.slice(2)}`);
    await agent.type(numbers.join('\n'));
    await tap(agent, { to: 'bulkItem', amount: 55_000 });
    expect(read(agent)).toContain(t('confirm-customer', { total: money(110_000) }));
    expect(read(agent)).toContain(t('confirm-you-pay', { charge: money(99_000) }));
    expect(read(agent)).toContain(t('confirm-profit', { profit: money(11_000) }));
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees((message) => keysOn(message).some(({ press }) => press.to === 'bulkFile'));
    expect((await walletOf(world, agent)).balance).toBe(-99_000);
    // The result says what was earned and what is owed now.
    expect(read(agent)).toContain(t('confirm-profit', { profit: money(11_000) }));
    expect(read(agent)).toContain(t('receipt-debt', { debt: money(99_000) }));

    // A code for two uses, on a list of three.
    const code = `LIST${language.toUpperCase()}`;
    await addPromo(owner, `${code} 10% 0 2`);
    await agent.type([phone(), phone(), phone()].map((mobile) => `0${mobile.slice(2)}`).join('\n'));
    await tap(agent, { to: 'bulkItem', amount: 55_000 });
    await tap(agent, { to: 'bulkPromo' });
    await agent.type('NOTHING');
    expect(read(agent)).toContain(t('failure-promo-unknown'));
    await agent.type(code.toLowerCase());
    expect(read(agent)).toContain(t('confirm-promo', { code, amount: money(9_900) }));
    expect(read(agent)).toContain(t('bulk-promo-rows', { uses: 2, others: 1 }));
    expect(read(agent)).toContain(t('confirm-you-pay', { charge: money(138_600) }));
    expect(read(agent)).toContain(t('confirm-profit', { profit: money(26_400) }));
    // Taken off, and typed again.
    await tap(agent, { to: 'bulkDropPromo' });
    expect(read(agent)).toContain(t('confirm-you-pay', { charge: money(148_500) }));
    await tap(agent, { to: 'bulkPromo' });
    await agent.type(code);
    expect(read(agent)).toContain(t('confirm-you-pay', { charge: money(138_600) }));
    const since = agent.mark();
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees((message) => keysOn(message).some(({ press }) => press.to === 'bulkFile'), { since });
    expect((await walletOf(world, agent)).balance).toBe(-99_000 - 138_600);
    await endPromo(owner);
    await endRules(owner);
    await look(world, async ({ db }) => {
      const orders = await db.selectFrom('orders').selectAll().execute();
      expect(sumsAgainst(orders, await db.selectFrom('daily_sales').selectAll().execute())).toEqual([]);
    });
  });

  test('a fee is a line of its own with its name; an open price stays, a new one has it', async () => {
    const owner = await meetOwner(world, language);
    const buyer = await greet(world, { language });
    await forge(buyer, { to: 'unit', unit: 'rial' });
    const before = await choose(buyer, phone());
    await addRule(owner, { target: 'customer', id: null }, 'fee', '۱٫۵ کارمزد خدمات');
    expect(read(owner)).toContain('کارمزد خدمات');

    const mobile = phone();
    await choose(buyer, mobile);
    expect(read(buyer)).toContain(t('confirm-fee-named', { name: 'کارمزد خدمات', amount: money(170) }));
    expect(read(buyer)).toContain(t('confirm-total', { total: money(11_170) }));
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(t('state-delivered'));
    expect(read(buyer)).toContain(money(11_170));
    expect((await walletOf(world, buyer)).balance).toBe(1_000_000 - 11_170);
    await forge(buyer, { to: 'confirm', order: before });
    const left = async () => (await walletOf(world, buyer)).balance;
    await expect.poll(left).toBe(1_000_000 - 11_170 - topUp.total);

    // The gateway's commission is unknown, and is called that.
    await forge(owner, { to: 'report', of: buyer.id, span: 'day', day: null });
    expect(read(owner)).toContain(t('report-profit', { profit: t('profit-unknown') }));
    await endRules(owner);
    await forge(owner, { to: 'audit', kind: 'prices', person: null, page: 1 });
    expect(read(owner)).toContain(unmarked(story.t('price-fee', { percent: language === 'fa' ? '۱٫۵٪' : '1.5%' })));
  });

  test('what is typed is shown with what it changes before it is saved; nonsense is asked again', async () => {
    const owner = await meetOwner(world, language);
    const buyer = await greet(world, { language });
    await forge(buyer, { to: 'amount', id: rangedTopUpId, mobile: phone(), amount: 100_000 });
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(t('state-delivered'));
    await forge(owner, {
      to: 'askPercent',
      target: 'customer',
      id: null,
      operator: 1,
      type: 'topup',
      kind: 'discount',
    });
    for (const typed of ['much', '101', '0']) {
      await owner.type(typed);
      expect(read(owner)).toContain(t('failure-percent-invalid'));
    }
    await forge(owner, {
      to: 'askPercent',
      target: 'customer',
      id: null,
      operator: 1,
      type: 'topup',
      kind: 'discount',
    });
    await owner.type('10');
    expect(read(owner)).toContain(t('preview-title'));
    expect(read(owner)).toContain(money(990_000));
    expect(read(owner)).toContain({ fa: '۱٬۰۰۰٬۰۰۰ ریالی', en: 'Hamrah-e Aval · 1,000,000 rials' }[language]);
    expect(read(owner)).toContain(t('loss-unknown'));
    await choose(buyer, phone());
    expect(read(buyer)).toContain(t('confirm-total', { total: unmarked(story.money(11_000, 'toman')) }));
    await tap(owner, { to: 'saveRule', from: 'tomorrow' });
    expect(read(owner)).toContain(t('rule-from', { when: '|' }).split('|')[0]);
    await endRules(owner);
  });

  test('a discount below cost is told in red, asked about once more, and stands at the desk until it ends', async () => {
    const owner = await meetOwner(world, language);
    const buyer = await greet(world, { language });
    await forge(buyer, { to: 'amount', id: rangedTopUpId, mobile: phone(), amount: 100_000 });
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(t('state-delivered'));
    await addRule(owner, { target: 'gateway', id: null }, 'discount', '3');
    const about = { target: 'customer', id: null, operator: 1, type: 'topup' } as const;
    const lost = t('loss-example', {
      ...{ what: '|', total: money(1_100_000), charge: money(990_000), cost: money(1_067_000), loss: money(77_000) },
    }).split('|')[1];
    await forge(owner, { to: 'askPercent', ...about, kind: 'discount' });
    await owner.type('10');
    expect(read(owner)).toContain(t('loss-below').replace(/<[^>]*>/g, ''));
    expect(read(owner)).toContain(lost);

    // Saved with the second tap, not with the first.
    await tap(owner, { to: 'saveRule', from: 'now' });
    expect(read(owner)).toContain(lost);
    expect(read(owner)).toContain(t('loss-once-more'));
    const { data } = find(owner, { to: 'saveAtLoss', from: 'now' });
    await choose(buyer, phone());
    expect(read(buyer)).toContain(t('confirm-total', { total: unmarked(story.money(11_000, 'toman')) }));
    await forge(owner, { to: 'menu' });
    expect(read(owner)).not.toContain('🔴');
    for (let tapped = 0; tapped < 2; tapped += 1) {
      await owner.forge(data);
      expect(read(owner)).toContain(t('rule-saved'));
      expect(read(owner)).toContain(lost);
    }

    await forge(owner, { to: 'menu' });
    expect(read(owner)).toContain(t('losses-in-force', { count: 1 }));
    await tap(owner, { to: 'prices' });
    expect(read(owner)).toContain(t('losses-in-force', { count: 1 }));
    expect(keysOn(owner.last()).filter(({ press }) => press.to === 'rule')).toHaveLength(1);
    expect(owner.last().buttons.flat()[0]).toContain('🔴');
    await tap(owner, { to: 'rule' });
    await tap(owner, { to: 'endRule' });
    await forge(owner, { to: 'menu' });
    expect(read(owner)).not.toContain('🔴');
    await endRules(owner);
  });

  test('a code that sells for nothing is made when the owner says so once more; alone or on top of a level', async () => {
    const owner = await meetOwner(world, language);
    const code = `GIFT${language.toUpperCase()}`;
    await previewPromo(owner, `${code} 100% 0 1`);
    expect(read(owner)).toContain(t('loss-free').replace(/<[^>]*>/g, ''));
    expect(read(owner)).toContain(t('loss-once-more'));
    const { data } = find(owner, { to: 'makePromo' });
    const buyer = await greet(world, { language });
    await choose(buyer, phone());
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(t('state-delivered'));
    await forge(owner, { to: 'promos' });
    expect(read(owner)).toContain(t('promos-none'));
    for (let tapped = 0; tapped < 2; tapped += 1) {
      await owner.forge(data);
      expect(read(owner)).toContain(code);
      expect(read(owner)).toContain(t('loss-free').replace(/<[^>]*>/g, ''));
    }
    // An amount above every price does the same.
    await previewPromo(owner, `${code}2 999999999 0 1`);
    expect(read(owner)).toContain(t('loss-free').replace(/<[^>]*>/g, ''));
    await forge(owner, { to: 'menu' });
    expect(read(owner)).toContain(t('losses-in-force', { count: 1 }));
    await tap(owner, { to: 'prices' });
    expect(unmarked(owner.last().buttons.flat()[0] ?? '')).toContain(`🔴 ${code}`);
    await tap(owner, { to: 'promo' });
    await tap(owner, { to: 'endPromo' });

    // Neither the level nor the code loses; together they do.
    await addRule(owner, { target: 'gateway', id: null }, 'discount', '4');
    await forge(owner, { to: 'tiers' });
    await tap(owner, { to: 'askTier' });
    await owner.type(`نقره‌ای ${language}`);
    const { press } = find(owner, { to: 'askTurnover' });
    const tier = press.to === 'askTurnover' ? press.tier : 0;
    await addRule(owner, { target: 'tier', id: tier }, 'discount', '2.5');
    expect(read(owner)).not.toContain('🔴');
    await previewPromo(owner, `${code}3 2%`);
    expect(read(owner)).toContain(t('loss-below').replace(/<[^>]*>/g, ''));
    expect(read(owner)).toContain(`نقره‌ای ${language}`);
    await forge(owner, { to: 'promos' });
    expect(read(owner)).toContain(t('promos-none'));
    await endRules(owner);
  });

  test('a commission that came with the shop has no date of its beginning', async () => {
    const owner = await meetOwner(world, language);
    await addRule(owner, { target: 'gateway', id: null }, 'discount', '4');
    await inStorage(world, ({ db }) => db.updateTable('price_rules').set({ starts_at: 0 }).execute());
    await forge(owner, { to: 'commission' });
    await tap(owner, { to: 'rule' });
    expect(read(owner)).toContain(t('rule-always'));
    expect(read(owner)).not.toMatch(/۱۳۴۸|1970/);
    await endRules(owner);
  });

  test('a code that is typed is taken off the order on the screen, or kept for the next', async () => {
    const owner = await meetOwner(world, language);
    const code = `TYPED-${language.toUpperCase()}`;
    await addPromo(owner, `${code} 10% 100 1 30`);
    const buyer = await greet(world, { language });
    await forge(buyer, { to: 'unit', unit: 'rial' });
    await choose(buyer, phone());
    await buyer.type(code.toLowerCase());
    expect(read(buyer)).toContain(t('confirm-promo', { code, amount: money(1_100) }));
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(t('state-delivered'));
    await choose(buyer, phone());
    await buyer.type(code);
    // The refused code leaves Confirm and its price.
    expect(read(buyer)).toContain(t('failure-promo-used-up'));
    expect(find(buyer, { to: 'confirm' })).toBeDefined();
    expect(read(buyer)).toContain(t('confirm-total', { total: money(11_000) }));

    const friend = await greet(world, { language });
    await forge(friend, { to: 'unit', unit: 'rial' });
    await friend.type(code);
    expect(read(friend)).toContain(t('promo-remembered', { code }));
    await choose(friend, phone());
    expect(read(friend)).toContain(t('confirm-total', { total: money(9_900) }));
    // One that there is not is a text like any other.
    await friend.type('NOTHING');
    expect(read(friend)).toContain(t('not-understood'));
    await endPromo(owner);
    await friend.type(code);
    expect(read(friend)).toContain(t('not-understood-again'));
  });

  test('a promo code is made step by step with buttons, and only its name is typed', async () => {
    const owner = await meetOwner(world, language);
    await forge(owner, { to: 'addPromo' });
    await tap(owner, { to: 'promoOperator', audience: 'customer' });
    await tap(owner, { to: 'promoType', operator: null });
    await tap(owner, { to: 'promoValue', type: null });
    await tap(owner, { to: 'promoUses', percent: 15 });
    await tap(owner, { to: 'promoDays', uses: 50 });
    await tap(owner, { to: 'askPromoCode', days: 7 });
    await owner.type('نوروز');
    expect(read(owner)).toContain(t('failure-promo-spelling'));
    const code = `STEPS-${language.toUpperCase()}`;
    await owner.type(code);
    expect(read(owner)).toContain(t('promo-preview'));
    await tap(owner, { to: 'makePromo' });
    const [made] = await look(world, ({ db }) =>
      db.selectFrom('promo_codes').selectAll().where('code', '=', code).execute(),
    );
    expect(made).toMatchObject({ kind: 'percent', value: 1_500, target: 'customer', most_uses: 50, most_each: 1 });
    expect((made?.ends_at ?? 0) - world.now()).toBeGreaterThan(6 * 86_400_000);
    await endPromo(owner);
  });

  test('a promo code is typed at Confirm or comes by a link; the owner sees its use', async () => {
    const owner = await meetOwner(world, language);
    const code = language === 'fa' ? 'NOWRUZ' : 'SPRING';
    await previewPromo(owner, 'just words');
    expect(read(owner)).toContain(t('failure-promo-invalid'));
    await owner.type('نوروز ۱۰٪ ۱۰۰ ۱ ۳۰');
    expect(read(owner)).toContain(t('failure-promo-spelling'));
    await owner.type(`${code} ۵۰ تومن`);
    const [thousands, literal] = [money(500_000), money(500)];
    expect(read(owner)).toContain(t('failure-amount-unclear', { first: thousands, second: literal }));
    await owner.type(`${code} ۵۰ هزار تومان ۲ ۱ ۳۰`);
    expect(read(owner)).toContain(thousands);
    await previewPromo(owner, `${code.toLowerCase()} ۱۰٪ ۲ ۱ ۳۰`);
    // It is shown first, and does not exist yet.
    expect(read(owner)).toContain(code);
    expect(read(owner)).toContain(t('promo-most-uses', { count: 2 }));
    expect(read(owner)).toContain(t('promo-preview'));
    const { data, message } = find(owner, { to: 'makePromo' });
    await forge(owner, { to: 'promos' });
    expect(read(owner)).toContain(t('promos-none'));
    for (let tapped = 0; tapped < 2; tapped += 1) await owner.forge(data, { message });
    expect(read(owner)).toContain(t('promo-used', { count: 0 }));
    const [link = ''] = /https:\/\/t\.me\/\S+/.exec(owner.last().text) ?? [];

    const buyer = await greet(world, { language });
    await forge(buyer, { to: 'unit', unit: 'rial' });
    const mobile = phone();
    await choose(buyer, mobile);
    await tap(buyer, { to: 'change' });
    await tap(buyer, { to: 'askPromo' });
    await buyer.type('NOTHING');
    expect(read(buyer)).toContain(t('failure-promo-unknown'));
    expect(read(buyer)).toContain(t('confirm-total', { total: money(11_000) }));
    expect(find(buyer, { to: 'confirm' })).toBeDefined();
    await buyer.type(code.toLowerCase());
    expect(read(buyer)).toContain(t('confirm-promo', { code, amount: money(1_100) }));
    expect(read(buyer)).toContain(t('confirm-total', { total: money(9_900) }));
    // Taken off at Confirm, and typed again.
    await tap(buyer, { to: 'change' });
    await tap(buyer, { to: 'dropPromo' });
    expect(read(buyer)).toContain(t('confirm-total', { total: money(11_000) }));
    expect(read(buyer)).not.toContain(code);
    await tap(buyer, { to: 'change' });
    await tap(buyer, { to: 'askPromo' });
    await buyer.type(code);
    expect(read(buyer)).toContain(t('confirm-total', { total: money(9_900) }));
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(t('state-delivered'));
    expect((await walletOf(world, buyer)).balance).toBe(1_000_000 - 9_900);
    expect((await world.sales()).filter((sale) => sale.mobile === mobile)).toMatchObject([{ price: 11_000 }]);
    // Once each: the next purchase has the usual price.
    await choose(buyer, phone());
    expect(read(buyer)).toContain(t('confirm-total', { total: money(11_000) }));

    const friend = await greet(world, { language });
    await forge(friend, { to: 'unit', unit: 'rial' });
    await friend.open(link);
    expect(read(friend)).toContain(t('promo-remembered', { code }));
    await choose(friend, phone());
    expect(read(friend)).toContain(t('confirm-total', { total: money(9_900) }));
    await tap(friend, { to: 'confirm' });
    await friend.sees(t('state-delivered'));

    await forge(owner, { to: 'promos' });
    await tap(owner, { to: 'promo' });
    expect(read(owner)).toContain(t('promo-report', { people: 2, discount: money(2_200), charged: money(19_800) }));
    await tap(owner, { to: 'endPromo' });
    expect(read(owner)).toContain(t('promos-none'));
  });
});
