import type { ChatMember, InlineKeyboardButton, Message } from '@grammyjs/types';
import type { Checkouts } from '../checkouts.ts';
import { type Clock, unixTime } from '../clock.ts';
import { commandsFor } from '../commands.ts';
import type { Files } from '../files.ts';
import { asReplied } from '../methods/access.ts';
import type { BotRecord, ChatRecord, PersonRecord, StoredMessage } from '../model.ts';
import type { Presses } from '../presses.ts';
import { formatText } from '../text/formatted.ts';
import type { Updates } from '../updates.ts';
import { botUser, userOf, type World } from '../world.ts';
import { createAttachments } from './attachments.ts';
import { findButton } from './buttons.ts';
import type { ActOptions, Conversation, PressOptions, Reaction, SeeOptions, SpeakOptions } from './conversation.ts';
import { payInvoice } from './paying.ts';
import type { Waiting } from './quiet.ts';
import { buttonText, describeScreen, keyboardRows, type Screen, type Shown, shown } from './screen.ts';
import type { Said, Speaking } from './speaking.ts';

export interface TalkingDeps {
  readonly checkouts: Checkouts;
  readonly clock: Clock;
  readonly files: Files;
  readonly presses: Presses;
  readonly speaking: Speaking;
  readonly updates: Updates;
  readonly waiting: Waiting;
  readonly world: World;
  /** What the bot last said it was doing in a chat. */
  actionIn(chat: string): string | undefined;
}

type Outcome = Partial<Omit<Reaction, 'messages' | 'toast'>> & { readonly press?: string };

