import type { MessageEntity } from '@grammyjs/types';
import { badRequest } from '#telegram/failure.ts';

interface OpenTag {
  readonly name: string;
  readonly argument: string;
  readonly offset: number;
}

const TAGS = new Set('a b strong i em s strike del u ins tg-spoiler tg-emoji span pre code blockquote'.split(' '));
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };
const SIMPLE: Readonly<Record<string, 'bold' | 'italic' | 'underline' | 'strikethrough' | 'spoiler'>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  'tg-spoiler': 'spoiler',
  span: 'spoiler',
};

const PLAIN = /&?[^&<]*/y;

const fail = (text: string) => badRequest(`can't parse entities: ${text}`);

/** Counts the end as a space, so that every scan stops there. */
const isSpace = (ch: string | undefined): boolean => ch === undefined || ' \n\t\r\v'.includes(ch);

/** A known character reference; undefined for a plain ampersand. */
function reference(source: string, at: number): { char: string; end: number } | undefined {
  const match = /^&(?:#x([0-9a-fA-F]+)|#([0-9]+)|([a-zA-Z]+));?/.exec(source.slice(at, at + 16));
  if (!match) return undefined;
  const [whole, hex, decimal, name] = match;
  if (name !== undefined) {
    const char = NAMED[name];
    return char === undefined ? undefined : { char, end: at + whole.length };
  }
  const code = hex === undefined ? Number.parseInt(decimal ?? '', 10) : Number.parseInt(hex, 16);
  const length = whole.endsWith(';') ? whole.length - 1 : whole.length;
  if (code === 0 || code >= 0x10ffff || length >= 10) return undefined;
  return { char: String.fromCodePoint(code), end: at + whole.length };
}

/** A text and its entities. */
export interface Formatted {
  readonly text: string;
  readonly entities: MessageEntity[];
}

/** Offsets are UTF-16 units; errors name UTF-8 bytes of the source. */
export function parseHtml(source: string): Formatted {
  let text = '';
  let i = 0;
  const entities: MessageEntity[] = [];
  const open: OpenTag[] = [];
  const bytes = (index: number): number => Buffer.byteLength(source.slice(0, index));
  const skipSpaces = (): void => {
    while (i < source.length && isSpace(source[i])) i += 1;
  };

  function attributeValue(): string {
    const quote = source[i];
    if (quote !== '"' && quote !== "'") {
      const begin = i;
      while (/[a-zA-Z0-9.-]/.test(source[i] ?? '')) i += 1;
      if (!isSpace(source[i]) && source[i] !== '>') {
        throw fail(`Unexpected end of name token at byte offset ${bytes(begin)}`);
      }
      return source.slice(begin, i).toLowerCase();
    }
    i += 1;
    let value = '';
    while (i < source.length && source[i] !== quote) {
      const decoded = source[i] === '&' ? reference(source, i) : undefined;
      value += decoded?.char ?? source[i];
      i = decoded?.end ?? i + 1;
    }
    if (source[i] === quote) i += 1;
    return value;
  }

  function startTag(begin: number): void {
    while (!isSpace(source[i]) && source[i] !== '>') i += 1;
    if (i >= source.length) throw fail(`Unclosed start tag at byte offset ${bytes(begin)}`);
    const name = source.slice(begin + 1, i).toLowerCase();
    if (!TAGS.has(name)) throw fail(`Unsupported start tag "${name}" at byte offset ${bytes(begin)}`);
    const where = (): string => `the tag "${name}" at byte offset ${bytes(begin)}`;
    let argument = '';
    while (source[i] !== '>') {
      skipSpaces();
      if (source[i] === '>') break;
      const from = i;
      while (!isSpace(source[i]) && source[i] !== '=' && source[i] !== '>') i += 1;
      const attribute = source.slice(from, i);
      if (attribute === '' && i >= source.length) throw fail(`Unclosed start tag at byte offset ${bytes(begin)}`);
      if (attribute === '') throw fail(`Empty attribute name in ${where()}`);
      skipSpaces();
      if (source[i] !== '=' && name === 'blockquote' && attribute === 'expandable' && i < source.length) {
        argument = 'expandable';
        continue;
      }
      if (source[i] !== '=') throw fail(`Expected equal sign in declaration of an attribute of ${where()}`);
      i += 1;
      skipSpaces();
      if (i >= source.length) throw fail(`Unclosed start tag "${name}" at byte offset ${bytes(begin)}`);
      const value = attributeValue();
      if (i >= source.length) throw fail(`Unclosed start tag at byte offset ${bytes(begin)}`);
      if (name === 'a' && attribute === 'href') argument = value;
      if (name === 'code' && attribute === 'class' && value.startsWith('language-')) argument = value.slice(9);
      if (name === 'span' && attribute === 'class' && value.startsWith('tg-')) argument = value.slice(3);
      if (name === 'tg-emoji' && attribute === 'emoji-id') argument = value;
      if (name === 'blockquote' && attribute === 'expandable') argument = 'expandable';
    }
    if (name === 'span' && argument !== 'spoiler') {
      throw fail(`Tag "span" must have class "tg-spoiler" at byte offset ${bytes(begin)}`);
    }
    open.push({ name, argument, offset: text.length });
  }

  function endTag(begin: number): void {
    const tag = open.pop();
    if (!tag) throw fail(`Unexpected end tag at byte offset ${bytes(begin)}`);
    while (!isSpace(source[i]) && source[i] !== '>') i += 1;
    const name = source.slice(begin + 2, i).toLowerCase();
    skipSpaces();
    if (source[i] !== '>') throw fail(`Unclosed end tag at byte offset ${bytes(begin)}`);
    if (name !== '' && name !== tag.name) {
      throw fail(`Unmatched end tag at byte offset ${bytes(begin)}, expected "</${tag.name}>", found "</${name}>"`);
    }
    if (text.length > tag.offset) close(tag);
  }

  function close(tag: OpenTag): void {
    const place = { offset: tag.offset, length: text.length - tag.offset };
    const last = entities.at(-1);
    const covered = last?.offset === place.offset && last.length === place.length ? last : undefined;
    const simple = SIMPLE[tag.name];
    if (simple) entities.push({ type: simple, ...place });
    else if (tag.name === 'a') link(tag, place);
    else if (tag.name === 'tg-emoji') {
      if (!/^-?[1-9]\d{0,18}$/.test(tag.argument)) throw fail('Invalid custom emoji identifier specified');
      entities.push({ type: 'custom_emoji', custom_emoji_id: tag.argument, ...place });
    } else if (tag.name === 'blockquote') {
      entities.push({ type: tag.argument === '' ? 'blockquote' : 'expandable_blockquote', ...place });
    } else if (tag.name === 'code' && covered?.type === 'pre' && tag.argument !== '') {
      entities[entities.length - 1] = { type: 'pre', language: tag.argument, ...place };
    } else if (tag.name === 'code') {
      // The language matters only inside a <pre>. The marker is removed at the end.
      entities.push({
        type: 'code',
        ...place,
        ...(tag.argument === '' ? {} : { language: tag.argument }),
      } as MessageEntity);
    } else {
      const language = covered?.type === 'code' && 'language' in covered ? String(covered.language) : undefined;
      if (language !== undefined) entities.pop();
      entities.push({ type: 'pre', ...place, ...(language === undefined ? {} : { language }) });
    }
  }

  function link(tag: OpenTag, place: { offset: number; length: number }): void {
    const target = tag.argument === '' ? text.slice(tag.offset) : tag.argument;
    const mention = /^tg:(?:\/\/)?user\?id=(\d+)/.exec(target);
    if (mention) {
      const user = { id: Number(mention[1]), is_bot: false, first_name: '' };
      entities.push({ type: 'text_mention', user, ...place });
      return;
    }
    const url = checkedLink(target);
    // Drops an invalid link silently, as Telegram does; its text stays.
    if (url !== undefined) entities.push({ type: 'text_link', url, ...place });
  }

  while (i < source.length) {
    if (source[i] === '&') {
      const decoded = reference(source, i);
      if (decoded) {
        text += decoded.char;
        i = decoded.end;
        continue;
      }
    }
    if (source[i] !== '<') {
      // Takes a plain ampersand, or all text up to the next one or the next tag.
      PLAIN.lastIndex = i;
      const run = PLAIN.exec(source)?.[0] ?? '';
      text += run;
      i += run.length;
      continue;
    }
    const begin = i;
    i += 1;
    if (source[i] === '/') endTag(begin);
    else startTag(begin);
    i += 1;
  }
  const unclosed = open.at(-1);
  if (unclosed) throw fail(`Can't find end tag corresponding to start tag "${unclosed.name}"`);
  if (!text.isWellFormed()) {
    throw fail(
      'Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units',
    );
  }
  return {
    text,
    entities: entities.map((entity) =>
      entity.type === 'code' ? { type: 'code', offset: entity.offset, length: entity.length } : entity,
    ),
  };
}

/** The address as Telegram keeps it; undefined if it is invalid. */
export function checkedLink(link: string): string | undefined {
  const trimmed = link.trim();
  if (/^(tg|ton|tonsite):/i.test(trimmed)) return trimmed;
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
  if (!/^https?:/i.test(withScheme) || !URL.canParse(withScheme)) return undefined;
  const url = new URL(withScheme);
  return url.hostname.includes('.') || url.hostname.startsWith('[') ? url.href : undefined;
}
