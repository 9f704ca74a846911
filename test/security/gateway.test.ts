import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { choose, forge, greet, says, tap, topUp } from '#test/support/buyer.ts';
import { secretsIn } from '#test/support/secrets.ts';
import { createWorld, gatewayToken } from '#test/support/world.ts';

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const name = '<b>free</b> <a href="tg://user?id=1">&amp;</a> \u202eevil\u2066 {$total} __proto__';
const long = 'ن'.repeat(200_000);
const huge = 'ن'.repeat(5_000_000);

/** Another top-up on the same shelf. */
const dearer = { id: 47, total: 22_000 };

interface Wire {
  id: number;
  name: string;
  name_en: string | null;
  description: string;
}

/** An answer of the sandbox with hostile content. */
function spoil(answer: { data?: Wire[]; links?: object; meta?: object }, elsewhere: string, text: string): string {
  const data = answer.data?.map((product) => ({
    ...product,
    name,
    name_en: product.id === topUp.id ? text : name,
    description: '<script>alert(1)</script>',
  }));
  const links = {
    first: elsewhere,
    last: elsewhere,
    prev: elsewhere,
    next: `${elsewhere}/api/clients/products?page=2`,
  };
  const body = JSON.stringify({ ...answer, data, links, meta: { ...answer.meta, path: elsewhere } });
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  return body.replace(
    '{',
    `{"__proto__":{"role":"owner","onSale":true},"constructor":{"prototype":{}},"deep":${deep},`,
  );
}

test.each([
  ['fa', 'long', topUp],
  // The client drops a product of ten megabytes and sells the rest of its page.
  ['en', 'huge', dearer],
] as const)(
  'a hostile gateway in %s with a %s text can neither inject markup nor redirect calls nor stop sales',
  {
    timeout: 300_000,
  },
  async (language, size, wanted) => {
    const strangers: string[] = [];
    const elsewhere = await listen((request, response) => {
      strangers.push(`${request.url} ${request.headers.authorization}`);
      response.end('{}');
    });
    let target = '';
    const text = size === 'long' ? long : huge;
    const url = await listen(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const headers = new Headers();
      for (const field of ['authorization', 'content-type', 'idempotency-key'])
        if (typeof request.headers[field] === 'string') headers.set(field, request.headers[field]);
      const method = request.method ?? 'GET';
      // The sandbox would not find a product by its hostile name.
      const asked = Buffer.concat(chunks)
        .toString('utf8')
        .replace(/"name":"(?:[^"\\]|\\.)*",?/, '');
      const body = method === 'GET' ? {} : { body: asked };
      const answer = await fetch(`${target}${request.url}`, { method, headers, ...body });
      const said = await answer.text();
      const listed = /products|filter/.test(request.url ?? '');
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(listed ? spoil(JSON.parse(said), elsewhere, text) : said);
    });
    const gateway = {
      url,
      token: gatewayToken,
      operator2Path: 'operator2',
      operatorNames: ['operator1', 'operator2', 'operator3', 'operator4', 'operator5'],
      purchaseStyle: 'post-form',
      topUpPath: null,
      successPattern: null,
      accountEmptyPattern: null,
    } as const;
    const world = await createWorld({ products: 120, start: false, config: { gateway } });
    onTestFinished(() => world.close());
    target = world.sandbox.url;
    await world.startBot();
    // The bot starts without waiting for a slow catalogue.
    await expect.poll(() => world.logged.some((line) => line.includes('catalogue loaded'))).toBe(true);

    const buyer = await greet(world, { language });
    await forge(buyer, {
      to: 'shelf',
      type: 'data',
      operator: 1,
      sim: 'prepaid',
      category: null,
      sub: null,
      all: 'yes',
      page: 1,
      sort: 'price',
      mobile: null,
    });
    const shelf = buyer.last();
    // The name is plain text: it has no tag and no mark that reverses the price.
    expect(shelf.buttons.flat().some((label) => label.includes('<b>free</b>'))).toBe(true);
    expect(shelf.buttons.flat().join()).not.toContain('\u202e');
    await forge(buyer, { to: 'product', id: topUp.id, mobile: '989121111111' });
    const gone = says(language, 'failure-product-gone');
    expect(buyer.last().text.includes(gone)).toBe(size === 'huge');
    await choose(buyer, '989121111111', wanted.id);
    const { text: shown, message } = buyer.last();
    expect(shown.length).toBeLessThan(4_096);
    const links = (message.entities ?? []).filter(({ type }) => type === 'text_link' || type === 'text_mention');
    expect(links).toEqual([]);
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(says(language, 'state-delivered'));
    expect((await world.sales()).map(({ price }) => price)).toEqual([wanted.total]);
    expect(strangers).toEqual([]);
    expect(({} as { role?: string }).role).toBeUndefined();
    expect(world.errors()).toEqual([]);
    expect(await secretsIn(world)).toEqual([]);
  },
);
