import type { InlineKeyboardMarkup, Message, User } from '@grammyjs/types';
import { type Clock, unixTime } from './clock.ts';
import type { Events } from './events.ts';
import type { Keep } from './keep.ts';
import {
  type BotRecord,
  type ChatRecord,
  isPrivate,
  type PersonRecord,
  type ReplyMarkup,
  type StoredMessage,
} from './model.ts';
import { type NewBot, newBot } from './new-bot.ts';

export type NewPerson = Partial<PersonRecord>;

/** People, bots and chats, without HTTP. Only this changes a chat. */
export interface TelegramWorld {
  addBot(bot?: NewBot): BotRecord;
  botByToken(token: string): BotRecord | undefined;
  /** Finds a bot by its username in any case, as links do. */
  botByUsername(username: string): BotRecord | undefined;
  /** All bots except deleted ones. */
  bots(): IteratorObject<BotRecord>;
  saveBot(bot: BotRecord): void;
  /** The known person with that id, or a new one. */
  addPerson(person?: NewPerson): PersonRecord;
  person(id: number): PersonRecord | undefined;
  people(): Iterable<PersonRecord>;
  chat(key: string): ChatRecord | undefined;
  chats(): Iterable<ChatRecord>;
  /** The existing chat, or a new one that is not stored, because viewing does not start the bot. */
  privateChat(bot: BotRecord, person: PersonRecord): ChatRecord;
  /** Stores the chat, so that the bot may write there. */
  open(chat: ChatRecord): ChatRecord;
  /** Adds an empty group. */
  addGroup(title: string, forum?: boolean): ChatRecord;
  saveChat(chat: ChatRecord): void;
  /** Posts a message with a new id and date. */
  post(
    chat: ChatRecord,
    from: User,
    content: Partial<Message>,
    markup?: ReplyMarkup,
    invoicePayload?: string,
  ): StoredMessage;
  /** Replaces the message with the same id. */
  replace(chat: ChatRecord, message: Message, markup: ReplyMarkup | undefined): StoredMessage;
  remove(chat: ChatRecord, messageId: number): boolean;
  /** Removes a topic with all its messages. */
  removeTopic(chat: ChatRecord, topicId: number): void;
  /** The number of the latest change. */
  changes(): number;
}

export const privateKey = (botId: number, chatId: number): string => `${botId}:${chatId}`;

export const groupKey = (chatId: number): string => `group:${chatId}`;

export function userOf(person: PersonRecord): User {
  const { phone: _, language_code, ...user } = person;
  return { ...user, ...(language_code ? { language_code } : {}), is_bot: false };
}

export function botUser(bot: BotRecord): User {
  const { id, first_name, username } = bot.user;
  return { id, is_bot: true, first_name, username };
}

