import type { Group, Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { look, meetOwner } from '#test/support/agents.ts';
import { choose, find, greet, says, tap } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { unmarked } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

const rights = { can_manage_topics: true, can_delete_messages: true };

interface Hall {
  readonly world: World;
  readonly group: Group;
  readonly owner: Person;
  readonly clerk: Person;
}

/** A forum group with an owner, a clerk and the bot, which manages its topics. */
async function openHall(language: 'fa' | 'en'): Promise<Hall> {
  const world = await createWorld({ products: 120, start: false });
  const owner = world.telegram.person({ id: 900_000_001, first_name: 'Mr Owner', language_code: language });
  const clerk = world.telegram.person({ first_name: 'Clerk', language_code: language });
  const group = world.telegram.forum('Support', owner, clerk, world.telegram.bot);
  group.promote(world.telegram.bot, rights);
  await world.startBot({ supportChatId: group.id });
  await meetOwner(world, language);
  return { world, group, owner, clerk };
}

describe.each(journeyLanguages)('support in a forum group, in %s', (language) => {
  let hall: Hall;
  beforeAll(async () => {
    hall = await openHall(language);
  });
  afterAll(() => hall.world.close());

  const t = (key: string, variables?: Record<string, string | number>) => unmarked(says(language, key, variables));

  /** A person who has asked, and their topic. */
  async function asked(question: string) {
    const { world, group, clerk } = hall;
    const sara = await greet(world, { language });
    await sara.type('/support');
    await sara.type(question);
    const topic = group.topics().findLast(({ name }) => name === sara.first_name);
    if (!topic) throw new Error('There is no topic.');
    return { sara, topic, desk: clerk.in(group, topic.id) };
  }
  const heard = (person: Pick<Person, 'messages'>, text: string) =>
    person.messages().filter((message) => message.fromBot && message.text.includes(text));

  test('gives each person a topic with a card, and what staff write there comes as from the shop', async () => {
    const { world, group, owner } = hall;
    const { sara, topic, desk } = await asked('Is anyone there?');
    const [created, card, question] = desk.messages();
    expect(created?.message.forum_topic_created).toMatchObject({ name: sara.first_name });
    expect(card?.text).toContain(String(sara.id));
    expect(card?.text).toContain(sara.first_name);
    expect(card?.buttons.flat()).toContain(says(language, 'key-ready-answers'));
    expect(question?.text).toBe('Is anyone there?');
    // Nobody gets it in private as well.
    expect(heard(owner, 'Is anyone there?')).toEqual([]);

    await desk.type('Yes, I am');
    const [answer] = heard(sara, 'Yes, I am');
    expect(unmarked(answer?.text ?? '')).toBe(`${t('support-from')}\nYes, I am`);
    expect(JSON.stringify(answer?.message)).not.toContain('Clerk');
    // Notes among the staff stay there.
    await desk.type('/note he is difficult');
    expect(heard(sara, 'difficult')).toEqual([]);
    // A reply replies and an edit edits, on both sides.
    await desk.type('To this one', { replyTo: question?.id ?? 0 });
    expect(heard(sara, 'To this one')[0]?.message.reply_to_message?.text).toBe('Is anyone there?');
    await desk.edit('To that one');
    expect(heard(sara, 'To this one')).toEqual([]);
    expect(heard(sara, 'To that one')).toHaveLength(1);
    await sara.type('Good', { replyTo: answer?.id ?? 0 });
    expect(desk.messages().at(-1)?.message.reply_to_message?.text).toBe('Yes, I am');
    await sara.edit('Very good');
    expect(desk.messages().at(-1)?.text).toBe('Very good');
    expect(group.topics().filter(({ id }) => id === topic.id)).toHaveLength(1);
    expect(world.errors()).toEqual([]);
  });

  test('keeps albums together in both directions', async () => {
    const { world } = hall;
    const { sara, desk } = await asked('Look at these');
    await sara.sendAlbum(['one', 'two', undefined]);
    await expect.poll(() => desk.messages().filter(({ media }) => media === 'photo').length).toBe(3);
    const photos = desk.messages().filter(({ media }) => media === 'photo');
    expect(new Set(photos.map(({ message }) => message.media_group_id)).size).toBe(1);
    expect(photos.map(({ text }) => text)).toEqual(['one', 'two', '']);
    await desk.sendAlbum(['red', 'blue']);
    await expect
      .poll(() => sara.messages().filter(({ fromBot, media }) => fromBot && media === 'photo').length)
      .toBe(2);
    expect(world.telegram.journal.calls('copyMessages')).toHaveLength(2);
  });

  test('names an order once, and with every answer', async () => {
    const { world, group } = hall;
    const { sara, desk } = await asked('Hello');
    await choose(sara, '989121234567');
    await tap(sara, { to: 'confirm' });
    await sara.sees(says(language, 'state-delivered'));
    await tap(sara, { to: 'more' });
    const { data, message } = find(sara, { to: 'support' });
    await sara.forge(data, { message });
    // This holds even if Telegram asks for a pause between the two.
    world.telegram.faults.fail('copyMessage', { retryAfter: 20, chat: group.id, times: 2 });
    await sara.type('This one is wrong');
    await sara.type('Really');
    await expect
      .poll(() => {
        world.pass(61_000);
        return heard(desk, 'Really').length;
      })
      .toBe(1);
    const { code } = await look(world, ({ db }) =>
      db
        .selectFrom('orders')
        .select('webservice_code as code')
        .where('buyer_id', '=', sara.id)
        .executeTakeFirstOrThrow(),
    );
    const said = desk.messages().map(({ text }) => unmarked(text));
    expect(said.slice(-4)).toEqual(['Hello', t('support-about', { code }), 'This one is wrong', 'Really']);
    await desk.type('We look into it');
    expect(unmarked(heard(sara, 'We look into it')[0]?.text ?? '')).toContain(t('support-from-order', { code }));
  });

  test('can be closed and reopened from either side', async () => {
    const { group, clerk } = hall;
    const { sara, topic, desk } = await asked('Open?');
    group.closeTopic(clerk, topic.id, true);
    await sara.sees(says(language, 'support-closed'));
    await sara.type('/support');
    await sara.type('One more thing');
    expect(heard(desk, 'One more thing')).toHaveLength(1);
    expect(group.topics().find(({ id }) => id === topic.id)?.closed).toBe(false);
    // The card's button does it, pressed twice.
    await desk.press(says(language, 'key-close-support'));
    await desk.press(says(language, 'key-close-support'));
    expect(heard(sara, t('support-closed'))).toHaveLength(2);
    expect(group.topics().find(({ id }) => id === topic.id)?.closed).toBe(true);
    // A message of the staff opens it again.
    await desk.type('By the way');
    expect(heard(sara, 'By the way')).toHaveLength(1);
    expect(group.topics().find(({ id }) => id === topic.id)?.closed).toBe(false);
  });

  test('opens a deleted topic again, reports a blocked bot, and takes an answer back', async () => {
    const { group, clerk } = hall;
    const { sara, topic, desk } = await asked('First');
    await desk.type('An answer');
    group.deleteTopic(topic.id);
    await sara.type('Second');
    const renewed = group.topics().findLast(({ name }) => name === sara.first_name);
    expect(renewed?.id).not.toBe(topic.id);
    const anew = clerk.in(group, renewed?.id ?? 0);
    expect(heard(anew, 'Second')).toHaveLength(1);
    const { said } = await anew.type('A mistake');
    await anew.type('/delete', { replyTo: said?.id ?? 0 });
    expect(heard(sara, 'A mistake')).toEqual([]);
    expect(unmarked(anew.last().text)).toContain(t('support-deleted', { name: sara.first_name }));
    await sara.block();
    await anew.type('Are you there?');
    expect(unmarked(anew.last().text)).toContain(t('support-blocked', { name: sara.first_name }));
    await sara.unblock();
  });

  test('refuses a stranger, another group, another bot and a person who has left', async () => {
    const { world, group, owner, clerk } = hall;
    const { sara, topic, desk } = await asked('Who is it?');
    const stranger = await greet(world, { language });
    const forged = {
      message_id: 7_000,
      date: Math.floor(Date.now() / 1_000),
      from: { id: stranger.id, is_bot: false, first_name: 'Stranger' },
      is_topic_message: true as const,
      message_thread_id: topic.id,
      text: 'I am the shop',
    };
    const elsewhere = { id: group.id - 77, type: 'supergroup' as const, title: 'Elsewhere', is_forum: true as const };
    world.telegram.deliver({ message: { ...forged, chat: elsewhere } as never });
    const bot = { id: 4_242, is_bot: true, first_name: 'Other', username: 'other_bot' };
    const here = { id: group.id, type: 'supergroup' as const, title: 'Support', is_forum: true as const };
    world.telegram.deliver({ message: { ...forged, message_id: 7_001, from: bot, chat: here } as never });
    await world.telegram.quiet();
    expect(heard(sara, 'I am the shop')).toEqual([]);
    // A person outside the group presses a button that was copied from it.
    const close = desk.messages()[1];
    const data = close?.message.reply_markup?.inline_keyboard.flat().find((key) => 'callback_data' in key);
    const press = (from: Person) => ({
      callback_query: {
        id: `forged-${from.id}`,
        from: { id: from.id, is_bot: false, first_name: from.first_name },
        message: close?.message,
        chat_instance: '1',
        data: data && 'callback_data' in data ? data.callback_data.replace('dqr', 'dqx') : '',
      },
    });
    world.telegram.deliver(press(stranger) as never);
    const other = await asked('Another');
    expect(heard(sara, t('support-closed'))).toEqual([]);
    group.remove(clerk);
    world.telegram.deliver(press(clerk) as never);
    await world.telegram.quiet();
    expect(heard(sara, t('support-closed'))).toEqual([]);
    // In another person's topic the button does nothing.
    const wrong = { ...press(owner).callback_query, id: 'wrong', message: other.desk.messages()[1]?.message };
    world.telegram.deliver({ callback_query: wrong } as never);
    await world.telegram.quiet();
    expect(heard(sara, t('support-closed'))).toEqual([]);
    world.telegram.deliver(press(owner) as never);
    await sara.sees(says(language, 'support-closed'));
    group.add(clerk);
    // A person cannot answer another by replying to a message of theirs.
    await stranger.type('I answer', { replyTo: stranger.last().id });
    expect(heard(sara, 'I answer')).toEqual([]);
  });

  test('without rights alerts owners once and writes to them in private until the group works again', async () => {
    const { world, group, owner } = hall;
    group.promote(world.telegram.bot, null);
    await owner.sees(says(language, 'alert-support-group-failed', { why: '' }).slice(0, 12));
    const alerts = () => heard(owner, says(language, 'alert-support-group-failed', { why: '' }).slice(0, 12)).length;
    const sara = await greet(world, { language });
    await sara.type('/support');
    await sara.type('In private');
    const [copy] = heard(owner, 'In private');
    await owner.type('Also in private', { replyTo: copy?.id ?? 0 });
    expect(heard(sara, 'Also in private')).toHaveLength(1);
    expect(alerts()).toBe(1);
    group.promote(world.telegram.bot, rights);
    await sara.type('In the group');
    expect(heard(owner, 'In the group')).toEqual([]);
    expect(group.topics().some(({ name }) => name === sara.first_name)).toBe(true);
  });
});

test('a group that becomes a supergroup is followed to its new id', async () => {
  const { world, group, owner } = await openHall('en');
  onTestFinished(() => world.close());
  await world.stopBot();
  const old = -4_000_111;
  await world.startBot({ supportChatId: old });
  world.telegram.faults.fail('createForumTopic', { migrateTo: group.id });
  const sara = await greet(world);
  await sara.type('/support');
  await sara.type('Where are you?');
  const [topic] = group.topics();
  const desk = owner.in(group, topic?.id ?? 0);
  expect(desk.messages().at(-1)?.text).toBe('Where are you?');
  await owner.sees(String(group.id));
  await desk.type('Here');
  await sara.sees('Here');
});
