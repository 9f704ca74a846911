import { expect, test } from 'vitest';
import { type Driver, offerPurchase, type Reply, read, SUBSCRIBER, startSandbox, TOKEN } from './driver.ts';
import { bareProduct, envelopeOf, message, offersAnswer } from './wire.ts';

const START = 50_000_000_000;

const balance = async (sandbox: Driver): Promise<number> =>
  read<{ balance: number }>(await sandbox.call('/api/clients/products')).balance;

const products = async (sandbox: Driver) => {
  const reply = await sandbox.call('/api/filter', { json: { table: 'product', items: { pagination: 'false' } } });
  return envelopeOf(bareProduct).parse(JSON.parse(reply.text)).data;
};

const productPurchase = (id: number, price: number, more: Record<string, string> = {}): Record<string, string> => ({
  product_id: String(id),
  mobile: '989121234567',
  price: String(price),
  webservice_code: 'W-7',
  ...more,
});

const expectBought = (reply: Reply): void => {
  expect(reply.text).toContain('موفقیت');
  message.parse(JSON.parse(reply.text));
  expect(reply.status).toBe(200);
};

const expectRefused = (reply: Reply, status: number): void => {
  expect(reply.status, reply.text).toBe(status);
  message.parse(JSON.parse(reply.text));
};

const taxed = (base: number): number => base + Math.round(base / 10);

test('the balance can be set from outside', async () => {
  const sandbox = await startSandbox();
  const set = (json: unknown) => sandbox.call('/sandbox/balance', { method: 'PUT', json });
  expect(read(await set({ balance: 32_999 }))).toEqual({ balance: 32_999 });
  expect(await balance(sandbox)).toBe(32_999);
  expectRefused(await sandbox.buy('short', offerPurchase()), 402);
  expect((await set({ balance: -1 })).status).toBe(422);
  await set({ balance: 33_000 });
  expectRefused(await sandbox.buy('short', offerPurchase()), 402);
  expectBought(await sandbox.buy('enough', offerPurchase()));
  expect(read(await sandbox.call('/sandbox/balance'))).toEqual({ balance: 0 });
});

test('an offer is bought by form, by multipart and by query', async () => {
  const sandbox = await startSandbox();
  expectBought(await sandbox.buy('form', offerPurchase()));

  const form = new FormData();
  for (const [name, value] of Object.entries(offerPurchase({ product_id: '511' }))) form.append(name, value);
  const multipart = await fetch(`${sandbox.url}/api/top-up/package`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'idempotency-key': 'multipart' },
    body: form,
  });
  expect(multipart.status).toBe(200);
  message.parse(await multipart.json());

  const query = new URLSearchParams(offerPurchase({ profile_id: '77' }));
  const headers = { 'idempotency-key': 'query' };
  expectBought(await sandbox.call(`/api/top-up/package/?${query}`, { headers }));

  expect(await sandbox.sold()).toEqual({
    count: 3,
    purchases: ['form', 'multipart', 'query'].map((key) => ({
      key,
      product_id: key === 'multipart' ? 511 : 510,
      mobile: SUBSCRIBER,
      price: 33_000,
      webservice_code: 'W-1',
      outcome: 'bought',
    })),
  });
  expect(await balance(sandbox)).toBe(START - 3 * 33_000);
});

test('top-ups have a path of their own that speaks JSON, and a key is one request in every style', async () => {
  const sandbox = await startSandbox();
  const all = await products(sandbox);
  const topUp = all.find(({ type, status, second_price }) => type === 'cell_direct_charge' && status && !second_price);
  const packet = all.find(({ type, status }) => type === 'cell_internet' && status);
  if (!topUp || !packet) throw new Error('The catalogue has both.');
  const wanted = productPurchase(topUp.id, taxed(topUp.price));
  const asNumbers = { ...wanted, product_id: topUp.id, price: taxed(topUp.price) };
  const post = (path: string, key: string, json: unknown) =>
    sandbox.call(path, { method: 'POST', json, headers: { 'idempotency-key': key } });
  expectBought(await post('/api/top-up', 'json', asNumbers));
  expectBought(await post('/api/top-up/package/', 'json', wanted));
  expectBought(await sandbox.buy('json', wanted));
  expect((await sandbox.sold()).count).toBe(1);
  expectRefused(await post('/api/top-up', 'packet', productPurchase(packet.id, taxed(packet.price))), 422);
  expectRefused(await post('/api/top-up', 'list', [1]), 422);
  expectRefused(await post('/api/top-up', 'nested', { ...wanted, price: { rials: 1 } }), 422);
});

test('every offer of a number can be bought at its amount plus ten percent, rounded half up', async () => {
  const sandbox = await startSandbox();
  for (let at = 0; at < 20; at += 1) {
    const mobile = `98936${1_000_000 + at}`;
    const answer = await sandbox.call('/api/second/offers/', { json: { mobile } });
    for (const { offerCode, offerType, amount } of offersAnswer.parse(JSON.parse(answer.text)).offersList) {
      const price = String(taxed(Number(amount)));
      expectBought(await sandbox.buy(`${mobile}-${offerCode}`, offerPurchase({ mobile, offerCode, offerType, price })));
    }
  }
});

test('a purchase without a key is not processed', async () => {
  const sandbox = await startSandbox();
  expectRefused(await sandbox.buy(null, offerPurchase()), 400);
  expectRefused(await sandbox.buy('  ', offerPurchase()), 400);
  expectRefused(await sandbox.call(`/api/top-up/package/?${new URLSearchParams(offerPurchase())}`), 400);
  expect(await sandbox.sold()).toEqual({ count: 0, purchases: [] });
  expect(await balance(sandbox)).toBe(START);
});

