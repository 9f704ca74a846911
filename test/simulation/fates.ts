import { type Fault, faults } from './faults.ts';
import { sleep } from './kernel/clock.ts';
import { random } from './kernel/random.ts';
import type { WallClock } from './kernel/wall-clock.ts';
import type { Fate } from './net.ts';
import { bankHost, type Gateway, isGateway, shopHost } from './outside.ts';
import { gatewayTrouble, readsAreSlow } from './trouble.ts';
import { stepClock } from './trouble-maker.ts';

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

const page = (status: number): Response =>
  new Response('<!doctype html><title>We will be back</title>', { status, headers: { 'content-type': 'text/html' } });

const aSide = () => (random.faults.chance(0.5) ? 'before' : 'after');

/** How each fault spoils a call to the gateway, and how often. Purchases meet them three times as often as reads. */
const atTheGateway: Partial<Record<Fault, readonly [probability: number, spoil: () => Partial<Fate>]>> = {
  'gateway-lost': [0.05, () => ({ broken: 'request' })],
  'gateway-cut': [0.05, () => ({ broken: random.faults.chance(0.7) ? 'answer' : 'body' })],
  'gateway-late': [
    0.04,
    () => {
      const [early, late] = [random.net.between(1, 20), random.net.between(10_000, 90_000)];
      return random.faults.chance(0.5) ? { toMs: late, backMs: early } : { toMs: early, backMs: late };
    },
  ],
  'gateway-doubled': [0.04, () => ({ againMs: random.net.between(1, 5_000) })],
  'gateway-slow-body': [0.03, () => ({ bodyMs: random.net.between(100, 30_000) })],
  'gateway-429': [0.03, () => ({ instead: { when: 'before', answer: () => limited(random.faults.whole(20)) } })],
  'gateway-5xx': [0.04, () => ({ instead: { when: aSide(), answer: () => json(502, { message: 'Server Error' }) } })],
  'gateway-html': [0.03, () => ({ instead: { when: aSide(), answer: () => page(200) } })],
  'gateway-404': [0.04, () => ({ instead: { when: 'before', answer: missing } })],
};

const limited = (seconds: number) => json(429, { message: 'Too Many Attempts.' }, { 'retry-after': String(seconds) });

const unauthenticated = () => json(401, { message: 'Unauthenticated.' });

/** A gateway that is being replaced says so in its own way or with a web page. */
const missing = (): Response => {
  const status = random.faults.pick([404, 405, 410]);
  return random.faults.chance(0.7) ? json(status, { message: 'Not found.' }) : page(status);
};

const atTelegram: typeof atTheGateway = {
  'telegram-lost': [0.03, () => ({ broken: 'request' })],
  'telegram-cut': [0.03, () => ({ broken: 'answer' })],
  'telegram-late': [0.02, () => ({ backMs: random.net.between(3_000, 20_000) })],
  'telegram-429': [0.02, () => ({ instead: { when: 'before', answer: () => floodWait(1 + random.faults.whole(6)) } })],
  'telegram-5xx': [0.03, () => ({ instead: { when: aSide(), answer: () => page(502) } })],
};

const floodWait = (seconds: number) =>
  json(429, {
    ok: false,
    error_code: 429,
    description: `Too Many Requests: retry after ${seconds}`,
    parameters: { retry_after: seconds },
  });

const atTheBank: typeof atTheGateway = {
  'bank-lost': [0.05, () => ({ broken: 'request' })],
  'bank-cut': [0.07, () => ({ broken: random.faults.chance(0.7) ? 'answer' : 'body' })],
  'bank-late': [0.05, () => ({ backMs: random.net.between(3_000, 30_000) })],
  'bank-doubled': [0.05, () => ({ againMs: random.net.between(1, 5_000) })],
  'bank-429': [0.03, () => ({ instead: { when: 'before', answer: () => limited(random.faults.whole(20)) } })],
  'bank-5xx': [0.05, () => ({ instead: { when: aSide(), answer: () => json(500, { message: 'Server Error' }) } })],
  'bank-html': [0.03, () => ({ instead: { when: aSide(), answer: () => page(200) } })],
};

const isBankApi = (path: string): boolean => /^\/(?:pg\/v4|v1)\//.test(path);

/** People's browsers load pages of the shop and of the bank. */
const inBrowsers: typeof atTheGateway = {
  'browser-lost': [0.05, () => ({ broken: 'request' })],
  'browser-cut': [0.1, () => ({ broken: 'answer' })],
  'browser-doubled': [0.1, () => ({ againMs: random.net.between(1, 200) })],
};

/** At most one fault a call. */
function spoiled(table: typeof atTheGateway, weight: number): Partial<Fate> {
  for (const [name, [probability, spoil]] of Object.entries(table))
    if (faults.strikes(name as Fault, probability * weight)) return spoil();
  return {};
}

const isPurchase = (path: string): boolean => path.includes('/top-up');

/**
 * A call that takes long is overtaken when a clock is set forward meanwhile: its lease ends, and another one is sent. A proxy that has
 * lost its server holds a request for a while, and then says so.
 */
function overtaken(clocks: readonly WallClock[]): Partial<Fate> {
  const backMs = random.net.between(5_000, 24_000);
  void sleep(random.net.between(100, 3_000)).then(() => stepClock(clocks, random.faults.between(61_000, 200_000)));
  return random.faults.chance(0.5) ? { backMs } : { backMs, instead: { when: 'before', answer: missing } };
}

/** Decides what happens to each call of the shop. */
export const createFates =
  (gateways: readonly Gateway[], clocks: readonly WallClock[]) =>
  ({ host, path }: { readonly host: string; readonly path: string }): Fate => {
    const usual = { toMs: random.net.between(1, 20), backMs: random.net.between(1, 20) };
    if (host === bankHost && isBankApi(path)) return { ...usual, ...spoiled(atTheBank, 1) };
    if (host === bankHost || (host === shopHost && /^\/(?:pay|api)\//.test(path)))
      return { ...usual, ...spoiled(inBrowsers, 1) };
    if (!isGateway(host)) return { ...usual, ...spoiled(atTelegram, 1) };
    const trouble = gatewayTrouble.now();
    if (trouble !== null && (trouble !== 'gateway-account' || isPurchase(path))) faults.count(trouble);
    if (trouble === 'gateway-token') return { ...usual, instead: { when: 'before', answer: unauthenticated } };
    if (trouble === 'gateway-deployment') return { ...usual, instead: { when: 'before', answer: missing } };
    if (!isPurchase(path) && readsAreSlow()) return { ...usual, backMs: random.net.between(2_000, 6_000) };
    if (!isPurchase(path)) return { ...usual, ...spoiled(atTheGateway, 1) };
    if (faults.strikes('gateway-refuses', 0.1)) for (const gateway of gateways) gateway.refuseNext();
    if (faults.strikes('clock-forward', 0.05)) return { ...usual, ...overtaken(clocks) };
    if (faults.strikes('gateway-new-wording', 0.05))
      return { ...usual, instead: { when: 'after', answer: () => json(200, { message: 'ثبت شد.' }) } };
    return { ...usual, ...spoiled(atTheGateway, 3) };
  };
