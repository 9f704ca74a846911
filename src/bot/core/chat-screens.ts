import { createHash } from 'node:crypto';
import type { ChatScreen } from '#storage/chat-leases.ts';
import type { Screen } from './screen.ts';

export type ChatScreens = ReturnType<typeof createChatScreens>;

/** What each chat's navigation message shows while we hold the chat's lease: an edit without a change is not sent. */
export function createChatScreens() {
  const chats = new Map<number, ChatScreen | null>();
  return {
    open: (chatId: number, screen: ChatScreen | null): void => void chats.set(chatId, screen),
    close: (chatId: number): void => void chats.delete(chatId),
    current: (chatId: number): ChatScreen | null => chats.get(chatId) ?? null,
    /** Null: it is not known what the message shows. */
    set(chatId: number, screen: ChatScreen | null): void {
      if (chats.has(chatId)) chats.set(chatId, screen);
    },
  };
}

/** Two screens with the same digest look the same. */
export const screenDigest = ({ text, keys }: Screen): string =>
  createHash('sha256')
    .update(JSON.stringify([text, keys]))
    .digest('base64url')
    .slice(0, 16);
