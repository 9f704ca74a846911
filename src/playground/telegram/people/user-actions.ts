import type { ChatMember, InlineKeyboardButton, KeyboardButton, Message } from '@grammyjs/types';
import type { Checkouts } from '../checkouts.ts';
import { type Clock, unixTime } from '../clock.ts';
import { asReplied } from '../methods/access.ts';
import type { BotRecord, ChatRecord, PersonRecord, StoredMessage } from '../model.ts';
import type { Presses } from '../presses.ts';
import { formatText } from '../text/formatted.ts';
import type { Updates } from '../updates.ts';
import { botUser, userOf, type World } from '../world.ts';
import type { FoundButton } from './buttons.ts';
import type { PressOptions, Reaction, SpeakOptions } from './conversation.ts';
import { payInvoice } from './paying.ts';
import { buttonText, shown } from './screen.ts';
import type { Said, Speaking } from './speaking.ts';

/** What is known of an action before the bot reacts. */
export type Outcome = Partial<Omit<Reaction, 'messages' | 'toast'>> & { readonly press?: string };

/** Actions of a person in a chat, without waiting. */
export interface UserActions {
  say(content: Partial<Message>, options?: SpeakOptions): Outcome;
  correct(message: Message, text: string): Outcome;
  press(found: FoundButton, options: PressOptions): Outcome | Promise<Outcome>;
  callback(message: Message, data: string, options: PressOptions): Outcome;
  shareOwnContact(options?: SpeakOptions): Outcome;
  follow(link: string): Outcome;
  pay(invoice: StoredMessage): Promise<Outcome>;
  setBlocked(blocked: boolean): Outcome;
}

export interface DeedDeps {
  readonly checkouts: Checkouts;
  readonly clock: Clock;
  readonly presses: Presses;
  readonly speaking: Speaking;
  readonly updates: Updates;
  readonly world: World;
}

export const TEHRAN = { latitude: 35.6892, longitude: 51.389 };

const MAX_TEXT = 4096;

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
  chat: () => ChatRecord,
): UserActions {
  const { clock, presses, speaking, updates, world } = deps;
  const enter = (): ChatRecord => world.open(chat());

  function say(content: Partial<Message>, { replyTo }: SpeakOptions = {}): Outcome {
    const place = enter();
    if (place.blocked) throw new Error(`${person.first_name} has blocked @${bot.user.username}: unblock() first`);
    const replied = replyTo === undefined ? undefined : place.messages.get(replyTo)?.message;
    if (replyTo !== undefined && !replied) throw new Error(`there is no message ${replyTo} to reply to`);
    const reply = replied ? { reply_to_message: asReplied(replied) } : {};
    return told(speaking.say(place, person, { ...reply, ...content }));
  }

  function callback(message: Message, data: string, options: PressOptions): Outcome {
    const place = enter();
    const press = presses.open(bot.user.id, place.key, person.id, options.stale ?? false);
    const chat_instance = String(Math.abs(place.chat.id) * 7919);
    const callback_query = { id: press, from: userOf(person), message, chat_instance, data };
    return { update: updates.push(bot, { callback_query }, place.key), press };
  }

  async function pay(stored: StoredMessage): Promise<Outcome> {
    const { outcome, said } = await payInvoice(deps, { bot, chat: enter(), person, stored });
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
    const opened = linkOf(button);
    return startPayload(opened) === undefined ? { opened } : { ...follow(opened), opened };
  }

  function pressKeyboard(button: KeyboardButton): Outcome {
    const place = enter();
    if (place.keyboard && 'one_time_keyboard' in place.keyboard && place.keyboard.one_time_keyboard) {
      place.keyboard = undefined;
      world.saveChat(place);
    }
    const asks = typeof button === 'string' ? {} : button;
    if ('request_contact' in asks && asks.request_contact) return shareOwnContact();
    if ('request_location' in asks && asks.request_location) return say({ location: TEHRAN });
    return say(words(buttonText(button)));
  }

  function shareOwnContact(options?: SpeakOptions): Outcome {
    const { phone, first_name, id } = person;
    return say({ contact: { phone_number: phone, first_name, user_id: id } }, options);
  }

  /** undefined: not a link to this bot. */
  function startPayload(link: string): string | undefined {
    const found = /^(?:https?:\/\/)?t\.me\/(\w+)(?:\?start=([\w-]*))?$/i.exec(link);
    return found?.[1]?.toLowerCase() === bot.user.username.toLowerCase() ? (found[2] ?? '') : undefined;
  }

  function follow(link: string): Outcome {
    const payload = startPayload(link);
    if (payload === undefined) throw new Error(`"${link}" is no start link of @${bot.user.username}`);
    return say(words(`/start ${payload}`));
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
    pay,
    setBlocked,
  };
}
