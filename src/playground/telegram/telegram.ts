import type { Update } from '@grammyjs/types';
import { createCalls } from './calls.ts';
import { createCheckouts } from './checkouts.ts';
import { type Clock, systemClock } from './clock.ts';
import { createEvents, type EventListener } from './events.ts';
import { createFaults, type Faults } from './faults.ts';
import { createFiles } from './files.ts';
import { createJournal, type Journal } from './journal.ts';
import { createFileKeep, memoryKeep } from './keep.ts';
import type { MethodTable } from './methods/method.ts';
import { createMethods } from './methods/table.ts';
import type { BotRecord, FileRecord } from './model.ts';
import type { NewBot } from './new-bot.ts';
import { createPeople, type People } from './people/people.ts';
import { createSpeaking } from './people/speaking.ts';
import { createWaiting, PATIENCE_MS } from './people/wait-for-idle.ts';
import { createPresses } from './presses.ts';
import { createServer, type TelegramApp } from './server.ts';
import { createUpdates } from './updates.ts';
import { createWebhookDelivery } from './webhook.ts';
import { createWorld } from './world.ts';

export interface TelegramOptions {
  /** The first bot: the one that people talk to unless told otherwise. */
  readonly bot?: NewBot;
  /** Where the state outlives the process; in memory without it. */
  readonly file?: string;
  readonly clock?: Clock;
  /** How long a person waits for the bot before the test is called failed. */
  readonly patienceMs?: number;
  /** Whether the bot has work that Telegram cannot know of; those who wait for it to be quiet wait for that too. */
  readonly isBusy?: () => Promise<boolean>;
}

/** A Telegram of one's own: its HTTP face (`app`), its people, and the powers a test needs over both. */
export interface Telegram extends People {
  readonly app: TelegramApp;
  readonly bot: BotRecord;
  readonly token: string;
  addBot(bot?: NewBot): BotRecord;
  /** Everything that happens, as it happens. Returns the way to stop listening. */
  subscribe(listener: EventListener): () => void;
  /** A file that someone sent, by its id. */
  file(fileId: string): FileRecord | undefined;
  /** The calls that bots made. */
  readonly journal: Journal;
  readonly faults: Faults;
  /** Resolves when the bot is done with everything it was sent. */
  quiet(bot?: BotRecord): Promise<void>;
  /** Sends an update again, as it was: Telegram may. */
  redeliver(update: Update, bot?: BotRecord): void;
  /** Sends an update of the test's own making. */
  deliver(content: Omit<Update, 'update_id'>, bot?: BotRecord): Update | undefined;
  /** Updates that the bot has not confirmed. */
  pending(bot?: BotRecord): readonly Update[];
  /** Makes every press so far too old to be answered. */
  expirePresses(): void;
  /** Ends what waits and writes down what is kept. Does not know of sockets: see `startTelegram`. */
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
  const checkouts = createCheckouts(clock, events);
  // A webhook's reply is a call, and setWebhook is a method: each needs the other.
  let methods: MethodTable = new Map();
  const calls = createCalls({ events, faults, journal, methods: () => methods });
  const webhook = createWebhookDelivery({
    clock,
    events,
    updates,
    world,
    run: (bot, method, values) => calls.run(bot, method, { values, uploads: new Map() }),
  });
  methods = createMethods({ clock, events, files, world, updates, webhook, presses, checkouts });

  const bot = world.addBot({ username: 'sharj_bot', ...options.bot });
  const actions = new Map<string, string>();
  const waiting = createWaiting({
    calls,
    events,
    updates,
    patienceMs: options.patienceMs ?? PATIENCE_MS,
    isBusy: options.isBusy,
  });
  const speaking = createSpeaking(world, updates);
  const people = createPeople(
    { checkouts, clock, files, presses, speaking, updates, waiting, world, actionIn: (chat) => actions.get(chat) },
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
