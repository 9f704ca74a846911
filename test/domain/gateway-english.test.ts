import { expect, test } from 'vitest';
import { englishOf } from '#domain/gateway-english.ts';

test.each([
  ['ساعتی', 'Hourly'],
  ['روزانه', 'Daily'],
  ['هفتگی', 'Weekly'],
  ['ماهانه', 'Monthly'],
  ['ماهانه شبانه', 'Monthly night'],
  ['سه‌ماهه', '3 months'],
  ['یک‌ساله', '1 year'],
  ['۱۵ روزه', '15 days'],
  ['تا ۱۰ گیگابایت', 'Up to 10 GB'],
  ['بیش از ۱۰ گیگابایت', 'Over 10 GB'],
  ['شارژ شگفت‌انگیز', 'Wonder top-up'],
  // Some gateways write Arabic letters.
  ['سازماني', 'Business'],
  ['اپراتور این خرید را نپذیرفت.', 'The operator did not accept this purchase.'],
])('%s is %s', (persian, english) => {
  expect(englishOf(persian)).toBe(english);
});

test.each(['ماهانه جدید', 'چیزی که نمی‌شناسیم', 'Weekly', '', 'سه روز'])('"%s" stays Persian', (text) => {
  expect(englishOf(text)).toBeNull();
});
