import type { Bot } from 'grammy';
import { createBulkFeature } from './buying/bulk/handlers.ts';
import { createCatalogueFeature } from './buying/catalogue/handlers.ts';
import { createNumbersFeature } from './buying/numbers/handlers.ts';
import { createOrdersFeature } from './buying/orders/handlers.ts';
import { createOrdering } from './buying/orders/ordering.ts';
import { createReceiptLinks } from './buying/orders/receipt-links.ts';
import { createPersonalOffersFeature } from './buying/personal-offers/handlers.ts';
import { createQuickSale } from './buying/quick-sale/quick-sale.ts';
import { createSharingFeature } from './buying/sharing/handlers.ts';
import { createTopUpFeature } from './buying/top-up/handlers.ts';
import { createAgentBotsFeature } from './connecting/agent-bots/handlers.ts';
import { type AskToken, createOwnBot } from './connecting/agent-bots/own-bot.ts';
import { createApiFeature } from './connecting/reselling/handlers.ts';
import { createPersonApiFeature } from './connecting/reselling/person-handlers.ts';
import type { ChatScreens } from './kit/chat-screens.ts';
import type { BotContext } from './kit/context.ts';
import { createPaymentDeskFeature } from './money/payment-desk/handlers.ts';
import { createMerchantsFeature } from './money/payment-desk/merchants.ts';
import { createPaymentsFeature } from './money/payments/handlers.ts';
import { createPaymentView } from './money/payments/payment-view.ts';
import { createSlips } from './money/payments/slips.ts';
import { createSettlementFeature } from './money/settlement/handlers.ts';
import { createWalletFeature } from './money/wallet/handlers.ts';
import type { Parts } from './parts.ts';
import { createAgentsFeature } from './people/agents/handlers.ts';
import { createCustomersFeature } from './people/customers/handlers.ts';
import { createHomeFeature } from './people/home/handlers.ts';
import { createPrivacyFeature } from './people/privacy/handlers.ts';
import { createStaffFeature } from './people/staff/handlers.ts';
import type { Renderer } from './pictures/renderer.ts';
import { createPricesFeature } from './pricing/prices/handlers.ts';
import { createPromoFeature } from './pricing/promo-codes/handlers.ts';
import { createPlansFeature } from './returning/plans/handlers.ts';
import { createReferralsFeature } from './returning/referrals/handlers.ts';
import { createRemindersFeature } from './returning/reminders/handlers.ts';
import { createAdminFeature } from './running/admin/handlers.ts';
import { createAuditFeature } from './running/audit/handlers.ts';
import { createFilesFeature } from './running/files/handlers.ts';
import { createManualReviewFeature } from './running/manual-review/handlers.ts';
import { createOrderLookupFeature } from './running/order-lookup/handlers.ts';
import { createReportsFeature } from './running/reports/handlers.ts';
import { createShopProfileFeature } from './running/shop-profile/handlers.ts';
import { copyOf } from './support/broadcasts/delivery.ts';
import { createBroadcastsFeature } from './support/broadcasts/handlers.ts';
import { createSupportFeature } from './support/support/handlers.ts';

/** What features take besides the parts of every feature. */
interface FeatureParts extends Parts {
  readonly bot: Bot<BotContext>;
  readonly screens: ChatScreens;
  readonly renderer: Renderer;
  /** A file that a person sent, of at most so many bytes. */
  readonly download: (fileId: string, most: number) => Promise<Uint8Array>;
  readonly askToken: AskToken;
}

/** All features by area, and what messages without a button need of them. */
export function createFeatures(parts: FeatureParts) {
  const { bot, links, screens } = parts;
  const bulk = createBulkFeature(parts);
  const home = createHomeFeature(parts);
  const ordering = createOrdering(parts);
  const ownBot = createOwnBot(parts, bot, parts.askToken);
  const paymentView = createPaymentView(parts);
  const quickSale = createQuickSale(parts, screens);
  const receiptLinks = createReceiptLinks(parts, links, () => bot.botInfo);
  const slips = createSlips(parts, paymentView);

  const features = {
    buying: [
      createCatalogueFeature(parts, ordering, links),
      createNumbersFeature(parts, { bulk, quickSale }),
      createTopUpFeature(parts, ordering, quickSale.sell),
      createPersonalOffersFeature(parts, ordering),
      createOrdersFeature(parts, ordering, receiptLinks),
      createSharingFeature(parts, links),
      bulk.feature,
    ],
    money: [
      createWalletFeature(parts),
      createPaymentsFeature(parts, ordering, paymentView, slips),
      createPaymentDeskFeature(parts),
      createMerchantsFeature({ ...parts, forget: parts.forgetMessage }),
      createSettlementFeature(parts),
    ],
    pricing: [createPricesFeature(parts), createPromoFeature(parts, ordering)],
    returning: [createPlansFeature(parts), createRemindersFeature(parts), createReferralsFeature(parts)],
    people: [
      home.feature,
      createAgentsFeature(parts),
      createCustomersFeature(parts),
      createStaffFeature(parts),
      createPrivacyFeature(parts),
    ],
    support: [
      createSupportFeature(parts, quickSale.saleIn),
      createBroadcastsFeature({ ...parts, copy: copyOf(bot.api) }),
    ],
    running: [
      createAdminFeature(parts),
      createReportsFeature(parts),
      createFilesFeature(parts),
      createAuditFeature(parts),
      createManualReviewFeature(parts),
      createOrderLookupFeature(parts),
      createShopProfileFeature(parts),
    ],
    connecting: [createApiFeature(parts), createPersonApiFeature(parts), ownBot.feature, createAgentBotsFeature(parts)],
  };
  return {
    all: Object.values(features).flat(),
    bulk,
    ordering,
    ownBot,
    quickSale,
    receiptLinks,
    slips,
    welcome: home.welcome,
  };
}
