import { randomBytes } from 'node:crypto';
import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownerLinkPrefix } from '#bot/people/home/invitations.ts';
import { midnight } from '#domain/calendar.ts';
import { createOwnerLink, removeOwner } from '#shop/people/people/owner-links.ts';
import { everything, look, meetOwner, walletOf } from '#test/support/agents.ts';
import { find, forge, greet, keysOn, says, tap } from '#test/support/buyer.ts';
import { inviteStaff, makeStaff } from '#test/support/staff.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
let owner: Person;
beforeAll(async () => {
  world = await createWorld({ products: 120 });
  owner = await meetOwner(world);
  await forge(owner, { to: 'askBankCard' });
  await owner.type('6037991111111112 Sara Ahmadi');
});
afterAll(() => world.close());

const notAllowed = says('en', 'failure-not-allowed');

async function removeStaff({ id }: Person): Promise<void> {
  await forge(owner, { to: 'askRemoveStaff', person: id });
  await tap(owner, { to: 'removeStaff' });
}

async function makeOwner(): Promise<Person> {
  const code = await look(world, ({ db }) => createOwnerLink(db, { now: world.now(), randomBytes }));
  const person = await greet(world, { wallet: 0 });
  await person.open(`https://t.me/sharj_bot?start=${ownerLinkPrefix}${code}`);
  return person;
}

/** Does what the command on the server does; this process learns of it with their next message. */
async function dismissOwner(person: Person): Promise<void> {
  await look(world, (database) => removeOwner(database, person.id, world.now));
  await person.type('/start');
}

/** The state of someone's alert of this kind. */
const alertOf = (person: Person, kind: string) =>
  look(world, ({ db }) =>
    db
      .selectFrom('alerts')
      .select(['attempts', 'done_how'])
      .where('owner_id', '=', person.id)
      .where('key', 'like', `${kind}:%`)
      .executeTakeFirst(),
  );

describe('a person whose staff role was removed', () => {
  test('is refused on every old button, also below slips, and on open questions', async () => {
    const cashier = await makeStaff(world, owner, 'cashier');
    const buyer = await greet(world, { wallet: 0 });
    await forge(buyer, { to: 'payAmount', amount: 500_000 });
    await buyer.sendPhoto();
    const slip = await cashier.sees((shown) => keysOn(shown).some(({ press }) => press.to === 'approvePayment'));
    await cashier.type('/desk');
    await tap(cashier, { to: 'paymentDesk' });
    await forge(cashier, { to: 'askCredit', action: 'grant', person: buyer.id });
    await cashier.type('5000');
    const confirm = find(cashier, { to: 'confirmCredit' });
    await forge(cashier, { to: 'askCredit', action: 'grant', person: buyer.id });
    const shown = cashier.messages().filter(({ fromBot }) => fromBot);
    await removeStaff(cashier);
    await cashier.sees(says('en', 'notice-staff-removed'));
    const kept = await everything(world);
    // The cashier answers the open question.
    await cashier.type('9000');
    // The cashier presses every button of the desk that their messages still have.
    const pressed = [...shown.flatMap(keysOn), ...keysOn(slip), confirm];
    const desk = pressed.filter(({ press }) => !['home', 'wallet', 'unit', 'language'].includes(press.to));
    let refused = 0;
    for (const { data, message, press } of desk) {
      const { messages, toast } = await cashier.forge(data, { message });
      const told = [...messages.map(({ text }) => text), cashier.last().text, toast ?? ''];
      if (told.some((text) => text === notAllowed)) refused += 1;
      else if (['menu', 'approvePayment', 'rejectPayment', 'confirmCredit', 'paymentDesk'].includes(press.to))
        throw new Error(`${press.to} was not refused: ${told.join(' | ')}`);
    }
    expect(refused).toBeGreaterThan(5);
    expect(await everything(world)).toBe(kept);
    expect((await walletOf(world, buyer)).balance).toBe(0);
    const states = await look(world, ({ db }) =>
      db.selectFrom('payments').select('state').where('person_id', '=', buyer.id).execute(),
    );
    expect(states).toEqual([{ state: 'submitted' }]);
  });

  test('gets no later slips and does not see what others decide', async () => {
    const cashier = await makeStaff(world, owner, 'cashier');
    await removeStaff(cashier);
    await cashier.sees(says('en', 'notice-staff-removed'));
    const before = cashier.messages().length;
    const buyer = await greet(world, { wallet: 0 });
    await forge(buyer, { to: 'payAmount', amount: 500_000 });
    await buyer.sendPhoto();
    await owner.sees(({ text }) => text.includes(buyer.first_name));
    await world.telegram.quiet();
    expect(cashier.messages().length).toBe(before);
  });

  test.each(['an owner', 'a cashier who is blocked now'])(
    'a person who was %s does not see what is decided about a slip',
    async (who) => {
      const decider = who === 'an owner' ? await makeOwner() : await makeStaff(world, owner, 'cashier');
      const buyer = await greet(world, { wallet: 0 });
      await forge(buyer, { to: 'payAmount', amount: 500_000 });
      await buyer.sendPhoto();
      const slipFor = (person: Person) => person.sees(({ text }) => text.includes(buyer.first_name));
      const slip = await slipFor(decider);
      await slipFor(owner);
      if (who === 'an owner') await dismissOwner(decider);
      else {
        await forge(owner, { to: 'askPause', person: decider.id });
        await owner.type('a quarrel');
      }
      await tap(owner, { to: 'approvePayment' });
      await owner.sees(({ text }) => text.includes(buyer.first_name) && text.includes(says('en', 'slip-approved')));
      await world.telegram.quiet();
      expect(decider.messages().find(({ id }) => id === slip.id)?.text).toBe(slip.text);
    },
  );

  test('a person who left support does not learn who is waiting when an alert is tried again', async () => {
    const helper = await makeStaff(world, owner, 'support');
    const asking = await greet(world);
    await asking.type('/support');
    await asking.type('Where is my package?');
    await world.telegram.quiet();
    world.telegram.faults.fail('sendMessage', { retryAfter: 120, chat: helper.id, times: 1 });
    world.pass(31 * 60_000);
    await expect.poll(() => alertOf(helper, 'support-unanswered')).toMatchObject({ attempts: 1 });
    await removeStaff(helper);
    world.pass(10 * 60_000);
    await expect.poll(() => alertOf(helper, 'support-unanswered')).toMatchObject({ done_how: 'unreachable' });
    expect(helper.last().text).toContain(says('en', 'notice-staff-removed'));
  });

  test('a former owner does not get the alert that was held back at night', async () => {
    const second = await makeOwner();
    const hour = Math.floor((world.now() - midnight(world.now())) / 3_600_000);
    await look(world, ({ db }) =>
      db
        .updateTable('people')
        .set({ quiet_from: hour, quiet_to: (hour + 3) % 24 })
        .where('id', '=', second.id)
        .execute(),
    );
    const leaving = await greet(world, { wallet: 0 });
    await forge(leaving, { to: 'deleteMyData' });
    await expect.poll(() => alertOf(second, 'person-deleted')).toMatchObject({ done_how: null });
    await dismissOwner(second);
    world.pass(4 * 3_600_000);
    await expect.poll(() => alertOf(second, 'person-deleted')).toMatchObject({ done_how: 'unreachable' });
  });
});

