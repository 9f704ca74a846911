import type { MessageEntity } from '@grammyjs/types';

type Found = 'url' | 'email' | 'mention' | 'bot_command' | 'hashtag' | 'phone_number';

/** Patterns in order of precedence. */
const PATTERNS: readonly (readonly [Found, RegExp])[] = [
  ['email', /(?<![\w.+-])[\w.+-]+@[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)+/g],
  [
    'url',
    /(?<![\w@.-])(?:https?:\/\/[^\s<>"«»\u2066-\u2069]+|(?:[a-zA-Z0-9-]+\.)+(?:com|org|net|ir|me|io|dev|app|info)(?![\w.]|-\w)(?:\/[^\s<>"«»\u2066-\u2069]*)?)/g,
  ],
  ['bot_command', /(?<![\w/<>@\p{L}])\/[a-zA-Z0-9_]{1,64}(?:@[a-zA-Z0-9_]{3,32})?(?![\w/@])/gu],
  ['mention', /(?<![\w@/\p{L}])@[a-zA-Z0-9_]{4,32}(?!\w)/gu],
  ['hashtag', /(?<![\w#\p{L}])#(?=[\p{N}_]*\p{L})[\p{L}\p{N}_]{1,256}/gu],
  ['phone_number', /(?<![\w+])\+\d{10,15}(?!\d)/g],
];

/** Entities that Telegram detects by itself. */
export function detectEntities(text: string): MessageEntity[] {
  if (!/[./@#+]/.test(text)) return [];
  const entities: MessageEntity[] = [];
  for (const [type, pattern] of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const words = type === 'url' ? match[0].replace(/[.,:;!?'")\]]+$/, '') : match[0];
      const taken = entities.some(
        (other) => other.offset < match.index + words.length && match.index < other.offset + other.length,
      );
      if (!taken) entities.push({ type, offset: match.index, length: words.length });
    }
  }
  return entities.sort((a, b) => a.offset - b.offset);
}
