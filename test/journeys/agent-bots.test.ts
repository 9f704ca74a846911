import type { BotRecord, Person } from '@sharj/local-telegram';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { databaseFor } from '#app/agent-shops.ts';
import type { Tables } from '#storage/tables/tables.ts';
import { inBot } from '#test/support/agent-bots.ts';
import { look, makeAgent, meetOwner, walletOf } from '#test/support/agents.ts';
import { find, forge, keysOn, leadsTo, says, shopSays, tap, topUp } from '#test/support/buyer.ts';
import { connect, databaseKinds, makeDatabase } from '#test/support/databases.ts';
import { long } from '#test/support/length.ts';
import { rangedTopUpId } from '#test/support/shop.ts';
import { createWorld, type World } from '#test/support/world.ts';

describe.each(long ? databaseKinds : databaseKinds.slice(0, 1))("an agent's own bot on %s", (kind) => {
  let world: World;
  let owner: Person;
  let made = 0;
  let met = 77_000_000;
  const newId = () => {
    met += 1;
    return met;
  };
  beforeAll(async () => {
    world = await createWorld({
      products: 120,
      database: await makeDatabase(kind),
      config: { agentBots: 20, publicUrl: 'https://shop.example.org' },
      pace: { agentBotsMs: 50 },
    });
    owner = await meetOwner(world);
  });
  afterEach(async () => {
    await world.fault('purchase', null);
    // The workers of tests hardly rest, so twenty shops would slow down the next test.
    await look(world, ({ db }) => db.updateTable('agent_bots').set({ token: null, username: null }).execute());
  });
  afterAll(() => world.close());

  /** An agent who may have a bot. */
  async function allowed(limit = 10_000_000): Promise<Person> {
    const agent = await makeAgent(world, { owner, limit });
    await forge(owner, { to: 'agentBot', person: agent.id });
    await tap(owner, { to: 'allowAgentBot', person: agent.id });
    await agent.sees(says('en', 'notice-bot-allowed'));
    return agent;
  }

  const botFatherBot = (agent: Person): BotRecord => {
    made += 1;
    return world.telegram.addBot({ owner: agent, username: `own${made}_bot`, name: `Own ${made}` });
  };

  /** Waits until the bot answers its owner. */
  async function opened(agent: Person, bot: BotRecord): Promise<Person> {
    const own = inBot(agent, bot);
    await own.type('/start');
    await own.sees(leadsTo('menu'));
    await forge(own, { to: 'unit', unit: 'rial' });
    return own;
  }

  /** An agent who connected a bot by its token. */
  async function connected(limit?: number) {
    const agent = await allowed(limit);
    const bot = botFatherBot(agent);
    await forge(agent, { to: 'ownBot' });
    await agent.type(bot.token);
    await agent.sees((shown) => shown.text.includes(`@${bot.user.username}`));
    return { agent, bot, own: await opened(agent, bot) };
  }

  /** A customer with money in the agent's shop. */
  async function customer(own: Person, bot: BotRecord, wallet = 100_000, id = newId()): Promise<Person> {
    const person = inBot(world.telegram.person({ id, first_name: `Customer ${id}`, language_code: 'en' }), bot);
    await person.type('/start');
    await person.sees((shown) => keysOn(shown).length > 0);
    await forge(own, { to: 'askCredit', action: 'grant', person: id });
    await own.sees(says('en', 'ask-grant', { unit: 'x' }).slice(0, 15));
    await own.type(String(wallet));
    await own.sees(leadsTo('confirmCredit'));
    await tap(own, { to: 'confirmCredit' });
    await own.sees((shown) => shown.text.includes(`Customer ${id}`));
    return person;
  }

  const numberOf = ({ id }: Person) => `98912${String(id % 10_000_000).padStart(7, '0')}`;

  async function chooses(person: Person): Promise<void> {
    await forge(person, { to: 'product', id: topUp.id, mobile: numberOf(person) });
    await person.sees(leadsTo('confirm'));
  }

  async function buys(person: Person): Promise<void> {
    await chooses(person);
    await tap(person, { to: 'confirm' });
    await person.sees(leadsTo('again'));
  }

  const salesFor = async (person: Person) => (await world.sales()).filter(({ mobile }) => mobile === numberOf(person));

  /** Makes a bot through the shop's bot in two taps. */
  async function makes(agent: Person): Promise<BotRecord> {
    await forge(agent, { to: 'ownBot' });
    const link = agent
      .last()
      .message.reply_markup?.inline_keyboard.flat()
      .flatMap((button) => ('url' in button ? [button.url] : []))
      .find((url) => url?.includes('/newbot/'));
    expect(link).toMatch(/^https:\/\/t\.me\/newbot\/sharj_bot\/shop\d+_bot\?name=/);
    const { created } = await agent.open(link ?? '');
    if (!created) throw new Error('no bot was made');
    await agent.sees(says('en', 'notice-bot-made'));
    return created;
  }

  test('is made in two taps, sells to a customer, and the agent pays the shop', async () => {
    const agent = await allowed();
    const created = await makes(agent);
    const own = await opened(agent, created);
    const buyer = await customer(own, created);
    const before = await walletOf(world, agent);
    await buys(buyer);
    expect((await walletOf(world, agent)).balance).toBe(before.balance - topUp.total);
    expect(await salesFor(buyer)).toHaveLength(1);
    // The desk shows the debt, and never the credit as a balance.
    await forge(own, { to: 'menu' });
    expect(own.last().text).toContain(shopSays('en', 'desk-owed', { debt: '11,000 rials' }));
    expect(own.last().text).toContain(
      shopSays('en', 'desk-balance', { balance: '9,989,000 rials', ago: '|' }).split('|')[0] ?? '',
    );
    // Nothing there mentions a gateway, because the gateway is the shop.
    const names = /gateway/i;
    expect(own.last().text).not.toMatch(names);
    await forge(own, { to: 'health' });
    expect(own.last().text).toContain(shopSays('en', 'health-title').replace(/<[^>]+>/g, ''));
    expect(own.last().text).not.toMatch(names);
    // The shop's own chat with the agent stays silent about the sale.
    expect(agent.messages().filter(({ text }) => text.includes(numberOf(buyer).slice(-7)))).toEqual([]);
  });

  test('is connected by its token, which is deleted from the chat and stored sealed', async () => {
    const { agent, bot } = await connected();
    expect(agent.messages().filter(({ text }) => text.includes(bot.token))).toEqual([]);
    const secret = bot.token.split(':')[1] ?? '';
    expect(world.logged.filter((line) => line.includes(secret))).toEqual([]);
    const stored = await look(world, ({ db }) => db.selectFrom('agent_bots').select('token').execute());
    expect(stored.every(({ token }) => token === null || token.startsWith('sealed:'))).toBe(true);
  });

  test('keeps its place when the agent makes another bot', async () => {
    const { agent, bot } = await connected();
    await agent.open(`https://t.me/newbot/sharj_bot/second${agent.id}_bot?name=Second`);
    await agent.sees(says('en', 'own-bot-other', { made: '|', bot: '|' }).split('|')[1] ?? '');
    await forge(agent, { to: 'ownBot' });
    expect(agent.last().text).toContain(`@${bot.user.username}`);
  });

  test('warns of a price below what the shop charges the agent', async () => {
    const { own, bot } = await connected();
    await buys(await customer(own, bot));
    await forge(own, { to: 'askPercent', target: 'customer', id: null, operator: 1, type: 'topup', kind: 'discount' });
    await own.sees(says('en', 'ask-percent-discount'));
    await own.type('10');
    await own.sees(says('en', 'loss-below'));
  });

  test('refuses and deletes an incomplete token, and leaves other texts with a colon alone', async () => {
    const agent = await allowed();
    const [half = ''] = /^\d+:.{20}/.exec(botFatherBot(agent).token) ?? [];
    await agent.type(half);
    await agent.sees(says('en', 'failure-bot-token-refused').slice(0, 20));
    expect(agent.messages().filter(({ text }) => text.includes(half))).toEqual([]);
    // The text is a sale, not a token.
    await agent.type('09121234567:1000000000');
    expect(agent.messages().filter(({ text }) => text.includes('09121234567:1000000000'))).toHaveLength(1);
    const stranger = world.telegram.person({ id: newId(), first_name: 'Stranger', language_code: 'en' });
    await stranger.type('/start');
    await stranger.type(half);
    expect(stranger.messages().filter(({ text }) => text.includes(half))).toHaveLength(1);
  });

  test('hears which settings the shop keeps, and cannot change those', async () => {
    const { agent, own } = await connected();
    const { slug } = await look(world, ({ db }) =>
      db.selectFrom('agent_bots').select('slug').where('person_id', '=', agent.id).executeTakeFirstOrThrow(),
    );
    const database = connect<Tables>(await databaseFor(world.database.settings, slug));
    const rules = () => database.selectFrom('price_rules').select('id').where('ended_at', 'is', null).execute();
    await expect.poll(rules).toHaveLength(1);
    const [{ id }] = (await rules()) as [{ id: number }];
    await forge(own, { to: 'commission' });
    const shown = await own.sees(shopSays('en', 'commission-hint').slice(0, 20));
    expect([leadsTo('rule')(shown), leadsTo('ruleOperator')(shown)]).toEqual([false, false]);
    await forge(own, { to: 'endRule', rule: id });
    await own.sees(says('en', 'failure-not-allowed').slice(0, 15));
    expect(await rules()).toEqual([{ id }]);
    await database.destroy();
  });

  test('is connected by BotFather’s whole message at any question, and the message is deleted', async () => {
    const agent = await allowed();
    const bot = botFatherBot(agent);
    await forge(agent, { to: 'askSearch' });
    await agent.type(`Use this token to access the HTTP API:\n${bot.token}\nKeep your token secure.`);
    await agent.sees((shown) => shown.text.includes(`@${bot.user.username}`));
    expect(agent.messages().filter(({ text }) => text.includes(bot.token))).toEqual([]);
  });

  test('deletes a token that anyone sends to it', async () => {
    const { agent, bot, own } = await connected();
    for (const who of [own, await customer(own, bot)]) {
      const { token } = botFatherBot(agent);
      const since = who.mark();
      await who.type(`Use this token to access the HTTP API:\n${token}\nKeep your token secure.`);
      await who.sees(says('en', 'own-bot-closed').slice(0, 20), { since });
      expect(who.messages().filter(({ text }) => text.includes(token))).toEqual([]);
    }
  });

  if (long)
    test('stops beyond the server’s limit and runs again later, and its agent hears of both', async () => {
      await connected();
      const { agent } = await connected();
      await world.stopBot();
      await world.startBot({ agentBots: 1 });
      await agent.sees((shown) => shown.text.includes(says('en', 'bot-problem-limit').slice(3, 30)));
      await world.stopBot();
      await world.startBot();
      await expect
        .poll(
          () => {
            world.pass(31_000);
            return agent
              .messages()
              .some(({ text }) => text.includes(says('en', 'notice-bot-runs', { bot: '|' }).split('|')[1] ?? ''));
          },
          { interval: 200 },
        )
        .toBe(true);
    });

  test('cannot be connected by a token that Telegram refuses or that is already in use', async () => {
    const { bot } = await connected();
    const other = await allowed();
    await other.type(`${bot.user.id + 5_000}:${'x'.repeat(35)}`);
    await other.sees(says('en', 'failure-bot-token-refused').slice(0, 30));
    for (const token of [bot.token, world.telegram.bot.token]) {
      await other.type(token);
      await other.sees(says('en', 'failure-bot-taken'));
    }
  });

  test('answers without selling while the owner pauses it, and then sells again', async () => {
    const { agent, bot, own } = await connected();
    const buyer = await customer(own, bot);
    await forge(owner, { to: 'agentBots', page: 1 });
    await tap(owner, { to: 'agentBot', person: agent.id });
    await tap(owner, { to: 'pauseAgentBot', person: agent.id });
    await own.sees(shopSays('en', 'alert-token-refused').slice(0, 30));
    await forge(buyer, { to: 'product', id: topUp.id, mobile: numberOf(buyer) });
    await buyer.sees(says('en', 'failure-selling-paused').slice(0, 20));
    expect(await salesFor(buyer)).toEqual([]);
    await tap(owner, { to: 'resumeAgentBot', person: agent.id });
    await tap(owner, { to: 'agentBots', page: 1 });
    await expect
      .poll(
        () => {
          world.pass(31_000);
          return own.messages().some(({ text }) => text.includes(shopSays('en', 'alert-token-accepted').slice(0, 30)));
        },
        { interval: 200 },
      )
      .toBe(true);
    await buys(buyer);
    expect(await salesFor(buyer)).toHaveLength(1);
  });

  test('keeps its data but sells nothing after its agent loses the role', async () => {
    const { agent, bot, own } = await connected();
    const buyer = await customer(own, bot);
    await forge(owner, { to: 'askDemote', person: agent.id });
    await tap(owner, { to: 'demote', person: agent.id });
    await own.sees(shopSays('en', 'alert-token-refused').slice(0, 30));
    await forge(buyer, { to: 'wallet' });
    await buyer.sees(/10,000|100,000/);
    await forge(buyer, { to: 'product', id: topUp.id, mobile: numberOf(buyer) });
    await buyer.sees(says('en', 'failure-selling-paused').slice(0, 20));
    // The former agent can look at the bot and take it away, but not replace it.
    await agent.type(botFatherBot(agent).token);
    expect(agent.last().text).toContain(says('en', 'own-bot-closed').slice(0, 20));
    await forge(agent, { to: 'ownBot' });
    await tap(agent, { to: 'askRemoveOwnBot' });
    await tap(agent, { to: 'removeOwnBot' });
    expect(agent.last().text).toContain(says('en', 'own-bot-closed').slice(0, 20));
  });

  describe('an agent whose account at the shop is short', () => {
    const refused = says('en', 'failure-shop-short');
    const heard = (own: Person) => {
      const [begin = ''] = shopSays('en', 'alert-account-empty', { total: '|', balance: '|' }).split('|');
      return own.messages().filter(({ text }) => text.includes(begin));
    };
    const setCredit = (agent: Person, limit: number) =>
      look(world, ({ db }) =>
        db.updateTable('wallets').set({ credit_limit: limit }).where('person_id', '=', agent.id).execute(),
      );

    test('tells the agent once; the customer cannot pay for that item but can buy another', async () => {
      const { own, bot } = await connected(topUp.total);
      await forge(own, { to: 'askBankCard' });
      await own.type('6037991111111112 Sara Ahmadi');
      const buyer = await customer(own, bot);
      for (const amount of [500_000, 400_000]) {
        await forge(buyer, { to: 'amount', id: rangedTopUpId, mobile: numberOf(buyer), amount });
        const shown = await buyer.sees((one) => one.text.includes(refused));
        expect([leadsTo('pay')(shown), leadsTo('confirm')(shown), leadsTo('support')(shown)]).toEqual([
          false,
          false,
          true,
        ]);
      }
      await own.sees(shopSays('en', 'alert-account-empty', { total: '500,000 rials', balance: '11,000 rials' }));
      await buys(buyer);
      expect(await salesFor(buyer)).toHaveLength(1);
      expect(heard(own)).toHaveLength(1);
    });

    test('approves a late transfer: the customer keeps the money and reads why, and the agent reads of a debt', async () => {
      const { agent, own, bot } = await connected(2 * topUp.total);
      await forge(own, { to: 'askBankCard' });
      await own.type('6037991111111112 Sara Ahmadi');
      await buys(await customer(own, bot));
      const person = world.telegram.person({ id: newId(), first_name: 'Late', language_code: 'en' });
      const payer = inBot(person, bot);
      await payer.type('/start');
      await forge(payer, { to: 'product', id: topUp.id, mobile: numberOf(payer) });
      await payer.sees(leadsTo('pay'));
      await tap(payer, { to: 'pay' });
      await payer.sees(leadsTo('askTrackingCode'));
      await payer.sendPhoto();
      await own.sees((shown) => shown.text.includes('Late') && leadsTo('approvePayment')(shown));
      await setCredit(agent, 0);
      await tap(own, { to: 'approvePayment' });
      await payer.sees((shown) => shown.text.includes(refused));
      expect(await salesFor(payer)).toEqual([]);
      await own.sees(shopSays('en', 'desk-owed', { debt: '11,000 rials' }));
      await forge(own, { to: 'menu' });
      const { text } = own.last();
      expect(text).toContain(shopSays('en', 'desk-owed', { debt: '11,000 rials' }));
      expect(text).toContain(shopSays('en', 'desk-balance', { balance: '0 rials', ago: '|' }).split('|')[0] ?? '');
      for (const shown of own.messages()) expect(shown.text).not.toMatch(/[-\u2212]\d|selling is paused/i);
      await setCredit(agent, 2 * topUp.total);
      await buys(await customer(own, bot));
    });
  });

  test('names a purchase that the shop reverses by the code that the customer has', async () => {
    const { agent, bot, own } = await connected();
    const buyer = await customer(own, bot);
    await buys(buyer);
    const { text } = await buyer.sees(leadsTo('again'));
    const [code = 'none'] = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(text) ?? [];
    const { id } = await look(world, ({ db }) =>
      db.selectFrom('orders').select('id').where('buyer_id', '=', agent.id).executeTakeFirstOrThrow(),
    );
    await forge(owner, { to: 'askReverse', order: id });
    await tap(owner, { to: 'reverseOrder' });
    await agent.sees(new RegExp(code));
    expect(await walletOf(world, agent)).toMatchObject({ balance: 0, held: 0 });
  });

  test('stops when its token is revoked, both sides hear of it, and a new token starts it again', async () => {
    const { agent, bot, own } = await connected();
    const buyer = await customer(own, bot);
    const token = world.telegram.revokeToken(bot);
    await expect
      .poll(
        () => {
          world.pass(61_000);
          return agent
            .messages()
            .some(({ text }) => text.includes(says('en', 'bot-problem-token-refused').slice(3, 20)));
        },
        { interval: 200 },
      )
      .toBe(true);
    await owner.sees((shown) => shown.text.includes(`@${bot.user.username}`) && leadsTo('agentBot')(shown));
    await agent.type(token);
    await buyer.type('/start');
    await buyer.sees((shown) => keysOn(shown).length > 0);
    await buys(buyer);
    expect(await salesFor(buyer)).toHaveLength(1);
  });

  if (long)
    test('reports a revoked token only as that while an order waits', async () => {
      const { agent, bot, own } = await connected();
      const buyer = await customer(own, bot);
      await world.fault('purchase', '503');
      await chooses(buyer);
      await tap(buyer, { to: 'confirm' });
      const orders = () =>
        look(world, ({ db }) => db.selectFrom('orders').select('id').where('buyer_id', '=', agent.id).execute());
      await expect.poll(orders).toHaveLength(1);
      const token = world.telegram.revokeToken(bot);
      const told = (problem: string) =>
        agent.messages().filter(({ text }) => text.includes(says('en', `bot-problem-${problem}`).slice(3, 20)));
      await expect
        .poll(
          () => {
            world.pass(61_000);
            // The lease ends after this time, so the news may come twice.
            return told('token-refused').length > 0;
          },
          { interval: 200 },
        )
        .toBe(true);
      expect(told('database')).toEqual([]);
      await world.fault('purchase', null);
      await agent.type(token);
      await buyer.sees(leadsTo('again'));
      expect(await salesFor(buyer)).toHaveLength(1);
    });

  /** Lets time pass until the newest message to the agent says this. */
  const laterReads = (agent: Person, text: string | RegExp) =>
    expect
      .poll(
        () => {
          world.pass(61_000);
          return agent.messages().at(-1)?.text;
        },
        { interval: 200 },
      )
      .toMatch(text);

  /** Takes away a table that the agent's shop needs after the migrations, and returns a way to bring it back. */
  async function takeTable(agent: Person): Promise<() => Promise<void>> {
    const { slug } = await look(world, ({ db }) =>
      db.selectFrom('agent_bots').select('slug').where('person_id', '=', agent.id).executeTakeFirstOrThrow(),
    );
    const database = connect<Tables>(await databaseFor(world.database.settings, slug));
    const rename = (from: string, to: string) => database.schema.alterTable(from).renameTo(to).execute();
    await rename('switches', 'away');
    return async () => {
      await rename('away', 'switches');
      await database.destroy();
    };
  }

  const databaseProblem = says('en', 'bot-problem-database').slice(3, 20);

  if (long)
    test('stops when its database cannot be opened and continues by itself', async () => {
      const { agent, bot, own } = await connected();
      const buyer = await customer(own, bot);
      // The database holds its customers' money, so its owner cannot be forgotten before.
      await forge(agent, { to: 'askDeletion' });
      expect(agent.last().text).toContain(says('en', 'deletion-blocker-bot'));
      await forge(agent, { to: 'askRemoveOwnBot' });
      await tap(agent, { to: 'removeOwnBot' });
      const bringBack = await takeTable(agent);
      await agent.type(bot.token);
      await agent.sees((shown) => shown.text.includes(databaseProblem));
      await bringBack();
      await laterReads(agent, /runs again/);
      await buys(buyer);
    });

  if (long)
    test('stops when its database cannot be written and continues by itself', async () => {
      const { agent, bot, own } = await connected();
      const buyer = await customer(own, bot);
      const bringBack = await takeTable(agent);
      await laterReads(agent, databaseProblem);
      await bringBack();
      await laterReads(agent, /runs again/);
      await buys(buyer);
    });

  test('treats one person in three shops as three people, whose buttons work only in their own shop', async () => {
    const shops = [await connected(), await connected()];
    const id = newId();
    const inShops: Person[] = [];
    for (const { own, bot } of shops) inShops.push(await customer(own, bot, 50_000 + 1_000 * inShops.length, id));
    const inParent = world.telegram.person({ id });
    await inParent.type('/start');
    const [first, second] = inShops as [Person, Person];
    await chooses(first);
    const { data } = find(first, { to: 'confirm' });
    for (const elsewhere of [second, inParent]) {
      await elsewhere.forge(data, {});
      await elsewhere.sees(says('en', 'failure-order-unknown').slice(0, 20));
    }
    await tap(first, { to: 'confirm' });
    await first.sees(leadsTo('again'));
    for (const [person, text] of [
      [first, '3,900'],
      [second, '5,100'],
      [inParent, '0'],
    ] as const) {
      await forge(person, { to: 'wallet' });
      await person.sees((shown) => shown.text.includes(text));
    }
    expect(await salesFor(first)).toHaveLength(1);
    // An invitation of one shop is unknown in another.
    const [{ own, bot }] = shops as [(typeof shops)[number]];
    await forge(own, { to: 'askInvite' });
    await own.type('0');
    const shown = await own.sees(/https:\/\/t\.me\/\S+\?start=/);
    const [, code = ''] = /\?start=(\S+)/.exec(shown.text) ?? [];
    expect(shown.text).toContain(bot.user.username);
    await second.type(`/start ${code}`);
    await second.sees(says('en', 'failure-invite-invalid').slice(0, 20));
  });

  test('does not come back with a new token after it was removed or replaced', async () => {
    const agent = await allowed();
    const created = await makes(agent);
    const usernames = () =>
      look(world, ({ db }) =>
        db.selectFrom('agent_bots').select('username').where('person_id', '=', agent.id).execute(),
      );
    await opened(agent, created);
    await forge(agent, { to: 'askRemoveOwnBot' });
    await tap(agent, { to: 'removeOwnBot' });
    world.telegram.revokeToken(created);
    // The update is handled afterwards.
    await agent.type('/start');
    expect(await usernames()).toEqual([{ username: null }]);
    const next = botFatherBot(agent);
    await agent.type(next.token);
    await agent.sees((shown) => shown.text.includes(`@${next.user.username}`));
    world.telegram.revokeToken(created);
    await agent.type('/start');
    expect(await usernames()).toEqual([{ username: next.user.username }]);
    // Another agent may have the bot then.
    const other = await allowed();
    await other.type(created.token);
    await other.sees((shown) => shown.text.includes(`@${created.user.username}`));
  });

  test('stops when it is removed, and another bot continues the same shop', async () => {
    const { agent, bot, own } = await connected();
    const buyer = await customer(own, bot);
    await forge(agent, { to: 'askRemoveOwnBot' });
    await tap(agent, { to: 'removeOwnBot' });
    const next = botFatherBot(agent);
    await agent.type(next.token);
    await agent.sees((shown) => shown.text.includes(`@${next.user.username}`));
    const again = inBot(buyer, next);
    await again.type('/start');
    await again.sees((shown) => keysOn(shown).length > 0);
    await forge(again, { to: 'wallet' });
    await again.sees(/10,000/);
    await buys(again);
    expect(await salesFor(again)).toHaveLength(1);
  });
});