/** `chat` opens the chat on first use: a person who only looks has not started the bot. */
export function createConversation(
  deps: TalkingDeps,
  bot: BotRecord,
  person: PersonRecord,
  chat: () => ChatRecord,
): Conversation {
  const { clock, files, presses, speaking, updates, waiting, world } = deps;
  const attach = createAttachments(files);
  let lastPress: string | undefined;

  const all = (): Shown[] => [...chat().messages.values()].map(shown);
  const fromBot = (): Shown[] => all().filter((message) => message.fromBot);

  function screen(): Screen {
    const place = chat();
    const keyboard = keyboardRows(place).map((row) => row.map(buttonText));
    return {
      title: place.chat.type === 'private' ? bot.user.first_name : place.chat.title,
      messages: all(),
      keyboard: keyboard.length > 0 ? keyboard : undefined,
      placeholder: place.keyboard?.input_field_placeholder,
      action: deps.actionIn(place.key),
      toast: lastPress === undefined ? undefined : presses.toast(lastPress),
      commands: commandsFor(bot, place, person.id, person.language_code),
    };
  }

  async function act(options: ActOptions, deed: () => Outcome | Promise<Outcome>): Promise<Reaction> {
    const before = world.changes();
    const { press, ...done } = await deed();
    if (options.wait !== false) await waiting.quiet(bot);
    return {
      update: undefined,
      said: undefined,
      opened: undefined,
      copied: undefined,
      payment: undefined,
      ...done,
      toast: press === undefined ? undefined : presses.toast(press),
      messages: fromBot().filter((message) => message.changed > before),
    };
  }

  const told = ({ stored, update }: Said): Outcome => ({ said: shown(stored), update });

  function say(content: Partial<Message>, { replyTo }: SpeakOptions = {}): Outcome {
    const place = chat();
    if (place.blocked) throw new Error(`${person.first_name} has blocked @${bot.user.username}: unblock() first`);
    const replied = replyTo === undefined ? undefined : place.messages.get(replyTo)?.message;
    if (replyTo !== undefined && !replied) throw new Error(`there is no message ${replyTo} to reply to`);
    return told(
      speaking.say(place, person, { ...(replied ? { reply_to_message: asReplied(replied) } : {}), ...content }),
    );
  }

  function words(source: string): { text: string; entities?: Message['entities'] & object } {
    const { text, entities } = formatText(source);
    if (text === '' || text.length > 4096)
      throw new Error(`a client does not send a text of ${text.length} characters`);
    return { text, ...(entities.length > 0 ? { entities } : {}) };
  }

  function caption(text: string | undefined): Partial<Message> {
    if (text === undefined) return {};
    const { text: caption, entities } = words(text);
    return { caption, ...(entities ? { caption_entities: entities } : {}) };
  }

  function callback(message: Message, data: string, options: PressOptions): Outcome {
    const place = chat();
    const id = presses.open(bot.user.id, place.key, person.id, options.stale ?? false);
    lastPress = id;
    const query = { id, from: userOf(person), message, chat_instance: String(Math.abs(place.chat.id) * 7919), data };
    return { update: updates.push(bot, { callback_query: query }, place.key), press: id };
  }

  function pressInline(
    button: InlineKeyboardButton,
    stored: StoredMessage,
    options: PressOptions,
  ): Outcome | Promise<Outcome> {
    if ('callback_data' in button) return callback(stored.message, button.callback_data, options);
    if ('copy_text' in button) return { copied: button.copy_text.text };
    if ('pay' in button) return payNow(stored);
    const url =
      'url' in button
        ? button.url
        : 'web_app' in button
          ? button.web_app.url
          : 'login_url' in button
            ? button.login_url.url
            : undefined;
    if (url === undefined) throw new Error(`"${button.text}" is a kind of button that is not played here`);
    return startPayload(url) === undefined ? { opened: url } : { ...follow(url), opened: url };
  }

  function pressKeyboard(button: ReturnType<typeof keyboardRows>[number][number]): Outcome {
    const place = chat();
    if (place.keyboard && 'one_time_keyboard' in place.keyboard && place.keyboard.one_time_keyboard) {
      place.keyboard = undefined;
      world.saveChat(place);
    }
    if (typeof button === 'object' && 'request_contact' in button && button.request_contact)
      return say({ contact: ownContact() });
    if (typeof button === 'object' && 'request_location' in button && button.request_location)
      return say({ location: TEHRAN });
    return say(words(buttonText(button)));
  }

  const ownContact = () => ({ phone_number: person.phone, first_name: person.first_name, user_id: person.id });

  function startPayload(link: string): string | undefined {
    const found = /^(?:https?:\/\/)?t\.me\/(\w+)(?:\?start=([\w-]*))?$/i.exec(link);
    return found?.[1]?.toLowerCase() === bot.user.username.toLowerCase() ? (found[2] ?? '') : undefined;
  }

  function follow(link: string): Outcome {
    const payload = startPayload(link);
    if (payload === undefined) throw new Error(`"${link}" is no start link of @${bot.user.username}`);
    return say(words(`/start ${payload}`));
  }

  async function payNow(stored: StoredMessage): Promise<Outcome> {
    const { outcome, said } = await payInvoice(deps, { bot, chat: chat(), person, stored });
    return { ...(said ? told(said) : {}), payment: outcome };
  }

  function setBlocked(blocked: boolean): Outcome {
    const place = chat();
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

  function newest(problem: string, wanted: (stored: StoredMessage) => boolean, id?: number): StoredMessage {
    const found = [...chat().messages.values()].findLast((stored) =>
      id === undefined ? wanted(stored) : stored.message.message_id === id,
    );
    if (!found) throw new Error(`${problem}; ${describeScreen(screen())}`);
    return found;
  }

  const isBots = (stored: StoredMessage): boolean => stored.message.from?.id === bot.user.id;

  return {
    type: (text, options = {}) => act(options, () => say(words(text), options)),
    press: (wanted, options = {}) =>
      act(options, () => {
        const found = findButton(chat(), wanted, options);
        if (!found)
          throw new Error(
            `there is no button ${typeof wanted === 'string' ? `"${wanted}"` : JSON.stringify(wanted)}; ${describeScreen(screen())}`,
          );
        return found.kind === 'inline' ? pressInline(found.button, found.stored, options) : pressKeyboard(found.button);
      }),
    forge: (data, options = {}) =>
      act(options, () =>
        callback(newest('there is no message to press on', isBots, options.message).message, data, options),
      ),
    shareContact: (contact, options = {}) =>
      act(options, () =>
        say({ contact: contact ? { phone_number: '', first_name: 'Someone', ...contact } : ownContact() }, options),
      ),
    sendPhoto: (photo = {}, options = {}) =>
      act(options, () => say({ ...caption(photo.caption), ...attach.photo(photo.bytes) }, options)),
    sendDocument: (document, options = {}) =>
      act(options, () =>
        say({ ...caption(document.caption), ...attach.document(document.name, document.bytes) }, options),
      ),
    sendSticker: (emoji = '👍', options = {}) => act(options, () => say(attach.sticker(emoji), options)),
    sendVoice: (options = {}) => act(options, () => say(attach.voice(), options)),
    sendLocation: (latitude = TEHRAN.latitude, longitude = TEHRAN.longitude, options = {}) =>
      act(options, () => say({ location: { latitude, longitude } }, options)),
    forward: (what, options = {}) =>
      act(options, () => {
        const content = what.contact ? { contact: what.contact } : words(what.text ?? '');
        const origin = {
          type: 'hidden_user' as const,
          sender_user_name: what.from ?? 'Someone',
          date: unixTime(clock),
        };
        return say({ ...content, forward_origin: origin });
      }),
    edit: (text, options = {}) =>
      act(options, () => {
        const own = newest(
          'there is no message to edit',
          ({ message }) => message.from?.id === person.id && message.text !== undefined,
          options.message,
        );
        const { entities: _, ...rest } = own.message;
        return told(speaking.correct(chat(), { ...rest, ...words(text), edit_date: unixTime(clock) }));
      }),
    open: (link, options = {}) => act(options, () => follow(link)),
    pay: (options = {}) =>
      act(options, () =>
        payNow(newest('there is no invoice to pay', (stored) => stored.invoice?.paid === false, options.message)),
      ),
    block: (options = {}) => act(options, () => setBlocked(true)),
    unblock: (options = {}) => act(options, () => setBlocked(false)),

    screen,
    messages: all,
    last: () => shown(newest('the bot has said nothing', isBots)),
    mark: () => world.changes(),
    sees(what, options: SeeOptions = {}) {
      const matches = (message: Shown): boolean => {
        if (message.changed <= (options.since ?? 0)) return false;
        if (typeof what === 'function') return what(message);
        return typeof what === 'string' ? message.text.includes(what) : what.test(message.text);
      };
      const complaint = (): string =>
        `${person.first_name} did not see ${typeof what === 'function' ? 'it' : what}; ${describeScreen(screen())}`;
      return waiting.until(() => fromBot().findLast(matches), complaint, options.timeoutMs);
    },
    until(wanted, options = {}) {
      const look = (): Screen | undefined => {
        const now = screen();
        return wanted(now) ? now : undefined;
      };
      return waiting.until(look, () => `the screen is not as wanted; ${describeScreen(screen())}`, options.timeoutMs);
    },
  };
}

const TEHRAN = { latitude: 35.6892, longitude: 51.389 };
