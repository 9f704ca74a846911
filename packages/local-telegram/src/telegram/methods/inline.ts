import type { InlineQueryResultArticle, InlineQueryResultsButton } from '@grammyjs/types';
import { badRequest } from '#telegram/failure.ts';
import { inlineMarkup } from '#telegram/keyboard.ts';
import {
  FieldProblem,
  json,
  optionalFlag,
  optionalInteger,
  optionalText,
  parseMode,
  type Reader,
  requiredText,
  stringField,
  within,
} from '#telegram/readers.ts';
import { isRecord } from '#telegram/request.ts';
import { formatText } from '#telegram/text/formatted.ts';
import type { MethodDeps } from './deps.ts';
import { MAX_TEXT } from './messages.ts';
import type { Methods } from './method.ts';

const MAX_RESULTS = 50;
const MAX_ID_BYTES = 64;
const MAX_OFFSET_BYTES = 64;
const DEFAULT_CACHE_SECONDS = 300;

/** Accepts only articles with a text. */
const results: Reader<InlineQueryResultArticle[]> = (raw, _name, params) => {
  const value = json(raw, 'inline query results');
  if (!Array.isArray(value)) throw badRequest('expected an Array of inline query results');
  if (value.length > MAX_RESULTS) throw badRequest('RESULTS_TOO_MUCH');
  const read = value.map((result: unknown) =>
    within("can't parse inline query result", () => {
      if (!isRecord(result)) throw new FieldProblem('Inline query result must be an object');
      if (stringField(result, 'type') !== 'article') throw new FieldProblem('only articles are played here');
      const id = stringField(result, 'id');
      if (id === '' || Buffer.byteLength(id) > MAX_ID_BYTES) throw badRequest('RESULT_ID_INVALID');
      const title = stringField(result, 'title');
      if (title.trim() === '') throw badRequest('ARTICLE_TITLE_EMPTY');
      const content = result.input_message_content;
      if (!isRecord(content)) throw badRequest('MESSAGE_CONTENT_EMPTY');
      const mode = parseMode(content.parse_mode, 'parse_mode', params);
      const { text } = formatText(stringField(content, 'message_text'), mode);
      if (text === '') throw badRequest('MESSAGE_EMPTY');
      if (text.length > MAX_TEXT) throw badRequest('MESSAGE_TOO_LONG');
      const markup = inlineMarkup(result.reply_markup, 'reply_markup', params);
      return {
        ...result,
        id,
        title,
        ...(markup ? { reply_markup: markup } : {}),
      } as unknown as InlineQueryResultArticle;
    }),
  );
  if (new Set(read.map(({ id }) => id)).size < read.length) throw badRequest('RESULT_ID_DUPLICATE');
  return read;
};

const resultsButton: Reader<InlineQueryResultsButton | undefined> = (raw) => {
  const value = json(raw, 'inline query results button');
  if (value === undefined) return undefined;
  if (!isRecord(value)) throw badRequest('object expected as inline query results button');
  const text = within("can't parse inline query results button", () => stringField(value, 'text'));
  const start = value.start_parameter;
  if ((start === undefined) === (value.web_app === undefined))
    throw badRequest('exactly one button action is expected');
  if (start !== undefined && !/^[\w-]{1,64}$/.test(String(start))) throw badRequest('START_PARAM_INVALID');
  return { ...value, text };
};

export function createInlineMethods({ inlineQueries }: MethodDeps): Methods<'answerInlineQuery'> {
  return {
    answerInlineQuery: {
      params: {
        inline_query_id: requiredText,
        results,
        cache_time: optionalInteger,
        is_personal: optionalFlag,
        next_offset: optionalText,
        button: resultsButton,
      },
      run(bot, params) {
        const nextOffset = params.next_offset ?? '';
        if (Buffer.byteLength(nextOffset) > MAX_OFFSET_BYTES) throw badRequest('NEXT_OFFSET_INVALID');
        const answered = inlineQueries.answer(bot.user.id, params.inline_query_id, {
          results: params.results as InlineQueryResultArticle[],
          cacheSeconds: params.cache_time ?? DEFAULT_CACHE_SECONDS,
          isPersonal: params.is_personal ?? false,
          nextOffset,
          button: params.button,
        });
        if (answered) return true;
        throw badRequest('query is too old and response timeout expired or query ID is invalid');
      },
    },
  };
}
