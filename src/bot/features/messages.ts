import { Composer } from 'grammy';
import { may } from '../../domain/access.ts';
import { plainDigits } from '../../domain/phone.ts';
import { readCode } from '../../shop/orders/identity.ts';
import { fittingWords, leavesMessage, type Press, readPress } from '../buttons.ts';
import { type BotContext, visitOf } from '../context.ts';
import { maySell, mobilesIn } from '../conversations/answers.ts';
import { typingName } from '../conversations/typing.ts';
import { type ChatScreens, digestOf } from '../core/chat-screens.ts';
import type { Files } from '../files/files.ts';
import { invitePrefix, openInvitation } from '../invitations.ts';
import { pauseText } from '../pause-notice.ts';
import { type ReceiptLinks, receiptPrefix } from '../receipt-links.ts';
import {
  type Counter,
  follow,
  type Handing,
  type Invoice,
  type Routes,
  type Step,
  type Tracked,
  type Visit,
} from '../routes.ts';
import { lines, type Screen } from '../screen.ts';
import { failureScreen, failureText } from '../screens/failure.ts';
import { homeScreen, welcomeScreen } from '../screens/home.ts';
import { severalNumbersScreen } from '../screens/numbers.ts';
import { noProofScreen, proofScreen } from '../screens/sharing.ts';
import { type Sharing, sharingName } from '../sharing.ts';
import { send, show } from '../show.ts';
import type { Bulk } from './bulk.ts';

/** These are answered when they are done, with what came of them. */
const confirming: readonly Press['to'][] = ['confirm', 'bulkConfirm'];