test('an offer is refused unless number, code, type and price are right', async () => {
  const sandbox = await startSandbox();
  const wrong: Record<string, string>[] = [
    { price: '30000' },
    { price: '33001' },
    { price: '32999' },
    { offerCode: '99999' },
    { offerType: 'VOICE' },
    { offerCode: '' },
    { offerType: '' },
    { mobile: '989121234567' },
  ];
  for (const [at, fields] of wrong.entries())
    expectRefused(await sandbox.buy(`wrong-${at}`, offerPurchase(fields)), 422);
  const { count, purchases } = await sandbox.sold();
  expect([count, purchases.length]).toEqual([0, wrong.length]);
  expect(new Set(purchases.map(({ outcome }) => outcome))).toEqual(new Set(['rejected']));
  expect(await balance(sandbox)).toBe(START);
});

test('each required parameter is checked', async () => {
  const sandbox = await startSandbox();
  for (const name of ['product_id', 'mobile', 'price', 'offerCode', 'offerType', 'webservice_code']) {
    const { [name]: _, ...rest } = offerPurchase();
    const reply = await sandbox.buy(`without-${name}`, rest);
    expectRefused(reply, 422);
    expect(reply.text).toContain(name);
  }
  for (const [name, value] of [
    ['product_id', 'five'],
    ['mobile', '09351234567'],
    ['price', '33000.5'],
    ['price', '-33000'],
    ['price', '1e9'],
  ] as const) {
    const reply = await sandbox.buy(`${name}-${value}`, offerPurchase({ [name]: value }));
    expectRefused(reply, 422);
    expect(reply.text).toContain(name);
  }
  expect((await sandbox.sold()).count).toBe(0);
});

test('every fixed product on sale costs its price plus ten percent, and other products are refused', async () => {
  const sandbox = await startSandbox();
  let paid = 0;
  for (const { id, price, second_price, status } of await products(sandbox)) {
    const total = second_price === null ? taxed(price) : price;
    const reply = await sandbox.buy(`product-${id}`, productPurchase(id, total));
    expect(reply.status, String(id)).toBe(status === 1 ? 200 : 422);
    paid += status === 1 ? total : 0;
  }
  expect(await balance(sandbox)).toBe(START - paid);
});

test('a fixed product at another price is refused', async () => {
  const sandbox = await startSandbox();
  const fixed = (await products(sandbox)).find((one) => one.status === 1 && one.second_price === null);
  const { id = 0, price = 0 } = fixed ?? {};
  for (const wrong of [price, taxed(price) - 1, taxed(price) + 1, 0]) {
    expectRefused(await sandbox.buy(`at-${wrong}`, productPurchase(id, wrong)), 422);
  }
});

test('a ranged product accepts any amount from price to second_price', async () => {
  const sandbox = await startSandbox();
  const ranged = (await products(sandbox)).find((one) => one.status === 1 && one.second_price !== null);
  const { id = 0, price = 0 } = ranged ?? {};
  const top = ranged?.second_price ?? 0;
  for (const amount of [price, price + 1, top - 1, top]) {
    expectBought(await sandbox.buy(`at-${amount}`, productPurchase(id, amount)));
  }
  for (const amount of [0, price - 1, top + 1]) {
    expectRefused(await sandbox.buy(`at-${amount}`, productPurchase(id, amount)), 422);
  }
});

test('a profile must be the product’s own if it is sent', async () => {
  const sandbox = await startSandbox();
  const catalogue = await products(sandbox);
  const onSale = catalogue.filter((one) => one.status === 1 && one.second_price === null);
  const having = onSale.find((one) => one.profile_id !== undefined);
  const lacking = onSale.find((one) => one.profile_id === undefined);
  const buy = (one: typeof having, profile: Record<string, string>): Promise<Reply> =>
    sandbox.buy(
      `${one?.id} ${JSON.stringify(profile)}`,
      productPurchase(one?.id ?? 0, taxed(one?.price ?? 0), profile),
    );
  expectBought(await buy(having, { profile_id: having?.profile_id ?? '' }));
  expectBought(await buy(having, {}));
  expectRefused(await buy(having, { profile_id: '1' }), 422);
  expectBought(await buy(lacking, {}));
  expectRefused(await buy(lacking, { profile_id: '1' }), 422);
});

test('a product that does not exist is refused', async () => {
  const sandbox = await startSandbox();
  for (const id of [0, 421, 509, 512, 999_999_999]) {
    expectRefused(await sandbox.buy(`product-${id}`, productPurchase(id, 1000)), 422);
  }
});

test('the balance is spent to the last rial', async () => {
  const sandbox = await startSandbox({ balance: 66_000 + 32_999 });
  expectBought(await sandbox.buy('first', offerPurchase()));
  expectBought(await sandbox.buy('second', offerPurchase()));
  expectRefused(await sandbox.buy('third', offerPurchase()), 402);
  expect(await balance(sandbox)).toBe(32_999);
  expect((await sandbox.sold()).count).toBe(2);
});

test('a body in another format is refused before anything is stored', async () => {
  const sandbox = await startSandbox();
  const headers = { 'idempotency-key': 'json' };
  const plain = { ...headers, 'content-type': 'text/plain' };
  expectRefused(await sandbox.call('/api/top-up/package', { body: 'product_id=510', headers: plain }), 415);
  const broken = { ...headers, 'content-type': 'multipart/form-data; boundary=x' };
  expectRefused(await sandbox.call('/api/top-up/package', { body: 'not multipart', headers: broken }), 422);
  expectBought(await sandbox.buy('json', offerPurchase()));
});
