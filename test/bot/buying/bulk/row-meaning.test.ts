import { beforeAll, describe, expect, test } from 'vitest';
import { readRows } from '#bot/buying/bulk/row-meaning.ts';
import type { Unit } from '#domain/money.ts';
import { defaultOperators } from '#domain/operators.ts';
import { readList } from '#shop/buying/bulk/list.ts';
import { open, product } from '#test/shop/buying/catalogue/shop.ts';

const vatPercent = 10;
const { catalogue } = open({
  products: [
    product({ id: 1, type: 'topup', name: 'شارژ با مبلغ دلخواه', price: 11_000, maxPrice: 9_900_000 }),
    product({ id: 2, name: 'بسته ۱۰ گیگابایت ماهانه', days: 30 }),
  ],
});
beforeAll(() => catalogue.start());

const mobiles = ['09126000001', '09126000002', '09126000003'];
const knownNumbers = new Map(
  mobiles.map((typed) => {
    const mobile = `98${typed.slice(1)}`;
    return [
      mobile,
      { mobile, label: null, operatorId: 1, simType: 'prepaid', isSimAssumed: true, isTdlte: false },
    ] as const;
  }),
);

/** What three rows sell, with VAT: # is the mobile number, N that of the row. A problem, or null, is asked about. */
function soldBy(unit: Unit, line: string) {
  const lines = mobiles.map((number, nth) => line.replace('#', number).replace('N', String(nth + 1)));
  const { listed } = readList(lines.join('\n'), defaultOperators);
  return readRows({ catalogue, vatPercent }, listed, knownNumbers, unit).map(
    ({ item, problem }) => item?.amount ?? problem,
  );
}

describe('a numbered list', () => {
  test.each([
    ['N\t#\t100,000 تومان', 1_100_000],
    ['N\t#\t۱۰۰٬۰۰۰', 'unclear'],
    ['N\t#\t500', null],
    ['N # 200 تومان', 2_200_000],
    ['N # 50 000 تومان', 550_000],
    ['N- # 75,100 تومان', 826_100],
    ['N. # ۱۲،۱۰۰ تومان', 133_100],
    ['"N"\t"#"\t"200 تومان"', 2_200_000],
    ['#\tN\t200 تومان', 2_200_000],
  ])('%s', (line, sold) => {
    expect(soldBy('toman', line)).toEqual([sold, sold, sold]);
  });
});

describe('an amount is asked about, never taken in part', () => {
  test.each<[Unit, string]>([
    ['toman', '# واحد 2: 75,100 تومان'],
    ['toman', "# مغازه 1 100'000 ریال"],
    // Without its unit or its thousands.
    ['toman', 'علی # 5,000 ریال'],
    ['toman', '#,5000 ریال'],
    ['toman', 'N,علی,#,5000,ریال'],
    ['toman', 'علی # 1500 هزار تومان'],
    ['rial', 'علی # 1,000,000 تومان'],
    ['rial', '#,1000000 تومان'],
  ])('%s: %s', (unit, line) => {
    expect(soldBy(unit, line)).toEqual(Array(3).fill('not-found'));
  });

  test('of two figures without a unit none is taken', () => {
    expect(soldBy('toman', 'علی # 1405 50000')).toEqual(Array(3).fill(null));
    expect(soldBy('toman', 'علی # 50000 ok')).toEqual(Array(3).fill('unclear'));
  });
});
