import { isDeepStrictEqual } from 'node:util';
import {
  type Conversation,
  type ConversationData,
  PLUGIN_DATA_VERSION,
  type VersionedState,
} from '@grammyjs/conversations';
import type { Context, MiddlewareFn } from 'grammy';
import type { KeyValue } from '#storage/key-value.ts';
import { type ChatScreens, markUntracked, screenDigest } from './chat-screens.ts';
import { type BotContext, requestOf } from './context.ts';
import { isRetried } from './error-boundary.ts';
import type { Answer } from './question.ts';
import type { BotRequest, FileRequest, MessageTracker, Question } from './request.ts';
import { messageOptions } from './show.ts';

/** Stored. */
export const questionConversation = 'typing';

/** Increase it when a stored question changes its meaning: questions of other versions are dropped. */
const version = 1;
const expiresAfterMs = 30 * 60_000;
/** How many replies the stored state of one question keeps before it starts again, so that it does not grow. */
const keptReplies = 20;

interface QuestionConversationDeps {
  /** `isAgain`: the answer before did not fit either. */
  readonly answer: (ctx: BotContext, question: Question, isAgain: boolean) => Promise<Answer>;
  readonly sendFiles: (request: BotRequest, files: readonly FileRequest[]) => Promise<void>;
  readonly orderMessages: MessageTracker;
  readonly screens: Pick<ChatScreens, 'set'>;
}

/** Waits for typed input. The plugin replays this function for each message, so every effect is in `external`. */
export function createQuestionConversation({ answer, sendFiles, orderMessages, screens }: QuestionConversationDeps) {
  return async function askUntilAnswered(
    conversation: Conversation<BotContext, Context>,
    _ctx: Context,
    first: Question,
  ): Promise<void> {
    let question = first;
    let asked = conversation.checkpoint();
    let replies = 0;
    let mistakes = 0;
    for (;;) {
      // Other kinds of updates are handled elsewhere.
      const ctx = await conversation.waitFor('message', { next: true });
      const isAgain = mistakes % 2 === 1;
      const reply = await conversation.external((outside) => answer(outside, question, isAgain));
      mistakes = reply.kind === 'retry' ? mistakes + 1 : 0;
      // The question stays open for the next message, unless this one means something else.
      if (reply.kind === 'pass') return conversation.skip({ next: true });
      if (reply.kind === 'show') {
        await conversation.external((outside) => {
          outside.replyToAnswer = reply.reply;
        });
        return void (await conversation.halt({ next: true }));
      }
      if (reply.kind === 'taken') return conversation.rewind(asked);
      if (reply.kind === 'worker') return;
      if (reply.kind === 'files')
        return void (await conversation.external((outside) => sendFiles(requestOf(outside), reply.files)));
      const { message_id: messageId } = await ctx.reply(reply.screen.text, messageOptions(reply.screen));
      const { tracks = null, quoted = null, ask } = reply.kind === 'done' ? reply : { ask: question };
      // Stored questions are replayed, so an added step ends questions of the previous release.
      if (tracks || quoted || ask === null)
        await conversation.external(async ({ person }) => {
          const digest = screenDigest(reply.screen);
          // The receipt worker edits the messages that it tracks.
          screens.set(person.id, tracks ? null : { messageId, digest: quoted ? digest : markUntracked(digest) });
          const message = { chatId: person.id, messageId, shown: digest };
          if (tracks) await orderMessages.track({ ...tracks, ...message });
          if (quoted) await orderMessages.trackQuote({ ...quoted, ...message });
        });
      if (ask === null) return;
      if (!isDeepStrictEqual(ask, question)) {
        question = ask;
        asked = conversation.checkpoint();
        replies = 0;
      } else {
        replies += 1;
        if (replies === keptReplies) return conversation.rewind(asked);
      }
    }
  };
}

export function createConversationState(store: KeyValue<VersionedState<ConversationData>>) {
  const dropped = new Set<string>();
  const failed = new WeakSet<Context>();
  const keyOf = ({ chatId }: Context): string => String(chatId);

  async function read(key: string): Promise<VersionedState<ConversationData> | undefined> {
    const state = await store.get(key);
    if (state === undefined || isCurrent(state)) return state;
    await store.delete(key);
    dropped.add(key);
    return undefined;
  }

  const storage = {
    type: 'context',
    version,
    adapter: {
      read: (ctx: Context) => read(keyOf(ctx)),
      write: async (ctx: Context, state: VersionedState<ConversationData>) => {
        if (!failed.has(ctx)) await store.set(keyOf(ctx), state, expiresAfterMs);
      },
      delete: async (ctx: Context) => {
        if (!failed.has(ctx)) await store.delete(keyOf(ctx));
      },
    },
  } as const;

  /** The plugin leaves a conversation that throws. The inbox handles the update again, so the question stays as it was. */
  const keepFailed: MiddlewareFn<BotContext> = async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (isRetried(error)) failed.add(ctx);
      throw error;
    }
  };

  /** `wasDropped` is true once after a question of another version was dropped. */
  return { storage, keepFailed, wasDropped: (chatId: number) => dropped.delete(String(chatId)) };
}

/** The plugin itself would drop an older state silently. */
const isCurrent = ({ version: stored }: VersionedState<ConversationData>): boolean =>
  Array.isArray(stored) && stored[0] === PLUGIN_DATA_VERSION && stored[1] === version;
