import { hash } from 'node:crypto';
import type { Update } from 'grammy/types';
import { withoutBotTokens } from '#bot/telegram/bot-tokens.ts';
import type { Seal } from '#shop/base/seal.ts';
import { withoutTokens } from '#shop/connecting/reselling/api-tokens.ts';
import type { ChatScreen } from '#storage/chat-leases.ts';
import type { IncomingUpdate } from '#storage/inbox.ts';

/** Nothing in an incoming update is trusted to exist. */
interface Loose {
  readonly chat?: { readonly id?: unknown };
  readonly from?: { readonly id?: unknown };
  readonly user?: { readonly id?: unknown };
  readonly message?: Loose;
  readonly successful_payment?: unknown;
}

/** Null: no chat and no person to answer. */
export function identifyUpdate(update: Update, seal: Seal | null = null): IncomingUpdate | null {
  if (!Number.isSafeInteger(update.update_id)) return null;
  const content = Object.entries(update).find(([name]) => name !== 'update_id')?.[1] as Loose | undefined;
  const chatId = content?.chat?.id ?? content?.message?.chat?.id ?? content?.from?.id ?? content?.user?.id;
  if (typeof chatId !== 'number' || !Number.isSafeInteger(chatId) || chatId === 0) return null;
  const payload = JSON.stringify(update);
  return {
    // With a hash of the content, because a Bot API server may restart its numbering.
    id: `${update.update_id}:${hash('sha256', payload, 'base64url').slice(0, 16)}`,
    updateId: update.update_id,
    chatId,
    // A press carries its message, which may show a token, and people write and forward what they like.
    payload: withoutBotTokens(withoutTokens(payload), seal),
    always: isMoney(update),
  };
}

/** Payments and pre-checkout queries are never rejected. */
export const isMoney = (update: Update): boolean => isPayment(update) || update.pre_checkout_query !== undefined;

export const isPayment = (update: Update): boolean => update.message?.successful_payment !== undefined;

/** Those that a handler edits: the one with the pressed button, and the screen of the chat. */
export const messagesOf = (update: Update, screen: ChatScreen | null): number[] =>
  [update.callback_query?.message?.message_id, screen?.messageId].filter((id) => id !== undefined);

/** The person types on: the query expires in seconds. */
export const isInlineQuery = (update: Update): boolean => update.inline_query !== undefined;

/** The kinds that Telegram is asked for. */
export const allowedUpdates = [
  'message',
  'edited_message',
  'callback_query',
  'my_chat_member',
  'pre_checkout_query',
  'inline_query',
  'managed_bot',
] as const;
