import { unixTime } from '../clock.ts';
import { type BotRecord, type ChatRecord, isPrivate, type PersonRecord } from '../model.ts';
import { botUser, groupKey, type NewPerson, userOf } from '../world.ts';
import type { Conversation } from './conversation.ts';
import { createConversation, type TalkingDeps } from './talking.ts';

/** Talks to the first bot in private by default. */
export interface Person extends Conversation, PersonRecord {
  /** In private with another bot. */
  with(bot: BotRecord): Conversation;
  /** In a group. */
  in(group: Group): Conversation;
}

export interface Group {
  readonly id: number;
  readonly title: string;
  /** Adds people, or a bot, which is told. */
  add(...members: (Person | BotRecord)[]): void;
}

export interface People {
  /** The known person with that id, or a new one. */
  person(facts?: NewPerson): Person;
  group(title: string, ...members: (Person | BotRecord)[]): Group;
  everyone(): Person[];
  groups(): Group[];
}

const isBot = (member: Person | BotRecord): member is BotRecord => 'token' in member;

export function createPeople(deps: TalkingDeps, firstBot: BotRecord): People {
  const { clock, speaking, updates, world } = deps;

  const inPrivate = (bot: BotRecord, record: PersonRecord): Conversation =>
    createConversation(deps, bot, record, () => world.privateChat(bot, record));

  function inGroup(record: PersonRecord, group: Group): Conversation {
    const chat = world.chat(groupKey(group.id));
    if (!chat?.members.includes(record.id)) throw new Error(`${record.first_name} is not in "${group.title}"`);
    const bot = world.bots().find((one) => chat.bots.includes(one.user.id)) ?? firstBot;
    return createConversation(deps, bot, record, () => chat);
  }

  function bringIn(chat: ChatRecord, bot: BotRecord): void {
    const adder = world.person(chat.members[0] ?? 0);
    if (!adder) throw new Error('a group needs a person before it can have a bot');
    chat.bots.push(bot.user.id);
    const my_chat_member = {
      chat: chat.chat,
      from: userOf(adder),
      date: unixTime(clock),
      old_chat_member: { user: botUser(bot), status: 'left' as const },
      new_chat_member: { user: botUser(bot), status: 'member' as const },
    };
    updates.push(bot, { my_chat_member }, chat.key);
    speaking.say(chat, adder, { new_chat_members: [botUser(bot)] });
  }

  const personOf = (record: PersonRecord): Person => ({
    ...record,
    ...inPrivate(firstBot, record),
    with: (bot) => inPrivate(bot, record),
    in: (group) => inGroup(record, group),
  });

  const groupOf = (chat: ChatRecord): Group => ({
    id: chat.chat.id,
    title: chat.chat.title ?? '',
    add(...members) {
      for (const member of members) {
        if (isBot(member)) bringIn(chat, member);
        else chat.members.push(member.id);
      }
      world.saveChat(chat);
    },
  });

  return {
    person: (facts) => personOf(world.addPerson(facts)),
    group(title, ...members) {
      const group = groupOf(world.addGroup(title));
      // People first: one of them adds the bot.
      group.add(...members.filter((member) => !isBot(member)), ...members.filter(isBot));
      return group;
    },
    everyone: () => [...world.people()].map(personOf),
    groups: () => [...world.chats()].filter((chat) => !isPrivate(chat)).map(groupOf),
  };
}
