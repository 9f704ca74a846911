import type { Update } from '@grammyjs/types';
import { fromBale, inquireTransaction } from './bale.ts';
import { createCalls } from './calls.ts';
import { createCheckouts } from './checkouts.ts';
import { type Clock, systemClock } from './clock.ts';
import { createEvents, type EventListener } from './events.ts';
import { createFaults, type Faults } from './faults.ts';
import { createFiles } from './files.ts';
import { createInlineQueries } from './inline-queries.ts';
import { createJournal, type Journal } from './journal.ts';
import { createFileKeep, memoryKeep } from './keep.ts';
import { createManagedBots } from './managed-bots.ts';
import type { MethodTable } from './methods/method.ts';
import { createMethods } from './methods/table.ts';
import type { BotRecord, FileRecord } from './model.ts';
import type { NewBot } from './new-bot.ts';
import { createPeople, type People } from './people/people.ts';
import { createSpeaking } from './people/speaking.ts';
import { createWaiting, DEFAULT_TIMEOUT_MS } from './people/wait-for-idle.ts';
import { createPresses } from './presses.ts';
import { createServer, type TelegramApp } from './server.ts';
import { createUpdates } from './updates.ts';
import { createWebhookDelivery } from './webhook.ts';
import { createWorld } from './world.ts';

export interface TelegramOptions {
  /** The first bot, which people talk to by default. */
  readonly bot?: NewBot;
  /** The file for persistent state; in memory by default. */
  readonly file?: string;
  readonly clock?: Clock;
  /** `bale` supports only what Bale's documentation lists, in its own notation. */
  readonly dialect?: 'telegram' | 'bale';
  /** How long a person waits for the bot before the test fails. */
  readonly timeoutMs?: number;
  /** Whether a bot has work that Telegram cannot see; waiting for idle includes it. */
  readonly isBusy?: (bot: BotRecord) => Promise<boolean>;
}

/** A local Telegram: its HTTP API (`app`), its people, and controls for tests. */
export interface Telegram extends People {
  readonly app: TelegramApp;
  readonly bot: BotRecord;
  /** The first bot's token at the start. */
  readonly token: string;
  /** Adds a bot as BotFather would, or returns the known one with that username or token. */
  addBot(bot?: NewBot): BotRecord;
  bots(): BotRecord[];
  /** Replaces the token as BotFather would. The old one is refused from now on, and a managing bot is told. */
  revokeToken(bot: BotRecord): string;
  /** Deletes a bot as BotFather would: its token ends, and nobody can write to it. */
  deleteBot(bot: BotRecord): void;
  /** All events; returns the unsubscribe function. */
  subscribe(listener: EventListener): () => void;
  /** A sent file by its id. */
  file(fileId: string): FileRecord | undefined;
  /** Calls of bots. */
  readonly journal: Journal;
  readonly faults: Faults;
  /** Resolves when the bot is idle. */
  quiet(bot?: BotRecord): Promise<void>;
  /** Repeats an update unchanged. */
  redeliver(update: Update, bot?: BotRecord): void;
  /** Sends an update that a test made. */
  deliver(content: Omit<Update, 'update_id'>, bot?: BotRecord): Update | undefined;
  /** Unconfirmed updates. */
  pending(bot?: BotRecord): readonly Update[];
  /** Makes all presses too old to answer. */
  expirePresses(): void;
  /** Ends long polls and writes the state. `startTelegram` closes sockets. */
  close(): void;
}

export function createTelegram(options: TelegramOptions = {}): Telegram {
  const clock = options.clock ?? systemClock;
  const keep = options.file === undefined ? memoryKeep : createFileKeep(options.file, systemClock);
  const events = createEvents();
  const journal = createJournal(clock);
  const faults = createFaults(clock);
  const files = createFiles(keep);
  const world = createWorld({ clock, events, keep });
  const updates = createUpdates({ clock, events, keep, world });
  const presses = createPresses(clock, events);
  const checkouts = createCheckouts(clock, events, options.dialect === 'bale');
  const inlineQueries = createInlineQueries(clock);
  // A webhook's reply is a call, and setWebhook is a method, so each needs the other.
  let methods: MethodTable = new Map();
  const calls = createCalls({
    events,
    faults,
    journal,
    methods: () => methods,
    translate: options.dialect === 'bale' ? fromBale : undefined,
  });
  const webhook = createWebhookDelivery({
    clock,
    events,
    updates,
    world,
    run: (bot, method, values) => calls.run(bot, method, { values, uploads: new Map() }),
  });
  const managedBots = createManagedBots({ events, updates, webhook, world });
  const deps = { clock, events, files, world, updates, webhook, presses, checkouts, inlineQueries, managedBots };
  methods = createMethods(deps, options.dialect === 'bale' ? [inquireTransaction(deps)] : []);

  const isTelegram = options.dialect !== 'bale';
  const bot = world.addBot({
    username: 'sharj_bot',
    inlineMode: isTelegram,
    managesBots: isTelegram,
    ...options.bot,
  });
  const actions = new Map<string, string>();
  const waiting = createWaiting({
    calls,
    events,
    updates,
    defaultTimeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    isBusy: options.isBusy,
  });
  const speaking = createSpeaking(world, updates);
  const people = createPeople(
    {
      checkouts,
      clock,
      inlineQueries,
      files,
      managedBots,
      presses,
      speaking,
      updates,
      waiting,
      world,
      actionIn: (chat) => actions.get(chat),
    },
    bot,
  );

  events.subscribe((event) => {
    if (event.type === 'action') actions.set(event.chat, event.action);
    if (event.type === 'message' && event.message.from?.is_bot) actions.delete(event.chat);
    if (event.type === 'queued') for (const one of world.bots()) if (one.user.id === event.botId) webhook.wake(one);
  });
  for (const one of world.bots()) webhook.wake(one);

  return {
    ...people,
    app: createServer({ world, files, calls }),
    bot,
    token: bot.token,
    addBot: world.addBot,
    bots: () => [...world.bots()],
    revokeToken: managedBots.replaceToken,
    deleteBot: managedBots.remove,
    subscribe: events.subscribe,
    file: files.byId,
    journal,
    faults,
    quiet: (one = bot) => waiting.quiet(one),
    redeliver: (update, one = bot) => updates.repeat(one, update, `again ${update.update_id}`),
    deliver: (content, one = bot) => updates.push(one, content, 'delivered by hand'),
    pending: (one = bot) => [...updates.pending(one)].map((queued) => queued.update),
    expirePresses: presses.expireAll,
    close() {
      webhook.close();
      updates.release();
      checkouts.close();
      keep.close();
    },
  };
}
