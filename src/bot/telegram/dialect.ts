import { htmlToMarkdown, plain } from './markdown.ts';
import type { Messenger } from './messenger.ts';

type Payload = Readonly<Record<string, unknown>>;

/** Writes calls as a messenger reads them, and reads its answers as Telegram's. Null: it speaks as Telegram does. */
export interface Dialect {
  payload(payload: Payload): Payload;
  answer(method: string, json: unknown): unknown;
}

export function dialectOf(messenger: Messenger): Dialect | null {
  const { formatting, unknownParams, editsMayFail } = messenger;
  if (formatting === 'html' && unknownParams.length === 0 && !editsMayFail) return null;
  return {
    payload: (payload) => {
      const params = Object.entries(payload).filter(([name]) => !unknownParams.includes(name));
      const isHtml = payload.parse_mode === 'HTML';
      return Object.fromEntries(
        params.flatMap(([name, value]) => {
          if ((name === 'text' || name === 'caption') && typeof value === 'string')
            return [[name, isHtml ? htmlToMarkdown(value) : plain(value)]];
          if (name !== 'reply_markup') return [[name, value]];
          const markup = readMarkup(messenger, value);
          return markup === null ? [] : [[name, markup]];
        }),
      );
    },
    answer: (method, json) => {
      const answer = json as { readonly ok?: unknown; readonly error_code?: unknown };
      const isEdit = method.startsWith('editMessage') && answer.ok === false;
      if (!editsMayFail || !isEdit || answer.error_code === 429 || Number(answer.error_code) >= 500) return json;
      return { ok: false, error_code: 400, description: 'MESSAGE_ID_INVALID' };
    },
  };
}

type Button = Readonly<Record<string, unknown>>;

/** Null: nothing is left of it. */
function readMarkup({ buttons }: Messenger, markup: unknown): unknown {
  if (typeof markup !== 'object' || markup === null || !('inline_keyboard' in markup)) return markup;
  const rows = (markup.inline_keyboard as readonly (readonly Button[])[])
    .map((row) => row.filter((button) => isKnown(buttons, button)).map((button) => withoutStyle(buttons, button)))
    .filter((row) => row.length > 0);
  return rows.length === 0 ? null : { inline_keyboard: rows };
}

function isKnown({ copy, userLinks }: Messenger['buttons'], button: Button): boolean {
  if ('copy_text' in button) return copy;
  return userLinks || !(typeof button.url === 'string' && button.url.startsWith('tg:'));
}

function withoutStyle({ styles }: Messenger['buttons'], button: Button): Button {
  if (styles) return button;
  const { style: _, ...rest } = button;
  return rest;
}
