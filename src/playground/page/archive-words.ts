/** The panel's words about the shop's backup. */
export const archiveWords = {
  en: {
    title: 'Backup of the shop',
    none: 'None yet.',
    hint: 'Make one, start over, restore it: wallets and orders are back, and selling waits for the owner.',
    backUp: 'Make a backup',
    restore: 'Restore it',
  },
  fa: {
    title: 'پشتیبان فروشگاه',
    none: 'هنوز ساخته نشده است.',
    hint: 'یکی بسازید، از نو شروع کنید و بازیابی‌اش کنید: کیف پول‌ها و سفارش‌ها برمی‌گردند و فروش منتظر مدیر می‌ماند.',
    backUp: 'ساختن پشتیبان',
    restore: 'بازیابی',
  },
};
