import { setTimeout } from 'node:timers/promises';
import type { Update } from 'grammy/types';
import type { ChatScreens } from '#bot/kit/chat-screens.ts';
import { problemOf } from '#bot/telegram/problem.ts';
import type { Log } from '#log.ts';
import { createWorkLoop } from '#shop/base/jobs/work-loop.ts';
import type { Seal } from '#shop/base/seal.ts';
import type { HeldChat } from '#storage/chat-leases.ts';
import type { InboxStore, IncomingUpdate, WaitingUpdate } from '#storage/inbox.ts';
import { newReference } from './failure-notice.ts';
import { identifyUpdate, isInlineQuery, isPayment, messagesOf } from './update-identity.ts';

export interface InboxTimings {
  readonly pausesMs: readonly number[];
  /** No further attempt after this, because the person is waiting for an answer. */
  readonly retryMs: number;
  /** Pause before a payment is tried again; doubled each time up to the longest. */
  readonly paymentMs: number;
  readonly longestPaymentMs: number;
  readonly everyMs: number;
  readonly idleMs: number;
  readonly leaseMs: number;
  readonly concurrency: number;
  /** Polling pauses while so many updates wait. */
  readonly mostWaiting: number;
}

export const defaultInboxTimings: InboxTimings = {
  pausesMs: [300, 1_500],
  retryMs: 8_000,
  paymentMs: 500,
  longestPaymentMs: 30_000,
  everyMs: 1_000,
  idleMs: 5_000,
  leaseMs: 10_000,
  concurrency: 500,
  mostWaiting: 100_000,
};

export interface InboxDeps {
  readonly store: InboxStore;
  readonly screens: ChatScreens;
  readonly seal?: Seal | null;
  /** Called before the first update of a chat is handled, with what was read on the way; what it returns, after that one. */
  readonly onHeld?: (chat: HeldChat) => (() => void) | undefined;
  readonly handle: (update: Update) => Promise<void>;
  /** False: over the rate limit, and already answered. */
  readonly admit: (update: Update) => Promise<boolean>;
  /** Stored even if too many updates of the chat are waiting. */
  readonly isVital?: (update: IncomingUpdate) => Promise<boolean>;
  /** Too many updates of the chat are waiting. */
  readonly onRefused: (update: Update) => void;
  /** Another process had the chat meanwhile, and this one may have edited these messages after it. */
  readonly onLost?: (chatId: number, messageIds: readonly number[]) => Promise<void>;
  /** Tells the person, once, that the update failed. */
  readonly apologise: (update: Update, reference: string) => Promise<void>;
  readonly log: Log;
  readonly now: () => number;
  readonly timings: InboxTimings;
}

export interface Inbox {
  /** Rejects when the updates could not be stored: Telegram keeps them. */
  receive(updates: readonly Update[]): Promise<void>;
  /** Too many updates wait: Telegram should keep new ones. */
  isFull(): boolean;
  start(): void;
  stop(): Promise<void>;
  /** Releases the leases of this process. */
  close(): Promise<void>;
}

/**
 * Updates are stored before they are acknowledged and handled in order by the process that holds the chat's lease. A failing
 * update is tried a few times and then set aside; a payment is tried until it is booked.
 */
