import { type CommandContext, Composer } from 'grammy';
import { can } from '#domain/access.ts';
import { catalogueActions } from './actions/catalogue.ts';
import { pageCommands } from './actions/commands.ts';
import { hintScreen, stillUnknownScreen, withWaysOut } from './answers/talk-screens.ts';
import { searchFor } from './buying/catalogue/search.ts';
import type { Ordering } from './buying/orders/ordering.ts';
import type { OwnBot } from './connecting/agent-bots/own-bot.ts';
import type { Action } from './kit/action.ts';
import { type ChatScreens, screenDigest, withoutMark } from './kit/chat-screens.ts';
import { type BotContext, requestOf } from './kit/context.ts';
import type { Dispatcher } from './kit/dispatch.ts';
import { failureReply } from './kit/failure.ts';
import { readMessage, type TextReader, type TypedMessage } from './kit/question.ts';
import type { AnyReply, BotRequest, HandlerResult, Reply } from './kit/request.ts';
import type { Screen } from './kit/screen.ts';
import type { Services } from './parts.ts';
import type { ShowReply } from './show-reply.ts';

interface MessagesDeps {
  readonly services: Pick<Services, 'operators' | 'people'>;
  readonly dispatcher: Dispatcher;
  readonly showReply: ShowReply;
  readonly start: (ctx: CommandContext<BotContext>) => Promise<HandlerResult>;
  readonly leave: Ordering['leave'];
  readonly ownBot: Pick<OwnBot, 'readToken' | 'readManaged'>;
  readonly readText: TextReader;
  readonly screens: Pick<ChatScreens, 'current'>;
}

/** Button presses, commands and all other messages. */
export function createMessages(deps: MessagesDeps): Composer<BotContext> {
  const { dispatcher, showReply, start, leave, ownBot, readText, screens } = deps;
  const { operators, people } = deps.services;
  const composer = new Composer<BotContext>();

  /** The same is not said twice in a row. */
  function notUnderstood({ person, format }: BotRequest, { text }: TypedMessage): Reply {
    const note = text === undefined ? 'not-text' : 'not-understood';
    const screen = hintScreen(format, person, can(person, 'answer') && text === undefined ? 'not-text-staff' : note);
    const isAgain = text !== undefined && isShown(person.id, screen);
    return { screen: isAgain ? stillUnknownScreen(format, person) : screen };
  }

  async function follow(ctx: BotContext, result: HandlerResult, request = requestOf(ctx)): Promise<void> {
    const reply = 'redirect' in result ? await dispatcher.dispatch(request, result.redirect) : result;
    const isTyped = ctx.message !== undefined;
    await showReply(ctx, request, isTyped && isRepeated(request, reply) ? withWays(request, reply) : reply);
  }

  /** The same failure stands on the screen already. */
  const isRepeated = ({ person }: BotRequest, reply: AnyReply): reply is Reply =>
    reply.screen !== null && reply.failure !== undefined && isShown(person.id, reply.screen);

  const isShown = (personId: number, screen: Screen): boolean =>
    withoutMark(screens.current(personId)?.digest ?? '') === screenDigest(screen);

  const withWays = (request: BotRequest, reply: Reply): Reply => ({
    ...reply,
    screen: withWaysOut(request, reply.screen),
  });

  /** Answers the callback query with the outcome. */
  async function followWithToast(ctx: BotContext, action: Action, request: BotRequest): Promise<void> {
    let toast: string | undefined;
    try {
      const reply = await dispatcher.dispatch(request, action);
      await showReply(ctx, request, reply);
      toast = reply.screen === null ? reply.toast : undefined;
    } finally {
      await ctx.answerCallbackQuery(toast === undefined ? {} : { text: toast }).catch(() => undefined);
    }
  }

  composer.on('callback_query:data', async (ctx, next) => {
    const pressed = dispatcher.decode(ctx.callbackQuery.data);
    if (!pressed) return next();
    const request = requestOf(ctx);
    const where = pressed.inNewMessage ? { ...request, messageId: null } : request;
    if (pressed.answersWithToast) return followWithToast(ctx, pressed.action, where);
    // Answered first, to stop the button's spinner; answering too late does no harm.
    const answered = ctx.answerCallbackQuery().catch(() => undefined);
    await follow(ctx, { redirect: pressed.action }, where);
    await answered;
  });
  composer.on('callback_query', async (ctx) => {
    await ctx.answerCallbackQuery({ text: ctx.format.plain('button-old') }).catch(() => undefined);
  });

  composer.command('start', async (ctx) => follow(ctx, await start(ctx)));
  for (const [name, page] of Object.entries(pageCommands))
    composer.command(name, (ctx) => follow(ctx, { redirect: page() }));
  composer.command('cancel', async (ctx) =>
    follow(ctx, await leave(requestOf(ctx), ctx.message?.reply_to_message?.message_id ?? null)),
  );
  composer.command('search', async (ctx) => {
    const words = searchFor(ctx.format, ctx.match);
    const redirect =
      words === '' ? catalogueActions.askSearch() : catalogueActions.search({ page: 1, sim: null, words });
    await follow(ctx, { redirect });
  });

  composer.on('message', async (ctx) => {
    const request = requestOf(ctx);
    if (ctx.replyToAnswer) return follow(ctx, ctx.replyToAnswer, request);
    const typed = readMessage(ctx.message, operators);
    const reading =
      (await ownBot.readToken(request, ctx.message)) ??
      (await ownBot.readManaged(request, ctx.message)) ??
      refusedNumber(request, typed) ??
      (await readText(request, typed));
    // A question stays open for what is not understood.
    if (reading !== null) await ctx.conversation.exitAll();
    if (reading !== 'taken') await follow(ctx, reading ?? notUnderstood(request, typed), request);
  });
  // Only these edits: a live location is edited every few seconds.
  composer.on(['edited_message:text', 'edited_message:caption'], (ctx) =>
    follow(ctx, { screen: hintScreen(ctx.format, ctx.person, 'edited') }),
  );
  composer.on('my_chat_member', async (ctx) => {
    await people.setReachable(ctx.person.id, ctx.myChatMember.new_chat_member.status !== 'kicked');
  });
  return composer;
}

/** A number begins a sale, which a paused person cannot make. Null: they can, or there is no number. */
function refusedNumber({ person: { pausedWhy }, format }: BotRequest, { mobiles }: TypedMessage): Reply | null {
  if (pausedWhy === null || mobiles.length === 0) return null;
  return failureReply(format, { code: 'person-paused', reason: pausedWhy });
}
