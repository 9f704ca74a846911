import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf } from '#domain/calendar.ts';
import { spokenMobile } from '#domain/phone.ts';
import { dueAt, noticeAt } from '#domain/schedule.ts';
import { look, makeAgent, meetOwner } from '#test/support/agents.ts';
import { choose, find, forge, greet, keysOn, says, tap } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { begins } from '#test/support/payments.ts';
import { despiteDelays } from '#test/support/plans.ts';
import { read } from '#test/support/story.ts';
import { createWorld, gatewayToken, type World } from '#test/support/world.ts';

const days = 30;
let world: World;
let packageId = 0;
let phones = 0;
beforeAll(async () => {
  world = await createWorld({ products: 420 });
  const answer = await fetch(`${world.sandbox.url}/api/filter`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gatewayToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      table: 'product',
      items: { operator: 'operator1', sim_card_type: 'credit', pagination: 'false' },
    }),
  });
  const { data } = (await answer.json()) as { data: { id: number; status: number; period: number | null }[] };
  packageId = data.find(({ status, period }) => status === 1 && period === days)?.id ?? 0;
});
afterAll(() => world.close());

const until = (time: number) => world.pass(time - world.now() + 1_000);
const nextPhone = () => {
  phones += 1;
  return `98912${String(8_000_000 + phones)}`;
};
const wordsOf = (message: { text: string }) => message.text.replace(/[\u2066-\u2069]/g, '');

describe.each(journeyLanguages)('reminders, in %s', (language) => {
  const delivered = begins(language, 'state-activated');

  async function buy(person: Person, mobile: string): Promise<string> {
    const order = await choose(person, mobile, packageId);
    await tap(person, { to: 'confirm', order });
    await person.sees((shown) => shown.text.includes(delivered) && wordsOf(shown).includes(spokenMobile(mobile)));
    return order;
  }
  const endOfToday = () => dayOf(world.now()) + days;

  test('come once with a tap to buy again, and can be turned off for a number or for all', async () => {
    const buyer = await greet(world, { language, wallet: 100_000_000 });
    const mobile = nextPhone();
    const order = await buy(buyer, mobile);
    const endsOn = endOfToday();
    until(noticeAt(endsOn));
    const reminder = await buyer.sees((shown) => keysOn(shown).some(({ press }) => press.to === 'remindNumber'));
    expect(wordsOf(reminder)).toContain(spokenMobile(mobile));
    expect(wordsOf(reminder)).toContain(says(language, 'reminder-estimate'));
    const offered = keysOn(reminder).map(({ press }) => press.to);
    expect(new Set(offered)).toEqual(new Set(['again', 'number', 'planOrder', 'remindNumber']));
    await tap(buyer, { to: 'again', order });
    expect(find(buyer, { to: 'confirm' }).message).toBeGreaterThan(reminder.id);
    await tap(buyer, { to: 'remindNumber', mobile, reminders: 'off' });
    expect(read(buyer)).toContain(spokenMobile(mobile));

    // The number's next package brings no reminder; another number's does.
    await buy(buyer, mobile);
    const other = nextPhone();
    await buy(buyer, other);
    const later = endOfToday();
    until(noticeAt(later));
    await buyer.sees(
      (shown) =>
        wordsOf(shown).includes(spokenMobile(other)) &&
        keysOn(shown).some(({ press }) => press.to === 'remindNumber' && press.mobile === other),
    );
    const count = (of: string) =>
      look(world, ({ db }) =>
        db.selectFrom('reminders').selectAll().where('mobile', '=', of).where('done_how', '=', 'sent').execute(),
      );
    expect(await count(mobile)).toHaveLength(1);

    await buyer.type('/settings');
    await tap(buyer, { to: 'reminders' });
    expect(keysOn(buyer.last()).some(({ press }) => press.to === 'remindNumber' && press.mobile === mobile)).toBe(true);
    await tap(buyer, { to: 'remindNumber', mobile, reminders: 'on' });
    await tap(buyer, { to: 'setReminders', reminders: 'off' });
    expect(read(buyer)).toContain(says(language, 'reminders-off'));
    await tap(buyer, { to: 'setQuietHours', choice: 2 });
    const set = await look(world, ({ db }) =>
      db
        .selectFrom('people')
        .select(['reminders', 'quiet_from', 'quiet_to'])
        .where('id', '=', buyer.id)
        .executeTakeFirstOrThrow(),
    );
    expect(set).toEqual({ reminders: 0, quiet_from: 23, quiet_to: 9 });
    const [, comesThen = ''] = says(language, 'quiet-now', { hours: '|' }).split('|');
    expect(read(buyer)).toContain(comesThen);
    // Without quiet hours nothing is said about their reminders.
    await tap(buyer, { to: 'setQuietHours', choice: 0 });
    expect(read(buyer)).toContain(says(language, 'quiet-off'));
    expect(read(buyer)).not.toContain(comesThen);
  });

  test('come to an agent as one digest with tomorrow’s plans, and the owner sees what is planned', async () => {
    const owner = await meetOwner(world, language);
    const agent = await makeAgent(world, { language, limit: 100_000_000, owner });
    await forge(agent, { to: 'language', language });
    const orders = [await buy(agent, nextPhone()), await buy(agent, nextPhone()), await buy(agent, nextPhone())];
    const endsOn = endOfToday();
    until(noticeAt(endsOn));
    const digest = await agent.sees((shown) => keysOn(shown).some(({ press }) => press.to === 'reminders'));
    const again = keysOn(digest).flatMap(({ press }) => (press.to === 'again' ? [press.order] : []));
    expect(new Set(again)).toEqual(new Set(orders));
    expect(agent.messages().filter((shown) => shown.fromBot && shown.text === digest.text)).toHaveLength(1);

    const schedule = { every: 'days', count: 30 } as const;
    for (const order of orders)
      await forge(agent, { to: 'makePlan', order, follows: 'same', schedule, ceiling: 100_000_000 });
    const { day } = await look(world, ({ db }) =>
      db
        .selectFrom('plans')
        .select('next_day as day')
        .where('person_id', '=', agent.id)
        .where('state', '=', 'active')
        .executeTakeFirstOrThrow(),
    );
    until(noticeAt(day));
    const notice = await agent.sees(
      (shown) => keysOn(shown).filter(({ press }) => press.to === 'plan').length === orders.length,
    );
    expect(keysOn(notice).map(({ press }) => press.to)).toEqual(['plan', 'plan', 'plan', 'plans']);

    await world.setBalance(10);
    await forge(owner, { to: 'menu' });
    await forge(owner, { to: 'report', of: null, span: 'day', day: null });
    await expect
      .poll(async () => {
        await forge(owner, { to: 'report', of: null, span: 'day', day: null });
        return read(owner);
      })
      .toContain('⚠️');
    expect(read(owner)).toContain('🔁');
    await world.setBalance(10_000_000_000);
    until(dueAt(day));
    const ordered = () =>
      look(world, ({ db }) =>
        db
          .selectFrom('plan_cycles')
          .select('id')
          .where('person_id', '=', agent.id)
          .where('state', '=', 'ordered')
          .execute(),
      );
    await despiteDelays(world, expect.poll(ordered).toHaveLength(3));
  });
});
