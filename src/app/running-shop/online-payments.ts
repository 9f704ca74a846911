import { createFormatters } from '#bot/kit/formatter.ts';
import type { Texts } from '#bot/kit/texts.ts';
import { purchaseText } from '#bot/words/item-title.ts';
import type { BotConfig } from '#config/config.ts';
import { paymentProviders } from '#payments/providers.ts';
import { createPaymentPages } from '#server/payment-pages.ts';
import type { HttpServerOptions } from '#server/server.ts';
import type { PaymentSetup } from '#shop/money/payments/payments.ts';
import type { Shop } from '#shop/shop.ts';

/** The payment methods that the settings turn on. */
export function createPaymentSetup(
  { onlinePayments, payments, operators, shopLanguage }: BotConfig,
  texts: Texts,
): PaymentSetup {
  const { accounts = [], publicUrl = null, description = '', isOpen = true } = onlinePayments ?? {};
  const providers = accounts.map(({ method, ...account }) => paymentProviders[method].create(account));
  const formatterFor = createFormatters({ texts, operators, shopLanguage });
  const describe: PaymentSetup['describe'] = (payer, order, place) =>
    purchaseText(formatterFor(payer?.language, payer?.unit), order, place);
  return { providers, isOnlineOpen: isOpen, invoices: payments !== null, publicUrl, description, describe };
}

interface PagesDeps {
  readonly config: BotConfig;
  readonly shop: Pick<Shop, 'payments' | 'people' | 'shopProfile'>;
  readonly texts: Texts;
  /** Null until Telegram has answered. */
  readonly chatUrl: () => string | null;
  readonly now: () => number;
}

/** Pages that payers see in a browser; empty without a provider. */
export function createPages({ config, shop, texts, chatUrl: botUrl, now }: PagesDeps): HttpServerOptions['apps'] {
  const { onlinePayments, apiRoot, shopLanguage } = config;
  if (!onlinePayments) return [];
  const { publicUrl } = onlinePayments;
  const chatUrl = () => {
    // Pages that only this machine can open belong to the playground, whose Bot API also serves the chats.
    if (apiRoot !== null && publicUrl.startsWith('http:')) return apiRoot;
    return botUrl();
  };
  const pages = createPaymentPages({
    publicUrl,
    payments: shop.payments.online,
    personOf: shop.people.find,
    translate: texts.translate,
    shop: shop.shopProfile,
    shopLanguage,
    chatUrl,
    now,
  });
  return [pages];
}
