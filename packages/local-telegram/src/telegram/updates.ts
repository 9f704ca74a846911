import type { Update } from '@grammyjs/types';
import type { Clock } from './clock.ts';
import type { Events } from './events.ts';
import { type ApiFailure, conflict } from './failure.ts';
import type { Keep } from './keep.ts';
import type { BotRecord, UpdateKind } from './model.ts';
import type { TelegramWorld } from './world.ts';

export interface PollOptions {
  readonly offset: number;
  readonly limit: number;
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal | undefined;
}

/** Each bot's queue of unconfirmed updates. */
export interface Updates {
  /** Queues an update; undefined if the bot does not want that kind. Keeps the order within each `chat`. */
  push(bot: BotRecord, content: Omit<Update, 'update_id'>, chat: string): Update | undefined;
  /** Queues an update again with its id, before newer ones. */
  repeat(bot: BotRecord, update: Update, chat: string): void;
  pending(bot: BotRecord): Iterable<QueuedUpdate>;
  pendingCount(bot: BotRecord): number;
  confirm(bot: BotRecord, updateId: number): void;
  dropAll(bot: BotRecord): void;
  poll(bot: BotRecord, options: PollOptions): Promise<Update[]>;
  /** Ends a long poll with this refusal. */
  interrupt(bot: BotRecord, why: ApiFailure): void;
  /** Ends every long poll with an empty answer, so that the server can close. */
  release(): void;
}

export interface QueuedUpdate {
  readonly update: Update;
  readonly chat: string;
}

interface Waiter {
  answer(): void;
  fail(why: ApiFailure): void;
  done(): void;
}

const NOT_UNASKED: readonly UpdateKind[] = ['chat_member', 'message_reaction', 'message_reaction_count'];

/** Telegram accepts an offset slightly past the end, and treats one far past it as a mistake. */
const FUTURE_SLACK = 10;

export function createUpdates(deps: { clock: Clock; events: Events; keep: Keep; world: TelegramWorld }): Updates {
  const { clock, events, keep, world } = deps;
  const queues = new Map<number, Map<number, QueuedUpdate>>();
  const waiters = new Map<number, Waiter>();

  for (const { key, value } of keep.load('update')) {
    const entry = value as QueuedUpdate;
    const botId = Number(key.split(':')[0]);
    queueOf(botId).set(entry.update.update_id, entry);
  }
  for (const [botId, queue] of queues) queues.set(botId, inOrder(queue));

  function queueOf(botId: number): Map<number, QueuedUpdate> {
    let queue = queues.get(botId);
    if (!queue) {
      queue = new Map();
      queues.set(botId, queue);
    }
    return queue;
  }

  function enqueue(bot: BotRecord, entry: QueuedUpdate): void {
    queueOf(bot.user.id).set(entry.update.update_id, entry);
    keep.put('update', `${bot.user.id}:${entry.update.update_id}`, entry);
    events.emit({ type: 'queued', botId: bot.user.id, update: entry.update });
    waiters.get(bot.user.id)?.answer();
  }

  function confirm(bot: BotRecord, updateId: number): void {
    const entry = queueOf(bot.user.id).get(updateId);
    if (!entry) return;
    queueOf(bot.user.id).delete(updateId);
    keep.remove('update', `${bot.user.id}:${updateId}`);
    events.emit({ type: 'confirmed', botId: bot.user.id, update: entry.update });
  }

  function confirmBefore(bot: BotRecord, offset: number): void {
    for (const id of queueOf(bot.user.id).keys()) {
      if (id >= offset) break;
      confirm(bot, id);
    }
  }

  function take(bot: BotRecord, limit: number): Update[] {
    const taken: Update[] = [];
    for (const { update } of queueOf(bot.user.id).values()) {
      if (taken.length === limit) break;
      taken.push(update);
    }
    for (const update of taken) events.emit({ type: 'delivered', botId: bot.user.id, update });
    return taken;
  }

  const interrupt = (bot: BotRecord, why: ApiFailure): void => waiters.get(bot.user.id)?.fail(why);

  function poll(bot: BotRecord, { offset, limit, timeoutSeconds, signal }: PollOptions): Promise<Update[]> {
    interrupt(bot, conflict('terminated by other getUpdates request; make sure that only one bot instance is running'));
    const end = bot.nextUpdateId;
    if (offset > 0 && offset <= end + FUTURE_SLACK) confirmBefore(bot, offset);
    if (offset < 0) confirmBefore(bot, end + offset);
    const ready = take(bot, limit);
    if (ready.length > 0 || timeoutSeconds <= 0 || signal?.aborted) return Promise.resolve(ready);

    return new Promise((resolve, reject) => {
      const cancel = clock.schedule(() => finish(() => resolve([])), timeoutSeconds * 1000);
      const gone = (): void => finish(() => resolve([]));
      const waiter: Waiter = {
        answer: () => finish(() => resolve(take(bot, limit))),
        fail: (why) => finish(() => reject(why)),
        done: gone,
      };
      function finish(settle: () => void): void {
        if (waiters.get(bot.user.id) !== waiter) return;
        waiters.delete(bot.user.id);
        cancel();
        signal?.removeEventListener('abort', gone);
        settle();
      }
      waiters.set(bot.user.id, waiter);
      signal?.addEventListener('abort', gone);
    });
  }

  return {
    push(bot, content, chat) {
      const kind = Object.keys(content)[0] as UpdateKind;
      const wanted = bot.allowedUpdates ? bot.allowedUpdates.includes(kind) : !NOT_UNASKED.includes(kind);
      if (!wanted) return undefined;
      const update: Update = { update_id: bot.nextUpdateId, ...content };
      bot.nextUpdateId += 1;
      world.saveBot(bot);
      enqueue(bot, { update, chat });
      return update;
    },
    repeat(bot, update, chat) {
      const queue = queueOf(bot.user.id);
      queue.set(update.update_id, { update, chat });
      queues.set(bot.user.id, inOrder(queue));
      enqueue(bot, { update, chat });
    },
    pending: (bot) => queueOf(bot.user.id).values(),
    pendingCount: (bot) => queueOf(bot.user.id).size,
    confirm,
    dropAll(bot) {
      for (const id of [...queueOf(bot.user.id).keys()]) confirm(bot, id);
    },
    poll,
    interrupt,
    release() {
      for (const waiter of [...waiters.values()]) waiter.done();
    },
  };
}

const inOrder = (queue: Map<number, QueuedUpdate>): Map<number, QueuedUpdate> =>
  new Map([...queue].sort(([a], [b]) => a - b));
