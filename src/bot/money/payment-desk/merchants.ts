import { merchantActions, paymentDeskActions } from '#bot/actions/payment-desk.ts';
import { askAgain, failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature, type Handlers } from '#bot/kit/feature.ts';
import { promptScreen } from '#bot/kit/navigation.ts';
import { defineQuestion, notAnAnswer, onAnswer, ownersText } from '#bot/kit/question.ts';
import type { BotRequest, HandlerResult } from '#bot/kit/request.ts';
import type { Services } from '#bot/parts.ts';
import type { OnlineMethod } from '#domain/payment.ts';
import { paymentProviders } from '#payments/providers.ts';
import { merchantsScreen, removeMerchantScreen } from './settings-screens.ts';

export const merchantQuestion = defineQuestion<{ readonly method: OnlineMethod }>('ownMerchant');

interface MerchantsDeps extends Pick<Services, 'ownMerchants'> {
  readonly forget: (chatId: number, messageId: number) => Promise<void>;
}

/** The merchants of an agent's bot, entered by its owner where the shop that it belongs to allows it. */
export function createMerchantsFeature({ ownMerchants, forget }: MerchantsDeps): Feature {
  async function page({ format }: BotRequest, note: string | null = null): Promise<HandlerResult> {
    const methods = (await ownMerchants?.methods()) ?? null;
    return methods
      ? { screen: merchantsScreen(format, { methods, note }) }
      : { redirect: paymentDeskActions.paymentSettings() };
  }

  async function set(request: BotRequest, method: OnlineMethod, merchant: string | null): Promise<HandlerResult> {
    const change = (await ownMerchants?.set(request.person.id, method, merchant)) ?? { ok: true };
    if (!change.ok) return failureReply(request.format, change.error, paymentDeskActions.paymentSettings());
    return page(request, request.format.html(merchant === null ? 'merchant-removed' : 'merchant-saved'));
  }

  const handlers: Handlers<typeof merchantActions> = {
    merchants: (request) => page(request),
    askMerchant: async (request, { method }) => {
      const { format } = request;
      if (!(await ownMerchants?.methods())) return page(request);
      const text = format.html('ask-merchant', { method: format.plain(`method-${method}`) });
      return {
        screen: promptScreen(format, text, merchantActions.merchants()),
        question: merchantQuestion({ method }),
      };
    },
    askRemoveMerchant: async (request, { method }) =>
      (await ownMerchants?.methods())?.includes(method)
        ? { screen: removeMerchantScreen(request.format, method) }
        : page(request),
    removeMerchant: (request, { method }) => set(request, method, null),
  };

  return defineFeature(merchantActions, handlers, [
    onAnswer(merchantQuestion, async (request, input, { method }) => {
      const text = ownersText(request, input);
      if (text === null) return notAnAnswer;
      if (input.message) await forget(input.message.chat.id, input.message.message_id);
      const merchant = paymentProviders[method].merchant.safeParse(text.trim());
      return merchant.success
        ? set(request, method, merchant.data)
        : askAgain(request, { code: 'merchant-invalid' }, merchantActions.merchants());
    }),
  ]);
}
