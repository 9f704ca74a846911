import type {
  ChatMember,
  InlineKeyboardButton,
  InlineQueryResultArticle,
  KeyboardButton,
  Message,
} from '@grammyjs/types';
import type { Checkouts } from '#telegram/checkouts.ts';
import { type Clock, unixTime } from '#telegram/clock.ts';
import type { InlineQueries } from '#telegram/inline-queries.ts';
import { asksForBot } from '#telegram/keyboard.ts';
import type { ManagedBots } from '#telegram/managed-bots.ts';
import { asReplied } from '#telegram/methods/access.ts';
import { type BotRecord, type ChatRecord, isPrivate, type PersonRecord, type StoredMessage } from '#telegram/model.ts';
import type { Presses } from '#telegram/presses.ts';
import { formatText } from '#telegram/text/formatted.ts';
import type { Updates } from '#telegram/updates.ts';
import { botUser, type TelegramWorld, userOf } from '#telegram/world.ts';
import { type BotLink, readBotLink } from './bot-link.ts';
import type { FoundButton } from './buttons.ts';
import type { PressOptions, Reaction, SpeakOptions } from './conversation.ts';
import { type PayOptions, payInvoice } from './paying.ts';
import { buttonText, shown } from './screen.ts';
import type { Said, Speaking } from './speaking.ts';

/** The immediate result of an action, before the bot reacts. */
export type Outcome = Partial<Omit<Reaction, 'messages' | 'toast'>> & { readonly press?: string };

/** Missing names default to the button's suggestions. */
export interface WantedNames {
  readonly name?: string | undefined;
  readonly username?: string | undefined;
}

/** Actions of a person in a chat, without waiting. */
export interface UserActions {
  say(content: Partial<Message>, options?: SpeakOptions): Outcome;
  correct(message: Message, text: string): Outcome;
  press(found: FoundButton, options: PressOptions): Outcome | Promise<Outcome>;
  callback(message: Message, data: string, options: PressOptions): Outcome;
  shareOwnContact(options?: SpeakOptions): Outcome;
  /** Follows a link to this bot. */
  follow(link: string): Outcome;
  /** Presses a button that asks for a bot. */
  createBot(button: KeyboardButton, names: WantedNames): Outcome;
  pay(invoice: StoredMessage, options?: PayOptions): Promise<Outcome>;
  setBlocked(blocked: boolean): Outcome;
  /** Types `@bot query`; returns the query's id. */
  askInline(query: string, offset: string): string;
  /** Sends a result to the chat. */
  choose(result: InlineQueryResultArticle, query: string): Outcome;
}

export interface DeedDeps {
  readonly checkouts: Checkouts;
  readonly clock: Clock;
  readonly inlineQueries: InlineQueries;
  readonly managedBots: ManagedBots;
  readonly presses: Presses;
  readonly speaking: Speaking;
  readonly updates: Updates;
  readonly world: TelegramWorld;
}

export const TEHRAN = { latitude: 35.6892, longitude: 51.389 };

const MAX_TEXT = 4096;
const MAX_QUERY = 256;

/** A text with the entities that Telegram detects. */
export function words(source: string): Pick<Message, 'entities'> & { text: string } {
  const { text, entities } = formatText(source);
  if (text === '' || text.length > MAX_TEXT) throw new Error(`no client sends a text of ${text.length} characters`);
  return { text, ...(entities.length > 0 ? { entities } : {}) };
}

export function captionWords(source: string | undefined): Pick<Message, 'caption' | 'caption_entities'> {
  if (source === undefined) return {};
  const { text, entities } = words(source);
  return { caption: text, ...(entities ? { caption_entities: entities } : {}) };
}

const told = ({ stored, update }: Said): Outcome => ({ said: shown(stored), update });

function linkOf(button: InlineKeyboardButton): string {
  if ('url' in button) return button.url;
  if ('web_app' in button) return button.web_app.url;
  if ('login_url' in button) return button.login_url.url;
  throw new Error(`"${button.text}" is a kind of button that is not played here`);
}

