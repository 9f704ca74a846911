import type { BotRecord, Person } from '@sharj/local-telegram';
import { makeAgent } from './agents.ts';
import { forge, keysOn, leadsTo, says, tap } from './buyer.ts';
import type { World } from './world.ts';

/** The same person in private with another bot. */
export const inBot = (person: Person, bot: BotRecord): Person => ({ ...person, ...person.with(bot) });

/** An agent and their own bot, which answers. */
export async function makeAgentBot(world: World, owner: Person) {
  const agent = await makeAgent(world, { owner, limit: 10_000_000 });
  await forge(owner, { to: 'agentBot', person: agent.id });
  await tap(owner, { to: 'allowAgentBot', person: agent.id });
  await agent.sees(says('en', 'notice-bot-allowed'));
  await forge(agent, { to: 'ownBot' });
  const urls = agent
    .last()
    .message.reply_markup?.inline_keyboard.flat()
    .flatMap((button) => ('url' in button ? [button.url] : []));
  const { created } = await agent.open(urls?.find((url) => url?.includes('/newbot/')) ?? '');
  if (!created) throw new Error('No bot was made.');
  await agent.sees(says('en', 'notice-bot-made'));
  const own = inBot(agent, created);
  await own.type('/start');
  await own.sees(leadsTo('menu'));
  return { agent, bot: created, own };
}

/** Someone in the agent's bot, with money in the wallet there. */
export async function makeCustomer(world: World, { own, bot }: { own: Person; bot: BotRecord }, id: number) {
  const person = world.telegram.person({ id, first_name: `Customer ${id}`, language_code: 'en' });
  const customer = inBot(person, bot);
  await customer.type('/start');
  await customer.sees((shown) => keysOn(shown).length > 0);
  await forge(own, { to: 'askCredit', action: 'grant', person: id });
  await own.sees(says('en', 'ask-grant', { unit: 'tomans', unitName: 'tomans' }).slice(0, 15));
  await own.type('100000');
  await own.sees(leadsTo('confirmCredit'));
  await tap(own, { to: 'confirmCredit' });
  await customer.sees(says('en', 'notice-grant', { amount: '|' }).split('|')[0] ?? '');
  return customer;
}
