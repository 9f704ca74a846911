import type { BotCard, Chat, ChatMessage, ChatPlace, Language, PageEvent, Panel, PersonCard } from './protocol.ts';
import { type TextValues, textIn } from './texts.ts';

export interface OpenChat extends Omit<Chat, 'messages'> {
  messages: ChatMessage[];
  /** The bot's chat action. */
  action: string | null;
}

/** Steps of the demo. */
export type DemoStep = 'asking' | 'confirming' | 'killing' | 'starting' | 'asked' | 'done' | 'failed';

export type Theme = 'light' | 'dark';
export type View = 'list' | 'chat' | 'panel';

/** The page's state. Only this file changes it; views read it when notified. */
interface State {
  /** The bots, the shop's own first. */
  bots: readonly BotCard[];
  /** The username of the chosen bot. */
  bot: string;
  people: readonly PersonCard[];
  /** Open chats by `chatKey`. */
  chats: Map<string, OpenChat>;
  panel: Panel | null;
  chosen: number;
  view: View;
  connected: boolean;
  /** Null follows the chosen person's language. */
  pickedLanguage: Language | null;
  theme: Theme | null;
  /** The last read message, by `chatKey`. */
  read: Record<string, number>;
  /** The step of the demo; null while it does not play. */
  demo: DemoStep | null;
}

/** What changed. */
export type Topic =
  | 'everything'
  | 'person'
  | 'bots'
  | 'message'
  | 'keyboard'
  | 'action'
  | 'panel'
  | 'connection'
  | 'read'
  | 'demo';

const saved = <T>(key: string, otherwise: T): T => {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
};

export const save = (key: string, value: unknown): void => {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Works without local storage.
  }
};

export const state: State = {
  bots: [],
  bot: '',
  people: [],
  chats: new Map(),
  panel: null,
  chosen: 0,
  view: 'list',
  connected: false,
  pickedLanguage: saved<Language | null>('language', null),
  theme: saved<Theme | null>('theme', null),
  read: saved<Record<string, number>>('read', {}),
  demo: null,
};

type Listener = (topic: Topic, event: PageEvent | null) => void;
const listeners: Listener[] = [];

export const listen = (listener: Listener): void => void listeners.push(listener);
export const tell = (topic: Topic, event: PageEvent | null = null): void => {
  for (const listener of listeners) listener(topic, event);
};

export const chosenPerson = (): PersonCard | undefined => state.people.find(({ id }) => id === state.chosen);
const noBot: BotCard = { name: 'Sharj', username: '', descriptions: { fa: '', en: '' } };
export const mainBot = (): BotCard => state.bots[0] ?? noBot;
export const botNamed = (username: string): BotCard | undefined =>
  state.bots.find((bot) => bot.username.toLowerCase() === username.toLowerCase());
export const chosenBot = (): BotCard => botNamed(state.bot) ?? mainBot();

/** The key of a chat, and its address in the page. The shop's own bot is left out. */
export const chatKey = ({ person, bot }: ChatPlace): string =>
  bot === mainBot().username ? String(person) : `${person}@${bot}`;
export const chosenKey = (): string => chatKey({ person: state.chosen, bot: chosenBot().username });
export const chosenChat = (): OpenChat | undefined => state.chats.get(chosenKey());
export const chatsOf = (person: number): OpenChat[] =>
  [...state.chats.values()].filter((chat) => chat.person === person);
export const language = (): Language => state.pickedLanguage ?? chosenPerson()?.language ?? 'en';
export const say = (key: string, values?: TextValues): string => textIn(language(), key, values) ?? key;
/** For names from the server, which may have no text yet. */
export const sayIf = (key: string, otherwise: string): string => textIn(language(), key) ?? otherwise;

export const unreadIn = (chat: OpenChat): number =>
  chat.messages.filter((message) => !message.mine && message.id > (state.read[chatKey(chat)] ?? 0)).length;

/** Marks the chosen chat as read while it is visible. */
export function markRead(): void {
  const last = chosenChat()?.messages.at(-1)?.id ?? 0;
  if (document.hidden || last <= (state.read[chosenKey()] ?? 0)) return;
  state.read[chosenKey()] = last;
  save('read', state.read);
  tell('read');
}

function put(chat: OpenChat, message: ChatMessage): void {
  const at = chat.messages.findIndex(({ id }) => id === message.id);
  if (at >= 0) chat.messages[at] = message;
  else chat.messages.push(message);
  if (!message.mine) chat.action = null;
}

/** Gives a new bot an empty chat with each person, and removes the chats of a deleted one. */
function takeInBots(bots: readonly BotCard[]): void {
  state.bots = bots;
  const empty = { messages: [], keyboard: [], placeholder: null, commands: [], action: null };
  const chats = bots.flatMap(({ username: bot }) =>
    state.people.map(({ id: person }): [string, OpenChat] => {
      const key = chatKey({ person, bot });
      return [key, state.chats.get(key) ?? { ...empty, person, bot, messages: [] }];
    }),
  );
  state.chats = new Map(chats);
}

/** Applies the event and returns its topic. */
function takeIn(event: PageEvent): Topic | null {
  if (event.type === 'snapshot') {
    const { bots, people, chats, panel } = event.snapshot;
    Object.assign(state, { bots, people, panel });
    state.chats = new Map(
      chats.map((chat) => [chatKey(chat), { ...chat, messages: [...chat.messages], action: null }]),
    );
    // A new Telegram restarts its message ids.
    for (const [key, { messages }] of state.chats) {
      const last = messages.at(-1)?.id ?? 0;
      if ((state.read[key] ?? 0) > last) state.read[key] = last;
    }
    return 'everything';
  }
  if (event.type === 'bots') {
    takeInBots(event.bots);
    return 'bots';
  }
  if (event.type === 'panel') {
    state.panel = event.panel;
    return 'panel';
  }
  const key = chatKey(event);
  const chat = state.chats.get(key);
  if (!chat) return null;
  switch (event.type) {
    case 'message':
    case 'edited':
      put(chat, event.message);
      return 'message';
    case 'deleted':
      chat.messages = chat.messages.filter(({ id }) => id !== event.id);
      return 'message';
    case 'keyboard':
      state.chats.set(key, { ...chat, keyboard: event.keyboard, placeholder: event.placeholder });
      return 'keyboard';
    case 'commands':
      state.chats.set(key, { ...chat, commands: event.commands });
      return 'keyboard';
    case 'action':
      chat.action = event.action;
      return 'action';
    case 'answered':
      return 'action';
  }
}

export function receive(event: PageEvent): void {
  const topic = takeIn(event);
  if (topic) tell(topic, event);
}
