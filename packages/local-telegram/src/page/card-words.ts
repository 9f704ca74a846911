/** The words of the panel's cards about the shop's backup and its API. */
export const cardWords = {
  en: {
    archive: {
      title: 'Backup of the shop',
      none: 'None yet.',
      hint: 'Make one, start over, restore it: wallets and orders are back, and selling waits for the owner.',
      backUp: 'Make a backup',
      restore: 'Restore it',
    },
    api: {
      title: "The shop's own API",
      hint: 'The agent’s site buys with a token. Run the line again: the same key gives the same answer, and nothing is bought twice.',
      make: 'Make a token',
      copy: 'Copy',
      run: 'Run it',
      noAnswer: 'No answer: the bot is not running. Run it again later, with the same key.',
    },
  },
  fa: {
    archive: {
      title: 'پشتیبان فروشگاه',
      none: 'هنوز ساخته نشده است.',
      hint: 'یکی بسازید، از نو شروع کنید و بازیابی‌اش کنید: کیف پول‌ها و سفارش‌ها برمی‌گردند و فروش منتظر مدیر می‌ماند.',
      backUp: 'ساختن پشتیبان',
      restore: 'بازیابی',
    },
    api: {
      title: 'API فروشگاه',
      hint: 'سایت نماینده با توکن می‌خرد. خط را دوباره اجرا کنید: همان کلید همان پاسخ را می‌گیرد و چیزی دو بار خریده نمی‌شود.',
      make: 'ساختن توکن',
      copy: 'کپی',
      run: 'اجرا',
      noAnswer: 'پاسخی نیامد: ربات روشن نیست. بعداً با همان کلید دوباره اجرا کنید.',
    },
  },
};
