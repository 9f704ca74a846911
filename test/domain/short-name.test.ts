import { MOBILE_PLANS, TD_LTE_PLANS } from '@sharj/sandbox';
import { describe, expect, test } from 'vitest';
import { isNight, shortName } from '#domain/short-name.ts';

const gb = (count: number) => ({ count, unit: 'gb' as const });
const days = (count: number) => ({ count, unit: 'day' as const });

describe('a short name', () => {
  test.each([
    ['بسته اینترنت ۳۰ روزه ۱۰ گیگابایت', 30, { amounts: [gb(10)], time: days(30), rest: '' }],
    ['30-day internet 10 GB', 30, { amounts: [gb(10)], time: days(30), rest: '' }],
    ['بسته اینترنت شبانه ۳۰ روزه ۵ گیگابایت', 30, { amounts: [gb(5)], time: days(30), rest: 'شبانه' }],
    ['30-day night internet 5 GB', 30, { amounts: [gb(5)], time: days(30), rest: 'night' }],
    [
      'بسته اینترنت یک‌ساعته ۲۰۰ مگابایت',
      null,
      { amounts: [{ count: 200, unit: 'mb' }], time: { count: 1, unit: 'hour' }, rest: '' },
    ],
    [
      '1-hour internet 500 MB',
      null,
      { amounts: [{ count: 500, unit: 'mb' }], time: { count: 1, unit: 'hour' }, rest: '' },
    ],
    ['بسته TD-LTE ۹۰ روزه ۶۰ گیگابایت', 90, { amounts: [gb(60)], time: days(90), rest: 'TD-LTE' }],
    ['شارژ ۱۰٬۰۰۰ ریالی', null, { amounts: [], time: null, rest: '۱۰٬۰۰۰ ریالی' }],
    ['Top-up 10000 rials', null, { amounts: [], time: null, rest: '10000 rials' }],
    ['شارژ با مبلغ دلخواه', null, { amounts: [], time: null, rest: 'مبلغ دلخواه' }],
    ['Top-up of any amount', null, { amounts: [], time: null, rest: 'any amount' }],
    ['۱۰۰ دقیقه مکالمه و ۱ گیگابایت', 7, { amounts: [{ count: 100, unit: 'minute' }, gb(1)], time: days(7), rest: '' }],
    ['۱٫۵ گیگابایت سه‌روزه', 3, { amounts: [gb(1.5)], time: days(3), rest: '' }],
    ['2 GB tonight', 1, { amounts: [gb(2)], time: days(1), rest: 'tonight' }],
    ['شارژ با ۲۰٪ هدیه', null, { amounts: [], time: null, rest: '۲۰٪ هدیه' }],
  ])('is made from %s', (name, validity, expected) => {
    expect(shortName(name, validity)).toEqual(expected);
  });

  test.each([
    ['', null, { amounts: [], time: null, rest: '' }],
    ['شارژ', null, { amounts: [], time: null, rest: 'شارژ' }],
    ['10GB', null, { amounts: [gb(10)], time: null, rest: '' }],
    ['ماهانه ۲ گیگ', null, { amounts: [gb(2)], time: null, rest: 'ماهانه' }],
    ['ماهانه ۲ گیگ', 30, { amounts: [gb(2)], time: days(30), rest: '' }],
    ['۲ ماهه ۲ گیگ', null, { amounts: [gb(2)], time: days(60), rest: '' }],
    ['Nowruz plan of 2 GB + 1 GB night', 7, { amounts: [gb(2), gb(1)], time: days(7), rest: 'Nowruz plan of night' }],
    ['👨‍👩‍👧 family', null, { amounts: [], time: null, rest: 'family' }],
    ['***', null, { amounts: [], time: null, rest: '***' }],
    ['constructor __proto__ 5 gb', null, { amounts: [gb(5)], time: null, rest: 'constructor __proto__' }],
  ])('is made from an odd name: %s', (name, validity, expected) => {
    expect(shortName(name, validity)).toEqual(expected);
  });

  test('differs for all products of one kind in the sandbox', () => {
    for (const plans of [MOBILE_PLANS, TD_LTE_PLANS]) {
      for (const name of ['name', 'nameEn'] as const) {
        const short = plans.map((plan) => JSON.stringify(shortName(plan[name], plan.days)));
        expect(new Set(short).size).toBe(plans.length);
      }
    }
  });

  test('recognises the night in both languages', () => {
    expect(['شبانه', 'night', 'Tonight', 'weekly'].map(isNight)).toEqual([true, true, true, false]);
  });
});
