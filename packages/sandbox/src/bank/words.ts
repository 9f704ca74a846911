export const LANGUAGES = ['fa', 'en'] as const;
export type PageLanguage = (typeof LANGUAGES)[number];

interface Words {
  readonly direction: 'rtl' | 'ltr';
  /** Locale of `Intl`. */
  readonly numbers: string;
  readonly other: string;
  readonly title: string;
  readonly pretend: string;
  readonly rials: string;
  readonly tomans: string;
  readonly shop: string;
  readonly amount: string;
  readonly reference: string;
  readonly pay: string;
  readonly payNote: string;
  readonly close: string;
  readonly closeNote: string;
  readonly late: string;
  readonly lateNote: (seconds: number) => string;
  readonly cancel: string;
  readonly cancelNote: string;
  readonly back: string;
  readonly unknown: string;
  readonly paid: string;
  readonly cancelled: string;
  readonly reversed: string;
  readonly closed: string;
  readonly planned: (seconds: number) => string;
}

const persian = (count: number): string => new Intl.NumberFormat('fa-IR').format(count);

export const WORDS: Readonly<Record<PageLanguage, Words>> = {
  fa: {
    direction: 'rtl',
    numbers: 'fa-IR',
    other: 'English',
    title: 'بانک آزمایشی',
    pretend: 'این بانک واقعی نیست و پولی جابه‌جا نمی‌شود.',
    rials: 'ریال',
    tomans: 'تومان',
    shop: 'بابت',
    amount: 'مبلغ',
    reference: 'شناسهٔ پرداخت',
    pay: 'پرداخت',
    payNote: 'پول برداشته می‌شود و به فروشگاه برمی‌گردید.',
    close: 'پرداخت و بستن صفحه',
    closeNote: 'پول برداشته می‌شود و به فروشگاه برنمی‌گردید.',
    late: 'پرداخت با تأخیر',
    lateNote: (seconds) => `پول ${persian(seconds)} ثانیهٔ دیگر برداشته می‌شود.`,
    cancel: 'انصراف',
    cancelNote: 'پولی برداشته نمی‌شود و به فروشگاه برمی‌گردید.',
    back: 'بازگشت به فروشگاه',
    unknown: 'چنین پرداختی نزد این بانک نیست.',
    paid: 'این پرداخت انجام شده است.',
    cancelled: 'از این پرداخت انصراف داده شد.',
    reversed: 'پول این پرداخت برگردانده شد.',
    closed: 'پول برداشته شد. می‌توانید این صفحه را ببندید.',
    planned: (seconds) => `پول ${persian(seconds)} ثانیهٔ دیگر برداشته می‌شود. می‌توانید این صفحه را ببندید.`,
  },
  en: {
    direction: 'ltr',
    numbers: 'en-US',
    other: 'فارسی',
    title: 'Sandbox bank',
    pretend: 'This bank is not real: no money moves.',
    rials: 'rials',
    tomans: 'tomans',
    shop: 'For',
    amount: 'Amount',
    reference: 'Reference',
    pay: 'Pay',
    payNote: 'The money is taken and you return to the shop.',
    close: 'Pay and close the tab',
    closeNote: 'The money is taken and you do not return to the shop.',
    late: 'Pay late',
    lateNote: (seconds) => `The money is taken in ${seconds} seconds.`,
    cancel: 'Cancel',
    cancelNote: 'Nothing is taken and you return to the shop.',
    back: 'Back to the shop',
    unknown: 'This bank knows no such payment.',
    paid: 'This payment has been made.',
    cancelled: 'This payment was cancelled.',
    reversed: 'The money of this payment was given back.',
    closed: 'The money was taken. You can close this page.',
    planned: (seconds) => `The money will be taken in ${seconds} seconds. You can close this page.`,
  },
};
