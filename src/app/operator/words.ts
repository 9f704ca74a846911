/** What the operator of the server reads in a terminal. */
type TerminalLanguage = 'fa' | 'en';

type Said = Readonly<Record<TerminalLanguage, (...values: readonly string[]) => string>>;

const say = (en: Said['en'], fa: Said['fa']): Said => ({ en, fa });

export const words = {
  settings: say(
    () => 'settings',
    () => 'تنظیمات',
  ),
  service: say(
    () => 'service',
    () => 'سرویس',
  ),
  clock: say(
    () => 'clock',
    () => 'ساعت',
  ),
  disk: say(
    () => 'disk',
    () => 'دیسک',
  ),
  database: say(
    () => 'database',
    () => 'پایگاه داده',
  ),
  telegram: say(
    () => 'Telegram',
    () => 'تلگرام',
  ),
  webhook: say(
    () => 'webhook',
    () => 'وب‌هوک',
  ),
  gateway: say(
    () => 'gateway',
    () => 'وب‌سرویس فروش',
  ),
  certificate: say(
    () => 'certificate',
    () => 'گواهی HTTPS',
  ),
  backup: say(
    () => 'backup',
    () => 'پشتیبان',
  ),
  'agent-bots': say(
    () => "agents' bots",
    () => 'ربات‌های نمایندگان',
  ),
  update: say(
    () => 'update',
    () => 'به‌روزرسانی',
  ),
  'update-cut-off': say(
    (from, to) =>
      `The update from ${from} to ${to} was cut off. Start what is in place: sharj restart. Then update again, or go back: sharj rollback`,
    (from, to) =>
      `به‌روزرسانی از ${from} به ${to} نیمه‌کاره ماند. آنچه هست را با sharj restart روشن کنید؛ سپس دوباره به‌روزرسانی کنید یا با sharj rollback برگردید.`,
  ),
  checks: say(
    (names) => `The checks are ${names}.`,
    (names) => `بررسی‌ها این‌هاست: ${names}`,
  ),
  well: say(
    () => 'ok',
    () => 'درست است',
  ),
  'check-failed': say(
    (why) => `This could not be checked: ${why}`,
    (why) => `این مورد بررسی نشد: ${why}`,
  ),
  'not-running': say(
    () => 'The bot does not answer. Start it: sharj start. Why it stopped: sharj logs',
    () => 'ربات پاسخ نمی‌دهد. با sharj start آن را روشن کنید. دلیل را sharj logs نشان می‌دهد.',
  ),
  'port-taken': say(
    (port) => `Another program uses port ${port}. Stop it, or set PORT: sharj config`,
    (port) => `نرم‌افزار دیگری از پورت ${port} استفاده می‌کند. آن را ببندید یا PORT را با sharj config تغییر دهید.`,
  ),
  'clock-off': say(
    (minutes) => `The clock is off by ${minutes} minutes. Set it: timedatectl set-ntp true`,
    (minutes) => `ساعت سرور ${minutes} دقیقه اختلاف دارد. تنظیم: timedatectl set-ntp true`,
  ),
  'disk-full': say(
    (free) => `Only ${free} MB are free where the database is. Delete what is not needed, or take a larger disk.`,
    (free) =>
      `فقط ${free} مگابایت جای خالی کنار پایگاه داده مانده است. فایل‌های بی‌نیاز را پاک کنید یا دیسک را بزرگ‌تر کنید.`,
  ),
  'database-failed': say(
    (why) => `The database cannot be used: ${why}`,
    (why) => `پایگاه داده قابل استفاده نیست: ${why}`,
  ),
  'telegram-unreachable': say(
    (why) => `Telegram is not reached (${why}). Set TELEGRAM_PROXY, or check the one that is set: sharj config`,
    (why) => `دسترسی به تلگرام نیست (${why}). TELEGRAM_PROXY را با sharj config بنویسید یا درست کنید.`,
  ),
  'token-refused': say(
    () =>
      'Telegram does not know this BOT_TOKEN. Copy it from BotFather again: sharj config, or .env where it runs from source',
    () =>
      'تلگرام این BOT_TOKEN را نمی‌شناسد. دوباره از BotFather کپی کنید و با sharj config بنویسید، یا اگر از کد اجرا می‌شود در .env',
  ),
  'webhook-foreign': say(
    (host) =>
      `Updates of this bot go to another server (${host}). Stop the bot there; starting this one takes them back.`,
    (host) => `پیام‌های این ربات به سرور دیگری می‌رود (${host}). ربات را آنجا خاموش کنید؛ با روشن شدن این یکی برمی‌گردد.`,
  ),
  'webhook-failing': say(
    (why) => `Telegram cannot deliver updates to WEBHOOK_URL: ${why}`,
    (why) => `تلگرام نمی‌تواند پیام‌ها را به WEBHOOK_URL برساند: ${why}`,
  ),
  'gateway-unauthorized': say(
    () => 'The gateway refuses GATEWAY_TOKEN. Ask for a new one, and set it: sharj config',
    () => 'وب‌سرویس فروش GATEWAY_TOKEN را نمی‌پذیرد. توکن تازه بگیرید و با sharj config بنویسید.',
  ),
  'gateway-unavailable': say(
    (why) => `The gateway does not answer as it should (${why}). Check GATEWAY_URL: sharj config`,
    (why) => `وب‌سرویس فروش درست پاسخ نمی‌دهد (${why}). GATEWAY_URL را با sharj config بررسی کنید.`,
  ),
  'certificate-failed': say(
    (why) => `PUBLIC_URL has no valid certificate: ${why}`,
    (why) => `گواهی PUBLIC_URL معتبر نیست: ${why}`,
  ),
  'certificate-ends': say(
    (days) => `The certificate of PUBLIC_URL ends in ${days} days. Renew it.`,
    (days) => `گواهی PUBLIC_URL تا ${days} روز دیگر تمام می‌شود. آن را تمدید کنید.`,
  ),
  'backup-unset': say(
    () => 'The shop is not backed up by itself. Set BACKUP_PASSPHRASE: sharj config',
    () => 'از فروشگاه خودکار پشتیبان گرفته نمی‌شود. BACKUP_PASSPHRASE را بنویسید: sharj config',
  ),
  'backup-old': say(
    () => 'There is no backup of the last two days. Why: sharj logs',
    () => 'در دو روز گذشته پشتیبانی گرفته نشده است. دلیل: sharj logs',
  ),
  'bots-failed': say(
    (problems) => problems,
    (problems) => problems,
  ),
  'bot-stopped': say(
    () => 'It does not run. Why: sharj logs',
    () => 'کار نمی‌کند. دلیل: sharj logs',
  ),
  'bot-token-refused': say(
    () => 'Telegram refuses its token. The agent sends a new one: My bot.',
    () => 'تلگرام توکن آن را نمی‌پذیرد. نماینده توکن تازه‌ای در «ربات من» می‌فرستد.',
  ),
  'bot-conflict': say(
    () => 'Another program uses its token. The agent stops that one, or sends a new token: My bot.',
    () => 'نرم‌افزار دیگری از توکن آن استفاده می‌کند. نماینده آن را می‌بندد یا توکن تازه‌ای در «ربات من» می‌فرستد.',
  ),
  'bot-database': say(
    () => 'Its data cannot be opened. Why: sharj logs',
    () => 'داده‌های آن باز نمی‌شود. دلیل: sharj logs',
  ),
  'bot-sealed': say(
    () => 'Its token was stored with another BOT_TOKEN and cannot be read. The agent sends it again: My bot.',
    () => 'توکن آن با BOT_TOKEN دیگری ذخیره شده است و خوانده نمی‌شود. نماینده دوباره در «ربات من» می‌فرستد.',
  ),
  'bot-start': say(
    () => 'It could not start, and is tried again by itself. Why: sharj logs',
    () => 'روشن نشد و خودبه‌خود دوباره امتحان می‌شود. دلیل: sharj logs',
  ),
  'bot-limit': say(
    () => 'There are more bots than AGENT_BOTS allows. Raise it: sharj config',
    () => 'شمار ربات‌ها از AGENT_BOTS بیشتر است. آن را بیشتر کنید: sharj config',
  ),
  'bot-runs': say(
    () => 'runs',
    () => 'کار می‌کند',
  ),
  'bot-not-selling': say(
    () => 'runs, selling is paused',
    () => 'کار می‌کند، فروش متوقف است',
  ),
  'bot-waiting': say(
    (updates, orders) => `waiting updates ${updates}, open orders ${orders}`,
    (updates, orders) => `پیام‌های در صف ${updates}، سفارش‌های باز ${orders}`,
  ),
  version: say(
    () => 'version',
    () => 'نسخه',
  ),
  running: say(
    () => 'running since',
    () => 'روشن از',
  ),
  stopped: say(
    () => 'not running',
    () => 'خاموش است',
  ),
  processes: say(
    (ready, all) => `${ready} of ${all} processes ready`,
    (ready, all) => `${ready} پردازه از ${all} آماده است`,
  ),
  size: say(
    () => 'database size',
    () => 'حجم پایگاه داده',
  ),
  balance: say(
    () => 'balance at the gateway',
    () => 'موجودی وب‌سرویس فروش',
  ),
  'last-backup': say(
    () => 'last backup',
    () => 'آخرین پشتیبان',
  ),
  updates: say(
    () => 'waiting updates',
    () => 'پیام‌های در صف',
  ),
  alerts: say(
    () => 'alerts not delivered',
    () => 'هشدارهای نرسیده',
  ),
  rials: say(
    (amount) => `${amount} rials`,
    (amount) => `${amount} ریال`,
  ),
  none: say(
    () => 'none',
    () => 'ندارد',
  ),
  unknown: say(
    () => 'unknown',
    () => 'نامعلوم',
  ),
  'owner-link': say(
    (link) =>
      `${link}\nOpen it in Telegram within an hour and press Start: you are an owner then. It works once; show it to no one.`,
    (link) =>
      `${link}\nاین پیوند را تا یک ساعت دیگر در تلگرام باز کنید و Start را بزنید تا مدیر فروشگاه شوید. یک بار کار می‌کند؛ به کسی نشان ندهید.`,
  ),
  'owner-removed': say(
    (id) => `${id} is no owner any more.`,
    (id) => `${id} دیگر مدیر نیست.`,
  ),
  'owner-id': say(
    (id) => `${id} is not the id of a person. The desk shows the ids of owners: digits only.`,
    (id) => `${id} شناسهٔ کسی نیست. شناسه فقط رقم است و در میز مدیر دیده می‌شود.`,
  ),
  'owner-unknown': say(
    (id) =>
      `${id} is no owner by a link. Those of OWNER_IDS are removed there: sharj config, or .env where it runs from source`,
    (id) =>
      `${id} با پیوند مدیر نشده است. مدیران OWNER_IDS را با sharj config بردارید، یا اگر از کد اجرا می‌شود در .env.`,
  ),
  ready: say(
    () => 'The bot is ready.',
    () => 'ربات آماده است.',
  ),
  'not-ready': say(
    (why) => `The bot is not ready: ${why}`,
    (why) => `ربات آماده نیست: ${why}`,
  ),
  fits: say(
    () => 'This release can use the database.',
    () => 'این نسخه می‌تواند از پایگاه داده استفاده کند.',
  ),
  contracts: say(
    () => 'This release takes away what earlier ones need in the database.',
    () => 'این نسخه چیزی را که نسخه‌های پیشین در پایگاه داده لازم دارند برمی‌دارد.',
  ),
  adds: say(
    () => 'This release only adds to the database.',
    () => 'این نسخه فقط به پایگاه داده اضافه می‌کند.',
  ),
  playground: say(
    () => 'BOT_TOKEN is not set: sharj config, or .env where it runs from source',
    () => 'BOT_TOKEN نوشته نشده است. آن را با sharj config بنویسید، یا اگر از کد اجرا می‌شود در .env',
  ),
} as const satisfies Readonly<Record<string, Said>>;

export type Word = keyof typeof words;
export type Say = (word: Word, ...values: readonly (string | number)[]) => string;

export const sayIn =
  (language: TerminalLanguage): Say =>
  (word, ...values) =>
    words[word][language](...values.map(String));
