import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { dayOf } from '#domain/calendar.ts';
import { look, meetOwner, trailOf } from '#test/support/agents.ts';
import { choose, find, forge, greet, keysOn, leadsTo, says, tap } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { labels, unmarked } from '#test/support/story.ts';
import { createWorld, ownerId, type World } from '#test/support/world.ts';

const secondOwner = 900_000_002;

let world: World;
const open = async () => {
  world = await createWorld({ products: 120, config: { ownerIds: [ownerId, secondOwner] } });
};

const received = (person: Person, text: string) =>
  person.messages().filter((message) => message.fromBot && message.text.includes(text));

describe.each(journeyLanguages)('support without a group, in %s', (language) => {
  beforeAll(open);
  afterAll(() => world.close());

  const t = (key: string, variables?: Record<string, string | number>) => unmarked(says(language, key, variables));
  const last = (person: Person) => unmarked(person.last().text);

  test('sends a question to every owner, and the answer comes back as from the shop', async () => {
    const owner = await meetOwner(world, language);
    const other = world.telegram.person({ id: secondOwner, first_name: 'Ms Second', language_code: language });
    await other.type('/start');
    const sara = await greet(world, { language });
    await sara.type('/support');
    expect(last(sara)).toContain(t('support-title'));
    await sara.type('Where is my package?');
    expect(last(sara)).toContain(t('support-sent'));
    for (const one of [owner, other]) {
      const [copy] = received(one, 'Where is my package?');
      expect(unmarked(copy?.text ?? '')).toBe(`${t('support-of', { name: sara.first_name })}\nWhere is my package?`);
      expect(copy?.message.entities).toMatchObject([{ type: 'bold', offset: 0 }]);
    }
    // Each line is acknowledged; a mobile number in a sentence starts no sale, but one is a tap away.
    await sara.type('It was for 09121234567, really');
    expect(last(sara)).toContain(t('support-added'));
    expect(find(sara, { to: 'number' })).toMatchObject({ press: { mobile: '989121234567' } });
    expect(find(sara, { to: 'home' }).press).toBeDefined();
    expect(received(owner, '09121234567')).toHaveLength(1);
    // The message has what the sentence names.
    await sara.type('Dear Mina, would you put 20k toman on 09351234568 for my sister');
    expect(last(sara)).toContain(t('support-added'));
    expect(find(sara, { to: 'credit' })).toMatchObject({ press: { mobile: '989351234568', credit: 200_000 } });
    // The person answers what the shop asked.
    await sara.type('09121230000');
    await sara.type('50,000 toman');
    for (const typed of ['09121230000', '50,000 toman']) expect(received(owner, typed)).toHaveLength(1);
    // A line that is only a sale starts one.
    await sara.type('0912123456 50 تومن');
    expect(last(sara)).toContain(t('failure-number-short', { missing: 1 }));
    await sara.type('09121234567');
    expect(last(sara)).toContain(t('confirm-title'));
    expect(received(owner, '0912123456')).toHaveLength(1);

    const [question] = received(owner, 'Where is my package?');
    await owner.type('It is on its way', { replyTo: question?.id ?? 0 });
    const [answer] = received(sara, 'It is on its way');
    expect(unmarked(answer?.text ?? '')).toBe(`${t('support-from')}\nIt is on its way`);
    expect(answer?.message.from?.is_bot).toBe(true);
    expect(answer?.text).not.toContain('Owner');
    // The answer replies to the message that was replied to.
    expect(answer?.message.reply_to_message?.text).toBe('Where is my package?');
    // The other owner sees that it was answered, and by whom.
    const [seen] = received(other, 'It is on its way');
    expect(seen?.text).toContain('Mr Owner');

    // The person can go on by a reply, or with words that the bot does not know.
    await sara.type('/cancel');
    await sara.type('Thank you very much indeed');
    expect(received(owner, 'Thank you very much indeed')).toHaveLength(1);
    await sara.type('And one more thing', { replyTo: answer?.id ?? 0 });
    expect(received(owner, 'And one more thing')).toHaveLength(1);
    expect(world.errors()).toEqual([]);
  });

  test('takes a question about an order with photo, voice and file, and edits change on the other side', async () => {
    const owner = await meetOwner(world, language);
    const sara = await greet(world, { language });
    await choose(sara, '989121234567');
    await tap(sara, { to: 'confirm' });
    await sara.sees(says(language, 'state-delivered'));
    await tap(sara, { to: 'more' });
    const receipt = find(sara, { to: 'support' });
    const { code } = await look(world, ({ db }) =>
      db
        .selectFrom('orders')
        .select('webservice_code as code')
        .where('buyer_id', '=', sara.id)
        .executeTakeFirstOrThrow(),
    );
    await sara.forge(receipt.data, { message: receipt.message });
    expect(last(sara)).toContain(code);
    await sara.sendPhoto({ caption: 'the screen of my phone' });
    const [photo] = received(owner, 'the screen of my phone');
    expect(photo?.message.photo).toBeDefined();
    expect(photo?.text).toContain(code);
    await sara.sendVoice();
    await sara.sendDocument({ name: 'log.txt', bytes: Buffer.from('x') });
    await sara.sendSticker();
    const kinds = owner
      .messages()
      .slice(-4)
      .map(({ media }) => media);
    expect(kinds).toEqual(['voice', 'document', undefined, 'sticker']);

    await owner.type('Please restart it', { replyTo: photo?.id ?? 0 });
    const [answer] = received(sara, 'Please restart it');
    expect(unmarked(answer?.text ?? '')).toContain(t('support-from-order', { code }));
    await owner.edit('Please restart the phone');
    expect(received(sara, 'Please restart it')).toEqual([]);
    expect(received(sara, 'Please restart the phone')).toHaveLength(1);

    await sara.type('It wroks');
    await sara.edit('It works');
    expect(received(owner, 'It wroks')).toEqual([]);
    const [edited] = received(owner, 'It works');
    expect(edited?.edited).toBe(true);
    expect(edited?.buttons.flat()).toContain(says(language, 'key-support-answer'));

    // An answer is taken back.
    const said = owner.messages().findLast(({ text }) => text === 'Please restart the phone');
    await owner.type('/delete', { replyTo: said?.id ?? 0 });
    expect(received(sara, 'Please restart the phone')).toEqual([]);
    expect(last(owner)).toContain(t('support-deleted', { name: sara.first_name }));
    // The audit trail has who did it and what the answer said.
    const details = { text: 'Please restart the phone' };
    expect((await trailOf(world, sara)).filter(({ actorId }) => actorId === owner.id)).toMatchObject([
      { action: 'edit-answer', personId: sara.id, details },
      { action: 'take-back-answer', personId: sara.id, details },
    ]);
    expect(world.errors()).toEqual([]);
  });

  test('is answered by a button or a ready answer, closed, and opened by the next message', async () => {
    const owner = await meetOwner(world, language);
    const sara = await greet(world, { language });
    await forge(owner, { to: 'askSupportText', kind: 'answer', text: null });
    await owner.type(`Restart ${language}\nPlease switch the phone off and on.`);
    await sara.type(language === 'fa' ? 'پشتیبانی' : 'support');
    await sara.type('Nothing works');
    await tap(owner, { to: 'askAnswer', person: sara.id });
    await owner.type('Let me look');
    expect(received(sara, 'Let me look')).toHaveLength(1);
    await tap(owner, { to: 'readyAnswers', person: sara.id });
    const ready = find(owner, { to: 'sendReady', person: sara.id });
    // The second tap brings no second answer.
    const { update } = await owner.forge(ready.data, { message: ready.message });
    if (update) world.telegram.redeliver(update);
    await world.telegram.quiet();
    expect(received(sara, 'Please switch the phone off and on.')).toHaveLength(1);
    await tap(owner, { to: 'closeSupport', person: sara.id });
    expect(last(sara)).toContain(t('support-closed'));
    expect(last(owner)).toContain(t('support-is-closed'));
    // After closing, unknown words do not go to support until the person asks again.
    await sara.type('/cancel');
    await sara.type('these are unknown words');
    expect(received(owner, 'these are unknown words')).toEqual([]);
    await sara.type('/support');
    await sara.type('Once more');
    expect(received(owner, 'Once more')).toHaveLength(1);
    await forge(owner, { to: 'conversation', person: sara.id });
    expect(last(owner)).toContain('Once more');
    await forge(owner, { to: 'supportTexts', kind: 'answer' });
    await tap(owner, { to: 'supportText' });
    await tap(owner, { to: 'removeSupportText' });
    expect(last(owner)).toContain(t('texts-none'));
  });

  test('shows frequently asked questions under help, which the owner writes, changes and orders', async () => {
    const owner = await meetOwner(world, language);
    const sara = await greet(world, { language });
    for (const [question, answer] of [
      ['How long does it take?', 'A minute <at most>.'],
      ['What if it fails?', 'The money comes back.'],
    ]) {
      await forge(owner, { to: 'askSupportText', kind: 'faq', text: null });
      await owner.type(`${question}\n${answer}`);
    }
    await tap(owner, { to: 'askSupportText', kind: 'faq' });
    await owner.type('only one line');
    expect(last(owner)).toContain(t('failure-support-text-invalid'));
    await sara.type(language === 'fa' ? 'راهنما' : 'help');
    const asked = () => keysOn(sara.last()).filter(({ press }) => press.to === 'faq');
    expect(asked()).toHaveLength(2);
    await sara.press(/How long/);
    expect(last(sara)).toContain('A minute <at most>.');
    // The second one comes first, with another answer.
    await forge(owner, { to: 'supportTexts', kind: 'faq' });
    await owner.press(/What if it fails/);
    await tap(owner, { to: 'moveSupportText' });
    await owner.press(/What if it fails/);
    await tap(owner, { to: 'askSupportText' });
    await owner.type('What if it fails?\nNothing is taken.');
    await sara.type('/help');
    expect(labels(sara.last()).find((label) => label.startsWith('❔'))).toContain('What if it fails?');
    await sara.press(/What if it fails/);
    expect(last(sara)).toContain('Nothing is taken.');
    const old = find(sara, { to: 'support' });
    expect(old.press).toMatchObject({ to: 'support', order: null });
    for (let left = 2; left > 0; left -= 1) {
      await forge(owner, { to: 'supportTexts', kind: 'faq' });
      await tap(owner, { to: 'supportText' });
      await tap(owner, { to: 'removeSupportText' });
    }
    await sara.type('/help');
    expect(asked()).toEqual([]);
  });

  test('answers words for a person in a friendly way', async () => {
    const sara = await greet(world, { language });
    for (const [typed, key] of [
      ['سلام', 'talk-greeting'],
      ['Hi!', 'talk-greeting'],
      ['ممنون 🙏', 'talk-thanks'],
      ['راهنما', 'help'],
      ['پشتیبانی', 'support-title'],
      ['مرحبًا', 'talk-greeting'],
      ['شكراً', 'talk-thanks'],
      ['مساعدة', 'help'],
      ['الدعم', 'support-title'],
      ['کیف‌پول', 'wallet-title'],
      ['سفارش‌های من', 'orders-title'],
      ['Settings', 'settings-title'],
      ['لغو', 'left'],
      ['/support', 'support-title'],
    ] as const) {
      await sara.type(typed);
      expect(last(sara), typed).toContain(t(key));
      await sara.type('/cancel');
    }
    // None of it was a message to support.
    expect(
      await look(world, ({ db }) =>
        db.selectFrom('support_messages').select('id').where('person_id', '=', sara.id).execute(),
      ),
    ).toEqual([]);
  });

  test('is left by "cancel" and by names of pages, and gets everything else', async () => {
    const owner = await meetOwner(world, language);
    const sara = await greet(world, { language });
    await sara.type('/support');
    await sara.type('Where is my money?');
    const begin = owner.mark();
    for (const [typed, key] of [
      ['لغو', 'left'],
      ['Cancel', 'left'],
      ['کیف پول', 'wallet-title'],
      ['سفارش‌های من', 'orders-title'],
      [says(language, 'key-help'), 'help'],
      ['تنظیمات', 'settings-title'],
      ['My data', 'privacy-title'],
      ['خرید دوره‌ای', 'plans-title'],
      ['شماره‌های اخیر', 'numbers-title'],
      ['معرفی دوستان', 'referral-title'],
      ['افزایش موجودی', 'no-method'],
      ['شارژ کیف پول', 'no-method'],
      ['Terms', 'terms'],
      ['🔍 جستجو', 'ask-search'],
      ['پیشنهاد شما', 'share-hint'],
      [says(language, 'key-topup'), 'share-hint'],
    ] as const) {
      await sara.type('/support');
      await sara.type(typed);
      expect(last(sara), typed).toContain(t(key).split('.')[0]);
    }
    await sara.type('/support');
    await sara.type(says(language, 'key-packages'));
    expect(leadsTo('sims')(sara.last())).toBe(true);
    // The names of its pages are only for staff.
    const words = ['امروز', 'desk', 'مشکل دارم', 'how', 'اینترنت'];
    for (const typed of words) {
      await sara.type('/support');
      await sara.type(typed);
      expect(last(sara), typed).toContain(t('support-added'));
    }
    const got = owner.messages().filter(({ changed, text }) => changed > begin && text.includes(sara.first_name));
    expect(got.map(({ text }) => text.split('\n')[1])).toEqual(words);
    // "cancel" is no answer to the customer either.
    for (const press of [
      { to: 'askAnswer', person: sara.id } as const,
      { to: 'askMessage', person: sara.id } as const,
    ]) {
      await forge(owner, press);
      await owner.type('لغو');
      expect(last(owner)).toContain(t('left'));
    }
    expect(received(sara, 'لغو')).toEqual([]);
    await owner.type('پنل مدیریت');
    expect(leadsTo('deskPeople')(owner.last())).toBe(true);
    await owner.type('گزارش‌ها');
    expect(leadsTo('report')(owner.last())).toBe(true);
  });

  test('alerts staff once about a silent conversation after the owner’s time, and the report shows it', async () => {
    const owner = await meetOwner(world, language);
    await forge(owner, { to: 'supportAlert', minutes: 5 });
    expect(last(owner)).toContain(t('support-alert-on', { minutes: 5 }));
    const sara = await greet(world, { language });
    await sara.type('/support');
    const day = dayOf(world.now());
    await sara.type('Anyone?');
    const alerted = () => received(owner, sara.first_name).filter(({ text }) => text.startsWith('⏰')).length;
    world.pass(4 * 60_000);
    await sara.type('Please');
    expect(alerted()).toBe(0);
    world.pass(2 * 60_000);
    await owner.sees((message) => message.text.startsWith('⏰') && message.text.includes(sara.first_name));
    await tap(owner, { to: 'conversation', person: sara.id });
    // Others from earlier tests wait too.
    await owner.sees((message) => message.text.includes('Anyone?') && leadsTo('askAnswer')(message));
    await tap(owner, { to: 'askAnswer', person: sara.id });
    await owner.type('Sorry for the wait');
    expect(alerted()).toBe(1);
    await forge(owner, { to: 'report', of: null, span: 'day', day });
    await owner.sees('🎧');
    // There is no alert if the owner wants none.
    await forge(owner, { to: 'supportAlert', minutes: 0 });
    expect(last(owner)).toContain(t('support-alert-off'));
  });
});