/** Presses, commands and everything else that people send. Nothing stays unanswered. */
export function createMessages(
  counter: Counter,
  routes: Routes,
  sharing: Sharing,
  bulk: Pick<Bulk, 'start' | 'gather'>,
  files: Files,
  links: Pick<ReceiptLinks, 'shop'>,
  screens: Pick<ChatScreens, 'current' | 'set'>,
): Composer<BotContext> {
  const { catalogue, orderMessages, orders, people, selling } = counter;
  const composer = new Composer<BotContext>();

  async function present(ctx: BotContext, visit: Visit, shown: Step | Handing): Promise<void> {
    if (shown.screen === null) return shown.files.length > 0 ? files.start(visit, shown.files) : undefined;
    const { screen, ask, tracks, ...step } = shown;
    await put(ctx, visit.messageId, screen, tracks);
    if (step.invoice) await invoice(ctx, step.invoice);
    if (ask && step.sharing) await sharing.offer(ctx);
    if (ask) await ctx.conversation.enter(step.sharing ? sharingName : typingName, ask);
  }

  /** Shows a screen in a message. One that shows an order is left to the receipt worker, which has the latest state. */
  async function put(ctx: BotContext, messageId: number | null, screen: Screen, tracks?: Tracked): Promise<void> {
    const { api, person } = ctx;
    const released = messageId === null ? null : await orderMessages.release(person.id, messageId);
    const into = released?.busy ? null : messageId;
    if (tracks && into !== null) {
      screens.set(person.id, null);
      return orderMessages.track({ ...tracks, chatId: person.id, messageId: into, shown: released?.shown ?? '' });
    }
    const digest = digestOf(screen);
    const last = screens.current(person.id);
    const known = released ? released.shown : last?.messageId === into ? last?.digest : null;
    // Should it fail, it may have been shown nevertheless.
    screens.set(person.id, null);
    const shownIn = into !== null && known === digest ? into : await show(api, person.id, into, screen);
    screens.set(person.id, tracks ? null : { messageId: shownIn, digest });
    if (tracks) await orderMessages.track({ ...tracks, chatId: person.id, messageId: shownIn, shown: digest });
  }

  async function invoice(
    { api, person }: BotContext,
    { title, description, payload, currency, prices, provider_token }: Invoice,
  ) {
    await api.sendInvoice(person.id, title, description, payload, currency, [...prices], { provider_token });
  }

  /** Gives the words to show over the chat, where there are any. */
  async function go(ctx: BotContext, press: Press, visit = visitOf(ctx)): Promise<string | undefined> {
    const shown = await follow(routes, visit, press);
    await present(ctx, visit, shown);
    return shown.screen === null ? shown.toast : undefined;
  }
  const say = (ctx: BotContext, screen: Screen) => send(ctx.api, ctx.person.id, screen);

  composer.on('callback_query:data', async (ctx) => {
    const press = readPress(ctx.callbackQuery.data);
    if (!press)
      return void (await ctx.answerCallbackQuery({ text: ctx.view.plain('button-old') }).catch(() => undefined));
    const visit = visitOf(ctx);
    const where = leavesMessage(ctx.callbackQuery.data) ? { ...visit, messageId: null } : visit;
    // An answer that comes too late, or twice, is no harm.
    const answer = (text?: string) =>
      ctx.answerCallbackQuery(text === undefined ? {} : { text }).catch(() => undefined);
    if (confirming.includes(press.to)) {
      const toast = await go(ctx, press, where).catch(async (error: unknown) => {
        await answer();
        throw error;
      });
      return void (await answer(toast));
    }
    // The client stops showing it as pending now, whatever the rest takes.
    const answered = answer();
    await go(ctx, press, where);
    await answered;
  });
  composer.on('callback_query', async (ctx) => {
    await ctx.answerCallbackQuery({ text: ctx.view.plain('button-old') }).catch(() => undefined);
  });

  composer.command('start', async (ctx) => {
    // For whoever opens it: a stranger, and a person who may not buy.
    if (ctx.match.startsWith(receiptPrefix)) {
      const order = await counter.proofs.open(ctx.match.slice(receiptPrefix.length));
      return void (await say(ctx, order ? proofScreen(ctx.view, order, links.shop()) : noProofScreen(ctx.view)));
    }
    const invited = ctx.match.startsWith(invitePrefix) ? ctx.match.slice(invitePrefix.length) : null;
    const { pausedWhy, role } = ctx.person;
    if (pausedWhy !== null) {
      const why = failureText(ctx.view, { code: 'person-paused', reason: pausedWhy });
      return void (await say(ctx, homeScreen(ctx.view, role, why)));
    }
    const screen =
      invited === null
        ? welcomeScreen(ctx.view, ctx.person.role, ctx.person.name)
        : await openInvitation(counter, ctx, invited);
    const pause = await selling.pausedLately();
    await say(ctx, pause ? { ...screen, text: lines(screen.text, '', pauseText(ctx.view, pause)) } : screen);
  });
  composer.command('help', async (ctx) => void (await go(ctx, { to: 'help' })));
  composer.command('terms', async (ctx) => void (await go(ctx, { to: 'terms' })));
  composer.command('settings', async (ctx) => void (await go(ctx, { to: 'settings' })));
  composer.command('orders', async (ctx) => void (await go(ctx, { to: 'orders', page: 1 })));
  composer.command('cancel', (ctx) => say(ctx, homeScreen(ctx.view, ctx.person.role, ctx.view.html('left'))));
  composer.command('search', async (ctx) => {
    const words = fittingWords(ctx.match);
    await go(ctx, words === '' ? { to: 'askSearch' } : { to: 'search', page: 1, sim: null, words });
  });

  composer.on('message', async (ctx, next) => {
    const [mobile, ...more] = mobilesIn(ctx, counter);
    if (mobile === undefined) return next();
    const { pausedWhy, role } = ctx.person;
    if (pausedWhy !== null)
      return void (await say(ctx, failureScreen(ctx.view, { code: 'person-paused', reason: pausedWhy })));
    if (more.length > 0 && maySell(ctx)) return present(ctx, visitOf(ctx), await bulk.start(visitOf(ctx), textOf(ctx)));
    if (more.length > 0) return void (await say(ctx, severalNumbersScreen(ctx.view, [mobile, ...more])));
    const someoneElses = ctx.message.contact !== undefined && ctx.message.contact.user_id !== ctx.from.id;
    const gathered = someoneElses && may(role, 'sell') ? await bulk.gather(visitOf(ctx), mobile) : null;
    if (gathered) return present(ctx, visitOf(ctx), gathered);
    await go(ctx, { to: 'number', mobile });
  });
  composer.on('message:contact', (ctx) =>
    say(ctx, homeScreen(ctx.view, ctx.person.role, ctx.view.html('failure-number-invalid'))),
  );
  composer.on('message:text', async (ctx, next) => {
    const text = ctx.message.text.trim();
    if (text.startsWith('/')) return next();
    const order = await orders.byCode(text);
    // Whoever lacks credit, or waits for an answer, is told to give the owner this code: it leads to all that is known.
    if (order && may(ctx.person.role, 'run'))
      return void (await go(ctx, { to: 'found', order: order.id, mobile: null, page: 1 }));
    if (order?.buyerId === ctx.person.id) return void (await go(ctx, { to: 'order', order: order.id, page: 1 }));
    const words = fittingWords(text);
    if (words !== '' && text.length <= 60 && catalogue.search(words).total > 0)
      return void (await go(ctx, { to: 'search', page: 1, sim: null, words }));
    if (/^[+\d\s().-]{9,}$/.test(plainDigits(text)))
      return void (await say(ctx, homeScreen(ctx.view, ctx.person.role, ctx.view.html('failure-number-invalid'))));
    if (looksLikeCode(text))
      return void (await say(ctx, failureScreen(ctx.view, { code: 'order-unknown' }, { to: 'orders', page: 1 })));
    return next();
  });
  composer.on('message:text', (ctx) =>
    say(ctx, homeScreen(ctx.view, ctx.person.role, ctx.view.html('not-understood'))),
  );
  composer.on('message', (ctx) => say(ctx, homeScreen(ctx.view, ctx.person.role, ctx.view.html('not-text'))));
  // Only what was typed: a live location is "edited" every few seconds.
  composer.on(['edited_message:text', 'edited_message:caption'], (ctx) =>
    say(ctx, homeScreen(ctx.view, ctx.person.role, ctx.view.html('edited'))),
  );
  composer.on('my_chat_member', async (ctx) => {
    if (ctx.myChatMember.new_chat_member.status === 'kicked') await people.markUnreachable(ctx.person.id);
  });
  return composer;
}

/** A word of ten letters may be anything; with a figure in it, or written as we write codes, it is meant for one. */
const looksLikeCode = (text: string): boolean =>
  readCode(text) !== null && !/\s/.test(text) && (/\d/.test(text) || /^.{5}-.{5}$/.test(text));

const textOf = ({ message }: BotContext): string => message?.text ?? message?.caption ?? '';
