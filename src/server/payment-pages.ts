import { type Context, Hono } from 'hono';
import type { Language } from '#domain/language.ts';
import { moneyText, type Rials, type Unit } from '#domain/money.ts';
import { isOnline, type OnlineMethod, onlineMethods, type PaymentMethod, type PaymentState } from '#domain/payment.ts';
import { languageOf, networkOf } from './client.ts';
import { contentPolicy, type PageKind, paymentPage, type Translate } from './payment-page-html.ts';
import { type Allowance, createRateLimit } from './rate-limit.ts';

/** What the pages use of a payment. */
interface PagePayment {
  readonly id: string;
  readonly personId: number;
  readonly orderId: string | null;
  readonly method: PaymentMethod;
  readonly amount: Rials;
  /** What the wallet received; null until then. */
  readonly credited: Rials | null;
  readonly state: PaymentState;
  readonly reason: string | null;
  /** When the check began. */
  readonly waitingSince: number | null;
  /** Whether it was open in a restored archive. */
  readonly isPossiblySent?: boolean;
}

/** The use cases behind the pages. They return null for unknown payments. */
interface PagePayments {
  /** Finds where to pay; `url` is null if nothing is left to pay. */
  forward(
    id: string,
    by?: OnlineMethod,
  ): Promise<{ readonly payment: PagePayment; readonly url: string | null } | null>;
  /** Notes that the payer came back. Asking the provider finds out later whether they paid. */
  returned(id: string): Promise<PagePayment | null>;
  find(id: string): Promise<PagePayment | null>;
  /** The item and number that it pays for; null if it is for the wallet. */
  purchaseFor(payment: PagePayment): Promise<string | null>;
}

/** What pages show of the shop; null if the owner set none. */
interface PageShop {
  readonly name: string | null;
  readonly icon: string | null;
}

export interface PaymentPagesDeps {
  /** The public address of this server. The pages are below its path. */
  readonly publicUrl: string;
  readonly payments: PagePayments;
  readonly personOf: (id: number) => Promise<{ readonly language: Language; readonly unit: Unit } | null>;
  readonly translate: Translate;
  readonly shop: {
    /** The last known profile. */
    current(): PageShop;
    /** Reads the present profile. */
    refresh(): Promise<PageShop>;
  };
  readonly shopLanguage: Language;
  /** The link to the chat with the bot; null if not known yet. */
  readonly chatUrl: () => string | null;
  readonly now: () => number;
  readonly limits?: Partial<typeof defaultLimits>;
}

/** A whole mobile network may share one address. */
const defaultLimits: Readonly<Record<'address' | 'payment', Allowance>> = {
  address: { burst: 120, perSecond: 10 },
  payment: { burst: 60, perSecond: 1 },
};

const idShape = /^[A-Za-z0-9_-]{8,64}$/;

/** A check takes seconds. If it takes longer, the page asks less often, and at last the chat reports. */
const soonSeconds = 2;
const laterSeconds = 10;
const soonMs = 30_000;
const longestMs = 10 * 60_000;

/**
 * The pages on a payer's way to the bank and back. A callback only says that someone came back: its parameters are
 * ignored, and no browser waits for a verification.
 */
export function createPaymentPages(deps: PaymentPagesDeps): Hono {
  const { payments, personOf, translate, shop, shopLanguage, chatUrl, now } = deps;
  const prefix = new URL(deps.publicUrl).pathname.replace(/\/+$/, '');
  const limits = { ...defaultLimits, ...deps.limits };
  const byAddress = createRateLimit(limits.address, now);
  const byPayment = createRateLimit(limits.payment, now);
  const app = new Hono();

  app.use(async (context, next) => {
    await next();
    context.header('content-security-policy', contentPolicy);
    context.header('cache-control', 'no-store');
    context.header('referrer-policy', 'no-referrer');
    context.header('x-content-type-options', 'nosniff');
    context.header('x-robots-tag', 'noindex');
  });

  // Limits requests before anything reads the database.
  app.use('/:id/*', async (context, next) => {
    if (!byAddress.allow(networkOf(context))) return tooMany(context);
    const id = context.req.param('id');
    if (!idShape.test(id)) return unknown(context);
    return byPayment.allow(id) ? next() : tooMany(context);
  });

  app.get('/:id', (context) => forward(context, context.req.param('id')));

  app.get('/:id/by/:method', (context) => {
    const { id, method } = context.req.param();
    const by = onlineMethods.find((one) => one === method);
    return by === undefined ? unknown(context) : forward(context, id, by);
  });

  async function forward(context: Context, id: string, by?: OnlineMethod): Promise<Response> {
    const payment = await payments.forward(id, by);
    if (!payment) return unknown(context);
    if (payment.url !== null) return context.redirect(payment.url, 302);
    const { state, isPossiblySent } = payment.payment;
    if (state === 'asked') return show(context, payment.payment, isPossiblySent ? 'waiting' : 'unavailable');
    return context.redirect(`${prefix}/pay/${payment.payment.id}/result`, 303);
  }

  app.on(['GET', 'POST'], '/:id/back', async (context) => {
    const payment = await payments.returned(context.req.param('id'));
    // Redirects, so that reloading the page does not repeat the return.
    return payment ? context.redirect(`${prefix}/pay/${payment.id}/result`, 303) : unknown(context);
  });

  app.get('/:id/result', async (context) => {
    const payment = await payments.find(context.req.param('id'));
    return payment && isOnline(payment.method) ? show(context, payment, kindOf(payment)) : unknown(context);
  });

  app.onError((_error, context) => plain(context, 'busy', 503, laterSeconds));

  function kindOf({ state, reason, waitingSince }: PagePayment): PageKind {
    switch (state) {
      case 'paid':
      case 'expired':
        return state;
      case 'asked':
        return 'unpaid';
      case 'refused':
        return reason === 'reversed' ? 'reversed' : 'refused';
      case 'submitted':
        return now() - (waitingSince ?? now()) < longestMs ? 'checking' : 'waiting';
    }
  }

  function refreshOf({ waitingSince }: PagePayment, kind: PageKind): number | null {
    // The reloaded page forwards as soon as the provider answers.
    if (kind === 'unavailable') return laterSeconds;
    if (kind !== 'checking') return null;
    return now() - (waitingSince ?? now()) < soonMs ? soonSeconds : laterSeconds;
  }

  async function show(context: Context, payment: PagePayment, kind: PageKind): Promise<Response> {
    const person = await personOf(payment.personId);
    const language = person?.language ?? languageOf(context, shopLanguage);
    const content = {
      language,
      kind,
      purchase: await payments.purchaseFor(payment),
      amount: kind === 'paid' ? moneyText(payment.credited ?? payment.amount, person?.unit ?? 'toman', language) : null,
      shop: await shop.refresh(),
      chatUrl: chatUrl(),
      refreshSeconds: refreshOf(payment, kind),
    };
    return context.html(paymentPage(content, translate), kind === 'unavailable' ? 503 : 200);
  }

  const plain = (context: Context, kind: PageKind, status: 404 | 429 | 503, refreshSeconds: number | null = null) => {
    const content = { kind, purchase: null, amount: null, shop: shop.current(), chatUrl: chatUrl(), refreshSeconds };
    return context.html(paymentPage({ ...content, language: languageOf(context, shopLanguage) }, translate), status);
  };
  const unknown = (context: Context) => plain(context, 'unknown', 404);
  const tooMany = (context: Context) => {
    context.header('retry-after', String(laterSeconds));
    return plain(context, 'busy', 429, laterSeconds);
  };

  const mounted = new Hono();
  mounted.route(`${prefix}/pay`, app);
  return mounted;
}
