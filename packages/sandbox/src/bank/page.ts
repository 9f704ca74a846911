import type { BankPayment } from './ledger.ts';
import { locales, type PageLanguage, sayIn } from './texts.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Formats decimal text, because dividing a large double by ten shows a wrong last digit. */
const moneyText = (rials: number, unit: 'rials' | 'tomans', language: PageLanguage): string => {
  const figure = new Intl.NumberFormat(locales[language], { maximumFractionDigits: 1 });
  return `${figure.format(`${rials}E${unit === 'rials' ? 0 : -1}` as `${number}`)}\u00a0${sayIn(language)(unit)}`;
};

const frame = (language: PageLanguage, content: string): string => {
  const say = sayIn(language);
  const other: PageLanguage = language === 'fa' ? 'en' : 'fa';
  return `<!doctype html>
<html lang="${language}" dir="${language === 'fa' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${say('title')}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/bank/page.css">
</head>
<body>
<main>
<header><h1>${say('title')}</h1><a href="?lang=${other}" lang="${other}">${say('other')}</a></header>
<p class="pretend">${say('pretend')}</p>
${content}
</main>
</body>
</html>
`;
};

const details = (payment: BankPayment, language: PageLanguage): string => {
  const say = sayIn(language);
  return `<dl>
<dt>${say('amount')}</dt>
<dd class="amount">${moneyText(payment.amount, 'tomans', language)}</dd>
<dt></dt>
<dd>${moneyText(payment.amount, 'rials', language)}</dd>
<dt>${say('shop')}</dt>
<dd><bdi>${escapeHtml(payment.description)}</bdi></dd>
<dt>${say('reference')}</dt>
<dd class="reference"><bdi>${escapeHtml(payment.reference)}</bdi></dd>
</dl>`;
};

/** The page with the four ways to end a payment. `lateSeconds` is the delay of the late one. */
export const payPage = (payment: BankPayment, language: PageLanguage, lateSeconds: number): string => {
  const say = sayIn(language);
  const button = (action: string, kind = action) => {
    const note = say(`${action}-note`, { seconds: lateSeconds });
    return `<button name="do" value="${action}" class="${kind}">${say(action)}<small>${note}</small></button>`;
  };
  return frame(
    language,
    `${details(payment, language)}
<form method="post" action="?lang=${language}">
${button('pay')}
${button('close', 'other')}
${button('late', 'other')}
${button('cancel')}
</form>`,
  );
};

/** The last page, with the way back if there is one. */
export const endPage = (
  language: PageLanguage,
  said: 'unknown' | 'paid' | 'cancelled' | 'reversed' | 'closed' | { readonly plannedSeconds: number },
  known?: { readonly payment: BankPayment; readonly backUrl: string | null },
): string => {
  const say = sayIn(language);
  const text = typeof said === 'string' ? say(said) : say('planned', { seconds: said.plannedSeconds });
  const back = known?.backUrl ? `<a class="back" href="${escapeHtml(known.backUrl)}">${say('back')}</a>` : '';
  return frame(language, `${known ? details(known.payment, language) : ''}<p role="status">${text}</p>\n${back}`);
};
