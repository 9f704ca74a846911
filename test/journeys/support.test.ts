import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../src/playground/telegram/people/people.ts';
import { look, meetOwner } from '../support/agents.ts';
import { choose, find, forge, greet, keysOn, says, tap } from '../support/buyer.ts';
import { journeyLanguages } from '../support/length.ts';
import { unmarked } from '../support/story.ts';
import { createWorld, ownerId, type World } from '../support/world.ts';

const secondOwner = 900_000_002;

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120, pace: { albumMs: 200 }, config: { ownerIds: [ownerId, secondOwner] } });
});
afterAll(() => world.close());

const received = (person: Person, text: string) =>
  person.messages().filter((message) => message.fromBot && message.text.includes(text));

describe.each(journeyLanguages)('support without a group, in %s', (language) => {
  const t = (key: string, variables?: Record<string, string | number>) => unmarked(says(language, key, variables));
  const last = (person: Person) => unmarked(person.last().text);

  test('a question goes to every owner, the answer comes back as from the shop', async () => {
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
    // A second line is not confirmed again, and a mobile number in it starts no sale.
    const before = sara.messages().length;
    await sara.type('It was for 09121234567');
    expect(sara.messages()).toHaveLength(before + 1);
    expect(received(owner, '09121234567')).toHaveLength(1);

    const [question] = received(owner, 'Where is my package?');
    await owner.type('It is on its way', { replyTo: question?.id ?? 0 });
    const [answer] = received(sara, 'It is on its way');
    expect(unmarked(answer?.text ?? '')).toBe(`${t('support-from')}\nIt is on its way`);
    expect(answer?.message.from?.is_bot).toBe(true);
    expect(answer?.text).not.toContain('Owner');
    // It answers the message that was replied to.
    expect(answer?.message.reply_to_message?.text).toBe('Where is my package?');
    // The other owner sees that it was answered, and by whom.
    const [seen] = received(other, 'It is on its way');
    expect(seen?.text).toContain('Mr Owner');

    // Without a button the person goes on: by a reply, or with words that the bot does not know.
    await sara.type('/cancel');
    await sara.type('Thank you very much indeed');
    expect(received(owner, 'Thank you very much indeed')).toHaveLength(1);
    await sara.type('And one more thing', { replyTo: answer?.id ?? 0 });
    expect(received(owner, 'And one more thing')).toHaveLength(1);
    expect(world.errors()).toEqual([]);
  });

  test('is asked about an order, with photo, voice and file; what is edited changes on the other side', async () => {
    const owner = await meetOwner(world, language);
    const sara = await greet(world, { language });
    await choose(sara, '989121234567');
    await tap(sara, { to: 'confirm' });
    await sara.sees(says(language, 'state-delivered'));
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
    expect(world.errors()).toEqual([]);
  });

  test('is answered with a button or a ready answer, closed, and opened by the next message', async () => {
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
    // Twice the same tap, one answer.
    const { update } = await owner.forge(ready.data, { message: ready.message });
    if (update) world.telegram.redeliver(update);
    await world.telegram.quiet();
    expect(received(sara, 'Please switch the phone off and on.')).toHaveLength(1);
    await tap(owner, { to: 'closeSupport', person: sara.id });
    expect(last(sara)).toContain(t('support-closed'));
    expect(last(owner)).toContain(t('support-is-closed'));
    // Closed: unknown words are not support's any more, until it is asked again.
    await sara.type('/cancel');
    await sara.type('these are unknown words');
    expect(received(owner, 'these are unknown words')).toEqual([]);
    await sara.type('/support');
    await sara.type('Once more');
    expect(received(owner, 'Once more')).toHaveLength(1);
    await forge(owner, { to: 'conversation', person: sara.id });
    expect(last(owner)).toContain('Once more');
    await tap(owner, { to: 'removeSupportText', text: await textId(owner) }).catch(() => undefined);
  });

  async function textId(owner: Person): Promise<number> {
    await forge(owner, { to: 'supportTexts', kind: 'answer' });
    const key = keysOn(owner.last()).find(({ press }) => press.to === 'supportText');
    const id = key?.press.to === 'supportText' ? key.press.text : 0;
    await forge(owner, { to: 'supportText', text: id });
    return id;
  }
});
