import { describe, expect, test } from 'vitest';
import { createReceiptTokens } from '#shop/buying/orders/receipt-tokens.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { openWorld, useDatabase } from '#test/support/shop.ts';

describe.each(databaseKinds)('a receipt token on %s', (kind) => {
  const place = useDatabase(kind);

  async function bought() {
    const world = await openWorld(place.database);
    const order = await world.buy();
    const proofs = createReceiptTokens({ database: place.database });
    const proof = await proofs.of(order.id);
    if (proof === null) throw new Error('A bought order has a proof.');
    return { world, order, proofs, proof };
  }

  test('opens the order in its current state, today and later', async () => {
    const { world, order, proofs, proof } = await bought();
    expect(await proofs.open(proof)).toMatchObject({ id: order.id, state: 'confirmed' });
    await world.purchaseWorker.runOnce();
    expect(await proofs.open(proof)).toMatchObject({ id: order.id, state: 'delivered' });
    expect(await proofs.of(order.id)).toBe(proof);
    // Characters that a start link may carry.
    expect(`r_${proof}`).toMatch(/^[\w-]{28}$/);
  });

  test('another proof, a code alone, or anything else opens nothing', async () => {
    const { order, proofs, proof } = await bought();
    const code = order.code.replace('-', '');
    const secret = proof.slice(10);
    const turned = (at: number) => `${proof.slice(0, at)}${proof[at] === 'A' ? 'B' : 'A'}${proof.slice(at + 1)}`;
    const tries = [
      ...Array.from({ length: proof.length }, (_, at) => turned(at)),
      ...[code, order.code, `${code}${'A'.repeat(16)}`, secret, `${code}${secret.slice(0, 15)}`, `${proof}A`],
      ...[proof.toLowerCase(), ` ${proof}`, '', "' or 1=1 --", `${code}${'é'.repeat(16)}`, order.id, '%', '\0'],
    ];
    for (const text of tries) expect(await proofs.open(text), text).toBeNull();
    // Trying does not use it up.
    expect(await proofs.open(proof)).not.toBeNull();
  });

  test('does not open another order, and an order that was not bought has none', async () => {
    const { world, proofs, proof } = await bought();
    const second = await world.buy();
    const other = await proofs.of(second.id);
    expect(await proofs.open(`${second.code.replace('-', '')}${proof.slice(10)}`)).toBeNull();
    expect(await proofs.open(other ?? '')).toMatchObject({ id: second.id });
    const quoted = await world.quote();
    expect(await proofs.of(quoted.id)).toBeNull();
    expect(await proofs.of('nothing-at-all')).toBeNull();
  });
});
