import type { Person, Shown } from '@sharj/local-telegram';
import { expect, onTestFinished, test } from 'vitest';
import { look } from '#test/support/agents.ts';
import { createWorld, type World } from '#test/support/world.ts';

const people = 25;
const each = 10;
/** Questions and answers. */
const messages = people * each * 2;
const restarts = 11;

const numbered = (kind: string) => Array.from({ length: each }, (_, nth) => `${kind} ${nth + 1}`);

const waiting = (world: World) =>
  look(world, async ({ db }) => {
    const rows = await db
      .selectFrom('support_messages')
      .select((eb) => [eb.fn.countAll<number>().as('all'), eb.fn.count<number>('done_at').as('done')])
      .where('kind', '=', 'message')
      .executeTakeFirstOrThrow();
    return rows;
  });

/** Which of these texts a person read, in order. */
const read = (shown: readonly Shown[], kind: string): string[] =>
  shown.filter(({ fromBot }) => fromBot).flatMap(({ text }) => new RegExp(`${kind} \\d+$`).exec(text)?.[0] ?? []);

/** A kill between two steps may repeat the message just before. */
const withoutRepeats = (texts: readonly string[]): string[] => texts.filter((text, at) => text !== texts[at - 1]);

/** A stopped process repeats nothing; a killed one repeats the message that it had in flight. */
const ends = [
  { how: 'stopped', mostRepeats: 0 },
  { how: 'killed', mostRepeats: restarts },
] as const;

test.each(ends)(
  `${messages} messages arrive once and in order over ${restarts} restarts ($how), with at most $mostRepeats repeated`,
  async ({ how, mostRepeats }) => {
    const world = await createWorld({ products: 120, start: false, pace: { leaseMs: 700 } });
    onTestFinished(() => world.close());
    const { telegram } = world;
    const clerk = telegram.person({ first_name: 'Clerk' });
    const group = telegram.forum('Support', clerk, telegram.bot);
    group.promote(telegram.bot, { can_manage_topics: true, can_delete_messages: true });
    const settings = { supportChatId: group.id };
    let bot = await world.spawnBot(settings);
    const crowd: Person[] = [];
    for (let at = 0; at < people; at += 1) {
      const person = telegram.person({ first_name: `Person ${at}`, language_code: 'en' });
      await person.type('/start', { wait: false });
      await person.type('/support', { wait: false });
      crowd.push(person);
    }
    // A kill just after a topic was created leaves it empty.
    const topicOf = (person: Person) => group.topics().findLast(({ name }) => name === person.first_name)?.id;

    /** Ends the bot after so many deliveries and starts another. */
    async function restartAt(delivered: number): Promise<void> {
      await expect
        .poll(async () => (await waiting(world)).done, { timeout: 60_000, interval: 3 })
        .toBeGreaterThan(delivered);
      await (how === 'killed' ? bot.kill() : bot.stop());
      bot = await world.spawnBot(settings);
    }

    const [first = '', ...rest] = numbered('question');
    for (const person of crowd) await person.type(first, { wait: false });
    await restartAt(0);
    await telegram.quiet();
    const answers = numbered('answer');
    // Everyone writes and is answered while the bot restarts again and again.
    for (const [round, answer] of answers.entries()) {
      for (const person of crowd) {
        const question = rest[round];
        if (question !== undefined) await person.type(question, { wait: false });
        await clerk.in(group, topicOf(person)).type(answer, { wait: false });
      }
      if (round < restarts - 1) await restartAt((await waiting(world)).done);
    }
    await expect.poll(() => waiting(world), { timeout: 120_000 }).toEqual({ all: messages, done: messages });

    const questions = numbered('question');
    let repeated = 0;
    for (const person of crowd) {
      const asked = read(clerk.in(group, topicOf(person)).messages(), 'question');
      const answered = read(person.messages(), 'answer');
      repeated += asked.length + answered.length - 2 * each;
      expect(withoutRepeats(asked)).toEqual(questions);
      expect(withoutRepeats(answered)).toEqual(answers);
    }
    // A topic that was just being created may be left behind.
    repeated += group.topics().length - people;
    expect(repeated).toBeLessThanOrEqual(mostRepeats);
  },
  300_000,
);
