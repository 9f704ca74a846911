import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { createApi } from './api.ts';
import { cast } from './cast.ts';
import { botCard, chatOf, keyOf, messageOf } from './chat-view.ts';
import type { DevPanel } from './dev-panel.ts';
import { createFeed } from './feed.ts';
import { createGuard } from './guard.ts';
import type { ChatPlace, PageEvent, PersonCard } from './page/protocol.ts';
import { createPageFiles } from './page-files.ts';
import { createPanelWatch } from './panel-watch.ts';
import type { TelegramEvent } from './telegram/events.ts';
import type { ApiCall } from './telegram/journal.ts';
import type { Conversation } from './telegram/people/conversation.ts';
import type { Telegram } from './telegram/telegram.ts';
import { privateKey } from './telegram/world.ts';

export interface PlaygroundOptions {
  readonly telegram: Telegram;
  /** Always a loopback address. */
  readonly host: '127.0.0.1' | '::1';
  readonly port: number;
  readonly timeouts?: Partial<typeof defaultTimeouts>;
}

/** Cuts off clients that send their headers or body slowly. */
const defaultTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 1_000,
};

export interface Playground {
  /** The address of the page and of the Bot API. */
  readonly url: string;
  /** Enables the page, with a panel if one is given. The Bot API works from the start, because the bot needs it. */
  show(devPanel?: DevPanel): void;
  close(): Promise<void>;
}

export class PortTaken extends Error {
  constructor(port: number) {
    super(`Port ${port} is taken. Set PORT to another one.`);
  }
}

/** The local Telegram, its Bot API and the page, on one address. */
export async function startPlaygroundServer({
  telegram,
  host,
  port,
  timeouts,
}: PlaygroundOptions): Promise<Playground> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const page = createPageFiles();
  let bound = port;
  let stage: ReturnType<typeof createStage> | undefined;
  app.use(createGuard(() => bound));
  app.all('/:bot{bot[^/]+}/*', (c) => telegram.app.fetch(c.req.raw, c.env));
  app.all('/file/*', (c) => telegram.app.fetch(c.req.raw, c.env));
  app.get('/', (c) => page(c, 'index.html') ?? c.notFound());
  app.get('/page/:name{.+}', (c) => page(c, c.req.param('name')) ?? c.notFound());

  app.get('/api/events', (c) => stage?.open() ?? c.notFound());
  app.all('/api/*', (c) => stage?.api.fetch(c.req.raw, c.env) ?? c.notFound());

  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer({ ...defaultTimeouts, ...timeouts }, listener);
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? new PortTaken(port) : error;
  }
  const address = server.address();
  if (typeof address === 'object' && address) bound = address.port;

  return {
    url: `http://${host === '::1' ? '[::1]' : host}:${bound}`,
    show(devPanel) {
      stage = createStage(telegram, devPanel ?? null);
    },
    async close() {
      stage?.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Everything behind the page: people, chats, and events for every open window. */
function createStage(telegram: Telegram, devPanel: DevPanel | null) {
  const people = new Map(cast.map((actor) => [actor.id, telegram.person(actor.record)]));
  const cards: readonly PersonCard[] = cast.map(({ record: _, ...card }) => card);
  const keyboards = new Map<string, string>();
  let chats = allChats();
  const feed = createFeed();
  const watch = devPanel
    ? createPanelWatch({
        devPanel,
        people: cast.map(({ id }) => id),
        watched: feed.watched,
        changed: (panel) => feed.send({ type: 'panel', panel }),
      })
    : null;

  /** The chats of each person with each bot. */
  function allChats(): ReadonlyMap<string, StageChat> {
    const entries = telegram.bots().flatMap((bot) =>
      [...people.values()].map((person): [string, StageChat] => {
        const place = { person: person.id, bot: bot.user.username };
        return [privateKey(bot.user.id, person.id), { place, botId: bot.user.id, conversation: person.with(bot) }];
      }),
    );
    return new Map(entries);
  }

  function sendKeyboard(key: string, { place, conversation }: StageChat): void {
    const screen = conversation.screen();
    const keyboard = screen.keys.map((row) => row.map(keyOf));
    const text = JSON.stringify(keyboard);
    if ((keyboards.get(key) ?? '[]') === text) return;
    keyboards.set(key, text);
    feed.send({ type: 'keyboard', ...place, keyboard, placeholder: screen.placeholder ?? null });
  }

  function tellChat(event: Extract<TelegramEvent, { readonly chat: string }>): void {
    const chat = chats.get(event.chat);
    if (!chat) return;
    const { place, conversation } = chat;
    if (event.type === 'deleted') feed.send({ type: 'deleted', ...place, id: event.messageId });
    if (event.type === 'action') feed.send({ type: 'action', ...place, action: event.action });
    if (event.type === 'toast') {
      const { text = null, alert = false, url = null } = event.toast ?? {};
      feed.send({ type: 'answered', ...place, text, alert, url });
    }
    if (event.type !== 'message' && event.type !== 'edited') return;
    const message = conversation.messages().find(({ id }) => id === event.message.message_id);
    if (message) feed.send({ type: event.type, ...place, message: messageOf(message) });
    sendKeyboard(event.chat, chat);
  }

  const sendBots = (): void => feed.send({ type: 'bots', bots: telegram.bots().map(botCard) });

  function tellCall({ method, botId }: ApiCall): void {
    if (method === 'setMyName' || method === 'setMyDescription') sendBots();
    if (method !== 'setMyCommands') return;
    for (const { place, conversation, botId: id } of chats.values()) {
      if (id === botId) feed.send({ type: 'commands', ...place, commands: conversation.screen().commands });
    }
  }

  const unsubscribe = telegram.subscribe((event) => {
    if ('chat' in event) {
      tellChat(event);
      watch?.poke();
    } else if (event.type === 'call') tellCall(event.call);
    else if (event.type === 'bots') {
      chats = allChats();
      sendBots();
    }
  });

  return {
    api: createApi({ telegram, people, devPanel }),
    open: () =>
      feed.open(async () => {
        const panel = (await watch?.read()) ?? null;
        return (): PageEvent => {
          const openChats = [...chats].map(([key, { place, conversation }]) => {
            const chat = chatOf(place, conversation);
            keyboards.set(key, JSON.stringify(chat.keyboard));
            return chat;
          });
          const bots = telegram.bots().map(botCard);
          return { type: 'snapshot', snapshot: { bots, people: cards, chats: openChats, panel } };
        };
      }),
    close() {
      unsubscribe();
      watch?.close();
      feed.close();
    },
  };
}

interface StageChat {
  readonly place: ChatPlace;
  readonly botId: number;
  readonly conversation: Conversation;
}
