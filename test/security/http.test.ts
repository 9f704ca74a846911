import { createTelegram, startPlaygroundServer } from '@sharj/local-telegram';
import { createSandbox } from '@sharj/sandbox';
import { readBody } from '@sharj/wire';
import { Hono } from 'hono';
import { describe, expect, onTestFinished, test } from 'vitest';
import { build } from '#build.ts';
import { createHealth } from '#server/health.ts';
import { createMetrics } from '#server/metrics.ts';
import { createServer } from '#server/server.ts';
import { converse } from '#test/support/raw-http.ts';

const patience = { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 };
const facts = {
  orders: {},
  unsureSeconds: 0,
  heldRials: 0,
  receiptsWaiting: 0,
  payments: [{ method: 'card', state: 'submitted', count: 1 }],
  paymentsWaiting: 1,
  supportWaiting: 0,
  plansActive: 0,
  cyclesDue: [],
  paymentSeconds: 1,
  catalogueSeconds: 0,
  gatewayRials: 0,
  backupSeconds: null,
  hasBackupFailed: false,
  shops: [{ shop: 'a1', bot: 'a_bot', isRunning: true, openOrders: 0 }],
};

interface Place {
  readonly url: string;
  /** A path with a limit for its body. */
  readonly post: string;
  readonly headers: string;
  readonly limit: number;
}

type Timeouts = Partial<typeof patience>;

async function openOwnServer(timeouts: Timeouts = {}): Promise<Place> {
  const limit = 1024 * 1024;
  const checks = { database: async () => null, gateway: async () => null, telegram: async () => null };
  const app = new Hono();
  // Reads its body like the webhook.
  app.post('/telegram', async (c) => c.body(null, (await readBody(c.req.raw, limit)) === null ? 413 : 200));
  const { signal } = new AbortController();
  const metrics = createMetrics({ read: async () => facts, freeSpace: async () => [] }, build);
  const apps = [createHealth({ checks, metrics, build, stopping: signal }), app];
  const server = createServer({ host: '127.0.0.1', port: 0, apps, stopping: signal, timeouts });
  await server.start();
  onTestFinished(() => server.close());
  return { url: server.url(), post: '/telegram', headers: '', limit };
}

const places: Record<string, (timeouts?: Timeouts) => Promise<Place>> = {
  'the bot’s own server': openOwnServer,
  'the sandbox gateway': async (timeouts = {}) => {
    const sandbox = await createSandbox({
      token: 'sandbox',
      operator2Path: 'operator2',
      operatorNames: ['1', '2', '3', '4', '5'],
      products: 10,
      database: ':memory:',
      host: '127.0.0.1',
      port: 0,
      timeouts,
    });
    onTestFinished(() => sandbox.close());
    const headers = 'Authorization: Bearer sandbox\r\nContent-Type: application/json\r\n';
    return { url: sandbox.url, post: '/api/filter', headers, limit: 1024 * 1024 };
  },
  'the playground': async (timeouts = {}) => {
    const telegram = createTelegram();
    const playground = await startPlaygroundServer({ telegram, host: '127.0.0.1', port: 0, timeouts });
    onTestFinished(() => playground.close());
    const headers = 'Content-Type: application/json\r\n';
    return { url: playground.url, post: `/bot${telegram.token}/getMe`, headers, limit: 51 * 1024 * 1024 };
  },
};

const head = (method: string, path: string, { url }: Place, more = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n${more}`;
const once = 'Connection: close\r\n\r\n';

describe.each(Object.entries(places))('%s', (_, open) => {
  test('cuts off slow headers and serves other clients at the same time', async () => {
    const place = await open(patience);
    const slow = Array.from({ length: 20 }, (__, nth) =>
      converse(place.url, head('GET', '/', place), () => `X-${nth}: 1\r\n`),
    );
    const silent = converse(place.url, 'G');
    expect((await fetch(`${place.url}/nothing-here`)).status).toBeLessThan(500);
    const ends = await Promise.all([...slow, silent]);
    // A client that is still writing when it is cut off may not be able to read why.
    expect(ends.filter(({ status }) => status !== 408 && status !== null)).toEqual([]);
    expect(ends.some(({ status }) => status === 408)).toBe(true);
  });

  test('cuts off a slow body and serves other clients at the same time', async () => {
    const place = await open(patience);
    const long = `${place.headers}Content-Length: 100000\r\n\r\n`;
    const slow = converse(place.url, head('POST', place.post, place, long), () => ' ');
    expect((await fetch(`${place.url}/nothing-here`)).status).toBeLessThan(500);
    expect([408, null]).toContain((await slow).status);
  });

  test('refuses a body that is too large, with or without Content-Length', async () => {
    const place = await open();
    const stated = `${place.headers}Content-Length: ${place.limit + 1}\r\n${once}`;
    expect((await converse(place.url, head('POST', place.post, place, stated))).status).toBe(413);
    const chunk = `${(65_536).toString(16)}\r\n${' '.repeat(65_536)}\r\n`;
    const unstated = `${place.headers}Transfer-Encoding: chunked\r\n${once}${chunk.repeat(3)}`;
    const endless = await converse(place.url, head('POST', place.post, place, unstated), () => chunk.repeat(8));
    expect([413, 408, null]).toContain(endless.status);
  });

  test.each([
    ['a path that does not exist', 'GET', '/<script>alert(1)</script>'],
    ['a path with invalid text', 'GET', '/%zz%ff'],
    ['a path that leaves the root', 'GET', '/../../etc/passwd'],
    ['an unexpected method', 'DELETE', '/'],
    ['an echo', 'TRACE', '/'],
    ['GET on a path that only takes POST', 'GET', '/telegram'],
    ['a bot with an invalid token', 'GET', '/bot%zz/getMe'],
  ])('answers %s with an empty refusal', async (__, method, path) => {
    const place = await open();
    const { text, status } = await converse(place.url, head(method, path, place, once));
    expect([400, 401, 403, 404, 405]).toContain(status);
    expect(text).not.toMatch(/<script|text\/html|node_modules|\.ts:\d|\bat \w+ \(|Error:/i);
  });

  test('prevents request smuggling and header injection', async () => {
    const place = await open();
    const both = `${place.headers}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n`;
    expect((await converse(place.url, head('POST', place.post, place, both))).status).toBe(400);
    const headers = `X-Long: ${'a'.repeat(100_000)}\r\n${once}`;
    expect((await converse(place.url, head('GET', '/', place, headers))).status).toBe(431);
  });
});

test.each([
  '/pay/../metrics',
  '/pay/%2e%2E/metrics',
  '/pay/.%2e/metrics',
  '/./metrics',
  '/pay/..\\metrics',
  'http://a/pay/../metrics',
])('the bot’s own server refuses %s before it is routed', async (path) => {
  const place = await openOwnServer();
  const { text, status } = await converse(place.url, `GET ${path} HTTP/1.1\r\nHost: a\r\n${once}`);
  expect(status).toBe(400);
  expect(text).not.toContain('sharj_');
});