export function createInbox(deps: InboxDeps): Inbox {
  const { store, screens, seal = null, onHeld, handle, admit, isVital, onRefused, onLost, apologise } = deps;
  const { log, now, timings } = deps;
  const { pausesMs, retryMs, paymentMs, longestPaymentMs, everyMs, leaseMs, mostWaiting } = timings;
  const stopping = new AbortController();
  const held = new Set<number>();
  /** Held, and leased again for an update that came as its last one ended: it is handled next. */
  const retaken = new Set<number>();
  /** Held, and more updates of theirs may be stored. */
  const followed = new Set<number>();
  const apologised = new Set<string>();
  /** Admitted but not stored: not counted again when Telegram repeats them. */
  const unstored = new Set<string>();
  let full = false;
  let renewing: NodeJS.Timeout | undefined;

  /** `claimed`: found in the table, where an earlier attempt may have crashed its process. */
  interface Piece extends HeldChat {
    readonly claimed: boolean;
    /** Its next update; null: it is read. */
    readonly first: WaitingUpdate | null;
  }

  async function receive(updates: readonly Update[]): Promise<void> {
    const incoming: IncomingUpdate[] = [];
    for (const update of updates) {
      if (isInlineQuery(update)) {
        void answerNow(update);
        continue;
      }
      const identity = identify(update);
      if (!identity || !(unstored.has(identity.id) || (await admit(update)))) continue;
      incoming.push({ ...identity, always: identity.always || (await isVital?.(identity)) === true });
    }
    if (incoming.length === 0) return;
    try {
      const { chats, refused } = await store.receive(incoming, loop.room());
      for (const { id } of incoming) unstored.delete(id);
      for (const { payload } of refused) onRefused(JSON.parse(payload) as Update);
      // Before the new ones: these updates wait behind another one of their chat.
      for (const { chatId } of incoming) if (held.has(chatId)) followed.add(chatId);
      for (const chat of chats) hold({ ...chat, claimed: false });
      if (chats.length < incoming.length) loop.wake();
      // Handling has begun; what it writes for others to act on waits for the disk itself.
      await store.sync();
    } catch (error) {
      log.error({ updates: incoming.length, ...problemOf(error) }, 'updates not stored; Telegram keeps them');
      for (const { id, payload } of incoming) {
        unstored.add(id);
        void tellOnce(JSON.parse(payload) as Update);
      }
      throw error;
    }
  }

  /** An answer after a few seconds is of no use, so it is neither stored nor tried again. */
  async function answerNow(update: Update): Promise<void> {
    try {
      if (await admit(update)) await handle(update);
    } catch (error) {
      log.warn({ update: update.update_id, ...problemOf(error) }, 'inline query not answered');
    }
  }

  function identify(update: Update): IncomingUpdate | null {
    const identity = identifyUpdate(update, seal);
    if (!identity) log.warn({ update: update.update_id }, 'update ignored: it names no chat and no person');
    return identity;
  }

  /** A payer is told at once that the payment is not lost, and only once. */
  async function tellOnce(update: Update): Promise<void> {
    const { id = '', always = false } = identifyUpdate(update) ?? {};
    if (!always || apologised.has(id)) return;
    apologised.add(id);
    const reference = newReference();
    const payment = update.message?.successful_payment;
    if (payment) {
      const charge = payment.telegram_payment_charge_id;
      log.error({ reference, person: update.message?.from?.id, charge }, 'payment not booked yet; will retry');
    }
    await apologise(update, reference);
  }

  function hold(piece: Piece): void {
    if (held.has(piece.chatId)) return void retaken.add(piece.chatId);
    held.add(piece.chatId);
    if (loop.take(piece)) return;
    held.delete(piece.chatId);
    store.release([piece.chatId]).catch(() => undefined);
  }

  async function claim(room: number): Promise<Piece[]> {
    const chats = await store.claim(room);
    for (const { chatId } of chats) if (held.has(chatId)) retaken.add(chatId);
    const free = chats.filter(({ chatId }) => !held.has(chatId));
    for (const { chatId } of free) held.add(chatId);
    return free.map((chat) => ({ ...chat, claimed: true, first: null }));
  }

  async function drain(piece: Piece): Promise<void> {
    const { chatId, claimed, first, waiting } = piece;
    let released = false;
    screens.open(piece);
    const forget = onHeld?.(piece);
    if (!first || waiting > 1) followed.add(chatId);
    try {
      let update = first ?? (claimed ? await store.retry(chatId) : await store.next(chatId));
      while (update && !stopping.signal.aborted) {
        ({ update, released } = await attend(update));
        screens.opened(chatId);
        forget?.();
        if (!retaken.delete(chatId)) continue;
        released = false;
        update ??= await store.next(chatId);
      }
    } finally {
      screens.close(chatId);
      forget?.();
      held.delete(chatId);
      followed.delete(chatId);
      retaken.delete(chatId);
      if (!released) await store.release([chatId]);
    }
    // An update stored during the release found the lease taken.
    if (!released && !stopping.signal.aborted && (await store.next(chatId))) loop.wake();
  }

  /** Returns the chat's next update. The commit that ends the last one releases the lease too. */
  async function attend(waiting: WaitingUpdate): Promise<{ update: WaitingUpdate | null; released: boolean }> {
    const update = JSON.parse(waiting.payload) as Update;
    const failed = await attempts(update, waiting.attempts);
    if (!failed) {
      apologised.delete(waiting.id);
      const { chat_id: chatId } = waiting;
      const screen = screens.current(chatId);
      const { following, isMine } = await store.finish(waiting, screen, () => followed.delete(chatId));
      if (!isMine) await onLost?.(chatId, messagesOf(update, screen));
      if (following) followed.add(chatId);
      return { update: following, released: following === null };
    }
    // Left to the next process.
    if (stopping.signal.aborted) return { update: null, released: false };
    const following = isPayment(update) ? postpone(waiting, update) : setAside(waiting, update, failed.error);
    return { update: await following, released: false };
  }

  /** Null: handled. Attempts that crashed the process were counted before. */
  async function attempts(update: Update, before: number): Promise<{ readonly error: unknown } | null> {
    const most = isPayment(update) ? before + 1 : pausesMs.length + 1;
    const began = performance.now();
    let error: unknown;
    for (let attempt = before + 1; attempt <= most; attempt += 1) {
      try {
        await handle(update);
        return null;
      } catch (thrown) {
        error = thrown;
        log.error({ update: update.update_id, attempt, ...problemOf(thrown) }, 'update failed');
        if (attempt === most || stopping.signal.aborted || performance.now() - began > retryMs) break;
        await pause(pausesMs[attempt - 1] ?? 0);
      }
    }
    return { error: error ?? new Error('each attempt ended the process') };
  }

  async function postpone(waiting: WaitingUpdate, update: Update): Promise<WaitingUpdate | null> {
    await tellOnce(update);
    const count = waiting.attempts + 1;
    const wait = Math.min(longestPaymentMs, paymentMs * 2 ** Math.min(20, count - 1));
    return (await store.postpone(waiting, count, now() + wait)) ? store.next(waiting.chat_id) : null;
  }

  async function setAside(waiting: WaitingUpdate, update: Update, error: unknown): Promise<WaitingUpdate | null> {
    const reference = newReference();
    const problem = problemOf(error);
    log.error({ reference, update: update.update_id, ...problem }, 'update set aside');
    // Before it is stored as failed: a crash in between must not leave the person without an answer.
    await apologise(update, reference);
    screens.set(waiting.chat_id, null);
    return (await store.setAside(waiting, reference, problem.problem)) ? store.next(waiting.chat_id) : null;
  }

  const pause = (ms: number) => setTimeout(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

  const loop = createWorkLoop<Piece>({
    name: 'inbox',
    claim,
    work: drain,
    concurrency: timings.concurrency,
    everyMs,
    idleMs: timings.idleMs,
    nextDue: store.nextDue,
    now,
    log,
  });

  /** Separate from the work loop, which does not run while all its slots are in use. */
  async function renewLeases(): Promise<void> {
    try {
      await store.renew([...held]);
      full = await store.isFull(mostWaiting);
    } catch (error) {
      log.warn(problemOf(error), 'chat leases not renewed');
    }
  }

  return {
    receive,
    isFull: () => full,
    start: () => {
      loop.start();
      renewing = setInterval(() => void renewLeases(), leaseMs / 3);
    },
    stop: async () => {
      stopping.abort();
      await loop.stop();
    },
    close: async () => {
      clearInterval(renewing);
      await store.release([...held]);
    },
  };
}
