import { createHash } from 'node:crypto';
import { type Language, rulesOf } from '#domain/language.ts';

/** Kinds of pages with the keys of their title and text. */
const says = {
  paid: { tone: 'good', title: 'payment-page-paid', text: 'payment-page-paid-text' },
  unpaid: { tone: 'bad', title: 'payment-page-unpaid', text: 'payment-page-unpaid-text' },
  expired: { tone: 'bad', title: 'payment-page-expired', text: 'payment-page-expired-text' },
  refused: { tone: 'bad', title: 'payment-page-refused', text: 'payment-page-refused-text' },
  reversed: { tone: 'bad', title: 'payment-page-reversed', text: 'payment-page-reversed-text' },
  checking: { tone: 'wait', title: 'payment-page-checking', text: 'payment-page-checking-text' },
  waiting: { tone: 'wait', title: 'payment-page-waiting', text: 'payment-page-waiting-text' },
  unavailable: { tone: 'bad', title: 'payment-page-unavailable', text: 'payment-page-unavailable-text' },
  unknown: { tone: 'wait', title: 'payment-page-unknown', text: 'payment-page-unknown-text' },
  busy: { tone: 'wait', title: 'payment-page-busy', text: 'payment-page-busy-text' },
} as const;

export type PageKind = keyof typeof says;

interface PageContent {
  readonly language: Language;
  readonly kind: PageKind;
  /** The amount in words; null if there is nothing to name. */
  readonly amount: string | null;
  /** What is bought; null for the wallet or if unknown. */
  readonly purchase: string | null;
  /** The shop's name and its picture, a square PNG as base64. Null if it has none. */
  readonly shop: { readonly name: string | null; readonly icon: string | null };
  /** The link to the chat with the bot. */
  readonly chatUrl: string | null;
  /** Seconds after which the page reloads. */
  readonly refreshSeconds: number | null;
}

export type Translate = (language: Language, key: string, variables?: Readonly<Record<string, string>>) => string;

const signs = { good: '✓', bad: '✕', wait: '…' } as const;

const css = `
:root{color-scheme:light dark;--ground:light-dark(#eef1f6,#10141b);--card:light-dark(#fff,#1a2029);--ink:light-dark(#17202c,#e8edf4);
--quiet:light-dark(#4d596b,#a6b3c4);--line:light-dark(#d9dfe8,#2d3746);--link:light-dark(#0a5fb4,#7dbcff);--on-link:light-dark(#fff,#0a1a2b);
--good:light-dark(#0b6b3a,#5fd394);--bad:light-dark(#a4262c,#ff9a9a);--wait:light-dark(#7a5200,#f0c36a)}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:var(--ground);color:var(--ink);
font:1rem/1.7 Vazirmatn,system-ui,"Segoe UI",Tahoma,sans-serif}
main{width:min(24rem,100%);padding:2rem 1.5rem;background:var(--card);border:1px solid var(--line);border-radius:1rem;text-align:center}
.shop{display:flex;align-items:center;justify-content:center;gap:.75rem;margin:0 0 1.5rem;color:var(--ink);font-weight:700;text-align:start}
.shop img{width:3rem;height:3rem;border-radius:50%;flex:none}
.shop span{min-width:0}
.sign{width:4rem;height:4rem;margin:0 auto 1rem;border:3px solid;border-radius:50%;display:grid;place-items:center;font-size:1.75rem;line-height:1}
.good{color:var(--good)}.bad{color:var(--bad)}.wait{color:var(--wait)}
h1{margin:0 0 .5rem;font-size:1.375rem}
p{margin:0 0 1rem;color:var(--quiet);overflow-wrap:anywhere}
.amount{white-space:nowrap;color:var(--ink);font-size:1.25rem;font-weight:700}
.purchase{color:var(--ink)}
a{display:block;min-height:2.75rem;padding:.5rem 1rem;border-radius:.75rem;background:var(--link);color:var(--on-link);font-weight:700;
text-decoration:none}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
`;

/** Forbids scripts, foreign sources and forms. Allows the page's own style by its hash. */
export const contentPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function paymentPage(content: PageContent, translate: Translate): string {
  const { language, kind, amount, purchase, shop, chatUrl, refreshSeconds } = content;
  const { tone, title, text } = says[kind];
  const say = (key: string) => escapeHtml(translate(language, key));
  return `<!doctype html>
<html lang="${language}" dir="${rulesOf(language).direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshSeconds === null ? '' : `<meta http-equiv="refresh" content="${refreshSeconds}">\n`}<title>${say(title)}</title>
<link rel="icon" href="data:,">
<style>${css}</style>
</head>
<body>
<main data-state="${kind}">
${shopHtml(shop)}<div class="sign ${tone}" aria-hidden="true">${signs[tone]}</div>
<h1>${say(title)}</h1>
${amount === null ? '' : `<p class="amount">${escapeHtml(amount)}</p>\n`}${purchase === null ? '' : `<p class="purchase">${escapeHtml(purchase)}</p>\n`}<p role="status">${say(text)}</p>
${chatUrl === null ? '' : `<a href="${escapeHtml(chatUrl)}">${say('payment-page-chat')}</a>\n`}</main>
</body>
</html>
`;
}

function shopHtml({ name, icon }: PageContent['shop']): string {
  if (name === null && icon === null) return '';
  const picture = icon === null ? '' : `<img src="data:image/png;base64,${icon}" alt="" width="48" height="48">`;
  return `<p class="shop">${picture}${name === null ? '' : `<span dir="auto">${escapeHtml(name)}</span>`}</p>\n`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
