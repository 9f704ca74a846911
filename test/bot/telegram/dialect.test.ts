import { fromBale } from '@sharj/local-telegram';
import { describe, expect, test } from 'vitest';
import { dialectOf, htmlToMarkdown, plain } from '#bot/telegram/dialect.ts';
import { messengers, telegram } from '#bot/telegram/messenger.ts';
import fc from '#test/support/property.ts';

test.each([
  ['<b>Total</b>: 5', '*Total*: 5'],
  ['<i>soon</i> &amp; <code>AB-12</code>', '_soon_ & AB-12'],
  ['<b>two\nlines</b>', '*two*\n*lines*'],
  [
    '<a href="https://ble.ir/sharj_bot?start=r_A_b">the receipt</a>',
    '[the receipt](https://ble.ir/sharj_bot?start=r_A_b)',
  ],
  ['ask <a href="tg://user?id=5">the owner</a>', 'ask the owner'],
  ['https://ble.ir/sharj_bot?start=r_A_b', 'https://ble.ir/sharj_bot?start=r_A_b'],
  ['<b>&lt;3 *star* _low_ [x](y)</b>', '*<3 ∗star∗ ＿low＿ ［x](y)*'],
  ['1 < 2 & 3', '1 < 2 & 3'],
])('%s', (html, markdown) => {
  expect(htmlToMarkdown(html)).toBe(markdown);
});

test('a plain text means nothing but itself', () => {
  expect(plain('*bold* snake_case `code`')).toBe('∗bold∗ snake_case ˋcodeˋ');
});

test('a link leads to the same place, whatever its code is', () => {
  const code = fc.string({ unit: fc.constantFrom(...'Ab9_-'), minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(code, code, (first, second) => {
      const links = [first, second].map((one) => `https://ble.ir/sharj_bot?start=r_${one}`);
      const text = htmlToMarkdown(`<b>Links</b>: <code>${links.join('</code> _and_ <code>')}</code>`);
      const { values } = fromBale('sendMessage', { values: { chat_id: 5, text }, uploads: new Map() });
      const seen = String(values.text).match(/https:\S+/g) ?? [];
      expect(seen.map(decodeURIComponent)).toEqual(links);
    }),
  );
});

describe('a dialect', () => {
  test('Telegram has none', () => {
    expect(dialectOf(telegram)).toBeNull();
  });

  test('leaves out what is not known: parameters, styles, copy buttons, links to people', () => {
    const written = dialectOf(messengers.bale)?.payload({
      chat_id: 5,
      text: '<b>Hello</b>',
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      reply_markup: {
        inline_keyboard: [
          [{ text: 'Yes', callback_data: '1h', style: 'success' }],
          [{ text: 'Copy', copy_text: { text: 'x' } }],
          [
            { text: 'Owner', url: 'tg://user?id=5' },
            { text: 'Site', url: 'https://x.example' },
          ],
        ],
      },
    });
    expect(written).toEqual({
      chat_id: 5,
      text: '*Hello*',
      reply_markup: {
        inline_keyboard: [[{ text: 'Yes', callback_data: '1h' }], [{ text: 'Site', url: 'https://x.example' }]],
      },
    });
    const lost = { reply_markup: { inline_keyboard: [[{ text: 'Copy', copy_text: { text: 'x' } }]] } };
    expect(dialectOf(messengers.bale)?.payload(lost)).toEqual({});
  });

  test('any refused edit is one that cannot be made; a failure of the server and a flood stay what they are', () => {
    const answer = (method: string, error_code: number) =>
      dialectOf(messengers.bale)?.answer(method, { ok: false, error_code, description: 'no' });
    expect(answer('editMessageText', 403)).toMatchObject({ description: 'MESSAGE_ID_INVALID' });
    for (const [method, code] of [
      ['editMessageText', 500],
      ['editMessageText', 429],
      ['sendMessage', 400],
    ] as const)
      expect(answer(method, code)).toMatchObject({ error_code: code, description: 'no' });
  });
});
