import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newCode, readCode } from '#shop/buying/orders/identity.ts';
import { idFrom } from '#storage/derived-id.ts';
import fc from '#test/support/property.ts';

describe('an order code', () => {
  test('is read in every spelling that people type or copy', () => {
    const spellings = [
      '0A1B2-3C4D5',
      '0a1b2-3c4d5',
      '0A1B23C4D5',
      ' 0A1B2 3C4D5 ',
      '0A1B2–3C4D5',
      '0A1B2−3C4D5',
      'OAIB2-3C4D5',
      'oalb2-3c4d5',
      '۰A۱B۲-۳C۴D۵',
      '٠a١b٢-٣c٤d٥',
      '\u20660A1B2-3C4D5\u2069',
      '\u200f0A1B2-3C4D5\u200e',
      '#0A1B2-3C4D5',
      '0A1B2_3C4D5',
    ];
    expect(spellings.map(readCode)).toEqual(spellings.map(() => '0A1B2-3C4D5'));
  });

  test.each(['', '0A1B2', '0A1B2-3C4D5E', '0A1B2-3C4D!', 'UUUUU-UUUUU', '۰A۱B۲-۳C۴D', '-'])(
    'is not read from %j',
    (text) => {
      expect(readCode(text)).toBeNull();
    },
  );

  test('is read as generated, in any case, with and without its dash', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), (bytes) => {
        const code = newCode(() => bytes);
        expect([code, code.toLowerCase(), code.replace('-', ''), code.replace('-', ' ')].map(readCode)).toEqual(
          Array.from({ length: 4 }, () => code),
        );
      }),
    );
  });

  test('uses its whole alphabet', () => {
    const letters = new Set(
      Array.from({ length: 200 }, () => newCode(randomBytes))
        .join('')
        .replaceAll('-', ''),
    );
    expect(letters.size).toBe(32);
  });
});

describe('an order id', () => {
  test('is the same for the same update and fits a button', () => {
    expect(idFrom('update:1')).toBe(idFrom('update:1'));
    expect(idFrom('update:1')).not.toBe(idFrom('update:2'));
    expect(idFrom('update:1')).toMatch(/^[\w-]{14}$/);
  });
});
