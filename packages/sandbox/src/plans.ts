import type { ProductType } from '@sharj/wire';
import type { CategoryName } from './categories.ts';

/** A product before it gets an operator and SIM type. */
export interface Plan {
  readonly type: ProductType;
  readonly name: string;
  /** For the many similar products of a large catalogue. */
  readonly shortName: string;
  readonly nameEn: string;
  readonly description: string;
  readonly category: CategoryName;
  readonly address: string;
  readonly days: number | null;
  readonly megabytes: number | null;
  readonly price: number;
  readonly secondPrice: number | null;
}

const digits = new Intl.NumberFormat('fa-IR', { maximumFractionDigits: 1 });
const persian = (value: number): string => digits.format(value);

const volume = (mb: number): readonly [fa: string, en: string] =>
  mb < 1024 ? [`${persian(mb)} مگابایت`, `${mb} MB`] : [`${persian(mb / 1024)} گیگابایت`, `${mb / 1024} GB`];

const GB = 1024;

const shelves: readonly (readonly [address: string, days: number | null, volumes: readonly number[], night?: true])[] =
  [
    ['1', null, [200, 500]],
    ['2', 1, [200, 500, GB, 2 * GB]],
    ['2/3', 1, [3 * GB, 5 * GB], true],
    ['2', 3, [500, 2 * GB]],
    ['4', 7, [500, GB, 3 * GB, 5 * GB]],
    ['5/6', 30, [GB, 2 * GB, 3 * GB, 5 * GB, 7 * GB, 10 * GB]],
    ['5/7', 30, [15 * GB, 20 * GB, 30 * GB, 50 * GB]],
    ['5/6/8', 30, [5 * GB, 10 * GB], true],
    ['9/10', 90, [10 * GB, 30 * GB, 60 * GB]],
    ['9/11', 180, [40 * GB, 90 * GB]],
    ['9/12', 365, [60 * GB, 120 * GB, 240 * GB]],
  ];

const tdLteShelves: typeof shelves = [
  ['1', 30, [20 * GB, 40 * GB, 80 * GB]],
  ['2/3', 90, [60 * GB, 120 * GB, 200 * GB]],
  ['2/4', 365, [300 * GB, 600 * GB]],
];

/** A price in whole tomans, before and after VAT. */
const packagePrice = (mb: number, days: number | null, night: boolean): number => {
  const rials = (12_000 + 55_000 * (mb / GB) ** 0.75 + (days ?? 0) * 900) * (night ? 0.6 : 1);
  return Math.round(rials / 500) * 500;
};

const packages = (type: ProductType, category: CategoryName, source: typeof shelves): Plan[] => {
  const kind = type === 'td_lte_internet' ? ['TD-LTE', 'TD-LTE'] : ['اینترنت', 'internet'];
  return source.flatMap(([address, days, volumes, night]) =>
    volumes.map((mb): Plan => {
      const [fa, en] = volume(mb);
      const span = days === null ? ['یک‌ساعته', '1-hour'] : [`${persian(days)} روزه`, `${days}-day`];
      const hours = night ? [' شبانه', ' night'] : ['', ''];
      return {
        type,
        name: `بسته ${kind[0]}${hours[0]} ${span[0]} ${fa}`,
        shortName: `${fa} ${span[0]}${hours[0]}`,
        nameEn: `${span[1]}${hours[1]} ${kind[1]} ${en}`,
        description: night ? `${fa} از ساعت ۱ تا ۷ بامداد` : `${fa} با اعتبار ${span[0]}`,
        category,
        address,
        days,
        megabytes: mb,
        price: packagePrice(mb, days, night ?? false),
        secondPrice: null,
      };
    }),
  );
};

const topUp = (price: number, secondPrice: number | null, name: string, nameEn: string, address: string): Plan => ({
  type: 'cell_direct_charge',
  name,
  shortName: name,
  nameEn,
  description: 'شارژ مستقیم سیم‌کارت',
  category: 'topUp',
  address,
  days: null,
  megabytes: null,
  price,
  secondPrice,
});

const fixedTopUps: readonly Plan[] = [10_000, 20_000, 50_000, 100_000, 200_000, 500_000].map((rials) =>
  topUp(rials, null, `شارژ ${persian(rials)} ریالی`, `Top-up ${rials} rials`, '1'),
);

const rangedTopUps: readonly Plan[] = [
  topUp(10_000, 2_000_000, 'شارژ با مبلغ دلخواه', 'Top-up of any amount', '2'),
  topUp(50_000, 9_000_000, 'شارژ شگفت‌انگیز', 'Amazing top-up', '2/3'),
];

/** Top-ups come first; the position in this list is the position in the shop. */
export const MOBILE_PLANS: readonly Plan[] = [
  ...rangedTopUps,
  ...fixedTopUps,
  ...packages('cell_internet', 'internet', shelves),
];

/** Only operator 2 has these. */
export const TD_LTE_PLANS: readonly Plan[] = packages('td_lte_internet', 'tdLte', tdLteShelves);
