import { expect, test } from 'vitest';
import { defineAction } from '#bot/kit/action.ts';
import { createDispatcher } from '#bot/kit/dispatch.ts';
import { defineFeature } from '#bot/kit/feature.ts';
import { whole } from '#bot/kit/fields.ts';
import { home } from '#bot/kit/navigation.ts';
import { readMessage } from '#bot/kit/question.ts';
import type { BotRequest } from '#bot/kit/request.ts';
import { defaultOperators } from '#domain/operators.ts';
import type { Role } from '#domain/role.ts';
import { viewIn } from '#test/support/picture-cases.ts';

const actions = { askNote: defineAction({ tag: 'xn', fields: { person: whole }, permission: 'run' }) };

const feature = (notes: string[]) =>
  defineFeature(actions, {
    askNote: {
      stored: 'a-note',
      text: (_, { person }) => (person === 9 ? { code: 'person-unknown' } : 'Which note?'),
      back: () => home(),
      isForOthers: true,
      answer: async ({ format }, text, { person }, { again }) => {
        if (text.length > 5) return again({ code: 'message-too-long' });
        notes.push(`${person}: ${text}`);
        return { screen: { text: format.language, keys: [] } };
      },
    },
  });

const requestBy = (role: Role): BotRequest => ({
  person: { id: 1, name: '', language: 'en', unit: 'toman', role, staff: null, pausedWhy: null },
  format: viewIn('en'),
  idempotencySource: 'test',
  messageId: null,
});

const typed = (text: string) => readMessage({ text } as Parameters<typeof readMessage>[0], defaultOperators);

function open() {
  const notes: string[] = [];
  return { notes, ...createDispatcher([feature(notes)], (_, reply) => reply) };
}

const question = { for: 'a-note', person: 7 };

test('a person who presses reads what is asked, and the bot stores the fields of the button', async () => {
  const reply = await open().dispatch(requestBy('owner'), actions.askNote({ person: 7 }));
  expect(reply).toMatchObject({ screen: { text: 'Which note?' } });
  expect(JSON.stringify('question' in reply && reply.question)).toBe('{"for":"a-note","person":7}');
});

test('a person who presses reads why nothing is asked', async () => {
  const reply = await open().dispatch(requestBy('owner'), actions.askNote({ person: 9 }));
  expect(reply).toMatchObject({ failure: { code: 'person-unknown' } });
  expect(reply).not.toHaveProperty('question');
});

test('a person who answers is heard, and asked again after a mistake', async () => {
  const { answer, notes } = open();
  expect(await answer(requestBy('owner'), typed('Ali and Reza'), question)).toMatchObject({ kind: 'retry' });
  expect(await answer(requestBy('owner'), typed('Ali'), question)).toMatchObject({ kind: 'done' });
  expect(notes).toEqual(['7: Ali']);
});

test('a person who lost the right to press, or who types a sale, answers nothing', async () => {
  const { answer, notes } = open();
  expect(await answer(requestBy('customer'), typed('Ali'), question)).toEqual({ kind: 'pass' });
  expect(await answer(requestBy('owner'), typed('09123456789 10GB'), question)).toEqual({ kind: 'pass' });
  expect(notes).toEqual([]);
});
