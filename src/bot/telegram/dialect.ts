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

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const marks: Readonly<Record<string, string>> = { b: '*', strong: '*', i: '_', em: '_' };
/** Look the same and mean nothing. */
const harmless: Readonly<Record<string, string>> = { '*': '∗', _: '＿', '[': '［', '`': 'ˋ' };

const token = /<(\/?)([a-z]+)(?:\s+href="([^"]*)")?[^>]*>|&(?:amp|lt|gt|quot);|\n|[^<&\n]+|[<&]/gi;
/** A mark inside a word is an ordinary character. */
const meaningful = /https?:\/\/\S+|(?<![\p{L}\p{N}])[*_]|[*_](?![\p{L}\p{N}])|\[(?=[^\]]*\]\()|`/gu;
const opening = /(?<![\p{L}\p{N}])_/gu;

/** Our screens' HTML as Markdown of messengers that know bold, italic and links. Other tags are left out. */
export function htmlToMarkdown(html: string): string {
  let text = '';
  let open: string[] = [];
  let link: string | null = null;
  for (const [piece, closing, tag = '', href] of html.matchAll(token)) {
    const name = tag.toLowerCase();
    const mark = marks[name];
    if (mark !== undefined) {
      text += mark;
      open = closing ? open.filter((one) => one !== mark) : [...open, mark];
    } else if (name === 'a') {
      // A link to a person cannot be followed here.
      const target = decode(href ?? '');
      if (closing) text += link === null ? '' : `](${link})`;
      else if (/^https?:/.test(target)) text += '[';
      link = !closing && /^https?:/.test(target) ? target : null;
    } else if (tag === '') {
      // Marks do not reach over a line.
      const inOrder = open.join('');
      text += piece === '\n' ? `${[...open].reverse().join('')}\n${inOrder}` : plain(decode(piece));
    }
  }
  return text;
}

/** A text without formatting, which such messengers would read as Markdown. */
export const plain = (text: string): string =>
  text.replace(meaningful, (sign) => harmless[sign] ?? withoutOpening(sign));

/** An address must lead where it did; without a mark that opens, one that closes means nothing. */
const withoutOpening = (address: string): string => address.replace(opening, '%5F');

const decode = (text: string): string => text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity);
