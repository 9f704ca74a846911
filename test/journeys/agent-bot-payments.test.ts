import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '#playground/telegram/people/people.ts';
import type { Bank } from '#sandbox/bank/bank.ts';
import { merchantId } from '#test/payments/bank-stage.ts';
import { makeAgent, meetOwner } from '#test/support/agents.ts';
import { forge, keysOn, says, tap } from '#test/support/buyer.ts';
import { atBank, backFrom, laterPayLink, openBank, takenBy } from '#test/support/payments.ts';
import { createWorld, type World } from '#test/support/world.ts';

let bank: Bank;
let world: World;
beforeAll(async () => {
  const opened = await openBank();
  ({ bank } = opened);
  const { port } = opened.config;
  world = await createWorld({
    products: 120,
    config: {
      port,
      publicUrl: `http://127.0.0.1:${port}`,
      agentBots: 2,
      providerUrls: { zarinpal: bank.url, zibal: bank.url },
    },
    pace: { agentBotsMs: 50 },
  });
});
afterAll(async () => {
  await world.close();
  await bank.close();
});

test("an agent's own merchant, where the owner allows it: customers pay the agent in the browser", async () => {
  const owner = await meetOwner(world);
  const agent = await makeAgent(world, { owner });
  await forge(owner, { to: 'allowAgentBot', person: agent.id });
  const bot = world.telegram.addBot({ owner: agent, username: 'paid_bot' });
  await agent.type(bot.token);
  await agent.sees((shown) => shown.text.includes('@paid_bot'));
  // Not before the owner allows it.
  await forge(agent, { to: 'askOwnMerchant', method: 'zarinpal' });
  await agent.type(merchantId);
  expect(agent.messages().some(({ text }) => text.includes(says('en', 'failure-not-allowed').slice(0, 15)))).toBe(true);
  await forge(owner, { to: 'agentBot', person: agent.id });
  await tap(owner, { to: 'setAgentBotPayments', payments: 'on' });
  await forge(agent, { to: 'ownBotPayments' });
  await tap(agent, { to: 'askOwnMerchant', method: 'zarinpal' });
  await agent.type('not a merchant');
  await agent.sees(says('en', 'failure-merchant-invalid').slice(0, 20));
  await agent.type(merchantId);
  await agent.sees((shown) => keysOn(shown).some(({ press }) => press.to === 'removeOwnMerchant'));
  expect(agent.messages().filter(({ text }) => text.includes(merchantId))).toEqual([]);

  const payer = world.telegram.person({ id: 770_001, first_name: 'Payer', language_code: 'en' });
  const customer: Person = { ...payer, ...payer.with(bot) };
  await expect
    .poll(
      async () => {
        await customer.type('/start', { wait: false });
        return customer.messages().some((shown) => keysOn(shown).some(({ press }) => press.to === 'wallet'));
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBe(true);
  await forge(customer, { to: 'wallet' });
  await forge(customer, { to: 'payAmount', amount: 1_000_000 });
  const link = await laterPayLink(customer);
  expect(link).toMatch(new RegExp(`^${world.url()}/shops/[0-9a-f]{10}/pay/`));
  const before = takenBy(bank);
  expect(await backFrom(await atBank(link, 'pay'))).toMatch(/checking|paid/);
  await customer.sees(says('en', 'payment-paid', { amount: '|' }).split('|')[0]?.trim() ?? '');
  expect(takenBy(bank) - before).toBe(1_000_000);
});
