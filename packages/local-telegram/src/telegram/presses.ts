import { randomInt } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { Events, Toast } from './events.ts';

interface Press {
  readonly botId: number;
  readonly chat: string;
  readonly personId: number;
  readonly expiresAt: number;
  answered: boolean;
}

/** Presses that wait for answerCallbackQuery. */
export interface Presses {
  /** Returns the callback query's id. A stale one is too old to answer. */
  open(botId: number, chat: string, personId: number, stale: boolean): string;
  /** False if the press is unknown or too old. */
  answer(botId: number, id: string, toast: Toast | undefined): boolean;
  /** Makes all presses too old. */
  expireAll(): void;
  toast(id: string): Toast | undefined;
  /** The answer to the person's last press in the chat. */
  lastToast(chat: string, personId: number): Toast | undefined;
}

/** Long enough for a bot that answers at once, and short enough to catch one that works first. */
export const CALLBACK_TIMEOUT_MS = 15_000;

const KEPT = 10_000;

export function createPresses(clock: Clock, events: Events): Presses {
  const presses = new Map<string, Press>();
  const toasts = new Map<string, Toast>();
  const latest = new Map<string, string>();

  function forgetOldest(): void {
    if (presses.size <= KEPT) return;
    const [oldest] = presses.keys();
    if (oldest === undefined) return;
    presses.delete(oldest);
    toasts.delete(oldest);
  }

  return {
    open(botId, chat, personId, stale) {
      const id = `${personId}${String(randomInt(1_000_000_000)).padStart(9, '0')}`;
      const expiresAt = stale ? 0 : clock.now() + CALLBACK_TIMEOUT_MS;
      presses.set(id, { botId, chat, personId, expiresAt, answered: false });
      latest.set(`${chat} ${personId}`, id);
      forgetOldest();
      return id;
    },
    answer(botId, id, toast) {
      const press = presses.get(id);
      if (!press || press.botId !== botId || press.expiresAt < clock.now()) return false;
      // Accepts a second answer, although the client no longer waits for it.
      if (press.answered) return true;
      press.answered = true;
      if (toast) toasts.set(id, toast);
      events.emit({ type: 'toast', chat: press.chat, personId: press.personId, toast });
      return true;
    },
    expireAll() {
      presses.clear();
    },
    toast: (id) => toasts.get(id),
    lastToast: (chat, personId) => toasts.get(latest.get(`${chat} ${personId}`) ?? ''),
  };
}