test('a staff member answers in private until the role is removed', async () => {
  await open();
  onTestFinished(() => world.close());
  const owner = await meetOwner(world);
  const helper = await greet(world);
  const sara = await greet(world);
  const setRole = (staff_role: 'support' | null) =>
    look(world, ({ db }) => db.updateTable('people').set({ staff_role }).where('id', '=', helper.id).execute());
  await sara.type('/support');
  await sara.type('Before');
  expect(received(helper, 'Before')).toEqual([]);
  await setRole('support');
  await sara.type('After');
  const [copy] = received(helper, 'After');
  await helper.type('I help', { replyTo: copy?.id ?? 0 });
  expect(received(sara, 'I help')).toHaveLength(1);
  expect(received(owner, 'I help')).toHaveLength(1);
  // Their own messages are no news to them.
  expect(received(helper, 'I help')).toEqual([]);
  await helper.type('/support');
  await helper.type('My own package?');
  expect(received(owner, 'My own package?')).toHaveLength(1);
  expect(received(helper, 'My own package?')).toEqual([]);
  await helper.type('/cancel');
  const answer = helper.messages().findLast(({ text }) => text === 'I help')?.id ?? 0;
  const refused = async () => {
    // Another text of an old answer does not work either.
    await helper.edit('Pay me', { message: answer });
    expect(received(sara, 'Pay me')).toEqual([]);
    expect(received(sara, 'I help')).toHaveLength(1);
  };
  const setPaused = (paused_why: string | null) =>
    look(world, ({ db }) => db.updateTable('people').set({ paused_why }).where('id', '=', helper.id).execute());
  await setPaused('theft');
  await refused();
  await setPaused(null);
  await setRole(null);
  await refused();
  await helper.type('I still help', { replyTo: copy?.id ?? 0 });
  await forge(helper, { to: 'sendReady', person: sara.id, text: 1 });
  await forge(helper, { to: 'closeSupport', person: sara.id });
  expect(received(sara, 'I still help')).toEqual([]);
  expect(received(sara, says('en', 'support-closed'))).toEqual([]);
  await sara.type('Gone?');
  expect(received(helper, 'Gone?')).toEqual([]);
  // What they had stays the same; the others read the new text.
  await sara.edit('My PIN', { message: sara.messages().findLast(({ text }) => text === 'After')?.id ?? 0 });
  expect(received(owner, 'My PIN')).toHaveLength(1);
  expect(received(helper, 'My PIN')).toEqual([]);
});

test('a question of the only person who answers comes to them and is not tried for ever', async () => {
  world = await createWorld({ products: 120 });
  onTestFinished(() => world.close());
  const owner = await meetOwner(world);
  await owner.type('/support');
  await owner.type('Does this work?');
  expect(received(owner, 'Does this work?')).toHaveLength(1);
});
