import type { BankPayment } from './ledger.ts';
import { type PageLanguage, WORDS } from './words.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** As decimal text: dividing a large amount by ten as a double shows a wrong last digit. */
const moneyText = (rials: number, unit: 'rials' | 'tomans', language: PageLanguage): string => {
  const words = WORDS[language];
  const figure = new Intl.NumberFormat(words.numbers, { maximumFractionDigits: 1 });
  return `${figure.format(`${rials}E${unit === 'rials' ? 0 : -1}` as `${number}`)}\u00a0${words[unit]}`;
};

const frame = (language: PageLanguage, content: string): string => {
  const words = WORDS[language];
  const other: PageLanguage = language === 'fa' ? 'en' : 'fa';
  return `<!doctype html>
<html lang="${language}" dir="${words.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/bank/page.css">
</head>
<body>
<main>
<header><h1>${words.title}</h1><a href="?lang=${other}" lang="${other}">${words.other}</a></header>
<p class="pretend">${words.pretend}</p>
${content}
</main>
</body>
</html>
`;
};

const details = (payment: BankPayment, language: PageLanguage): string => {
  const words = WORDS[language];
  return `<dl>
<dt>${words.amount}</dt>
<dd class="amount">${moneyText(payment.amount, 'tomans', language)}</dd>
<dt></dt>
<dd>${moneyText(payment.amount, 'rials', language)}</dd>
<dt>${words.shop}</dt>
<dd><bdi>${escapeHtml(payment.description)}</bdi></dd>
<dt>${words.reference}</dt>
<dd class="reference"><bdi>${escapeHtml(payment.reference)}</bdi></dd>
</dl>`;
};

/** The four ways this can end; `lateSeconds` is how late the late one is. */
export const payPage = (payment: BankPayment, language: PageLanguage, lateSeconds: number): string => {
  const words = WORDS[language];
  const button = (action: string, kind: string, label: string, note: string) =>
    `<button name="do" value="${action}" class="${kind}">${label}<small>${note}</small></button>`;
  return frame(
    language,
    `${details(payment, language)}
<form method="post" action="?lang=${language}">
${button('pay', 'pay', words.pay, words.payNote)}
${button('close', 'other', words.close, words.closeNote)}
${button('late', 'other', words.late, words.lateNote(lateSeconds))}
${button('cancel', 'cancel', words.cancel, words.cancelNote)}
</form>`,
  );
};

/** What is left to say; with the way back where there is one. */
export const endPage = (
  language: PageLanguage,
  said: 'unknown' | 'paid' | 'cancelled' | 'reversed' | 'closed' | { readonly plannedSeconds: number },
  known?: { readonly payment: BankPayment; readonly backUrl: string | null },
): string => {
  const words = WORDS[language];
  const text = typeof said === 'string' ? words[said] : words.planned(said.plannedSeconds);
  const back = known?.backUrl ? `<a class="back" href="${escapeHtml(known.backUrl)}">${words.back}</a>` : '';
  return frame(language, `${known ? details(known.payment, language) : ''}<p role="status">${text}</p>\n${back}`);
};
