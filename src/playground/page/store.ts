import type { DemoStep } from './intro-words.ts';
import type { BotCard, Chat, ChatMessage, Language, PageEvent, Panel, PersonCard } from './protocol.ts';
import { type Words, wordsIn } from './words.ts';

export interface OpenChat extends Omit<Chat, 'messages'> {
  messages: ChatMessage[];
  /** The bot's chat action. */
  action: string | null;
}

export type Theme = 'light' | 'dark';
export type View = 'list' | 'chat' | 'panel';

/** The page's state. It is changed here only; views read it when notified. */
interface State {
  bot: BotCard;
  people: readonly PersonCard[];
  chats: Map<number, OpenChat>;
  panel: Panel | null;
  chosen: number;
  view: View;
  connected: boolean;
  /** null: the chosen person's. */
  pickedLanguage: Language | null;
  theme: Theme | null;
  /** The last read message, by person. */
  read: Record<number, number>;
  /** The step of the demo; null: it is not played. */
  demo: DemoStep | null;
}

/** What changed. */
export type Topic =
  | 'everything'
  | 'person'
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
  bot: { name: 'Sharj', username: '' },
  people: [],
  chats: new Map(),
  panel: null,
  chosen: 0,
  view: 'list',
  connected: false,
  pickedLanguage: saved<Language | null>('language', null),
  theme: saved<Theme | null>('theme', null),
  read: saved<Record<number, number>>('read', {}),
  demo: null,
};

type Listener = (topic: Topic, event: PageEvent | null) => void;
const listeners: Listener[] = [];

export const listen = (listener: Listener): void => void listeners.push(listener);
export const tell = (topic: Topic, event: PageEvent | null = null): void => {
  for (const listener of listeners) listener(topic, event);
};

export const chosenPerson = (): PersonCard | undefined => state.people.find(({ id }) => id === state.chosen);
export const chosenChat = (): OpenChat | undefined => state.chats.get(state.chosen);
export const language = (): Language => state.pickedLanguage ?? chosenPerson()?.language ?? 'en';
export const words = (): Words => wordsIn(language());

export const unreadOf = (id: number): number =>
  state.chats.get(id)?.messages.filter((message) => !message.mine && message.id > (state.read[id] ?? 0)).length ?? 0;

/** The chosen chat is read when it is visible. */
export function markRead(): void {
  const last = chosenChat()?.messages.at(-1)?.id ?? 0;
  if (document.hidden || last <= (state.read[state.chosen] ?? 0)) return;
  state.read[state.chosen] = last;
  save('read', state.read);
  tell('read');
}

function put(chat: OpenChat, message: ChatMessage): void {
  const at = chat.messages.findIndex(({ id }) => id === message.id);
  if (at >= 0) chat.messages[at] = message;
  else chat.messages.push(message);
  if (!message.mine) chat.action = null;
}

/** Applies the event and returns its topic. */
function takeIn(event: PageEvent): Topic | null {
  if (event.type === 'snapshot') {
    const { bot, people, chats, panel } = event.snapshot;
    Object.assign(state, { bot, people, panel });
    state.chats = new Map(chats.map((chat) => [chat.person, { ...chat, messages: [...chat.messages], action: null }]));
    // A new Telegram restarts its message ids.
    for (const { person, messages } of chats) {
      const last = messages.at(-1)?.id ?? 0;
      if ((state.read[person] ?? 0) > last) state.read[person] = last;
    }
    return 'everything';
  }
  if (event.type === 'panel') {
    state.panel = event.panel;
    return 'panel';
  }
  const chat = state.chats.get(event.person);
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
      state.chats.set(event.person, { ...chat, keyboard: event.keyboard, placeholder: event.placeholder });
      return 'keyboard';
    case 'commands':
      state.chats.set(event.person, { ...chat, commands: event.commands });
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
