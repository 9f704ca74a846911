import type { Person } from '@sharj/local-telegram';
import type { Product } from '@sharj/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf, startOf } from '#domain/calendar.ts';
import { makeAgent, meetOwner } from '#test/support/agents.ts';
import { forge, says, tap } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { begins } from '#test/support/payments.ts';
import { read, storyIn } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120, config: { api: true }, pace: { sweepMs: 200 } });
});
afterAll(() => world.close());

const mobile = '989121234567';

/** A site of the agent that buys the first package in the API's list. */
function siteOf(token: string) {
  const headers = { authorization: `Bearer ${token}` };
  return {
    async buy(key: string) {
      const listed = await fetch(`${world.url()}/api/clients/products?order=id`, { headers });
      const { data } = (await listed.json()) as { data: (Product & { charge: number })[] };
      const product = data.find((one) => one.status === 1 && one.second_price === null && one.type === 'cell_internet');
      if (!product) throw new Error('nothing to buy');
      const price = product.price + Math.floor((product.price + 5) / 10);
      const fields = { product_id: String(product.id), mobile, price: String(price), webservice_code: key };
      const answer = await fetch(`${world.url()}/api/top-up/package/`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': key },
        body: new URLSearchParams(fields),
      });
      const body = (await answer.json()) as { code: string; message: string; order_code: string };
      return { ...body, status: answer.status, price };
    },
  };
}

describe.each(journeyLanguages)('what an agent’s site buys, in %s', (language) => {
  const { money } = storyIn(language, () => world);

  async function newToken(agent: Person): Promise<string> {
    await forge(agent, { to: 'askNewApiToken' });
    await agent.type('Site');
    return /sharj_[0-9a-f]{12}_[\w-]{43}/.exec(agent.last().text)?.[0] ?? '';
  }

  test('is in the agent’s history and sums but not in the chat, and receipts come if asked for', async () => {
    const owner = await meetOwner(world, language);
    const agent = await makeAgent(world, { language, owner });
    await world.grant(agent.id, 100_000_000);
    await forge(owner, { to: 'allowApi', person: agent.id });
    await agent.sees(begins(language, 'notice-api-allowed'));
    const site = siteOf(await newToken(agent));
    await agent.type('/start');
    const before = agent.messages().length;
    const bought = await site.buy(`${language}-1`);
    expect(bought).toMatchObject({ status: 200, code: 'delivered' });
    expect(bought.message).toBe(says(language, 'api-bought'));

    // No message came, but the chat knows the order.
    await agent.type('/orders');
    expect(agent.messages().length).toBe(before + 2);
    expect(JSON.stringify(agent.last().message.reply_markup)).toContain('🔌');
    await tap(agent, { to: 'order' });
    expect(read(agent)).toContain(says(language, 'order-by-api').replace('🔌 ', ''));
    await forge(agent, { to: 'today' });
    expect(read(agent)).toContain(money(bought.price));
    expect(agent.last().text).toContain('🔌');
    await forge(owner, { to: 'reportParts', of: agent.id, span: 'day', day: null });
    expect(owner.last().text).toContain(says(language, 'source-api'));

    // A line about it comes on the next morning.
    world.pass(startOf(dayOf(world.now()) + 1) + 11 * 3_600_000 - world.now());
    await agent.sees(says(language, 'notice-api-day', { day: '|', count: 1, total: '|' }).split('|')[0] ?? '?');

    await forge(agent, { to: 'setApiReceipts', receipts: 'on' });
    const second = await site.buy(`${language}-2`);
    expect(second).toMatchObject({ status: 200 });
    await agent.sees(second.order_code);
    expect(agent.last().text).toContain(says(language, 'state-activated'));
  });
});
