import { notShown, receiptView } from '#shop/base/outbox/order-messages.ts';
import { type ContactKeyboard, numberConversation } from './buying/numbers/contact-keyboard.ts';
import {
  type ChatScreens,
  isUntracked,
  markUntracked,
  quoteOn,
  screenDigest,
  withoutMark,
} from './kit/chat-screens.ts';
import type { BotContext } from './kit/context.ts';
import { questionConversation } from './kit/question-conversation.ts';
import type { AnyReply, BotRequest, Invoice, Reply } from './kit/request.ts';
import type { Screen } from './kit/screen.ts';
import { captionLength, editCaption, send, sendMedia, show } from './kit/show.ts';
import type { Services } from './parts.ts';
import type { Files } from './running/files/deliver-files.ts';
import type { SendShopPicture } from './running/shop-profile/send-picture.ts';
import { isRefused } from './telegram/problem.ts';

interface ShowReplyDeps {
  readonly orderMessages: Services['orderMessages'];
  readonly screens: Pick<ChatScreens, 'current' | 'set'>;
  readonly files: Files;
  readonly contactKeyboard: ContactKeyboard;
  readonly sendShopPicture: SendShopPicture;
}

export type ShowReply = ReturnType<typeof createShowReply>;

/** Shows what a feature replied: its screen, invoice or files, and the beginning of its question. */
export function createShowReply(deps: ShowReplyDeps) {
  const { orderMessages, screens, files, contactKeyboard, sendShopPicture } = deps;

  /** A message that shows an order is left to the receipt worker, which has the latest state. */
  async function put(ctx: BotContext, messageId: number | null, { screen, tracks, quoted }: Reply): Promise<void> {
    const { api, person } = ctx;
    const last = screens.current(person.id);
    const isFree = messageId === null || (last?.messageId === messageId && isUntracked(last.digest));
    const released = isFree ? null : await orderMessages.release(person.id, messageId);
    const into = released?.busy ? null : messageId;
    const digest = screenDigest(screen);
    const lastDigest = released ? released.shown : last?.messageId === into ? withoutMark(last.digest) : null;
    // A call that fails may still have been carried out.
    screens.set(person.id, null);
    if (tracks && into !== null) {
      const shownDigest = lastDigest === digest ? digest : notShown;
      return orderMessages.track({ ...tracks, chatId: person.id, messageId: into, shown: shownDigest });
    }
    const shownIn = into !== null && lastDigest === digest ? into : await show(api, person.id, into, screen);
    // A Confirm screen that stays above may be retired or cancelled later.
    const left = last && last.messageId !== shownIn ? quoteOn(last.digest) : null;
    if (last && left !== null) {
      const above = { chatId: person.id, messageId: last.messageId, shown: last.digest };
      await orderMessages.trackQuote({ ...above, subject: `order:${left}`, view: receiptView });
    }
    // A quote's message is tracked when it is confirmed.
    screens.set(person.id, tracks ? null : { messageId: shownIn, digest: quoted ? digest : markUntracked(digest) });
    const message = { chatId: person.id, messageId: shownIn, shown: digest };
    if (tracks) await orderMessages.track({ ...tracks, ...message });
    if (quoted && (released || shownIn !== into)) await orderMessages.trackQuote({ ...quoted, ...message });
  }

  /** A caption that is too long stands below, and so does a screen whose picture the messenger refuses. */
  async function putMedia(
    { api, person }: BotContext,
    { messageId }: BotRequest,
    { media, screen }: { readonly media: NonNullable<Reply['media']>; readonly screen: Screen },
  ): Promise<void> {
    screens.set(person.id, null);
    const fits = screen.text.length <= captionLength;
    if (fits && media.isShown && messageId !== null && (await editCaption(api, person.id, messageId, screen))) return;
    const isSent = await sendMedia(api, person.id, media, fits ? screen : undefined).then(
      () => true,
      (error: unknown) => (isRefused(error) ? false : Promise.reject(error)),
    );
    if (!isSent || !fits) await send(api, person.id, screen);
  }

  return async (ctx: BotContext, request: BotRequest, reply: AnyReply): Promise<void> => {
    if (reply.screen === null) {
      if ('files' in reply) return files.start(request, reply.files);
      // The worker has the message now.
      return screens.set(ctx.person.id, null);
    }
    const { question, invoice, offerContact, media, pictureAbove } = reply;
    if (pictureAbove !== undefined) await sendShopPicture(ctx.person.id, pictureAbove);
    await (media ? putMedia(ctx, request, { ...reply, media }) : put(ctx, request.messageId, reply));
    if (invoice) await sendInvoice(ctx, invoice);
    if (question && offerContact) await contactKeyboard.offer(ctx);
    if (question) await ctx.conversation.enter(offerContact ? numberConversation : questionConversation, question);
  };
}

const sendInvoice = (
  { api, person }: BotContext,
  { title, description, payload, currency, prices, provider_token }: Invoice,
) => api.sendInvoice(person.id, title, description, payload, currency, [...prices], { provider_token });
