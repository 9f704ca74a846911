import type { CommandContext } from 'grammy';
import { can } from '#domain/access.ts';
import { supportActions } from './actions/support.ts';
import { type ReceiptLinks, receiptPrefix } from './buying/orders/receipt-links.ts';
import { sharedReceiptScreen, unknownReceiptScreen } from './buying/orders/shared-receipt-screen.ts';
import { readStartLink } from './buying/sharing/start-links.ts';
import { type BotContext, requestOf } from './kit/context.ts';
import { failureText } from './kit/failure.ts';
import type { BotRequest, HandlerResult, Reply } from './kit/request.ts';
import { lines, type Screen } from './kit/screen.ts';
import type { Parts } from './parts.ts';
import {
  agentInvitePrefix,
  openAgentInvitation,
  openOwnerLink,
  openStaffInvitation,
  ownerLinkPrefix,
  staffInvitePrefix,
} from './people/home/invitations.ts';
import { openPromo } from './pricing/promo-codes/use-promo.ts';
import { publishOwnCommands } from './running/shop-profile/publish.ts';
import { conversationPrefix } from './support/support/topic-screens.ts';
import { homeScreen } from './words/home-screens.ts';
import { pauseText } from './words/pause-notice.ts';
import { receiptPrice } from './words/price-lines.ts';

type StartContext = CommandContext<BotContext>;

/** The first screen, by the link that was opened. */
export function createStartCommand(
  parts: Parts,
  welcome: (request: BotRequest) => Promise<Reply>,
  receiptLinks: ReceiptLinks,
) {
  async function sharedReceipt({ format }: StartContext, token: string): Promise<Screen> {
    const order = await parts.receiptTokens.open(token);
    if (!order) return unknownReceiptScreen(format);
    return sharedReceiptScreen(format, { order, price: await receiptPrice(parts, order), shop: receiptLinks.shop() });
  }

  /** Gets the person as the link has changed them. */
  async function firstReply(ctx: StartContext): Promise<Reply & Pick<BotContext, 'person'>> {
    const { match: link, person } = ctx;
    if (link.startsWith(staffInvitePrefix))
      return openStaffInvitation(parts, ctx, link.slice(staffInvitePrefix.length));
    if (link.startsWith(agentInvitePrefix))
      return openAgentInvitation(parts, ctx, link.slice(agentInvitePrefix.length));
    if (link.startsWith(ownerLinkPrefix)) return openOwnerLink(parts, ctx, link.slice(ownerLinkPrefix.length));
    const promo = await openPromo(parts, ctx);
    return { ...(promo ? { screen: promo } : await welcome(requestOf(ctx))), person };
  }

  return async (ctx: StartContext): Promise<HandlerResult> => {
    const { match: link, format } = ctx;
    if (can(ctx.person, 'approve')) await parts.payments.missedSlips.redeliver(ctx.person.id);
    // Allowed for anyone, even a paused person.
    if (link.startsWith(receiptPrefix)) return { screen: await sharedReceipt(ctx, link.slice(receiptPrefix.length)) };
    const conversationOf = link.startsWith(conversationPrefix) ? Number(link.slice(conversationPrefix.length)) : 0;
    if (Number.isSafeInteger(conversationOf) && conversationOf > 0 && can(ctx.person, 'answer'))
      return { redirect: supportActions.conversation({ person: conversationOf }) };
    const { pausedWhy } = ctx.person;
    if (pausedWhy !== null) {
      const why = failureText(format, { code: 'person-paused', reason: pausedWhy });
      return { screen: homeScreen(format, ctx.person, why) };
    }
    const linkedAction = readStartLink(link);
    if (linkedAction) return { redirect: linkedAction };
    const { person, ...reply } = await firstReply(ctx);
    const { screen } = reply;
    void publishOwnCommands(ctx.api, person, (key) => format.plain(key)).catch(() => undefined);
    const pause = await parts.salesPause.pausedLately();
    return pause ? { ...reply, screen: { ...screen, text: lines(screen.text, '', pauseText(format, pause)) } } : reply;
  };
}
