import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '@sharj/sandbox';
import type { Product } from '@sharj/wire';
import { createResellerApi } from '#app/reseller-api.ts';
import { createFormatters } from '#bot/core/formatter.ts';
import { loadTexts } from '#bot/core/texts.ts';
import { readConfig, sandboxNames } from '#config/config.ts';
import { defaultOperators } from '#domain/operators.ts';
import { createServer } from '#server/server.ts';
import { assembleShop } from '#shop/shop.ts';
import { inFlight, openGatewayThread } from '#test/bench/bench-shop.ts';
import { type Figure, line } from '#test/bench/figure.ts';
import { settlingWorkers } from '#test/bench/settling-workers.ts';
import { against, measured, timed } from '#test/bench/statistics.ts';
import { openParts } from '#test/support/shop-parts.ts';

const [ownerId, agentId] = [900, 501];
/** No one is asked to wait. */
const limits = { address: { burst: 1e9, perSecond: 1e9 }, token: { burst: 1e9, perSecond: 1e9 } };
const atOnce = 20;

interface Api {
  readonly url: string;
  readonly token: string;
}

/** A shop that serves its API in this thread, and the gateway that it buys from in another. */
async function openShopApi(directory: string) {
  const gateway = await openGatewayThread();
  const parts = await openParts({ kind: 'sqlite', file: join(directory, 'sharj.db') }, gateway.url);
  const shop = assembleShop({ ...parts, ownerIds: [ownerId], isApiOn: true });
  await shop.catalogue.refresh();
  await shop.people.loadOrCreate({ id: agentId, name: 'Agent', language: 'en' });
  await parts.database.db.updateTable('people').set({ role: 'agent' }).where('id', '=', agentId).execute();
  await shop.wallet.grant({ key: 'bench', personId: agentId, amount: 1e13, actor: 'bench', note: null });
  await shop.apiAccess.allow(ownerId, agentId, true);
  const made = await shop.apiTokens.create(agentId, 'bench');
  const settings = { BOT_TOKEN: '1:a', GATEWAY_URL: gateway.url, GATEWAY_TOKEN: 'bench', API: 'on' };
  const config = readConfig(settings);
  if (!made.ok || !config.ok || config.value.mode !== 'bot') throw new Error('The shop has no API.');
  const stopping = new AbortController();
  const apps = createResellerApi({
    config: config.value,
    shop,
    formatterFor: createFormatters({
      texts: loadTexts(new URL('../../../locales', import.meta.url).pathname),
      operators: defaultOperators,
    }),
    metrics: { apiCall: () => undefined },
    log: parts.log,
    now: Date.now,
    stopping: stopping.signal,
    overrides: { limits },
  });
  const server = createServer({ host: '127.0.0.1', port: 0, apps, stopping: stopping.signal });
  await server.start();
  const workers = settlingWorkers(shop, atOnce, () => undefined);
  workers.start();
  return {
    url: server.url(),
    token: made.value.token,
    async close() {
      stopping.abort();
      await server.close();
      await workers.stop();
      await shop.catalogue.stop();
      await parts.gateway.close();
      await parts.database.close();
      await gateway.close();
    },
  };
}

async function ask({ url, token }: Api, path: string, init: RequestInit = {}): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, ...init.headers };
  const answer = await fetch(`${url}${path}`, { ...init, headers });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
  return text;
}

const filter: RequestInit = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ table: 'product', items: { type: 'cell_internet', operator: sandboxNames[0] } }),
};

function buy(api: Api, products: readonly Product[], number: number): Promise<string> {
  const product = products[number % products.length];
  const price = (product?.price ?? 0) + Math.floor(((product?.price ?? 0) + 5) / 10);
  const key = `bench-${number}`;
  return ask(api, '/api/top-up/package', {
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: new URLSearchParams({
      product_id: String(product?.id),
      mobile: `98912${String(number).padStart(7, '0')}`,
      price: String(price),
      webservice_code: key,
    }),
  });
}

/** Requests a second of the shop's own API, and of the sandbox in the same thread. */
export const figure: Figure = async function* ({ quick }) {
  const [rounds, count] = quick ? [3, 60] : [9, 400];
  const directory = await mkdtemp(join(tmpdir(), 'sharj-bench-'));
  const shop = await openShopApi(directory);
  const sandbox = await createSandbox({
    token: 'bench',
    operator2Path: 'operator2',
    operatorNames: sandboxNames,
    products: 420,
    database: join(directory, 'sandbox.db'),
    host: '127.0.0.1',
    port: 0,
  });
  try {
    const peer: Api = { url: sandbox.url, token: 'bench' };
    const { data } = JSON.parse(await ask(shop, '/api/filter', filter)) as { data: Product[] };
    const products = data.filter((one) => one.status === 1 && one.second_price === null).slice(0, 25);
    const calls = {
      list: (api: Api) => ask(api, '/api/clients/products?order=id'),
      filter: (api: Api) => ask(api, '/api/filter', filter),
      purchase: (api: Api, number: number) => buy(api, products, number),
    };
    for (const [name, call] of Object.entries(calls)) {
      const rates: Record<'ours' | 'theirs', number[]> = { ours: [], theirs: [] };
      for (let round = 0; round <= rounds; round += 1) {
        const numbers = Array.from({ length: count }, (_, at) => round * count + at);
        for (const [whose, api] of [['ours', shop] as const, ['theirs', peer] as const]) {
          const { ms } = await timed(() => inFlight(numbers, atOnce, async (number) => void (await call(api, number))));
          // Warm-up.
          if (round > 0) rates[whose].push((count * 1_000) / ms);
        }
      }
      yield line(`API, ${name}: requests a second`, measured(rates.ours), '/s', { headline: true });
      yield line(`the sandbox, ${name}: requests a second`, measured(rates.theirs), '/s');
      yield line(`API against the sandbox: ${name}`, against(rates.ours, rates.theirs), 'x', {
        headline: true,
        peer: 'the same call of the sandbox gateway, which stores a purchase in one row and asks nobody',
      });
    }
  } finally {
    await sandbox.close();
    await shop.close();
    await rm(directory, { recursive: true, force: true });
  }
};
