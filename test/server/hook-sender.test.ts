import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type LookupFunction } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { createHookSender } from '#server/hook-sender.ts';
import { openHookReceiver } from '#test/support/hook-receiver.ts';
import { cert, key } from '#test/support/proxies.ts';

const secret = 'canary-hook-secret';
const body = '{"id":"one:delivered","message":"شارژ شد"}';

function open(options: Partial<Parameters<typeof createHookSender>[0]> = {}) {
  const sender = createHookSender({ now: Date.now, isAnyAllowed: true, ...options });
  onTestFinished(() => sender.close());
  return (url: string) => sender.send({ url, secret, id: 'one:delivered', body });
}

/** A name server that knows only these addresses. */
const resolving =
  (...addresses: string[]): LookupFunction =>
  (_, options, callback) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (options.all) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family ?? 4);
  };

interface Example {
  isFromSharj(secret: string, headers: Readonly<Record<string, unknown>>, body: string): boolean;
}

/** Loads the code of the page, as an agent would copy it. */
function readExample(): Promise<Example> {
  const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
  const code = /## Tell me when it ends[\s\S]*?```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`) as Promise<Example>;
}

test('a delivery is a signed POST that the page’s example verifies', async () => {
  const receiver = await openHookReceiver();
  const send = open();
  expect(await send(`${receiver.url}?till=7`)).toEqual({ ok: true, value: 204 });
  const [{ method, path, headers, body: got } = { method: '', path: '', headers: {}, body: '' }] = receiver.received;
  expect({ method, path, got }).toEqual({ method: 'POST', path: '/hook?till=7', got: body });
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Sharj',
    'sharj-delivery': 'one:delivered',
    'sharj-time': expect.stringMatching(/^\d{10}$/),
    'sharj-signature': expect.stringMatching(/^v1=[0-9a-f]{64}$/),
  });
  const { isFromSharj } = await readExample();
  expect(isFromSharj(secret, headers, got)).toBe(true);
  expect(isFromSharj(`${secret}.`, headers, got)).toBe(false);
  expect(isFromSharj(secret, headers, got.replace('one', 'two'))).toBe(false);
  expect(isFromSharj(secret, { ...headers, 'sharj-signature': 'v1=' }, got)).toBe(false);
  expect(isFromSharj(secret, { ...headers, 'sharj-signature': `v1=${'é'.repeat(64)}` }, got)).toBe(false);
  expect(isFromSharj(secret, {}, got)).toBe(false);
});

test('the page’s example rejects an old delivery', async () => {
  const receiver = await openHookReceiver();
  await open({ now: () => Date.now() - 10 * 60_000 })(receiver.url);
  const { isFromSharj } = await readExample();
  const [{ headers, body: got } = { headers: {}, body: '' }] = receiver.received;
  expect(isFromSharj(secret, headers, got)).toBe(false);
});

test('the sender does not follow a redirect', async () => {
  const elsewhere = await openHookReceiver();
  const receiver = await openHookReceiver((_, response) => response.writeHead(307, { location: elsewhere.url }).end());
  expect(await open()(receiver.url)).toEqual({ ok: true, value: 307 });
  expect(elsewhere.received).toEqual([]);
});

test.each([
  ['without an answer', () => undefined],
  ['that sends headers byte by byte', dripping],
] as const)('the sender gives up a server %s after its time limit', async (_, answer) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    answer((piece) => socket.write(piece));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  expect(await open({ timeoutMs: 300 })(`http://127.0.0.1:${port}/`)).toEqual({ ok: false, error: 'timeout' });
});

function dripping(write: (piece: string) => void): void {
  write('HTTP/1.1 200 OK\r\nslow: ');
  const drops = setInterval(() => write('.'), 20);
  onTestFinished(() => clearInterval(drops));
}

test('the sender stops reading an endless answer', async () => {
  let written = 0;
  let isCut = false;
  const receiver = await openHookReceiver((_, response) => {
    response.writeHead(200);
    response.on('close', () => {
      isCut = true;
    });
    const more = (): void => {
      if (isCut) return;
      written += 65_536;
      if (response.write('x'.repeat(65_536))) setImmediate(more);
      else response.once('drain', more);
    };
    more();
  });
  expect(await open()(receiver.url)).toEqual({ ok: true, value: 200 });
  await expect.poll(() => isCut).toBe(true);
  expect(written).toBeLessThan(50_000_000);
});

test('a silent port and a server without TLS are unreachable', async () => {
  const receiver = await openHookReceiver();
  const send = open();
  expect(await send('http://127.0.0.1:1/')).toEqual({ ok: false, error: 'unreachable' });
  expect(await send(receiver.url.replace('http:', 'https:'))).toEqual({ ok: false, error: 'unreachable' });
});

test('the sender accepts only a valid certificate for that name', async () => {
  const receiver = await openHookReceiver(undefined, { key, cert });
  const send = open({ lookup: resolving('127.0.0.1') });
  const [url, another] = ['localhost', 'till.example'].map((name) => `https://${name}:${receiver.port}/hook`);
  expect(await send(url ?? '')).toEqual({ ok: false, error: 'certificate' });
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, cert]);
  onTestFinished(() => setDefaultCACertificates(trusted));
  expect(await send(url ?? '')).toEqual({ ok: true, value: 204 });
  expect(await send(another ?? '')).toEqual({ ok: false, error: 'certificate' });
  expect(receiver.received).toHaveLength(1);
});

test.each([
  [['127.0.0.1']],
  [['::1']],
  [['::ffff:127.0.0.1']],
  [['0.0.0.0']],
  [['100.64.0.1']],
  [['169.254.169.254']],
  [['64:ff9b::7f00:1']],
  // The sender would try one address after the other.
  [['93.184.216.34', '127.0.0.1']],
])('the sender does not connect to a name that leads to %j', async (addresses) => {
  let connections = 0;
  const server = createServer(() => {
    connections += 1;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const send = open({ isAnyAllowed: false, lookup: resolving(...addresses) });
  const { port } = server.address() as AddressInfo;
  expect(await send(`https://till.example:${port}/`)).toEqual({ ok: false, error: 'not-public' });
  expect(connections).toBe(0);
});

test.each(['http://till.example/', 'https://127.0.0.1/', 'https://[::ffff:7f00:1]/', 'https://localhost/'])(
  'the sender does not call %s, even if it was stored',
  async (url) => {
    expect(await open({ isAnyAllowed: false })(url)).toEqual({ ok: false, error: 'not-public' });
  },
);

test('the sender looks a name up for every connection and notices when it leads elsewhere', async () => {
  let address: string | null = null;
  const lookup: LookupFunction = (name, options, callback) =>
    resolving(...(address === null ? [] : [address]))(name, options, callback);
  const send = open({ isAnyAllowed: false, lookup });
  expect(await send('https://till.example/')).toEqual({ ok: false, error: 'unreachable' });
  address = '10.0.0.1';
  expect(await send('https://till.example/')).toEqual({ ok: false, error: 'not-public' });
});
