import type { Category } from '@sharj/wire';

type Step = readonly [id: number, text: string, parent: number];

const INTERNET: readonly Step[] = [
  [1, 'ساعتی', 0],
  [2, 'روزانه', 0],
  [3, 'شبانه', 2],
  [4, 'هفتگی', 0],
  [5, 'ماهانه', 0],
  [6, 'تا ۱۰ گیگابایت', 5],
  [7, 'بیش از ۱۰ گیگابایت', 5],
  [8, 'شبانه', 6],
  [9, 'بلندمدت', 0],
  [10, 'سه‌ماهه', 9],
  [11, 'شش‌ماهه', 9],
  [12, 'یک‌ساله', 9],
];

const TOP_UP: readonly Step[] = [
  [1, 'مبلغ ثابت', 0],
  [2, 'مبلغ دلخواه', 0],
  [3, 'شارژ شگفت‌انگیز', 2],
];

const TD_LTE: readonly Step[] = [
  [1, 'ماهانه', 0],
  [2, 'بلندمدت', 0],
  [3, 'سه‌ماهه', 2],
  [4, 'یک‌ساله', 2],
];

/** A small tree, because up to 100,000 products repeat it and must fit in 64 MiB. */
const ORGANISATION: readonly Step[] = [
  [1, 'پایه', 0],
  [2, 'ویژه', 1],
];

const describe = (id: number, name: string, steps: readonly Step[], date: string | null) => ({
  id,
  name,
  data: JSON.stringify(steps.map(([step, text, parent]) => ({ id: step, text, parent }))),
  created_at: date,
  updated_at: date,
});

export const CATEGORIES = {
  internet: describe(1, 'بسته‌های اینترنت', INTERNET, '2025-03-21T05:30:00.000000Z'),
  topUp: describe(2, 'شارژ مستقیم', TOP_UP, '2025-03-21T05:30:00.000000Z'),
  tdLte: describe(3, 'اینترنت TD-LTE', TD_LTE, '2025-04-02T08:00:00.000000Z'),
  special: describe(4, 'پیشنهاد ویژه', [], null),
  organisation: describe(5, 'سازمانی', ORGANISATION, null),
  wholesale: describe(6, 'عمده', [], null),
} as const;

export type CategoryName = keyof typeof CATEGORIES;

export const placeIn = (name: CategoryName, address: string, product: number): Category => ({
  ...CATEGORIES[name],
  pivot: {
    categorizable_type: 'Product',
    categorizable_id: product,
    category_id: CATEGORIES[name].id,
    address,
  },
});
