import type { LanguageCode, LinkPreviewOptions, MessageEntity, ParseMode, ReplyParameters } from '@grammyjs/types';
import { badRequest } from './failure.ts';
import { isRecord, type RawParams, type Upload } from './request.ts';

/** Reads one parameter. At the top level Telegram accepts strings for everything; inside objects it does not. */
export type Reader<T> = (raw: unknown, name: string, params: RawParams) => T;

/** A reader for every parameter of the published API, checked by the compiler. */
export type Shape<P> = {
  readonly [K in keyof P]-?: Partial<Pick<P, K>> extends Pick<P, K> ? Reader<P[K] | undefined> : Reader<P[K]>;
};

export function readParams<P extends object>(shape: Shape<P>, params: RawParams): P {
  const read: Partial<P> = {};
  for (const name in shape) {
    const value = shape[name](params.values[name], name, params);
    if (value !== undefined) read[name] = value as P[typeof name];
  }
  return read as P;
}

const given = (raw: unknown): boolean => raw !== undefined && raw !== null && raw !== '';

const asText = (raw: unknown): string => (typeof raw === 'object' ? JSON.stringify(raw) : String(raw));

/** Empty if absent, because methods report missing values in their own words. */
export const text: Reader<string> = (raw) => (given(raw) ? asText(raw) : '');

export const optionalText: Reader<string | undefined> = (raw) => (given(raw) ? asText(raw) : undefined);

export const requiredText: Reader<string> = (raw, name) => {
  if (!given(raw)) throw badRequest(`parameter "${name}" is required`);
  return asText(raw);
};

/** Reads an invalid number as 0, for which Telegram finds no message. */
export const integer: Reader<number> = (raw) => {
  const value = given(raw) ? Number(asText(raw).trim()) : 0;
  return Number.isSafeInteger(value) ? value : 0;
};

export const optionalInteger: Reader<number | undefined> = (raw, name, params) =>
  given(raw) ? integer(raw, name, params) : undefined;

export const flag: Reader<boolean> = (raw) =>
  given(raw) && ['true', 'yes', '1'].includes(asText(raw).trim().toLowerCase());

export const optionalFlag: Reader<boolean | undefined> = (raw, name, params) =>
  given(raw) ? flag(raw, name, params) : undefined;

export const chatId: Reader<number | string> = (raw) => {
  if (!given(raw)) throw badRequest('chat_id is empty');
  const id = asText(raw).trim();
  return /^-?\d+$/.test(id) ? Number(id) : id;
};

export const optionalChatId: Reader<number | string | undefined> = (raw, name, params) =>
  given(raw) ? chatId(raw, name, params) : undefined;

const PARSE_MODES: Readonly<Record<string, ParseMode>> = {
  html: 'HTML',
  markdown: 'Markdown',
  markdownv2: 'MarkdownV2',
};

export const parseMode: Reader<ParseMode | undefined> = (raw) => {
  const mode = given(raw) ? asText(raw).toLowerCase() : 'none';
  if (mode === 'none') return undefined;
  const knownMode = PARSE_MODES[mode];
  if (!knownMode) throw badRequest('unsupported parse_mode');
  return knownMode;
};

export const languageCode: Reader<LanguageCode | undefined> = (raw) => {
  if (!given(raw)) return undefined;
  const code = asText(raw);
  if (!/^[a-z]{2}$/.test(code)) throw badRequest('invalid language code specified');
  return code as LanguageCode;
};

/** Objects and arrays arrive as values in JSON, and as JSON texts in a form. */
export function json(raw: unknown, what: string): unknown {
  if (!given(raw)) return undefined;
  if (typeof raw !== 'string') return raw;
  try {
    return JSON.parse(raw);
  } catch {
    throw badRequest(`can't parse ${what} JSON object`);
  }
}

export function stringField(object: Record<string, unknown>, name: string): string {
  const value = object[name];
  if (value === undefined || value === null) throw new FieldProblem(`Can't find field "${name}"`);
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw new FieldProblem(`Field "${name}" must be of type String`);
  return value;
}

export function numberField(object: Record<string, unknown>, name: string): number {
  const value = object[name];
  if (value === undefined || value === null) throw new FieldProblem(`Can't find field "${name}"`);
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw new FieldProblem(`Field "${name}" must be of type Number`);
  return number;
}

const ENTITIES = new Set(
  'bold italic underline strikethrough spoiler blockquote expandable_blockquote code pre text_link text_mention custom_emoji date_time'.split(
    ' ',
  ),
);
/** Telegram detects these itself and ignores the bot's. */
const FOUND_ENTITIES = new Set(
  'mention hashtag cashtag bot_command url email phone_number bank_card_number'.split(' '),
);

export const messageEntities: Reader<MessageEntity[] | undefined> = (raw) => {
  const value = typeof raw === 'string' ? tolerantJson(raw) : raw;
  if (!Array.isArray(value)) return undefined;
  return within("can't parse MessageEntity", () =>
    value.flatMap((entity: unknown): MessageEntity[] => {
      if (!isRecord(entity)) throw new FieldProblem('expected an Object');
      const offset = numberField(entity, 'offset');
      const length = numberField(entity, 'length');
      const type = stringField(entity, 'type');
      if (FOUND_ENTITIES.has(type)) return [];
      if (!ENTITIES.has(type)) throw new FieldProblem('Unsupported type specified');
      if (type === 'text_link') stringField(entity, 'url');
      return [{ ...entity, offset, length, type } as MessageEntity];
    }),
  );
};

function tolerantJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

/** A problem inside an object whose kind is not known yet. */
export class FieldProblem extends Error {}

/** Prefixes problems of `read` with `context`. */
export function within<T>(context: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof FieldProblem ? badRequest(`${context}: ${error.message}`) : error;
  }
}

export const linkPreview: Reader<LinkPreviewOptions | undefined> = (raw) => {
  const value = json(raw, 'link preview options');
  if (value === undefined) return undefined;
  if (!isRecord(value)) throw badRequest('object expected as link preview options');
  return value;
};

export const replyParameters: Reader<ReplyParameters | undefined> = (raw) => {
  const value = json(raw, 'reply parameters');
  if (value === undefined) return undefined;
  if (!isRecord(value)) throw badRequest('object expected as reply parameters');
  return { ...value, message_id: within("can't parse reply parameters", () => numberField(value, 'message_id')) };
};

/** Reads an uploaded file by its own name or attach://, or a string that names one. */
export const file: Reader<Upload | string> = (raw, name, params) => {
  const value = given(raw) ? asText(raw) : '';
  const field = value.startsWith('attach://') ? value.slice('attach://'.length) : name;
  const upload = value === '' || value.startsWith('attach://') ? params.uploads.get(field) : undefined;
  return upload ?? (value.startsWith('attach://') ? '' : value);
};

export const uploadOnly: Reader<Upload | undefined> = (raw, name, params) => {
  const value = file(raw, name, params);
  return typeof value === 'string' ? undefined : value;
};

/** Refuses a parameter that Telegram knows and this package does not support. */
export const unsupported: Reader<undefined> = (raw, name) => {
  if (given(raw)) throw badRequest(`the local Telegram does not support the parameter "${name}"`);
  return undefined;
};
