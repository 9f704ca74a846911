import { unixTime } from '#telegram/clock.ts';
import { commandsFor } from '#telegram/commands.ts';
import type { Files } from '#telegram/files.ts';
import { asksForBot } from '#telegram/keyboard.ts';
import { type BotRecord, type ChatRecord, isPrivate, type PersonRecord, type StoredMessage } from '#telegram/model.ts';
import { createAttachments } from './attachments.ts';
import { readBotLink } from './bot-link.ts';
import { findButton } from './buttons.ts';
import type { ActOptions, Conversation, Reaction } from './conversation.ts';
import { buttonText, describeScreen, keyboardRows, type Screen, type Shown, shown } from './screen.ts';
import { captionWords, createUserActions, type DeedDeps, type Outcome, TEHRAN, words } from './user-actions.ts';
import type { Waiting } from './wait-for-idle.ts';

export interface TalkingDeps extends DeedDeps {
  readonly files: Files;
  readonly waiting: Waiting;
  /** The bot's last chat action in a chat. */
  actionIn(chat: string): string | undefined;
}

/** One person in one chat. Stateless, so two of the same show the same. */
export function createConversation(
  deps: TalkingDeps,
  bot: BotRecord,
  person: PersonRecord,
  whole: () => ChatRecord,
  topic?: number,
): Conversation {
  const { clock, presses, waiting, world } = deps;
  const attach = createAttachments(deps.files, whole);
  const actions = createUserActions(deps, bot, person, { chat: whole, topic });
  /** Shows only the topic's own messages. */
  function chat(): ChatRecord {
    const place = whole();
    if (topic === undefined) return place;
    const own = [...place.messages].filter(([, { message }]) => message.message_thread_id === topic);
    return { ...place, messages: new Map(own) };
  }

  const all = (): Shown[] => [...chat().messages.values()].map(shown);
  const fromBot = (): Shown[] => all().filter((message) => message.fromBot);
  const isBots = (stored: StoredMessage): boolean => stored.message.from?.id === bot.user.id;
  const isOwnText = ({ message }: StoredMessage): boolean =>
    message.from?.id === person.id && message.text !== undefined;

  function screen(): Screen {
    const place = chat();
    const keyboard = keyboardRows(place).map((row) => row.map(buttonText));
    return {
      title: place.chat.type === 'private' ? bot.user.first_name : place.chat.title,
      messages: all(),
      keyboard: keyboard.length > 0 ? keyboard : undefined,
      keys: keyboardRows(place),
      placeholder: place.keyboard?.input_field_placeholder,
      action: deps.actionIn(place.key),
      toast: presses.lastToast(place.key, person.id),
      commands: commandsFor(bot, place, person.id, person.language_code),
    };
  }

  /** Acts, waits for the bot, and returns the result. */
  async function act(options: ActOptions, action: () => Outcome | Promise<Outcome>): Promise<Reaction> {
    const before = world.changes();
    const { press, ...done } = await action();
    if (options.wait !== false) await waiting.quiet(bot);
    return {
      update: undefined,
      said: undefined,
      opened: undefined,
      copied: undefined,
      payment: undefined,
      inlineQuery: undefined,
      created: undefined,
      ...done,
      toast: press === undefined ? undefined : presses.toast(press),
      messages: fromBot().filter((message) => message.changed > before),
    };
  }

  /** The private chat with another bot that a link leads to. */
  function otherChat(link: string): Conversation | undefined {
    const target = world.botByUsername(readBotLink(link)?.username ?? '');
    if (!target || target === bot) return undefined;
    return createConversation(deps, target, person, () => world.privateChat(target, person));
  }

  function newest(problem: string, wanted: (stored: StoredMessage) => boolean, id?: number): StoredMessage {
    const message = id === undefined ? [...chat().messages.values()].findLast(wanted) : chat().messages.get(id);
    if (!message) throw new Error(`${problem}; ${describeScreen(screen())}`);
    return message;
  }

  return {
    type: (text, options = {}) => act(options, () => actions.say(words(text), options)),
    async press(wanted, options = {}) {
      const reaction = await act(options, () => {
        const target = findButton(chat(), wanted, options);
        if (target) return actions.press(target, options);
        const name = typeof wanted === 'object' && 'row' in wanted ? JSON.stringify(wanted) : `"${wanted}"`;
        throw new Error(`there is no button ${name}; ${describeScreen(screen())}`);
      });
      const { opened } = reaction;
      // The person must confirm a new bot's names first.
      if (opened === undefined || !isPrivate(whole()) || readBotLink(opened)?.newBot) return reaction;
      const other = otherChat(opened);
      return other ? { ...(await other.open(opened, options)), opened } : reaction;
    },
    async createBot({ button, name, username, ...options } = {}) {
      const reaction = await act(options, () => {
        const keys = keyboardRows(chat()).flat();
        const target = button === undefined ? undefined : findButton(chat(), button, { underInput: true })?.button;
        const pressed = button === undefined ? keys.find(asksForBot) : keys.find((key) => key === target);
        if (pressed !== undefined && asksForBot(pressed)) return actions.createBot(pressed, { name, username });
        throw new Error(`there is no button that asks for a bot; ${describeScreen(screen())}`);
      });
      if (!reaction.created) throw new Error('no bot was made');
      return { ...reaction, created: reaction.created };
    },
    forge: (data, options = {}) =>
      act(options, () => {
        const { message } = newest('there is no message to press on', isBots, options.message);
        return actions.callback(message, data, options);
      }),
    shareContact: (contact, options = {}) =>
      act(options, () =>
        contact
          ? actions.say({ contact: { phone_number: '', first_name: 'Someone', ...contact } }, options)
          : actions.shareOwnContact(options),
      ),
    sendPhoto: (photo = {}, options = {}) =>
      act(options, () => actions.say({ ...captionWords(photo.caption), ...attach.photo(photo.bytes) }, options)),
    sendDocument: ({ name, bytes, caption }, options = {}) =>
      act(options, () => actions.say({ ...captionWords(caption), ...attach.document(name, bytes) }, options)),
    sendSticker: (emoji = '👍', options = {}) => act(options, () => actions.say(attach.sticker(emoji), options)),
    sendVoice: (options = {}) => act(options, () => actions.say(attach.voice(), options)),
    sendAlbum: (captions, options = {}) =>
      act(options, () => {
        const media_group_id = `album-${world.changes()}`;
        const photos = captions.map((caption) => ({ ...captionWords(caption), ...attach.photo(), media_group_id }));
        const [first] = photos.map((photo) => actions.say(photo, options));
        if (!first) throw new Error('an album has photos');
        return first;
      }),
    sendLocation: (latitude = TEHRAN.latitude, longitude = TEHRAN.longitude, options = {}) =>
      act(options, () => actions.say({ location: { latitude, longitude } }, options)),
    forward: (what, options = {}) =>
      act(options, () => {
        const content = what.contact ? { contact: what.contact } : words(what.text ?? '');
        const origin = {
          type: 'hidden_user' as const,
          sender_user_name: what.from ?? 'Someone',
          date: unixTime(clock),
        };
        return actions.say({ ...content, forward_origin: origin });
      }),
    edit: (text, options = {}) =>
      act(options, () =>
        actions.correct(newest('there is no message to edit', isOwnText, options.message).message, text),
      ),
    open: (link, options = {}) => otherChat(link)?.open(link, options) ?? act(options, () => actions.follow(link)),
    pay: (options = {}) =>
      act(options, () =>
        actions.pay(
          newest('there is no invoice to pay', (stored) => stored.invoice?.paid === false, options.message),
          options,
        ),
      ),
    block: (options = {}) => act(options, () => actions.setBlocked(true)),
    unblock: (options = {}) => act(options, () => actions.setBlocked(false)),
    inline: async (query, offset = '') => {
      const id = actions.askInline(query, offset);
      const complaint = (): string => `the bot did not answer the inline query "${query}"`;
      return waiting.until(() => deps.inlineQueries.answerTo(id), complaint);
    },
    choose: (result, query, options = {}) => act(options, () => actions.choose(result, query)),

    screen,
    messages: all,
    last: () => shown(newest('the bot has said nothing', isBots)),
    mark: () => world.changes(),
    sees(what, options = {}) {
      const matches = (message: Shown): boolean => {
        if (message.changed <= (options.since ?? 0)) return false;
        if (typeof what === 'function') return what(message);
        return typeof what === 'string' ? message.text.includes(what) : what.test(message.text);
      };
      const name = typeof what === 'function' ? 'it' : String(what);
      const complaint = (): string => `${person.first_name} did not see ${name}; ${describeScreen(screen())}`;
      return waiting.until(() => fromBot().findLast(matches), complaint, options.timeoutMs);
    },
    until(wanted, options = {}) {
      const look = (): Screen | undefined => {
        const now = screen();
        return wanted(now) ? now : undefined;
      };
      const complaint = (): string => `the screen is not as wanted; ${describeScreen(screen())}`;
      return waiting.until(look, complaint, options.timeoutMs);
    },
  };
}
