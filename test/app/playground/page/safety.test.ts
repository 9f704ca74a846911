import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder, type RunningPlayground, spawnPlayground } from '#test/support/playground.ts';
import { personOf } from './stage.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
let playground: RunningPlayground;
beforeAll(async () => {
  folder = await makeFolder();
  playground = await spawnPlayground(folder.path);
});
afterAll(async () => {
  await playground.interrupt();
  await folder.remove();
});

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** fetch does not allow a wrong Host header. */
function ask({
  method = 'GET',
  path = '/',
  headers = {},
  body = '',
}: Asked): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; size: number }> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, playground.url), { method, headers }, (answer) => {
      let size = 0;
      answer.on('data', (piece: Buffer) => {
        size += piece.length;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, size }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const action = {
  method: 'POST',
  path: `/api/people/${personOf('customer', 'en').id}`,
  body: '{"do":"type","text":"hello"}',
};
const json = { 'content-type': 'application/json' };

describe('a request from another host or page', () => {
  test.each([
    ['another host, as a rebound name would send it', { headers: { host: 'evil.example' } }],
    ['our name with another port', { headers: { host: '127.0.0.1:1' } }],
    ['a page of another origin', { headers: { origin: 'https://evil.example' } }],
    ['a sandboxed page', { headers: { origin: 'null' } }],
    [
      'an image on another page',
      { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' } },
    ],
    [
      'a frame on another page',
      { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' } },
    ],
    ['events for another page', { path: '/api/events', headers: { origin: 'https://evil.example' } }],
    ['an action from another page', { ...action, headers: { ...json, origin: 'https://evil.example' } }],
    ['the Bot API from another page', { path: '/bot7000000001:x/getMe', headers: { origin: 'https://evil.example' } }],
    [
      'the Bot API from a link on another page',
      {
        path: '/bot7000000001:x/getMe',
        headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      },
    ],
  ] satisfies [string, Asked][])('is refused: %s', async (_, asked) => {
    expect((await ask(asked)).status).toBe(403);
  });

  test('may follow a link to the page', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await ask({ headers })).status).toBe(200);
  });
});

describe('the page', () => {
  test('has a strict policy that forbids sniffing and framing', async () => {
    const { headers } = await ask({});
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test('is smaller than 160 kB with its font', async () => {
    const seen = new Set<string>();
    const headers = { 'accept-encoding': 'gzip' };
    let total = (await ask({ headers })).size;
    const queue = [...(await (await fetch(playground.url)).text()).matchAll(/(?:href|src)="(\/page\/[^"]+)"/g)].map(
      ([, path = '']) => path,
    );
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      total += (await ask({ path, headers })).size;
      const text = /\.(ts|css)$/.test(path) ? await (await fetch(`${playground.url}${path}`)).text() : '';
      for (const [, name] of text.matchAll(/(?:from '\.|url\(")(\/[^'"]+)['"]/g)) {
        queue.push(name?.startsWith('/page/') ? name : `/page${name}`);
      }
    }
    expect(seen.size).toBeGreaterThan(20);
    expect(total).toBeLessThan(160_000);
  });

  test.each(['/page/../cast.ts', '/page/%2e%2e/cast.ts', '/page/tsconfig.json', '/page/nothing.ts', '/api/nothing'])(
    'serves no other file: %s',
    async (path) => {
      expect((await ask({ path })).status).toBe(404);
    },
  );
});

describe('a request of the page', () => {
  test('must be JSON', async () => {
    expect((await ask({ ...action, headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    expect((await ask({ ...action, headers: json })).status).toBe(200);
  });

  test.each([
    ['nonsense', '{'],
    ['an unknown action', '{"do":"steal"}'],
    ['an empty text', '{"do":"type","text":"  "}'],
    ['a place that does not exist', '{"do":"press","message":1,"row":-1,"column":0}'],
    ['a text longer than Telegram takes', JSON.stringify({ do: 'type', text: 'x'.repeat(5_000) })],
  ])('is refused when it is %s', async (_, body) => {
    expect((await ask({ ...action, headers: json, body })).status).toBe(400);
  });

  test('is limited in size', async () => {
    const body = JSON.stringify({ do: 'photo', bytes: 'A'.repeat(9_000_000) });
    expect((await ask({ ...action, headers: json, body })).status).toBe(413);
  });

  test('must be for a known person', async () => {
    expect((await ask({ ...action, path: '/api/people/1', headers: json })).status).toBe(404);
  });

  test('reports a button that is gone', async () => {
    const body = '{"do":"press","message":999999,"row":0,"column":0}';
    expect((await ask({ ...action, headers: json, body })).status).toBe(409);
  });
});
