import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { driftIn, everything, look, makeAgent, meetOwner, trailOf, walletOf } from '#test/support/agents.ts';
import { find, forge, greet, keysOn, leadsTo, says, tap, topUp } from '#test/support/buyer.ts';
import { readCsv } from '#test/support/csv.ts';
import { download } from '#test/support/downloads.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { begins, creditedFor } from '#test/support/payments.ts';
import { inviteStaff, makeStaff } from '#test/support/staff.ts';
import { createWorld, ownerId, type World } from '#test/support/world.ts';

const hour = 3_600_000;

let world: World;
let owner: Person;
beforeAll(async () => {
  world = await createWorld({ products: 120 });
  owner = await meetOwner(world, 'fa');
  await forge(owner, { to: 'askBankCard' });
  await owner.type('6037991111111112 Sara Ahmadi');
});
afterAll(() => world.close());

const actionsOn = (person: Person) => new Set(keysOn(person.last()).map(({ press }) => press.to));

describe.each(journeyLanguages)('staff, in %s', (language) => {
  const t = (key: string) => says(language, key);
  const notAllowed = t('failure-not-allowed');

  /** A buyer who sent the slip of a transfer. */
  async function slip(sum = 500_000) {
    const buyer = await greet(world, { language, wallet: 0 });
    await tap(buyer, { to: 'wallet' });
    await tap(buyer, { to: 'payAmount', amount: sum });
    await buyer.sendPhoto();
    return buyer;
  }
  const slipAt = (one: Person, buyer: Person) =>
    one.sees(
      (shown) =>
        shown.text.includes(buyer.first_name) && keysOn(shown).some(({ press }) => press.to === 'approvePayment'),
    );

  test('a cashier’s next payment is never their own', async () => {
    const cashier = await makeStaff(world, owner, 'cashier', { language });
    await forge(cashier, { to: 'payAmountBy', method: 'card', amount: 500_000 });
    await cashier.sendPhoto();
    await slipAt(owner, cashier);
    const own = find(owner, { to: 'approvePayment' });
    const buyer = await slip();
    await slipAt(cashier, buyer);
    await forge(cashier, { to: 'nextPayment' });
    expect(cashier.last().text).toContain(buyer.first_name);
    await tap(cashier, { to: 'approvePayment', from: 'desk' });
    await buyer.sees(begins(language, 'payment-paid'));
    expect(actionsOn(cashier)).not.toContain('nextPayment');
    await owner.forge(own.data, { message: own.message });
    await cashier.sees(begins(language, 'payment-paid'));
  });

  test('a cashier gets and decides slips and gives credit up to the daily limit, under their name', async () => {
    const cashier = await makeStaff(world, owner, 'cashier', { language, credit: 300_000 });
    // The desk is one tap from home, with only what a cashier may do.
    await cashier.type('/desk');
    expect(actionsOn(cashier)).toEqual(new Set(['paymentDesk', 'deskPeople', 'home']));
    const buyer = await slip();
    const shown = await slipAt(cashier, buyer);
    await slipAt(owner, buyer);
    await tap(cashier, { to: 'approvePayment' });
    await buyer.sees(begins(language, 'payment-paid'));
    const decided = await owner.sees(
      (one) => one.text.includes(buyer.first_name) && one.text.includes(cashier.first_name),
    );
    expect(keysOn(decided).some(({ press }) => press.to === 'approvePayment')).toBe(false);
    expect(shown.media).toBe('photo');
    expect(await trailOf(world, buyer)).toMatchObject([{ action: 'approve-payment', actorId: cashier.id }]);

    await forge(cashier, { to: 'agent', person: buyer.id });
    const kinds = keysOn(cashier.last()).flatMap(({ press }) => (press.to === 'askCredit' ? [press.action] : []));
    expect(kinds).toEqual(['grant', 'repayment']);
    const before = (await walletOf(world, buyer)).balance;
    for (const sum of ['200000', '100001']) {
      await forge(cashier, { to: 'askCredit', action: 'grant', person: buyer.id });
      await cashier.type(sum);
      await tap(cashier, { to: 'confirmCredit' });
    }
    expect(cashier.last().text).toContain(begins(language, 'failure-staff-limit'));
    expect((await walletOf(world, buyer)).balance).toBe(before + 200_000);
    // Whatever exceeds the transfer counts as credit.
    const other = await slip();
    await slipAt(cashier, other);
    await tap(cashier, { to: 'askPaymentAmount' });
    await cashier.type('900000');
    await tap(cashier, { to: 'approveAmount' });
    expect(cashier.last().text).toContain(begins(language, 'failure-staff-limit'));
    await tap(cashier, { to: 'deskPayment' });
    await tap(cashier, { to: 'askPaymentAmount' });
    await cashier.type('450000');
    await tap(cashier, { to: 'approveAmount' });
    await other.sees(begins(language, 'payment-paid'));
    expect(await creditedFor(world, other.id)).toBe(450_000);
    // It is another day.
    world.pass(24 * hour);
    await forge(cashier, { to: 'askCredit', action: 'grant', person: buyer.id });
    await cashier.type('300000');
    await tap(cashier, { to: 'confirmCredit' });
    expect((await walletOf(world, buyer)).balance).toBe(before + 500_000);
    expect(await driftIn(world)).toEqual([]);
    // A cashier can neither take nor lend, nor use their own wallet.
    for (const action of ['take', 'limit'] as const) {
      await forge(cashier, { to: 'askCredit', action, person: buyer.id });
      expect(cashier.last().text).toBe(notAllowed);
    }
    await forge(cashier, { to: 'askCredit', action: 'grant', person: cashier.id });
    expect(cashier.last().text).toBe(t('failure-own-wallet'));
    await forge(cashier, { to: 'agent', person: cashier.id });
    expect(leadsTo('askCredit')(cashier.last())).toBe(false);
    await forge(cashier, { to: 'agent', person: buyer.id });
    expect(leadsTo('askCredit')(cashier.last())).toBe(true);
    // The texts name what is below them.
    await forge(cashier, { to: 'deskPeople' });
    expect(cashier.last().text).toContain(t('desk-people-staff-hint'));
    expect(leadsTo('askAnnounce')(cashier.last())).toBe(false);
    await forge(owner, { to: 'deskPeople' });
    expect(owner.last().text).not.toContain(t('desk-people-staff-hint'));
    expect(leadsTo('askAnnounce')(owner.last())).toBe(true);
  });

  test('a cashier neither gets nor decides the slip of their own payment', async () => {
    const cashier = await makeStaff(world, owner, 'cashier', { language });
    await forge(cashier, { to: 'payAmount', amount: 500_000 });
    await cashier.sendPhoto();
    await slipAt(owner, cashier);
    const { press } = find(owner, { to: 'approvePayment' });
    if (press.to !== 'approvePayment') throw new Error('not a slip');
    await forge(cashier, { ...press, from: 'desk' });
    expect(cashier.last().text).toBe(t('failure-own-wallet'));
    await forge(cashier, { to: 'rejectPayment', payment: press.payment, from: 'desk', reason: 'not-found' });
    expect(cashier.last().text).toBe(t('failure-own-wallet'));
    expect(await creditedFor(world, cashier.id)).toBe(0);
    expect(cashier.messages().some(({ text }) => text.includes(t('slip-title')))).toBe(false);
    await tap(owner, { to: 'approvePayment' });
    await cashier.sees(begins(language, 'payment-paid'));
  });

  test('support finds orders by code, and decides reviews if the owner allows it', async () => {
    const support = await makeStaff(world, owner, 'support', { language });
    const buyer = await greet(world, { language, wallet: topUp.total });
    await forge(buyer, { to: 'product', id: topUp.id, mobile: `98912700000${language === 'fa' ? 1 : 2}` });
    await world.fault('purchase', '503', null);
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(t('state-unsure'));
    const [code = ''] = await look(world, async ({ db }) => {
      const rows = await db.selectFrom('orders').select('webservice_code').where('buyer_id', '=', buyer.id).execute();
      return rows.map((row) => row.webservice_code);
    });
    await support.type(code);
    expect(support.last().text).toContain(buyer.first_name);
    world.pass(48 * hour);
    await buyer.sees(t('state-review'));
    await world.fault('purchase', null);
    const alertStart = says(language, 'alert-review', { code: '|' }).split('|')[0] ?? '';
    expect(support.messages().some(({ text }) => text.includes(alertStart))).toBe(false);
    await support.type(code);
    expect(actionsOn(support).has('askDecide')).toBe(false);
    await forge(owner, { to: 'staffMember', person: support.id });
    await tap(owner, { to: 'switchDecides' });
    await support.type(code);
    await tap(support, { to: 'askDecide', as: 'rejected' });
    await support.type('the operator knows nothing of it');
    await buyer.sees(t('state-rejected'));
    expect(await walletOf(world, buyer)).toMatchObject({ balance: topUp.total, held: 0 });
    expect((await trailOf(world, buyer)).at(-1)).toMatchObject({ action: 'decide', actorId: support.id });
  });

  test('a reporter reads the shop’s reports and changes nothing', async () => {
    const reporter = await makeStaff(world, owner, 'reporter', { language });
    await reporter.type('/desk');
    await tap(reporter, { to: 'report' });
    expect(reporter.last().text).toContain(t('report-shop'));
    await forge(reporter, { to: 'audit', kind: 'all', person: null, page: 1 });
    expect(reporter.last().text).toContain(t('audit-title'));
    await forge(reporter, { to: 'agent', person: ownerId });
    expect(actionsOn(reporter).has('askCredit')).toBe(false);
  });

  test('a reporter’s file has the shop’s profit, even if the reporter is an agent', async () => {
    const seller = await makeAgent(world, { owner, language });
    await forge(seller, { to: 'product', id: topUp.id, mobile: '989128000001' });
    await tap(seller, { to: 'confirm' });
    await seller.sees(t('state-delivered'));
    const agent = await makeAgent(world, { owner, language });
    await agent.open(await inviteStaff(owner, 'reporter'));
    for (const reporter of [await makeStaff(world, owner, 'reporter', { language }), agent]) {
      const since = reporter.mark();
      await forge(reporter, { to: 'reportFile', of: null, span: 'day', day: null });
      const file = await reporter.sees(({ media }) => media === 'document', { since });
      const [row] = readCsv(await download(world, file));
      const column = (name: string) => says(language, `column-${name}`, { unit: t('unit-rial') });
      expect(row).toHaveProperty([column('profit')]);
      expect(row).not.toHaveProperty([column('own-profit')]);
    }
  });

  test('replayed actions of staff count once, and not at all after the role is gone', async () => {
    const cashier = await makeStaff(world, owner, 'cashier', { language, credit: 1_000_000 });
    const support = await makeStaff(world, owner, 'support', { language });
    const reporter = await makeStaff(world, owner, 'reporter', { language });
    const buyer = await slip();
    await slipAt(cashier, buyer);
    await forge(buyer, { to: 'support', order: null });
    await buyer.type('where is my money?');
    await support.sees('where is my money?');
    const question = support.messages().findLast(({ text }) => text.includes('where is my money?'));
    const done = [
      await tap(cashier, { to: 'approvePayment' }),
      await forge(cashier, { to: 'askCredit', action: 'grant', person: buyer.id }),
      await cashier.type('70000'),
      await tap(cashier, { to: 'confirmCredit' }),
      await support.type('it is on its way', { replyTo: question?.id ?? 0 }),
      await forge(support, { to: 'closeSupport', person: buyer.id }),
      await forge(reporter, { to: 'report', of: null, span: 'day', day: null }),
    ].map(({ update }) => update ?? expect.fail('an action is an update'));
    await buyer.sees('it is on its way');
    const answers = () => buyer.messages().filter(({ text }) => text.includes('it is on its way')).length;
    const stands = async () => [await walletOf(world, buyer), await trailOf(world, buyer), answers()];
    const before = await stands();
    expect(before[0]).toMatchObject({ balance: (await creditedFor(world, buyer.id)) + 70_000 });
    /** Repeats a press like Telegram does, and forges it under a new number. */
    const replay = async () => {
      for (const update of done) {
        world.telegram.redeliver(update);
        const { update_id: _, ...content } = update;
        world.telegram.deliver(content);
        await world.telegram.quiet();
      }
    };
    await replay();
    expect(await stands()).toEqual(before);
    for (const one of [cashier, support, reporter]) {
      await forge(owner, { to: 'askRemoveStaff', person: one.id });
      await tap(owner, { to: 'removeStaff' });
      await one.sees(t('notice-staff-removed'));
    }
    const kept = await everything(world);
    await replay();
    expect(await stands()).toEqual(before);
    expect(await everything(world)).toBe(kept);
  });

  test('a press whose reply fails at first makes one link', async () => {
    const links = () => look(world, ({ db }) => db.selectFrom('staff_invites').select('code').execute());
    await forge(owner, { to: 'chooseStaffRole' });
    const before = await links();
    world.telegram.faults.fail('editMessageText', { cut: 'before', times: 2, chat: owner.id });
    await tap(owner, { to: 'inviteStaff', role: 'support' });
    await owner.sees(leadsTo('revokeStaffInvite'));
    const codes = new Set(before.map(({ code }) => code));
    expect((await links()).filter(({ code }) => !codes.has(code))).toHaveLength(1);
  });

  test('a link works once, until it expires or is revoked', async () => {
    const [used, late, revoked] = [
      await inviteStaff(owner, 'support'),
      await inviteStaff(owner, 'reporter'),
      await inviteStaff(owner, 'cashier'),
    ];
    await tap(owner, { to: 'revokeStaffInvite' });
    const [one, two] = [await greet(world, { language }), await greet(world, { language })];
    await owner.open(used);
    expect(owner.last().text).toContain(says('fa', 'staff-invite-own'));
    await one.open(used);
    expect(one.last().text).toContain(begins(language, 'staff-joined'));
    for (const link of [used, revoked]) {
      await two.open(link);
      expect(two.last().text).toContain(t('failure-invite-invalid'));
    }
    world.pass(24 * hour);
    await two.open(late);
    expect(two.last().text).toContain(t('failure-invite-invalid'));
    await forge(two, { to: 'menu' });
    expect(two.last().text).toBe(notAllowed);
    // Opened again after the role was removed, it gives nothing back.
    await forge(owner, { to: 'askRemoveStaff', person: one.id });
    await tap(owner, { to: 'removeStaff' });
    await one.sees(t('notice-staff-removed'));
    await one.open(used);
    expect(one.last().text).toContain(t('failure-invite-invalid'));
    await forge(one, { to: 'menu' });
    expect(one.last().text).toBe(notAllowed);
    expect((await trailOf(world, one)).map(({ action }) => action)).toEqual(['join-staff', 'remove-staff']);
  });
});
