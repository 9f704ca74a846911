import type { ChatMember } from '@grammyjs/types';
import { unixTime } from '#telegram/clock.ts';
import { administrator } from '#telegram/methods/members.ts';
import {
  type AdminRights,
  type BotRecord,
  type ChatRecord,
  isPrivate,
  type PersonRecord,
  type TopicRecord,
} from '#telegram/model.ts';
import { botUser, groupKey, type NewPerson, userOf } from '#telegram/world.ts';
import type { Conversation } from './conversation.ts';
import { createConversation, type TalkingDeps } from './talking.ts';

/** A person, who talks to the first bot in private by default. */
export interface Person extends Conversation, PersonRecord {
  /** The private chat with another bot. */
  with(bot: BotRecord): Conversation;
  /** The conversation in a group, or in one of its topics. */
  in(group: Group, topic?: number): Conversation;
}

export interface Group {
  readonly id: number;
  readonly title: string;
  /** Adds people or bots; a bot is told. */
  add(...members: (Person | BotRecord)[]): void;
  /** Removes a person or a bot; both are told. */
  remove(member: Person | BotRecord): void;
  /** Promotes a bot; null makes it an ordinary member again. */
  promote(bot: BotRecord, rights: AdminRights | null): void;
  topics(): readonly TopicRecord[];
  /** Closes or reopens a topic on behalf of a person. */
  closeTopic(by: Person, topic: number, closed: boolean): void;
  /** Deletes a topic on behalf of a person; bots are not told. */
  deleteTopic(topic: number): void;
}

export interface People {
  /** The known person with that id, or a new one. */
  person(facts?: NewPerson): Person;
  group(title: string, ...members: (Person | BotRecord)[]): Group;
  /** A group with topics. */
  forum(title: string, ...members: (Person | BotRecord)[]): Group;
  everyone(): Person[];
  groups(): Group[];
}

const isBot = (member: Person | BotRecord): member is BotRecord => 'token' in member;

export function createPeople(deps: TalkingDeps, firstBot: BotRecord): People {
  const { clock, speaking, updates, world } = deps;

  const inPrivate = (bot: BotRecord, record: PersonRecord): Conversation =>
    createConversation(deps, bot, record, () => world.privateChat(bot, record));

  function inGroup(record: PersonRecord, group: Group, topic?: number): Conversation {
    const chat = world.chat(groupKey(group.id));
    if (!chat?.members.includes(record.id)) throw new Error(`${record.first_name} is not in "${group.title}"`);
    const bot = world.bots().find((one) => chat.bots.includes(one.user.id)) ?? firstBot;
    return createConversation(deps, bot, record, () => chat, topic);
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
    in: (group, topic) => inGroup(record, group, topic),
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
    remove(member) {
      if (isBot(member)) {
        const before = standingOf(chat, member);
        chat.bots = chat.bots.filter((id) => id !== member.user.id);
        delete chat.admins[member.user.id];
        tellStanding(chat, member, before, { user: botUser(member), status: 'kicked', until_date: 0 });
      } else {
        const record = world.addPerson({ id: member.id });
        speaking.say(chat, record, { left_chat_member: userOf(record) });
        chat.members = chat.members.filter((id) => id !== member.id);
      }
      world.saveChat(chat);
    },
    promote(bot, rights) {
      const before = standingOf(chat, bot);
      if (rights) chat.admins[bot.user.id] = rights;
      else delete chat.admins[bot.user.id];
      tellStanding(chat, bot, before, standingOf(chat, bot));
      world.saveChat(chat);
    },
    topics: () => chat.topics,
    closeTopic(by, id, closed) {
      const topic = chat.topics.find((one) => one.id === id);
      if (!topic) throw new Error(`there is no topic ${id}`);
      topic.closed = closed;
      const place = { message_thread_id: id, is_topic_message: true as const };
      const event = closed ? { forum_topic_closed: {} } : { forum_topic_reopened: {} };
      speaking.say(chat, world.addPerson({ id: by.id }), { ...place, ...event });
    },
    deleteTopic: (id) => world.removeTopic(chat, id),
  });

  const standingOf = (chat: ChatRecord, bot: BotRecord): ChatMember => {
    const rights = chat.admins[bot.user.id];
    return rights ? administrator(botUser(bot), rights) : { user: botUser(bot), status: 'member' };
  };

  function tellStanding(chat: ChatRecord, bot: BotRecord, before: ChatMember, after: ChatMember): void {
    const by = world.person(chat.members[0] ?? 0);
    if (!by) return;
    const change = { old_chat_member: before, new_chat_member: after };
    const my_chat_member = { chat: chat.chat, from: userOf(by), date: unixTime(clock), ...change };
    updates.push(bot, { my_chat_member }, chat.key);
  }

  return {
    person: (facts) => personOf(world.addPerson(facts)),
    group(title, ...members) {
      const group = groupOf(world.addGroup(title));
      // Adds people first, because one of them adds the bot.
      group.add(...members.filter((member) => !isBot(member)), ...members.filter(isBot));
      return group;
    },
    forum(title, ...members) {
      const group = groupOf(world.addGroup(title, true));
      group.add(...members.filter((member) => !isBot(member)), ...members.filter(isBot));
      return group;
    },
    everyone: () => [...world.people()].map(personOf),
    groups: () => [...world.chats()].filter((chat) => !isPrivate(chat)).map(groupOf),
  };
}
