import { hash } from 'node:crypto';
import type { Mobile } from '#domain/phone.ts';
import type { ChatOpening, ChatScreen, HeldChat } from '#storage/chat-leases.ts';
import type { Screen } from './screen.ts';

export type ChatScreens = ReturnType<typeof createChatScreens>;

/** What each chat's navigation message shows while we hold the chat's lease: an edit without a change is not sent. */
export function createChatScreens() {
  const chats = new Map<number, ChatScreen | null>();
  const openings = new Map<number, Partial<ChatOpening>>();
  /** Once: the first update of a lease may change it. */
  function take<Name extends keyof ChatOpening>(chatId: number, name: Name): ChatOpening[Name] | undefined {
    const opening = openings.get(chatId);
    const value = opening?.[name];
    delete opening?.[name];
    return value;
  }
  return {
    open({ chatId, screen, opening }: Pick<HeldChat, 'chatId' | 'screen' | 'opening'>): void {
      chats.set(chatId, screen);
      openings.set(chatId, { ...opening });
    },
    close(chatId: number): void {
      chats.delete(chatId);
      openings.delete(chatId);
    },
    /** What was read with the lease is for its first update. */
    opened(chatId: number): void {
      openings.delete(chatId);
    },
    current: (chatId: number): ChatScreen | null => chats.get(chatId) ?? null,
    /** What the screen is about is kept with it, so that a press stores no question. */
    numberShown: (chatId: number): Mobile | null => /@(\d+)$/.exec(chats.get(chatId)?.digest ?? '')?.[1] ?? null,
    orderShown: (chatId: number): string | null => orderOn(chats.get(chatId)?.digest ?? ''),
    /** As it was when the lease was taken. Undefined: read it. */
    takeConversation: (chatId: number) => take(chatId, 'conversation'),
    /** Null: there is no such person yet. Undefined: read it. */
    takePerson: (chatId: number) => take(chatId, 'person'),
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

const orderOn = (digest: string): string | null => /#([\w-]+)$/.exec(digest)?.[1] ?? null;

/** The quote on a Confirm screen; null: it is another screen. */
export const quoteOn = (digest: string): string | null => (isUntracked(digest) ? null : orderOn(digest));

/** Two screens with the same digest look the same. The number or the order that it is about stands at its end. */
export function screenDigest({ text, keys, mobile, order }: Screen): string {
  const about = mobile !== undefined ? `@${mobile}` : order !== undefined ? `#${order}` : '';
  return hash('sha256', JSON.stringify([text, keys]), 'base64url').slice(0, 16) + about;
}