export function createUserActions(
  deps: DeedDeps,
  bot: BotRecord,
  person: PersonRecord,
  { chat, topic }: { readonly chat: () => ChatRecord; readonly topic: number | undefined },
): UserActions {
  const { clock, inlineQueries, managedBots, presses, speaking, updates, world } = deps;

  function enter(): ChatRecord {
    if (bot.deleted) throw new Error(`@${bot.user.username} is deleted`);
    return world.open(chat());
  }

  function say(content: Partial<Message>, { replyTo }: SpeakOptions = {}): Outcome {
    const place = enter();
    if (place.blocked) throw new Error(`${person.first_name} has blocked @${bot.user.username}: unblock() first`);
    const replied = replyTo === undefined ? undefined : place.messages.get(replyTo)?.message;
    if (replyTo !== undefined && !replied) throw new Error(`there is no message ${replyTo} to reply to`);
    // Every message in a topic replies at least to the one that opened it.
    const root = topic === undefined ? undefined : place.messages.get(topic)?.message;
    const target = replied ?? root;
    const reply = target ? { reply_to_message: asReplied(target) } : {};
    const thread = topic === undefined ? {} : { message_thread_id: topic, is_topic_message: true as const };
    return told(speaking.say(place, person, { ...thread, ...reply, ...content }));
  }

  function callback(message: Message, data: string, options: PressOptions): Outcome {
    const place = enter();
    const press = presses.open(bot.user.id, place.key, person.id, options.stale ?? false);
    const chat_instance = String(Math.abs(place.chat.id) * 7919);
    const callback_query = { id: press, from: userOf(person), message, chat_instance, data };
    return { update: updates.push(bot, { callback_query }, place.key), press };
  }

  async function pay(stored: StoredMessage, options: PayOptions = {}): Promise<Outcome> {
    const { outcome, said } = await payInvoice(deps, { bot, chat: enter(), person, stored }, options);
    return { ...(said ? told(said) : {}), payment: outcome };
  }

  function pressInline(
    button: InlineKeyboardButton,
    stored: StoredMessage,
    options: PressOptions,
  ): Outcome | Promise<Outcome> {
    if ('callback_data' in button) return callback(stored.message, button.callback_data, options);
    if ('copy_text' in button) return { copied: button.copy_text.text };
    if ('pay' in button) return pay(stored);
    if ('switch_inline_query_chosen_chat' in button)
      return { inlineQuery: button.switch_inline_query_chosen_chat.query ?? '' };
    const opened = linkOf(button);
    // The link leads to the private chat.
    const own = ownLink(opened);
    return own && !own.newBot && isPrivate(chat()) ? { ...follow(opened), opened } : { opened };
  }

  const makeBot = (
    suggested: KeyboardButton.RequestManagedBotButton['request_managed_bot'],
    { name = suggested.suggested_name ?? '', username = suggested.suggested_username ?? '' }: WantedNames,
  ): BotRecord => managedBots.create(bot, person, { name, username });

  function pressKeyboard(button: KeyboardButton, names: WantedNames = {}): Outcome {
    const place = enter();
    const asks = typeof button === 'string' ? {} : button;
    // Creates the bot first, because refused names leave the keyboard unchanged.
    const created = asksForBot(button) ? makeBot(button.request_managed_bot, names) : undefined;
    if (place.keyboard && 'one_time_keyboard' in place.keyboard && place.keyboard.one_time_keyboard) {
      place.keyboard = undefined;
      world.saveChat(place);
    }
    if (created) return { ...say({ managed_bot_created: { bot: botUser(created) } }), created };
    if ('request_contact' in asks && asks.request_contact) return shareOwnContact();
    if ('request_location' in asks && asks.request_location) return say({ location: TEHRAN });
    return say(words(buttonText(button)));
  }

  function shareOwnContact(options?: SpeakOptions): Outcome {
    const { phone, first_name, id } = person;
    return say({ contact: { phone_number: phone, first_name, user_id: id } }, options);
  }

  /** Undefined if the link does not lead to this bot. */
  function ownLink(link: string): BotLink | undefined {
    const botLink = readBotLink(link);
    return botLink?.username.toLowerCase() === bot.user.username.toLowerCase() ? botLink : undefined;
  }

  function follow(link: string): Outcome {
    const botLink = ownLink(link);
    if (!botLink) throw new Error(`"${link}" is no start link of @${bot.user.username}`);
    if (botLink.newBot) return { created: managedBots.create(bot, person, botLink.newBot) };
    return say(words(`/start ${botLink.start}`));
  }

  function setBlocked(blocked: boolean): Outcome {
    const place = enter();
    if (place.blocked === blocked) return {};
    place.blocked = blocked;
    world.saveChat(place);
    const member = (gone: boolean): ChatMember =>
      gone ? { user: botUser(bot), status: 'kicked', until_date: 0 } : { user: botUser(bot), status: 'member' };
    const my_chat_member = {
      chat: place.chat,
      from: userOf(person),
      date: unixTime(clock),
      old_chat_member: member(!blocked),
      new_chat_member: member(blocked),
    };
    return { update: updates.push(bot, { my_chat_member }, place.key) };
  }

  function askInline(query: string, offset: string): string {
    if (!bot.user.supports_inline_queries) throw new Error(`@${bot.user.username} has no inline mode`);
    if (query.length > MAX_QUERY) throw new Error(`no client sends a query of ${query.length} characters`);
    const id = inlineQueries.open(bot.user.id);
    const chat_type = isPrivate(chat()) ? ('sender' as const) : ('supergroup' as const);
    updates.push(bot, { inline_query: { id, from: userOf(person), query, offset, chat_type } }, `inline ${person.id}`);
    return id;
  }

  function choose(result: InlineQueryResultArticle, query: string): Outcome {
    const { id: result_id, input_message_content: content, reply_markup } = result;
    if (!('message_text' in content)) throw new Error('only results with a text are played here');
    const { text, entities } = formatText(content.message_text, content.parse_mode);
    const sent = { text, entities, via_bot: botUser(bot), ...(reply_markup ? { reply_markup } : {}) };
    const chosen_inline_result = { result_id, from: userOf(person), query };
    updates.push(bot, { chosen_inline_result }, `inline ${person.id}`);
    return told(speaking.say(enter(), person, sent, reply_markup));
  }

  return {
    say,
    correct(message, text) {
      const { entities: _, ...rest } = message;
      return told(speaking.correct(enter(), { ...rest, ...words(text), edit_date: unixTime(clock) }));
    },
    press: (found, options) =>
      found.kind === 'inline' ? pressInline(found.button, found.stored, options) : pressKeyboard(found.button),
    callback,
    shareOwnContact,
    follow,
    createBot: pressKeyboard,
    pay,
    setBlocked,
    askInline,
    choose,
  };
}
