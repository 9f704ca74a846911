import type { Bank } from '@sharj/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { merchantId, visit } from '#test/payments/bank-stage.ts';
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

/** An agent who runs a bot. */
async function openOwnBot(username: string) {
  const owner = await meetOwner(world);
  const agent = await makeAgent(world, { owner });
  await forge(owner, { to: 'allowAgentBot', person: agent.id });
  const bot = world.telegram.addBot({ owner: agent, username: username });
  await agent.type(bot.token);
  await agent.sees((shown) => shown.text.includes(`@${username}`));
  const own = inBot(agent, bot);
  await own.type('/start');
  await own.sees(leadsTo('menu'));
  const allowOnline = async () => {
    await forge(owner, { to: 'agentBot', person: agent.id });
    await tap(owner, { to: 'setAgentBotPayments', payments: 'on' });
    await agent.sees(says('en', 'notice-bot-payments').slice(0, 20));
  };
  return { owner, agent, bot, own, allowOnline };
}

/** A customer of that bot who asks to pay and gets the address of the page in the chat. */
async function payingCustomer(bot: Awaited<ReturnType<typeof openOwnBot>>['bot'], id: number) {
  const payer = world.telegram.person({ id, first_name: 'Payer', language_code: 'en' });
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
  return { customer, link: await laterPayLink(customer) };
}

test('an agent with a merchant account gets customers’ money in the browser, if the owner allows it', async () => {
  const { own, bot, allowOnline } = await openOwnBot('paid_bot');
  // The owner has not allowed it yet.
  await forge(own, { to: 'paymentSettings' });
  expect(leadsTo('merchants')(await own.sees(leadsTo('askPaymentLimit')))).toBe(false);
  const before = own.mark();
  await forge(own, { to: 'askMerchant', method: 'zarinpal' });
  await own.type('/start');
  await own.sees(leadsTo('menu'), { since: before });
  const asked = says('en', 'ask-merchant', { method: '|' }).split('|')[0] ?? '';
  expect(own.messages().filter(({ text }) => text.includes(asked))).toEqual([]);
  await allowOnline();
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

  const { customer, link } = await payingCustomer(bot, 770_001);
  expect(link).toMatch(new RegExp(`^${world.url()}/shops/[0-9a-f]{10}/pay/`));
  const taken = takenBy(bank);
  expect(await backFrom(await atBank(link, 'pay'))).toMatch(/checking|paid/);
  await customer.sees(says('en', 'payment-paid', { amount: '|' }).split('|')[0]?.trim() ?? '');
  expect(takenBy(bank) - taken).toBe(1_000_000);

  // Removing it needs a question, because the id must be found to enter it again.
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

test('a payer who is at the bank when the owner ends online payment still gets their money', async () => {
  const { owner, agent, own, bot, allowOnline } = await openOwnBot('ended_bot');
  await allowOnline();
  await forge(own, { to: 'askMerchant', method: 'zarinpal' });
  await own.type(merchantId);
  await own.sees(leadsTo('askRemoveMerchant'));
  const { customer, link } = await payingCustomer(bot, 770_002);
  const taken = takenBy(bank);
  const { location } = await visit(link);
  // The customer is at the bank when the owner ends it.
  await forge(owner, { to: 'agentBot', person: agent.id });
  await tap(owner, { to: 'setAgentBotPayments', payments: 'off' });
  await agent.sees(says('en', 'notice-bot-payments-off').slice(0, 20));
  const back = (await visit(location ?? '', 'pay')).location ?? '';
  expect(takenBy(bank) - taken).toBe(1_000_000);
  const answer = await fetch(back, { redirect: 'manual' });
  const paid = says('en', 'payment-paid', { amount: '|' }).split('|')[0]?.trim() ?? '';
  const isTold = async () => {
    // A week passes, in which the bot would ask about an unpaid payment.
    world.pass(3_600_000);
    return customer.messages().some(({ text }) => text.includes(paid));
  };
  await expect
    .poll(isTold, { interval: 100, timeout: 20_000, message: `the page answers ${answer.status}` })
    .toBe(true);
});
