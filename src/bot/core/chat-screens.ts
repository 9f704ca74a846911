import { createHash } from 'node:crypto';
import type { ChatScreen, HeldChat } from '#storage/chat-leases.ts';
import type { Screen } from './screen.ts';

export type ChatScreens = ReturnType<typeof createChatScreens>;

/** What each chat's navigation message shows while we hold the chat's lease: an edit without a change is not sent. */
export function createChatScreens() {
  const chats = new Map<number, ChatScreen | null>();
  const conversations = new Map<number, string | null | undefined>();
  return {
    open({ chatId, screen, conversation }: Pick<HeldChat, 'chatId' | 'screen' | 'conversation'>): void {
      chats.set(chatId, screen);
      conversations.set(chatId, conversation);
    },
    close(chatId: number): void {
      chats.delete(chatId);
      conversations.delete(chatId);
    },
    current: (chatId: number): ChatScreen | null => chats.get(chatId) ?? null,
    /** As it was when the lease was taken, once: the first update of a lease may change it. Undefined: read it. */
    takeConversation(chatId: number): string | null | undefined {
      const conversation = conversations.get(chatId);
      conversations.delete(chatId);
      return conversation;
    },
    /** Null: it is not known what the message shows. */
    set(chatId: number, screen: ChatScreen | null): void {
      if (chats.has(chatId)) chats.set(chatId, screen);
    },
  };
}

/** Of a message that shows no order: the receipt worker has nothing to do with it. */
const untracked = '~';

export const markUntracked = (digest: string): string => untracked + digest;
export const isUntracked = (digest: string): boolean => digest.startsWith(untracked);
export const withoutMark = (digest: string): string => (isUntracked(digest) ? digest.slice(untracked.length) : digest);

/** Two screens with the same digest look the same. */
export const screenDigest = ({ text, keys }: Screen): string =>
  createHash('sha256')
    .update(JSON.stringify([text, keys]))
    .digest('base64url')
    .slice(0, 16);
