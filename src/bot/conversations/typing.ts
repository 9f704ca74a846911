import {
  type Conversation,
  type ConversationData,
  PLUGIN_DATA_VERSION,
  type VersionedState,
} from '@grammyjs/conversations';
import type { Context } from 'grammy';
import type { OrderMessages } from '../../shop/receipts/order-messages.ts';
import type { KeyValue } from '../../storage/key-value.ts';
import { type BotContext, visitOf } from '../context.ts';
import type { Files } from '../files/files.ts';
import type { Ask } from '../routes.ts';
import { messageOptions } from '../show.ts';
import type { Answer } from './answer.ts';

export const typingName = 'typing';

/** Raised whenever the function below or the meaning of an `Ask` changes: what people were typing then starts anew. */
const version = 1;
const forgottenAfterMs = 30 * 60_000;
const tries = 3;

export interface TypingDeps {
  readonly answer: (ctx: BotContext, ask: Ask) => Promise<Answer>;
  readonly files: Files;
  readonly track: OrderMessages['track'];
}

/**
 * Waits for what a person types and hands it on. It decides nothing itself: every step happens once, in `external`, and
 * comes back as plain data, because the plugin runs this function again from the top at each message.
 */
export function createTyping({ answer, files, track }: TypingDeps) {
  return async function typing(
    conversation: Conversation<BotContext, Context>,
    _ctx: Context,
    first: Ask,
  ): Promise<void> {
    let ask = first;
    for (let left = tries; left > 0; left -= 1) {
      // What is no message (an edit, a block) is for others, and no answer.
      const ctx = await conversation.waitFor('message', { next: true });
      const reply = await conversation.external((outside) => answer(outside, ask));
      // Not an answer to the question: let it be what it is.
      if (reply.kind === 'pass') return void (await conversation.halt({ next: true }));
      // They are only begun here: the rest is done beside the conversation.
      if (reply.kind === 'files')
        return void (await conversation.external((outside) => files.start(visitOf(outside), reply.files)));
      const screen = reply.kind === 'retry' && left === 1 ? reply.enough : reply.screen;
      const { message_id: messageId } = await ctx.reply(screen.text, messageOptions(screen));
      const tracks = reply.kind === 'done' ? reply.tracks : null;
      if (tracks)
        await conversation.external(({ person }) => track({ ...tracks, chatId: person.id, messageId, shown: '' }));
      if (reply.kind === 'done' && reply.ask === null) return;
      if (reply.kind === 'done' && reply.ask !== null) {
        ask = reply.ask;
        left = tries + 1;
      }
    }
  };
}

/** Conversation state in the shop's own key-value store, forgotten after half an hour. */
export function createTypingState(store: KeyValue<VersionedState<ConversationData>>) {
  const forgotten = new Set<string>();

  async function read(key: string): Promise<VersionedState<ConversationData> | undefined> {
    const state = await store.get(key);
    if (state === undefined || isCurrent(state)) return state;
    await store.delete(key);
    forgotten.add(key);
    return undefined;
  }

  const storage = {
    type: 'key',
    version,
    adapter: {
      read,
      write: (key: string, state: VersionedState<ConversationData>) => store.set(key, state, forgottenAfterMs),
      delete: (key: string) => store.delete(key),
    },
  } as const;
  /** Whether this update found a question of another version; true once. */
  return { storage, wasForgotten: (chatId: number) => forgotten.delete(String(chatId)) };
}

/** Both halves of the version: the plugin's and ours. The plugin would drop an older one without a word. */
const isCurrent = ({ version: stored }: VersionedState<ConversationData>): boolean =>
  Array.isArray(stored) && stored[0] === PLUGIN_DATA_VERSION && stored[1] === version;
