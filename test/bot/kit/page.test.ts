import { expect, test } from 'vitest';
import { orderActions } from '#bot/actions/orders.ts';
import { createFormatter } from '#bot/kit/formatter.ts';
import { fitting, key, newKey, page } from '#bot/kit/page.ts';
import { button, type Screen } from '#bot/kit/screen.ts';
import { loadTexts } from '#bot/kit/texts.ts';
import { defaultOperators } from '#domain/operators.ts';

const texts = loadTexts(new URL('../../../locales', import.meta.url).pathname);
const formatIn = (language: 'fa' | 'en') => createFormatter({ texts, operators: defaultOperators }, language, 'toman');
const at = (page: number) => orderActions.orders({ page });
const labels = ({ keys }: Screen) => keys.map((row) => row.map(({ label }) => label));

test('a reader sees neither absent lines nor absent buttons', () => {
  const screen = page(formatIn('en'), {
    text: ['Title', '', false, null, undefined, 'Hint'],
    keys: [false, null, [undefined, button('A', at(1)), false], [null, false], button('B', at(2))],
  });
  expect(screen).toEqual({ text: 'Title\n\nHint', keys: [[button('A', at(1))], [button('B', at(2))]] });
});

test('a reader sees what was just done above the text', () => {
  expect(page(formatIn('en'), { note: 'Saved.', text: 'Title' }).text).toBe('Saved.\n\nTitle');
  expect(page(formatIn('en'), { note: null, text: 'Title' }).text).toBe('Title');
});

test('a reader finds the ways to other pages below the list, and the way back last', () => {
  const list = {
    text: 'Title',
    keys: [[button('A', at(1)), button('B', at(2))]],
    turn: { page: 2, more: true, to: at },
    foot: [button('C', at(3))],
    back: at(1),
  };
  expect(labels(page(formatIn('en'), list))).toEqual([
    ['A', 'B'],
    ['‹ Previous', 'Next ›'],
    ['C'],
    ['‹ Back', '🏠 Home'],
  ]);
  // Telegram lays rows out from the left in every language.
  expect(labels(page(formatIn('fa'), list))).toEqual([
    ['B', 'A'],
    ['بعدی ›', '‹ قبلی'],
    ['C'],
    ['🏠 خانه', '‹ بازگشت'],
  ]);
});

test('a reader of the first page sees buttons for the whole list, and how many pages there are', () => {
  const forAll = [button('All', at(9))];
  const pageAt = (at_: number) =>
    labels(page(formatIn('en'), { text: '', turn: { page: at_, pages: 3, to: at, forAll } }));
  expect(pageAt(1)).toEqual([['All', 'Next 2 of 3 ›']]);
  expect(pageAt(2)).toEqual([['‹ Previous', 'Next 3 of 3 ›']]);
  expect(pageAt(3)).toEqual([['‹ Previous']]);
});

test('a key takes its label from the locales, with a colour, with variables, or for a new message', () => {
  const { keys } = page(formatIn('en'), {
    text: '',
    keys: [
      key('key-back', at(1), 'danger'),
      key('key-next-page', at(1), { page: 2, pages: 3 }),
      newKey('key-back', at(1)),
    ],
  });
  expect(keys.flat()).toEqual([
    { ...button('‹ Back', at(1)), style: 'danger' },
    button('Next 2 of 3 ›', at(1)),
    { label: '‹ Back', data: expect.stringMatching(/^1\+/) },
  ]);
});

test('a row holds as many buttons as a phone shows whole', () => {
  const rowsOf = (...names: string[]) =>
    fitting(
      formatIn('en'),
      names.map((name) => button(name, at(1))),
    ).map(({ length }) => length);
  expect(rowsOf('A', 'B', 'C', 'D')).toEqual([3, 1]);
  expect(rowsOf('Twelve chars', 'B', 'C')).toEqual([2, 1]);
  expect(rowsOf('This label is long', 'B')).toEqual([1, 1]);
});
