import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bank } from '#sandbox/bank/bank.ts';
import { merchantId, visit } from '#test/payments/bank-stage.ts';
import { inBot } from '#test/support/agent-bots.ts';
import { makeAgent, meetOwner } from '#test/support/agents.ts';
import { forge, keysOn, leadsTo, says, tap } from '#test/support/buyer.ts';
import { laterPayLink, openBank, takenBy } from '#test/support/payments.ts';
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

test('a payer who is at the bank when the owner ends online payment has their money', async () => {
  const owner = await meetOwner(world);
  const agent = await makeAgent(world, { owner });
  await forge(owner, { to: 'allowAgentBot', person: agent.id });
  const bot = world.telegram.addBot({ owner: agent, username: 'paid_bot' });
  await agent.type(bot.token);
  await agent.sees((shown) => shown.text.includes('@paid_bot'));
  const own = inBot(agent, bot);
  await own.type('/start');
  await own.sees(leadsTo('menu'));
  await forge(owner, { to: 'agentBot', person: agent.id });
  await tap(owner, { to: 'setAgentBotPayments', payments: 'on' });
  await agent.sees(says('en', 'notice-bot-payments').slice(0, 20));
  await forge(own, { to: 'askMerchant', method: 'zarinpal' });
  await own.type(merchantId);
  await own.sees(leadsTo('askRemoveMerchant'));
  const payer = world.telegram.person({ id: 770_001, first_name: 'Payer', language_code: 'en' });
  const customer = inBot(payer, bot);
  await expect
    .poll(
      async () => {
        await customer.type('/start', { wait: false });
        return customer.messages().some((shown) => keysOn(shown).some(({ press }) => press.to === 'wallet'));
      },
      { interval: 500 },
    )
    .toBe(true);
  await forge(customer, { to: 'wallet' });
  await forge(customer, { to: 'payAmount', amount: 1_000_000 });
  const { location } = await visit(await laterPayLink(customer));
  // Now they are at the bank. The owner of the shop ends it.
  await forge(owner, { to: 'agentBot', person: agent.id });
  await tap(owner, { to: 'setAgentBotPayments', payments: 'off' });
  await agent.sees(says('en', 'notice-bot-payments-off').slice(0, 20));
  const back = (await visit(location ?? '', 'pay')).location ?? '';
  expect(takenBy(bank)).toBe(1_000_000);
  const answer = await fetch(back, { redirect: 'manual' });
  const paid = says('en', 'payment-paid', { amount: '|' }).split('|')[0]?.trim() ?? '';
  const isTold = async () => {
    // A week, in which an unpaid payment would be asked about.
    world.pass(3_600_000);
    return customer.messages().some(({ text }) => text.includes(paid));
  };
  await expect
    .poll(isTold, { interval: 100, timeout: 20_000, message: `the page answers ${answer.status}` })
    .toBe(true);
});
