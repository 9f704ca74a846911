import type { MessageEntity, ParseMode } from '@grammyjs/types';
import { badRequest } from '#telegram/failure.ts';
import { detectEntities } from './detect.ts';
import { type Formatted, parseHtml } from './html.ts';

type Splittable = 'bold' | 'italic' | 'underline' | 'strikethrough' | 'spoiler';

const SPLITTABLE: readonly string[] = [
  'bold',
  'italic',
  'underline',
  'strikethrough',
  'spoiler',
] satisfies Splittable[];

/** The outer of two entities over the same text comes first, as in Telegram. */
const RANK: Readonly<Record<string, number>> = {
  blockquote: 0,
  expandable_blockquote: 0,
  pre: 11,
  code: 20,
  text_link: 49,
  text_mention: 49,
  bold: 90,
  italic: 91,
  underline: 92,
  strikethrough: 93,
  spoiler: 94,
  custom_emoji: 99,
};
const rank = (entity: MessageEntity): number => RANK[entity.type] ?? 50;

const sorted = (entities: readonly MessageEntity[]): MessageEntity[] =>
  [...entities].sort((a, b) => a.offset - b.offset || b.length - a.length || rank(a) - rank(b));

const UNWANTED = /(?!\n)\p{Cc}|[\u2028-\u202e]/u;

/** Removes the characters that Telegram removes: controls and direction overrides. */
export function cleaned(text: string): string {
  // Most texts need no change, and the check is faster.
  if (!UNWANTED.test(text)) return text;
  return text.replace(/[\t\v\f]/g, ' ').replace(new RegExp(UNWANTED, 'gu'), '');
}

/** Removes entities inside code and splits those that cross it. */
function aroundCode(entities: readonly MessageEntity[]): MessageEntity[] {
  const codes = sorted(entities.filter((entity) => entity.type === 'code' || entity.type === 'pre'));
  if (codes.length === 0) return [...entities];
  return entities.flatMap((entity): MessageEntity[] => {
    if (codes.includes(entity)) return [entity];
    const end = entity.offset + entity.length;
    if (!SPLITTABLE.includes(entity.type)) {
      return codes.some((code) => code.offset <= entity.offset && code.offset + code.length >= end) ? [] : [entity];
    }
    const parts: MessageEntity[] = [];
    let from = entity.offset;
    for (const code of codes) {
      if (code.offset >= end || code.offset + code.length <= from) continue;
      if (code.offset > from) parts.push({ ...entity, offset: from, length: code.offset - from });
      from = code.offset + code.length;
    }
    if (from < end) parts.push({ ...entity, offset: from, length: end - from });
    return parts;
  });
}

function trimmed({ text, entities }: Formatted): Formatted {
  const first = entities.reduce((least, entity) => Math.min(least, entity.offset), text.length);
  const lead = Math.min(first, text.length - text.trimStart().length);
  const kept = text.slice(lead).trimEnd();
  return {
    text: kept,
    entities: entities.flatMap((entity) => {
      const offset = entity.offset - lead;
      const length = Math.min(entity.length, kept.length - offset);
      return length > 0 && kept.slice(offset, offset + length).trim() !== '' ? [{ ...entity, offset, length }] : [];
    }),
  };
}

function finished(formatted: Formatted): Formatted {
  const { text, entities } = trimmed(formatted);
  const own = aroundCode(entities);
  const detected = detectEntities(text).filter((entity) => !own.some((other) => excludes(other, entity)));
  return { text, entities: sorted([...own, ...detected]) };
}

function excludes(own: MessageEntity, found: MessageEntity): boolean {
  if (SPLITTABLE.includes(own.type) || own.type.endsWith('blockquote')) return false;
  return own.offset < found.offset + found.length && found.offset < own.offset + own.length;
}

/** A text as Telegram stores it: parsed, cleaned, trimmed, with detected entities. */
export function formatText(text: string, parseMode?: ParseMode, entities: readonly MessageEntity[] = []): Formatted {
  const source = cleaned(text);
  if (parseMode === 'HTML') return finished(parseHtml(source));
  if (parseMode !== undefined) throw badRequest('unsupported parse_mode');
  for (const { offset, length } of entities) {
    if (offset < 0 || length < 0 || offset + length > source.length) {
      throw badRequest(
        `entity beginning at UTF-16 offset ${offset} ends after the end of the text at UTF-16 offset ${offset + length}`,
      );
    }
  }
  return finished({ text: source, entities: [...entities] });
}