describe('replayed presses and forged codes', () => {
  test('a cashier who replays a confirmation credits once, and another cashier cannot press it', async () => {
    const [one, other] = [await makeStaff(world, owner, 'cashier'), await makeStaff(world, owner, 'cashier')];
    const buyer = await greet(world, { wallet: 0 });
    await forge(one, { to: 'askCredit', action: 'grant', person: buyer.id });
    await one.type('5000');
    const { data, message } = find(one, { to: 'confirmCredit' });
    await other.forge(data);
    expect(other.last().text).toBe(notAllowed);
    await Promise.all([1, 2, 3].map(() => one.forge(data, { message, wait: false })));
    await world.telegram.quiet();
    expect((await walletOf(world, buyer)).balance).toBe(5_000);
  });

  test('a cashier cannot pass the daily limit with two credits at the same moment', async () => {
    const cashier = await makeStaff(world, owner, 'cashier', { credit: 7_000 });
    const buyers = [await greet(world, { wallet: 0 }), await greet(world, { wallet: 0 })];
    const presses: { data: string; message: number }[] = [];
    for (const buyer of buyers) {
      await forge(cashier, { to: 'askCredit', action: 'grant', person: buyer.id });
      await cashier.type('5000');
      presses.push(find(cashier, { to: 'confirmCredit' }));
    }
    await Promise.all(presses.map(({ data, message }) => cashier.forge(data, { message, wait: false })));
    await world.telegram.quiet();
    const balances = await Promise.all(buyers.map(async (buyer) => (await walletOf(world, buyer)).balance));
    expect(balances.toSorted((a, b) => a - b)).toEqual([0, 5_000]);
  });

  test('one of two people who open a link at once becomes staff, and nobody with a similar code does', async () => {
    const link = await inviteStaff(owner, 'cashier');
    const [, code = ''] = /start=k_([\w-]{22})$/.exec(link) ?? [];
    expect(code).toHaveLength(22);
    const mallory = await greet(world, { wallet: 0 });
    for (const guess of [`k_${code.slice(0, -1)}`, `k_${code}A`, `i_${code}`, 'k_', `k_${code}' OR '1'='1`])
      await mallory.type(`/start ${guess}`);
    await forge(mallory, { to: 'menu' });
    expect(mallory.last().text).toBe(notAllowed);
    const two = [await greet(world, { wallet: 0 }), await greet(world, { wallet: 0 })];
    await Promise.all(two.map((person) => person.open(link, { wait: false })));
    await world.telegram.quiet();
    const roles = await look(world, ({ db }) =>
      db
        .selectFrom('people')
        .select('staff_role')
        .where(
          'id',
          'in',
          two.map(({ id }) => id),
        )
        .execute(),
    );
    expect(roles.map(({ staff_role }) => staff_role).toSorted()).toEqual(['cashier', null]);
  });
});
