import { expect, test } from 'vitest';
import { connect } from '#test/gateway/client.ts';
import { startSandbox } from '#test/gateway/sandbox.ts';
import { open } from './shop.ts';

test('sells the sandbox’s products over HTTP, and continues while it is down', async () => {
  const sandbox = await startSandbox(450);
  const { gateway } = connect(sandbox.url);
  const { catalogue } = open({}, { gateway });
  await catalogue.start();
  const { products, onSale, balance } = catalogue.status();
  expect(products).toBe(450);
  expect(onSale).toBeLessThan(450);
  expect(balance).toBeGreaterThan(0);
  expect(catalogue.operators().map(({ operatorId }) => operatorId)).toEqual([1, 2, 3, 4, 5]);
  expect(catalogue.types({ operatorId: 2 }).map(({ type }) => type)).toEqual(['data', 'topup', 'tdlte']);
  expect(catalogue.search('20gb').total).toBeGreaterThan(0);

  const shelf = catalogue.shelf({ operatorId: 1, simType: 'prepaid', type: 'data' });
  expect(shelf.branches.length).toBeGreaterThan(0);
  const [first] = shelf.products;
  if (!first) throw new Error('an empty shelf');
  expect(await catalogue.freshProduct(first)).toEqual({ kind: 'found', product: first });
  expect(await catalogue.freshProduct({ ...first, id: 999_999 })).toEqual({ kind: 'gone' });

  for (const endpoint of ['filter', 'products']) await sandbox.fault(endpoint, '503');
  expect(await catalogue.refresh()).toMatchObject({ products: 450, problem: { failure: { kind: 'unavailable' } } });
  expect(await catalogue.freshProduct(first)).toEqual({ kind: 'no-answer' });

  await sandbox.fault('products', null);
  expect(await catalogue.refresh()).toMatchObject({ products: 450, problem: null });
  await catalogue.stop();
});
