import type { LabeledPrice } from '@grammyjs/types';
import { badRequest } from '#telegram/failure.ts';
import { inlineMarkup } from '#telegram/keyboard.ts';
import {
  FieldProblem,
  json,
  numberField,
  optionalFlag,
  optionalInteger,
  optionalText,
  requiredText,
  stringField,
  unsupported,
  within,
} from '#telegram/readers.ts';
import { isRecord } from '#telegram/request.ts';
import { botUser } from '#telegram/world.ts';
import { repliedMessage, writableChat } from './access.ts';
import type { MethodDeps } from './deps.ts';
import type { Methods } from './method.ts';
import { sending } from './shapes.ts';

function prices(raw: unknown): LabeledPrice[] {
  if (raw === undefined || raw === '') throw badRequest('parameter "prices" is required');
  const value = json(raw, 'prices');
  if (!Array.isArray(value)) throw badRequest('expected an Array of labeled prices');
  const read = value.map((price: unknown) =>
    within("can't parse labeled price", () => {
      if (!isRecord(price)) throw new FieldProblem('LabeledPrice must be an Object');
      const label = stringField(price, 'label');
      if (label === '') throw new FieldProblem('LabeledPrice label must be non-empty');
      return { label, amount: numberField(price, 'amount') };
    }),
  );
  if (read.length === 0) throw badRequest('there must be at least one price');
  return read;
}

const { business_connection_id: _, ephemeral_message_parameters: __, ...common } = sending;

export function createInvoiceMethods({ world }: MethodDeps): Methods<'sendInvoice'> {
  return {
    sendInvoice: {
      params: {
        ...common,
        title: requiredText,
        description: requiredText,
        payload: requiredText,
        provider_token: optionalText,
        currency: requiredText,
        prices,
        max_tip_amount: unsupported,
        suggested_tip_amounts: unsupported,
        start_parameter: optionalText,
        provider_data: optionalText,
        photo_url: optionalText,
        photo_size: optionalInteger,
        photo_width: optionalInteger,
        photo_height: optionalInteger,
        need_name: optionalFlag,
        need_phone_number: optionalFlag,
        need_email: optionalFlag,
        need_shipping_address: unsupported,
        send_phone_number_to_provider: optionalFlag,
        send_email_to_provider: optionalFlag,
        is_flexible: unsupported,
        reply_markup: inlineMarkup,
      },
      run(bot, params) {
        const { title, description, currency, payload } = params;
        const chat = writableChat(world, bot, params.chat_id);
        const total_amount = params.prices.reduce((sum, price) => sum + price.amount, 0);
        if (title.length > 32) throw badRequest('INVOICE_TITLE_INVALID');
        if (description.length > 255) throw badRequest('INVOICE_DESCRIPTION_INVALID');
        if (Buffer.byteLength(payload) > 128) throw badRequest('INVOICE_PAYLOAD_INVALID');
        if (!/^[A-Z]{3}$/.test(currency)) throw badRequest('CURRENCY_INVALID');
        // Stars need no provider; other currencies do.
        if (currency !== 'XTR' && params.provider_token === undefined) throw badRequest('PAYMENT_PROVIDER_INVALID');
        if (total_amount <= 0) throw badRequest('CURRENCY_TOTAL_AMOUNT_INVALID');
        const first = params.reply_markup?.inline_keyboard[0]?.[0];
        if (first && !('pay' in first)) throw badRequest('BUTTON_TYPE_INVALID');
        const invoice = { title, description, start_parameter: params.start_parameter ?? '', currency, total_amount };
        const content = { ...repliedMessage(chat, params), invoice };
        const posted = world.post(
          chat,
          botUser(bot),
          content,
          params.reply_markup ?? payKeyboard(total_amount, currency),
          payload,
        );
        return { ...posted.message, invoice };
      },
    },
  };
}

const payKeyboard = (amount: number, currency: string) => ({
  inline_keyboard: [[{ text: `Pay ${amount} ${currency}`, pay: true }]],
});
