import { describe, expect, test } from 'vitest';
import { readMessage } from '#bot/kit/question.ts';
import type { BotRequest } from '#bot/kit/request.ts';
import { readInOrder, type TextReader } from '#bot/kit/text-reader.ts';
import { defaultOperators } from '#domain/operators.ts';

const request = {} as BotRequest;
const typed = (content: object) => readMessage(content as never, defaultOperators);
const screen = (text: string) => ({ screen: { text, keys: [] } });

describe('readers of a text', () => {
  test('are asked in order, until one of them understands it', async () => {
    const asked: string[] = [];
    const reader =
      (name: string, understood: string): TextReader =>
      async (_, { text }) => {
        asked.push(name);
        return text === understood ? screen(name) : null;
      };
    const read = readInOrder([reader('first', 'a'), reader('second', 'b'), reader('third', 'b')]);
    expect(await read(request, typed({ text: 'b' }))).toEqual(screen('second'));
    expect(asked.splice(0)).toEqual(['first', 'second']);
    expect(await read(request, typed({ text: 'c' }))).toBeNull();
    expect(asked).toEqual(['first', 'second', 'third']);
  });

  test('have understood a text that they say nothing about', async () => {
    const read = readInOrder([async () => 'taken', async () => screen('next')]);
    expect(await read(request, typed({ text: 'a' }))).toBe('taken');
  });

  test.each([
    ['a text', { text: 'hello' }],
    ['a contact', { contact: { phone_number: '1', first_name: 'A' } }],
    ['a command with a number', { text: '/hello 09121234567' }],
    ['a caption with a number', { caption: 'for 09121234567' }],
  ])('are asked about %s', async (_, content) => {
    expect(await readInOrder([async () => 'taken'])(request, typed(content))).toBe('taken');
  });

  test.each([
    ['a command', { text: '/hello' }],
    ['a caption', { caption: 'hello' }],
    ['a sticker', { sticker: {} }],
  ])('are not asked about %s', async (_, content) => {
    expect(await readInOrder([async () => 'taken'])(request, typed(content))).toBeNull();
  });
});
