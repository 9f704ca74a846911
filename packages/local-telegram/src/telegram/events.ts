import type { Message, Update } from '@grammyjs/types';
import type { ApiCall } from './journal.ts';

export interface Toast {
  readonly text: string;
  readonly alert: boolean;
  readonly url?: string;
}

/** `chat` is the key of the chat's record. */
export type TelegramEvent =
  | { readonly type: 'message' | 'edited'; readonly chat: string; readonly message: Message }
  | { readonly type: 'deleted'; readonly chat: string; readonly messageId: number }
  | { readonly type: 'action'; readonly chat: string; readonly action: string }
  | { readonly type: 'toast'; readonly chat: string; readonly personId: number; readonly toast: Toast | undefined }
  | { readonly type: 'checkout'; readonly queryId: string; readonly ok: boolean; readonly error: string | undefined }
  | { readonly type: 'queued' | 'delivered' | 'confirmed'; readonly botId: number; readonly update: Update }
  /** A bot was created, deleted or renamed. */
  | { readonly type: 'bots' }
  | { readonly type: 'call-started' | 'call'; readonly call: ApiCall };

export type EventListener = (event: TelegramEvent) => void;

export interface Events {
  emit(event: TelegramEvent): void;
  /** Returns the unsubscribe function. */
  subscribe(listener: EventListener): () => void;
}

export function createEvents(): Events {
  const listeners = new Set<EventListener>();
  return {
    emit(event) {
      for (const listener of [...listeners]) listener(event);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
