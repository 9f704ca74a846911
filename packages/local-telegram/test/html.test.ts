import fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import { formatText } from '#telegram/text/formatted.ts';
import { renderHtml } from '#telegram/text/render.ts';

fc.configureGlobal({ seed: inject('seed') });

const parse = (html: string) => formatText(html, 'HTML');
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

describe('HTML to entities', () => {
  test.each([
    [
      '<b>a</b> <strong>b</strong>',
      'a b',
      [
        ['bold', 0, 1],
        ['bold', 2, 1],
      ],
    ],
    [
      '<i>a</i><em>b</em>',
      'ab',
      [
        ['italic', 0, 1],
        ['italic', 1, 1],
      ],
    ],
    [
      '<u>a</u><ins>b</ins>',
      'ab',
      [
        ['underline', 0, 1],
        ['underline', 1, 1],
      ],
    ],
    [
      '<s>a</s><strike>b</strike><del>c</del>',
      'abc',
      [
        ['strikethrough', 0, 1],
        ['strikethrough', 1, 1],
        ['strikethrough', 2, 1],
      ],
    ],
    [
      '<tg-spoiler>a</tg-spoiler><span class="tg-spoiler">b</span>',
      'ab',
      [
        ['spoiler', 0, 1],
        ['spoiler', 1, 1],
      ],
    ],
    [
      '<code>a</code> <pre>b</pre>',
      'a b',
      [
        ['code', 0, 1],
        ['pre', 2, 1],
      ],
    ],
    ['<blockquote>a</blockquote>', 'a', [['blockquote', 0, 1]]],
    ['<blockquote expandable>a</blockquote>', 'a', [['expandable_blockquote', 0, 1]]],
    [
      '<b>a <i>b</i></b>',
      'a b',
      [
        ['bold', 0, 3],
        ['italic', 2, 1],
      ],
    ],
    [
      '<i><b>a</b></i>',
      'a',
      [
        ['bold', 0, 1],
        ['italic', 0, 1],
      ],
    ],
    ['<B>a</B >', 'a', [['bold', 0, 1]]],
    ['<b>a</>', 'a', [['bold', 0, 1]]],
    [
      '<b>a<code>b</code>c</b>',
      'abc',
      [
        ['bold', 0, 1],
        ['code', 1, 1],
        ['bold', 2, 1],
      ],
    ],
    ['😀<b>سلام</b>', '😀سلام', [['bold', 2, 4]]],
    ['  <b>a</b>  ', 'a', [['bold', 0, 1]]],
    ['<b> a </b>', ' a', [['bold', 0, 2]]],
    ['&lt;b&gt; &amp; &quot;x&quot; &#1587;&#x633;', '<b> & "x" سس', []],
    ['&nbsp; &copy &', '&nbsp; &copy &', []],
    ['a<b></b>b', 'ab', []],
  ])('reads %s', (html, text, entities) => {
    const parsed = parse(html);
    expect(parsed.text).toBe(text);
    expect(parsed.entities.map(({ type, offset, length }) => [type, offset, length])).toEqual(entities);
  });

  test('keeps links, languages, mentions and emoji', () => {
    expect(parse('<a href="https://example.org/?a=1&amp;b=2">x</a>').entities).toEqual([
      { type: 'text_link', offset: 0, length: 1, url: 'https://example.org/?a=1&b=2' },
    ]);
    expect(parse('<pre><code class="language-ts">x</code></pre>').entities).toEqual([
      { type: 'pre', offset: 0, length: 1, language: 'ts' },
    ]);
    expect(parse('<a href="tg://user?id=12">x</a>').entities).toMatchObject([
      { type: 'text_mention', user: { id: 12 } },
    ]);
    expect(parse('<tg-emoji emoji-id="536">👍</tg-emoji>').entities).toMatchObject([
      { type: 'custom_emoji', custom_emoji_id: '536', length: 2 },
    ]);
    expect(parse('<a href="nowhere">x</a>')).toEqual({ text: 'x', entities: [] });
  });

  test('detects the entities that Telegram detects', () => {
    const found = (text: string) =>
      formatText(text).entities.map(({ type, offset, length }) => [type, text.slice(offset, offset + length)]);
    expect(found('/start@sharj_bot now')).toEqual([['bot_command', '/start@sharj_bot']]);
    expect(found('see https://example.org/a, t.me/sharj_bot or a/b 1/2')).toEqual([
      ['url', 'https://example.org/a'],
      ['url', 't.me/sharj_bot'],
    ]);
    expect(found('@sharj_bot me@example.org #شارژ +989121234567')).toEqual([
      ['mention', '@sharj_bot'],
      ['email', 'me@example.org'],
      ['hashtag', '#شارژ'],
      ['phone_number', '+989121234567'],
    ]);
    expect(parse('<code>/start</code>').entities).toMatchObject([{ type: 'code' }]);
  });

  test('removes control characters and overrides, and keeps isolates', () => {
    expect(formatText('a\u0000\u202eb\tc\u2066d\u2069').text).toBe('ab c\u2066d\u2069');
  });

  test('returns any escaped text', () => {
    // This is faster by seconds than fast-check's own strings of all characters.
    const codes = fc.array(fc.integer({ min: 0, max: 0x10ffff }));
    const anyText = codes.map((some) => String.fromCodePoint(...some).toWellFormed());
    fc.assert(
      fc.property(anyText, (text) => {
        const plain = formatText(text).text;
        expect(parse(escaped(text)).text).toBe(plain);
        expect(renderHtml(plain)).toBe(escaped(plain).replaceAll('"', '&quot;'));
      }),
    );
  });

  test('parses its own rendering to the same message', () => {
    const source =
      '<b>Total <i>12</i></b> <a href="https://example.org/">here</a> &lt;<code>x</code>&gt; <blockquote expandable>q</blockquote>';
    const { text, entities } = parse(source);
    expect(renderHtml(text, entities)).toBe(source);
  });
});
