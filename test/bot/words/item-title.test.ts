import { describe, expect, test } from 'vitest';
import { createFormatters } from '#bot/kit/formatter.ts';
import { loadTexts } from '#bot/kit/texts.ts';
import { itemTitle } from '#bot/words/item-title.ts';
import type { Language } from '#domain/language.ts';
import type { Unit } from '#domain/money.ts';
import { defaultOperators } from '#domain/operators.ts';
import { unmarked } from '#test/support/story.ts';

const texts = loadTexts(new URL('../../../locales', import.meta.url).pathname);
const formatters = createFormatters({ texts, operators: defaultOperators });

type Titled = Parameters<typeof itemTitle>[1];
const anyAmount = { title: 'شارژ با مبلغ دلخواه', titleEn: 'Top-up of any amount', productType: 'topup' } as const;
const ofRange = { kind: 'product', amount: 550_000 } as const;
const ofFixed = { kind: 'product', amount: null } as const;

const titleIn = (language: Language, titled: Titled, unit: Unit = 'toman') =>
  unmarked(itemTitle(formatters(language, unit), titled));

describe('the title of a top-up', () => {
  test('is the credit that arrives, in the reader’s language and unit', () => {
    const order = { ...anyAmount, base: 500_000, item: ofRange };
    expect(titleIn('fa', order)).toBe('شارژ ۵۰٬۰۰۰ تومانی');
    expect(titleIn('fa', order, 'rial')).toBe('شارژ ۵۰۰٬۰۰۰ ریالی');
    expect(titleIn('en', order)).toBe('Top-up of 50,000 tomans');
    expect(titleIn('ar', order)).toBe('شحن الرصيد بقيمة ٥٠٬٠٠٠ تومان');
  });

  test('keeps the rest of the gateway’s name, and leaves out a range in it', () => {
    const special = { ...anyAmount, title: 'شارژ ویژه با مبلغ دلخواه', base: 500_000, item: ofRange };
    expect(titleIn('fa', special)).toBe('شارژ ویژه ۵۰٬۰۰۰ تومانی');
    expect(titleIn('fa', { ...special, title: 'شارژ ۱٬۰۰۰ تا ۲۰۰٬۰۰۰ تومانی' })).toBe('شارژ ۵۰٬۰۰۰ تومانی');
  });

  test('of a fixed amount says it once', () => {
    const fixed = { ...anyAmount, title: 'شارژ ۱۰٬۰۰۰ ریالی', base: 10_000, item: ofFixed };
    expect(titleIn('fa', fixed)).toBe('شارژ ۱٬۰۰۰ تومانی');
    expect(titleIn('fa', { ...fixed, title: 'شارژ مستقیم' })).toBe('شارژ مستقیم ۱٬۰۰۰ تومانی');
    expect(titleIn('fa', { ...fixed, title: 'شارژ شگفت‌انگیز ۱۰٬۰۰۰ ریالی' })).toBe('شارژ شگفت‌انگیز ۱٬۰۰۰ تومانی');
  });

  test('is what is paid, of a plan that names that; and the bare word where nothing is known', () => {
    expect(titleIn('fa', { ...anyAmount, item: ofRange })).toBe('شارژ به مبلغ ۵۵٬۰۰۰ تومان');
    expect(titleIn('en', { ...anyAmount, item: ofRange })).toBe('Top-up for 55,000 tomans');
    expect(titleIn('fa', { ...anyAmount, item: { ...ofRange, credit: 500_000 } })).toBe('شارژ ۵۰٬۰۰۰ تومانی');
    expect(titleIn('fa', { ...anyAmount, item: { kind: 'last' } })).toBe('شارژ');
  });
});