export function createWorld(deps: { clock: Clock; events: Events; keep: Keep }): TelegramWorld {
  const { clock, events, keep } = deps;
  const bots = new Map<number, BotRecord>();
  const people = new Map<number, PersonRecord>();
  const chats = new Map<string, ChatRecord>();
  let changes = 0;
  let groups = 0;

  load();

  function load(): void {
    const stored = [...keep.load('bot')].map(({ key, value }) => ({ key, bot: value as BotRecord }));
    for (const { key, bot } of stored.sort((a, b) => a.bot.user.id - b.bot.user.id)) {
      bots.set(bot.user.id, bot);
      // Earlier versions stored a bot under its token.
      if (key === String(bot.user.id)) continue;
      keep.remove('bot', key);
      saveBot(bot);
    }
    for (const { value } of keep.load('person')) {
      const person = value as PersonRecord;
      people.set(person.id, person);
    }
    for (const { value } of keep.load('chat')) {
      const chat = value as Omit<ChatRecord, 'messages'>;
      // Files of earlier versions lack both.
      const { topics = [], admins = {} } = chat as Partial<ChatRecord>;
      chats.set(chat.key, { ...chat, topics, admins, messages: new Map() });
      if (chat.chat.type === 'supergroup') groups += 1;
    }
    const messages: { chat: string; stored: StoredMessage }[] = [];
    for (const { key, value } of keep.load('message')) {
      messages.push({ chat: key.slice(0, key.lastIndexOf(' ')), stored: value as StoredMessage });
    }
    // Sorts by id, because an edited message was stored again at the end.
    messages.sort((a, b) => a.stored.message.message_id - b.stored.message.message_id);
    for (const { chat, stored } of messages) {
      chats.get(chat)?.messages.set(stored.message.message_id, stored);
      changes = Math.max(changes, stored.changed);
    }
  }

  function saveBot(bot: BotRecord): void {
    keep.put('bot', String(bot.user.id), bot);
  }

  function saveChat(chat: ChatRecord): void {
    const { messages: _, ...facts } = chat;
    keep.put('chat', chat.key, facts);
  }

  function saveMessage(chat: ChatRecord, stored: StoredMessage): void {
    keep.put('message', `${chat.key} ${stored.message.message_id}`, stored);
  }

  const liveBots = (): IteratorObject<BotRecord> => bots.values().filter((bot) => !bot.deleted);

  function addBot(bot: NewBot = {}): BotRecord {
    const { token, username, managesBots } = bot;
    const existing = liveBots().find((one) =>
      token === undefined ? one.user.username === username : one.token === token,
    );
    if (existing) {
      if (managesBots !== undefined) existing.user.can_manage_bots = managesBots;
      return existing;
    }
    const record = newBot(bot, bots.size);
    if (bots.has(record.user.id)) throw new Error(`there is a bot ${record.user.id} with another token`);
    bots.set(record.user.id, record);
    saveBot(record);
    events.emit({ type: 'bots' });
    return record;
  }

  function freePersonId(): number {
    let id = 1_000_001 + people.size;
    while (people.has(id)) id += 1;
    return id;
  }

  function addPerson(person: NewPerson = {}): PersonRecord {
    const id = person.id ?? freePersonId();
    const existing = people.get(id);
    if (existing) return existing;
    const record: PersonRecord = {
      first_name: `Person ${people.size + 1}`,
      language_code: 'en',
      phone: `98912${String(id % 10_000_000).padStart(7, '0')}`,
      ...person,
      id,
    };
    people.set(id, record);
    keep.put('person', String(id), record);
    return record;
  }

  function open(chat: ChatRecord): ChatRecord {
    if (chats.has(chat.key)) return chat;
    chats.set(chat.key, chat);
    saveChat(chat);
    return chat;
  }

  function privateChat(bot: BotRecord, person: PersonRecord): ChatRecord {
    const key = privateKey(bot.user.id, person.id);
    const { id, first_name, last_name, username } = person;
    const names = {
      ...(last_name === undefined ? {} : { last_name }),
      ...(username === undefined ? {} : { username }),
    };
    return (
      chats.get(key) ?? {
        ...newChat(key, { id, first_name, ...names, type: 'private' }),
        members: [id],
        bots: [bot.user.id],
      }
    );
  }

  function addGroup(title: string, forum = false): ChatRecord {
    groups += 1;
    const id = -1_002_000_000_000 - groups;
    return open(newChat(groupKey(id), { id, type: 'supergroup', title, ...(forum ? { is_forum: true } : {}) }));
  }

  function takeMessageId(chat: ChatRecord): number {
    const bot = isPrivate(chat) ? bots.get(chat.bots[0] ?? 0) : undefined;
    const counter = bot ?? chat;
    const id = counter.nextMessageId;
    counter.nextMessageId += 1;
    if (bot) saveBot(bot);
    else saveChat(chat);
    return id;
  }

  function put(chat: ChatRecord, message: Message, markup: ReplyMarkup | undefined, invoice: StoredMessage['invoice']) {
    changes += 1;
    const stored: StoredMessage = { message, markup, changed: changes, invoice };
    chat.messages.set(message.message_id, stored);
    saveMessage(chat, stored);
    return stored;
  }

  function post(
    chat: ChatRecord,
    from: User,
    content: Partial<Message>,
    markup?: ReplyMarkup,
    payload?: string,
  ): StoredMessage {
    const message: Message = {
      message_id: takeMessageId(chat),
      from,
      chat: chat.chat,
      date: unixTime(clock),
      ...content,
      ...inline(markup),
    };
    const stored = put(chat, message, markup, payload === undefined ? undefined : { payload, paid: false });
    if (markup && !('inline_keyboard' in markup)) {
      chat.keyboard = 'remove_keyboard' in markup ? undefined : markup;
      saveChat(chat);
    }
    events.emit({ type: 'message', chat: chat.key, message });
    return stored;
  }

  function replace(chat: ChatRecord, message: Message, markup: ReplyMarkup | undefined): StoredMessage {
    const { reply_markup: _, ...rest } = message;
    const changed: Message = { ...rest, ...inline(markup) };
    const stored = put(chat, changed, markup, chat.messages.get(message.message_id)?.invoice);
    events.emit({ type: 'edited', chat: chat.key, message: changed });
    return stored;
  }

  function remove(chat: ChatRecord, messageId: number): boolean {
    if (!chat.messages.delete(messageId)) return false;
    changes += 1;
    keep.remove('message', `${chat.key} ${messageId}`);
    events.emit({ type: 'deleted', chat: chat.key, messageId });
    return true;
  }

  function removeTopic(chat: ChatRecord, topicId: number): void {
    chat.topics = chat.topics.filter(({ id }) => id !== topicId);
    for (const [id, { message }] of [...chat.messages]) if (message.message_thread_id === topicId) remove(chat, id);
    saveChat(chat);
  }

  return {
    addBot,
    botByToken: (token) => liveBots().find((bot) => bot.token === token),
    botByUsername: (username) => liveBots().find((bot) => bot.user.username.toLowerCase() === username.toLowerCase()),
    bots: liveBots,
    saveBot,
    addPerson,
    person: (id) => people.get(id),
    people: () => people.values(),
    chat: (key) => chats.get(key),
    chats: () => chats.values(),
    privateChat,
    open,
    addGroup,
    saveChat,
    post,
    replace,
    remove,
    removeTopic,
    changes: () => changes,
  };
}

function inline(markup: ReplyMarkup | undefined): { reply_markup?: InlineKeyboardMarkup } {
  return markup && 'inline_keyboard' in markup ? { reply_markup: markup } : {};
}

const newChat = (key: string, chat: ChatRecord['chat']): ChatRecord => ({
  key,
  chat,
  members: [],
  bots: [],
  blocked: false,
  topics: [],
  admins: {},
  nextMessageId: 1,
  keyboard: undefined,
  messages: new Map(),
});
