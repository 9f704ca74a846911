import { readFileSync } from 'node:fs';
import { readBody } from '@sharj/wire';
import { Hono } from 'hono';
import { z } from 'zod';
import type { BankFaults } from './faults.ts';
import type { BankContext, BankEnv } from './inject-fault.ts';
import type { BankLedger, BankPayment } from './ledger.ts';
import { endPage, payPage } from './page.ts';
import { allBankProviders, bankProviders } from './providers.ts';
import { type PageLanguage, pageLanguages } from './texts.ts';

const styles = readFileSync(new URL('./page.css', import.meta.url), 'utf8');
const LARGEST_FORM = 1024;
const CALLBACK_MS = 5_000;

const action = z.enum(['pay', 'close', 'late', 'cancel']);

const callbackOf = (payment: BankPayment, paid: boolean): string =>
  bankProviders[payment.provider]?.callback(payment, paid) ?? payment.callbackUrl;

/** What the card is charged: the amount, or less if the bank errs. */
const charged = (amount: number, differs: boolean): number => (differs ? amount - Math.ceil(amount / 10) : amount);

/** The pages on which a payer decides. */
export const createBankPages = (deps: {
  ledger: BankLedger;
  faults: BankFaults;
  lateMs: () => number;
  now: () => number;
}): Hono<BankEnv> => {
  const { ledger, faults, lateMs, now } = deps;
  const app = new Hono<BankEnv>();

  const show = (c: BankContext, html: string, status: 200 | 404 = 200, callback?: string) => {
    // Browsers also check the target of a form's redirect.
    const targets = callback ? `'self' ${new URL(callback).origin}` : "'none'";
    c.header('content-security-policy', `default-src 'none'; style-src 'self'; img-src data:; form-action ${targets}`);
    c.header('cache-control', 'no-store');
    c.header('referrer-policy', 'no-referrer');
    c.header('x-content-type-options', 'nosniff');
    return c.html(html, status);
  };

  const ended = (c: BankContext, payment: BankPayment, language: PageLanguage) => {
    const paid = payment.state === 'paid' || payment.state === 'verified';
    const outcome = payment.state === 'cancelled' || payment.state === 'reversed' ? payment.state : 'paid';
    return show(c, endPage(language, outcome, { payment, backUrl: callbackOf(payment, paid) }));
  };

  const page = (c: BankContext) => {
    const language = languageOf(c);
    const payment = ledger.find(c.req.param('reference') ?? '');
    if (payment === undefined) return show(c, endPage(language, 'unknown'), 404);
    if (payment.state !== 'open') return ended(c, payment, language);
    return show(c, payPage(payment, language, Math.ceil(lateMs() / 1000)), 200, payment.callbackUrl);
  };

  const decide = async (c: BankContext) => {
    const language = languageOf(c);
    const payment = ledger.find(c.req.param('reference') ?? '');
    if (payment === undefined) return show(c, endPage(language, 'unknown'), 404);
    const form = new URLSearchParams((await readBody(c.req.raw, LARGEST_FORM))?.toString() ?? '');
    const chosen = action.safeParse(form.get('do')).data;
    if (chosen === undefined || payment.state !== 'open') return page(c);
    const fault = faults.take('page')?.name;

    const take = () => ledger.take(payment.reference, charged(payment.amount, fault === 'amount-differs'));

    // If two buttons are pressed at once, one wins. The other shows the payment's outcome.
    switch (chosen) {
      case 'cancel':
        if (!ledger.cancel(payment.reference)) return page(c);
        return c.redirect(callbackOf(payment, fault === 'callback-forged'), 303);
      case 'late': {
        const ms = lateMs();
        if (!ledger.takeLater(payment.reference, now() + ms)) return page(c);
        const plannedSeconds = Math.ceil(ms / 1000);
        return show(c, endPage(language, { plannedSeconds }, { payment, backUrl: null }));
      }
      case 'close':
        return take() ? show(c, endPage(language, 'closed', { payment, backUrl: null })) : page(c);
      case 'pay': {
        if (!take()) return page(c);
        const back = callbackOf(payment, true);
        if (fault === 'callback-twice') await call(back);
        return c.redirect(back, 303);
      }
    }
  };

  app.get('/bank/page.css', (c) => c.body(styles, 200, { 'content-type': 'text/css; charset=utf-8' }));
  for (const { payPath } of allBankProviders) {
    app.get(`${payPath}/:reference`, page);
    app.post(`${payPath}/:reference`, decide);
  }
  return app;
};

/** Calls the address like the payer's browser, and ignores the answer. */
const call = async (url: string): Promise<void> => {
  await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(CALLBACK_MS) }).catch(() => undefined);
};

function languageOf(c: BankContext): PageLanguage {
  const asked = pageLanguages.find((language) => language === c.req.query('lang'));
  return asked ?? (/^en\b/i.test(c.req.header('accept-language') ?? '') ? 'en' : 'fa');
}
