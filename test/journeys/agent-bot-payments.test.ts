import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bank } from '#sandbox/bank/bank.ts';
import { merchantId } from '#test/payments/bank-stage.ts';
import { inBot } from '#test/support/agent-bots.ts';
import { makeAgent, meetOwner } from '#test/support/agents.ts';
import { forge, keysOn, leadsTo, says, tap } from '#test/support/buyer.ts';
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
  const own = inBot(agent, bot);
  await own.type('/start');
  await own.sees(leadsTo('menu'));
  // Not before the owner allows it.
  await forge(own, { to: 'paymentSettings' });
  expect(leadsTo('merchants')(await own.sees(leadsTo('askPaymentLimit')))).toBe(false);
  const before = own.mark();
  await forge(own, { to: 'askMerchant', method: 'zarinpal' });
  await own.type('/start');
  await own.sees(leadsTo('menu'), { since: before });
  const asked = says('en', 'ask-merchant', { method: '|' }).split('|')[0] ?? '';
  expect(own.messages().filter(({ text }) => text.includes(asked))).toEqual([]);
  await forge(owner, { to: 'agentBot', person: agent.id });
  await tap(owner, { to: 'setAgentBotPayments', payments: 'on' });
  await agent.sees(says('en', 'notice-bot-payments').slice(0, 20));
  await forge(own, { to: 'paymentSettings' });
  await own.sees(leadsTo('merchants'));
  await tap(own, { to: 'merchants' });
  await own.sees(leadsTo('askMerchant'));
  await tap(own, { to: 'askMerchant', method: 'zarinpal' });
  await own.type('not a merchant');
  await own.sees(says('en', 'failure-merchant-invalid').slice(0, 20));
  await own.type(merchantId);
  await own.sees(leadsTo('askRemoveMerchant'));
  expect(own.messages().filter(({ text }) => text.includes(merchantId))).toEqual([]);

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
  const link = await laterPayLink(customer);
  expect(link).toMatch(new RegExp(`^${world.url()}/shops/[0-9a-f]{10}/pay/`));
  const taken = takenBy(bank);
  expect(await backFrom(await atBank(link, 'pay'))).toMatch(/checking|paid/);
  await customer.sees(says('en', 'payment-paid', { amount: '|' }).split('|')[0]?.trim() ?? '');
  expect(takenBy(bank) - taken).toBe(1_000_000);

  // Removed after a question, because the id must be found to enter it again.
  await forge(own, { to: 'merchants' });
  await own.sees(leadsTo('askRemoveMerchant'));
  await tap(own, { to: 'askRemoveMerchant', method: 'zarinpal' });
  const question = await own.sees(says('en', 'merchant-remove', { method: '|' }).split('|')[0] ?? '');
  expect(keysOn(question).map(({ press }) => press.to)).toEqual(['removeMerchant', 'merchants', 'home']);
  await tap(own, { to: 'removeMerchant' });
  expect(leadsTo('askRemoveMerchant')(await own.sees(says('en', 'merchant-removed')))).toBe(false);
  await forge(own, { to: 'audit', kind: 'all', person: null, page: 1 });
  const entry = says('en', 'audit-entry-bot-merchant', { who: '|' }).split('|')[1] ?? '';
  expect((await own.sees(entry)).text.split(entry)).toHaveLength(3);
});
