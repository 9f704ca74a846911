import type { Language } from './protocol.ts';

/** The words of the first minute. */
const en = {
  what: 'A real Telegram shop for mobile data and top-ups, running on this machine. Only the people, the bank and the money are pretend.',
  play: 'Watch a purchase survive a kill',
  playHint: 'Confirm is tapped and the gateway buys, but the bot is killed before it hears of it.',
  startOver: 'Start over',
  startOverAsk: 'Start over?',
  startOverText: 'All chats, orders and wallets of the playground are forgotten.',
  startingOver: 'Starting over…',
  tryThis: 'Or write something yourself:',
  examples: ['0935 123 4567', '0912 111 2233 5000', 'irancell 10gb'],
  writeHint: 'A number: 0935 123 4567',
  line: '0935 123 4567 2000 toman',
  steps: {
    asking: 'A number and an amount: one line leads to Confirm.',
    confirming: 'Confirm is tapped. The gateway buys, and is slow to say so.',
    killing: 'The gateway has sold it. Now the bot is killed.',
    starting: 'The bot is dead, and the answer is lost. It starts again…',
    asked: 'It asks again with the same key, and gets the same answer.',
    done: 'The receipt is below.',
    failed: 'This did not work out. Start over, and play it again.',
  },
  /** The last line of the strip: on a phone there is no panel beside it. */
  proof: (sent: string, sold: string): string => `Sent ${sent}×, sold ${sold}×.`,
  again: 'Play again',
  close: 'Close',
};

export type IntroWords = typeof en;
export type DemoStep = keyof IntroWords['steps'];

const fa: IntroWords = {
  what: 'یک فروشگاه واقعی تلگرامی برای بستهٔ اینترنت و شارژ که روی همین دستگاه کار می‌کند. فقط افراد، بانک و پول آزمایشی است.',
  play: 'خریدی که کشته شدن ربات را تاب می‌آورد',
  playHint: '«تأیید» زده می‌شود و وب‌سرویس فروش می‌خرد، ولی ربات پیش از شنیدن پاسخ کشته می‌شود.',
  startOver: 'شروع از نو',
  startOverAsk: 'از نو شروع شود؟',
  startOverText: 'همهٔ گفتگوها، سفارش‌ها و کیف پول‌های این زمین بازی پاک می‌شود.',
  startingOver: 'در حال شروع از نو…',
  tryThis: 'یا خودتان چیزی بنویسید:',
  examples: ['۰۹۳۵ ۱۲۳ ۴۵۶۷', '۰۹۱۲ ۱۱۱ ۲۲۳۳ ۵۰۰۰', 'ایرانسل ۱۰ گیگ'],
  writeHint: 'یک شماره، مثلاً ۰۹۳۵۱۲۳۴۵۶۷',
  line: '۰۹۳۵۱۲۳۴۵۶۷ ۲۰۰۰ تومان',
  steps: {
    asking: 'یک شماره و یک مبلغ: یک خط تا «تأیید».',
    confirming: '«تأیید» زده شد. وب‌سرویس فروش می‌خرد، ولی دیر پاسخ می‌دهد.',
    killing: 'وب‌سرویس فروش آن را فروخت. اکنون ربات کشته می‌شود.',
    starting: 'ربات از کار افتاده و پاسخ گم شده است. دوباره روشن می‌شود…',
    asked: 'با همان کلید دوباره می‌پرسد و همان پاسخ را می‌گیرد.',
    done: 'رسید پایین‌تر است.',
    failed: 'این بار انجام نشد. از نو شروع کنید و دوباره ببینید.',
  },
  proof: (sent, sold) => `${sent} بار فرستاده شد، ${sold} بار فروخته شد.`,
  again: 'دوباره ببینید',
  close: 'بستن',
};

export const introWordsIn = (language: Language): IntroWords => (language === 'fa' ? fa : en);
