import { expect } from 'vitest';
import type { Rials } from '#domain/money.ts';
import type { Database } from '#storage/database.ts';
import { createTestProvider } from '#test/support/provider.ts';
import { buyerId, newUpdate, openWorld, ownerId } from '#test/support/shop.ts';

type Method = 'zarinpal' | 'zibal';

interface Asked {
  readonly by?: number;
  /** Null: for the wallet. */
  readonly orderId?: string | null;
  readonly amount: Rials;
}

/** A shop with two providers and a bank card, and someone who pays. */
export async function openWithTwoBanks(database: Database) {
  const banks = { zarinpal: createTestProvider('zarinpal'), zibal: createTestProvider('zibal', false) };
  const payments = {
    ...{ providers: Object.values(banks), invoices: false },
    ...{ publicUrl: 'https://shop.example', description: 'order' },
  };
  const world = await openWorld(database, { payments });
  const { online, cards } = world.shop.payments;
  await world.shop.people.loadOrCreate({ id: buyerId, name: 'Sara Karimi', language: 'en' });
  await cards.add(ownerId, { number: '6037997599999993', holder: 'Sara Ahmadi' });

  async function ask(method: Method, { by = buyerId, orderId = null, amount }: Asked): Promise<string> {
    const opened = await online.open({ source: newUpdate(), by, method, amount, orderId });
    return opened.ok ? opened.value.id : expect.fail(opened.error.code);
  }
  /** At the bank; the payment there and its reference. */
  async function visit(id: string, method: Method | null = null): Promise<{ id: string; reference: string }> {
    const { payment, url } = (await online.forward(id, method)) ?? expect.fail('no such payment');
    return { id: payment.id, reference: url?.split('/').at(-1) ?? expect.fail('nothing to pay') };
  }
  async function pay(id: string, method: Method): Promise<void> {
    const at = await visit(id, method);
    banks[method].pay(at.reference);
    await online.returned(at.id);
    await world.paymentWorker.runOnce();
    expect(await online.find(at.id)).toMatchObject({ state: 'paid' });
  }
  return { ...world, ask, visit, pay };
}
