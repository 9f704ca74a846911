import { type ConversationData, conversations, createConversation, type VersionedState } from '@grammyjs/conversations';
import { Bot, BotError } from 'grammy';
import type { Update } from 'grammy/types';
import type { Log } from '../log.ts';
import type { KeyValue } from '../storage/key-value.ts';
import { copyOf } from './announcing.ts';
import type { Press } from './buttons.ts';
import type { BotContext } from './context.ts';
import { createAnswers } from './conversations/answers.ts';
import { outdated } from './conversations/outdated.ts';
import { createTyping, createTypingState, typingName } from './conversations/typing.ts';
import type { ChatScreens } from './core/chat-screens.ts';
import type { Errands } from './errands.ts';
import { createBrowsing } from './features/browsing.ts';
import { createBulk } from './features/bulk.ts';
import { createDesk } from './features/desk.ts';
import { createFileRoutes } from './features/files.ts';
import { createMessages } from './features/messages.ts';
import { createNumberRoutes } from './features/numbers.ts';
import { createOffering } from './features/offering.ts';
import { createOrdering } from './features/ordering.ts';
import { createPayingRoutes, createPayments } from './features/paying.ts';
import { createReporting } from './features/reporting.ts';
import { createSettings } from './features/settings.ts';
import { createReceiptSharing } from './features/sharing-receipts.ts';
import { createWalletRoutes } from './features/wallet.ts';
import { createFiles } from './files/files.ts';
import type { Promises } from './files/promises.ts';
import { invitePrefix } from './invitations.ts';
import { errorBoundary } from './middleware/error-boundary.ts';
import { groups } from './middleware/groups.ts';
import { meet } from './middleware/meet.ts';
import { createNotices } from './notices.ts';
import { withPauseNotice } from './pause-notice.ts';
import type { Renderer } from './pictures/renderer.ts';
import { createReceiptLinks } from './receipt-links.ts';
import { type Counter, follow, type Routes, type Visit } from './routes.ts';
import { createSharing, sharingName } from './sharing.ts';
import type { Texts } from './texts.ts';
import type { Transport } from './transport.ts';

export interface BotDeps {
  readonly token: string;
  readonly apiRoot: string | null;
  readonly transport: Transport;
  readonly counter: Counter;
  readonly texts: Texts;
  readonly typing: KeyValue<VersionedState<ConversationData>>;
  readonly screens: ChatScreens;
  readonly errands: Errands;
  readonly promises: Promises;
  readonly renderer: Renderer;
  readonly log: Log;
  readonly onHandled?: (kind: string, seconds: number) => void;
}

export const allowedUpdates = [
  'message',
  'edited_message',
  'callback_query',
  'my_chat_member',
  'pre_checkout_query',
] as const;

export function createBot({
  token,
  apiRoot,
  transport,
  counter,
  texts,
  typing,
  screens,
  errands,
  promises,
  renderer,
  log,
  onHandled,
}: BotDeps): Bot<BotContext> {
  const bot = new Bot<BotContext>(token, {
    client: { fetch: transport.fetch, ...(apiRoot === null ? {} : { apiRoot }) },
  });
  const ordering = createOrdering(counter);
  const bulk = createBulk(counter);
  const desk = createDesk({
    counter,
    notify: createNotices({ ...counter, api: bot.api, log }),
    copy: copyOf(bot.api),
    inviteLink: (code) => `https://t.me/${bot.botInfo.username}?start=${invitePrefix}${code}`,
  });
  const links = createReceiptLinks(counter, () => bot.botInfo);
  const files = createFiles({ api: bot.api, counter, errands, promises, renderer, links, log });
  const routes: Routes = withPauseNotice(counter, {
    ...createSettings(counter),
    ...createNumberRoutes(counter, (visit: Visit, press: Press) => follow(routes, visit, press)),
    ...createBrowsing(counter, ordering),
    ...createOffering(counter, ordering),
    ...ordering.routes,
    ...createReceiptSharing(ordering, links),
    ...createWalletRoutes(counter),
    ...createReporting(counter),
    ...createPayingRoutes(counter),
    ...createFileRoutes(counter),
    ...bulk.routes,
    ...desk.routes,
  });

  if (onHandled) {
    bot.use(async (ctx, next) => {
      const began = performance.now();
      await next().finally(() => onHandled(kindOf(ctx.update), (performance.now() - began) / 1_000));
    });
  }
  bot.use(errorBoundary({ log }));
  bot.use(groups(texts));
  // A question about a payment belongs to a person and to no chat.
  const known = bot.filter((ctx) => ctx.chat?.type === 'private' || ctx.preCheckoutQuery !== undefined);
  known.use(meet(counter));
  known.use(createPayments(counter, log));
  const people = known.filter((ctx) => ctx.chat?.type === 'private');
  const state = createTypingState(typing);
  people.use(conversations<BotContext, never>({ storage: state.storage }));
  people.use(outdated(counter, state.wasForgotten));
  const sharing = createSharing();
  people.use(sharing.leave);
  const typed = createTyping({
    files,
    track: counter.orderMessages.track,
    answer: createAnswers(counter, routes, desk, bulk),
  });
  people.use(createConversation(typed, typingName), createConversation(typed, sharingName));
  people.use(createMessages(counter, routes, sharing, bulk, files, links, screens));
  return bot;
}

/** Rejects with what a handler threw, not with grammY's wrapper around it. */
export async function handleUpdate(bot: Bot<BotContext>, update: Update): Promise<void> {
  try {
    await bot.handleUpdate(update);
  } catch (error) {
    throw error instanceof BotError ? error.error : error;
  }
}

const kindOf = (update: Update): string => allowedUpdates.find((kind) => kind in update) ?? 'other';
