import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { meetOwner } from '#test/support/agents.ts';
import { greet, says } from '#test/support/buyer.ts';
import { createWorld, ownerId, type World } from '#test/support/world.ts';

let world: World;
/** The staff, in the order in which they are written to. */
let one: Person;
let two: Person;
let three: Person;
beforeAll(async () => {
  const [second, third] = [900_000_002, 900_000_003];
  world = await createWorld({ products: 120, config: { ownerIds: [ownerId, second, third] } });
  one = await meetOwner(world, 'en');
  two = world.telegram.person({ id: second, first_name: 'Ms Second', language_code: 'en' });
  three = world.telegram.person({ id: third, first_name: 'Mr Third', language_code: 'en' });
  await two.type('/start');
  await three.type('/start');
});
afterAll(() => world.close());

const received = (person: Person, text: string) =>
  person.messages().filter((message) => message.fromBot && message.text.includes(text));
const voices = (person: Person) => person.messages().filter(({ fromBot, message }) => fromBot && message.voice);
const stickers = (person: Person) => person.messages().filter(({ fromBot, message }) => fromBot && message.sticker);
const refused = says('en', 'support-refused');

async function asked(question: string) {
  const sara = await greet(world);
  await sara.type('/support');
  await sara.type(question);
  await world.telegram.quiet();
  return { sara, copy: received(one, question)[0]?.id ?? 0 };
}

/** A person who allows no voice messages: Telegram refuses them only for that chat. */
const refuseVoice = ({ id: chat }: Person) =>
  world.telegram.faults.fail('copyMessage', {
    code: 400,
    description: 'Bad Request: VOICE_MESSAGES_FORBIDDEN',
    chat,
    times: 1,
  });

/** Each retry waits for a minute at most. */
const retriedUntil = (isDone: () => boolean) =>
  expect
    .poll(() => {
      world.pass(61_000);
      return isDone();
    })
    .toBe(true);

test('a voice message that one staff member refuses reaches the others', async () => {
  const { sara } = await asked('May I tell you?');
  refuseVoice(two);
  await sara.sendVoice();
  await world.telegram.quiet();
  expect([voices(one).length, voices(two).length, voices(three).length]).toEqual([1, 0, 1]);
  expect(received(sara, refused)).toEqual([]);
});

test('a message that all staff members refuse is reported to its author', async () => {
  const { sara } = await asked('May I tell you all?');
  for (const person of [one, two, three]) refuseVoice(person);
  await sara.sendVoice();
  await sara.sees(refused);
});

test('an answer that arrived is not reported as refused when a colleague refuses it', async () => {
  const { sara, copy } = await asked('Will you tell me?');
  const before = voices(three).length;
  refuseVoice(two);
  await one.sendVoice({ replyTo: copy });
  await world.telegram.quiet();
  expect(voices(sara)).toHaveLength(1);
  expect(voices(three)).toHaveLength(before + 1);
  expect(received(one, refused)).toEqual([]);
});

test('an edit that one staff member gets later comes to another once, and so does the next edit', async () => {
  const { sara } = await asked('My first wording');
  const question = sara.messages().findLast(({ text }) => text === 'My first wording')?.id ?? 0;
  // One deleted the copy, and Telegram asks for a pause in another's chat.
  const gone = { code: 400, description: 'Bad Request: message to edit not found', chat: one.id };
  world.telegram.faults.fail('editMessageText', { ...gone, times: 1 });
  world.telegram.faults.fail('editMessageText', { retryAfter: 300, chat: two.id, times: 3 });
  await sara.edit('My second wording', { message: question });
  await retriedUntil(() => received(two, 'My second wording').length > 0);
  await world.telegram.quiet();
  for (const person of [one, two, three]) expect(received(person, 'My second wording')).toHaveLength(1);
  await sara.edit('My third wording', { message: question });
  await world.telegram.quiet();
  for (const person of [one, two, three]) expect(received(person, 'My third wording')).toHaveLength(1);
  expect(received(one, 'My second wording')).toEqual([]);
  // The copy stands for the message: an answer to it answers the message.
  await one.type('I read it', { replyTo: received(one, 'My third wording')[0]?.id ?? 0 });
  await world.telegram.quiet();
  expect(received(sara, 'I read it')[0]?.message.reply_to_message?.message_id).toBe(question);
});

test('the line above a sticker is sent once when Telegram asks for a pause before the sticker', async () => {
  const { sara, copy } = await asked('A question with a sticker');
  world.telegram.faults.fail('copyMessage', { retryAfter: 20, chat: sara.id, times: 3 });
  await one.sendSticker('👍', { replyTo: copy });
  await retriedUntil(() => stickers(sara).length > 0);
  await world.telegram.quiet();
  expect(stickers(sara)).toHaveLength(1);
  expect(sara.messages().filter(({ text }) => text === says('en', 'support-from'))).toHaveLength(1);
});
