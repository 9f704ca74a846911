import { hash } from 'node:crypto';
import type { Mobile } from '#domain/phone.ts';
import type { ChatOpening, ChatScreen, HeldChat } from '#storage/chat-leases.ts';
import type { Screen } from './screen.ts';

export type ChatScreens = ReturnType<typeof createChatScreens>;

/** Remembers what each chat's navigation message shows while we hold the chat's lease, to skip edits without a change. */
export function createChatScreens() {
  const chats = new Map<number, ChatScreen | null>();
  const openings = new Map<number, Partial<ChatOpening>>();
  /** Returns a value once, because the first update of a lease may change it. */
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
    /** Data read with the lease serves only its first update. */
    opened(chatId: number): void {
      openings.delete(chatId);
    },
    current: (chatId: number): ChatScreen | null => chats.get(chatId) ?? null,
    /** Keeps the subject with the screen, so that a press need not store a question. */
    numberShown: (chatId: number): Mobile | null => /@(\d+)$/.exec(chats.get(chatId)?.digest ?? '')?.[1] ?? null,
    orderShown: (chatId: number): string | null => orderOn(chats.get(chatId)?.digest ?? ''),
    /** The value when the lease was taken; undefined means that it must be read. */
    takeConversation: (chatId: number) => take(chatId, 'conversation'),
    /** Null if the person is new; undefined means that it must be read. */
    takePerson: (chatId: number) => take(chatId, 'person'),
    /** Null if the content of the message is unknown. */
    set(chatId: number, screen: ChatScreen | null): void {
      if (chats.has(chatId)) chats.set(chatId, screen);
    },
  };
}

/** For a message without an order, which the receipt worker never edits. */
const untracked = '~';

export const markUntracked = (digest: string): string => untracked + digest;
export const isUntracked = (digest: string): boolean => digest.startsWith(untracked);
export const withoutMark = (digest: string): string => (isUntracked(digest) ? digest.slice(untracked.length) : digest);

const orderOn = (digest: string): string | null => /#([\w-]+)$/.exec(digest)?.[1] ?? null;

/** The quote on a Confirm screen; null for other screens. */
export const quoteOn = (digest: string): string | null => (isUntracked(digest) ? null : orderOn(digest));

/** Screens with the same digest look the same. The digest ends with the number or order that the screen is about. */
export function screenDigest({ text, keys, mobile, order }: Screen): string {
  const about = mobile !== undefined ? `@${mobile}` : order !== undefined ? `#${order}` : '';
  return hash('sha256', JSON.stringify([text, keys]), 'base64url').slice(0, 16) + about;
}
