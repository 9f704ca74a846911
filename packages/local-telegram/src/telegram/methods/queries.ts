import type { Toast } from '#telegram/events.ts';
import { badRequest } from '#telegram/failure.ts';
import { flag, optionalFlag, optionalInteger, optionalText, text } from '#telegram/readers.ts';
import type { MethodDeps } from './deps.ts';
import type { Methods } from './method.ts';

const MAX_TOAST = 200;

export function createQueryMethods({
  presses,
  checkouts,
}: MethodDeps): Methods<'answerCallbackQuery' | 'answerPreCheckoutQuery'> {
  return {
    answerCallbackQuery: {
      params: {
        callback_query_id: text,
        text: optionalText,
        show_alert: optionalFlag,
        url: optionalText,
        cache_time: optionalInteger,
      },
      run(bot, params) {
        if ((params.text?.length ?? 0) > MAX_TOAST) throw badRequest('MESSAGE_TOO_LONG');
        if (params.url !== undefined && !opensBot(params.url, bot.user.username)) throw badRequest('URL_INVALID');
        const says = params.text !== undefined || params.url !== undefined;
        const toast: Toast | undefined = says
          ? {
              text: params.text ?? '',
              alert: params.show_alert ?? false,
              ...(params.url === undefined ? {} : { url: params.url }),
            }
          : undefined;
        if (presses.answer(bot.user.id, params.callback_query_id, toast)) return true;
        throw badRequest('query is too old and response timeout expired or query ID is invalid');
      },
    },

    answerPreCheckoutQuery: {
      params: { pre_checkout_query_id: text, ok: flag, error_message: optionalText },
      run(bot, params) {
        const error = params.error_message ?? '';
        if (!params.ok && error === '') throw badRequest('parameter "error_message" is required');
        if (checkouts.answer(bot.user.id, params.pre_checkout_query_id, params.ok, error)) return true;
        throw badRequest('query is too old and response timeout expired or query ID is invalid');
      },
    },
  };
}

/** A bot without games may only open links to itself. */
const opensBot = (url: string, username: string): boolean =>
  new RegExp(`^(https?://)?t\\.me/${username}\\?start=`, 'i').test(url) || url.startsWith('tg://');
