import { expect, onTestFinished, test } from 'vitest';
import { keysOn } from '#test/support/buyer.ts';
import { freePort } from '#test/support/free-port.ts';
import { makeOwnShops } from '#test/support/own-shops.ts';
import { createWorld } from '#test/support/world.ts';

const secret = 'a-secret-of-the-installation';

test.each(['telegram', 'bale'] as const)(
  'the owner of an agent’s bot by webhook on %s cannot open another shop with what the messenger tells them',
  async (messenger) => {
    const port = await freePort();
    const root = `http://127.0.0.1:${port}`;
    const webhook = { url: `${root}/updates`, secret };
    const world = await createWorld({
      messenger,
      products: 120,
      start: false,
      config: { agentBots: 5, port, webhook },
      pace: { agentBotsMs: 50 },
    });
    onTestFinished(() => world.close());
    const shops = await makeOwnShops(world.telegram, world.database.settings, 2);
    await world.startBot();
    for (const { bot } of shops) {
      const person = world.telegram.person({ id: 800_000, first_name: 'Sara', language_code: 'en' });
      const inShop = { ...person, ...person.with(bot) };
      await expect.poll(() => bot.webhook?.url).toContain('/shops/');
      await inShop.type('/start');
      await inShop.sees((shown) => keysOn(shown).length > 0);
    }
    const body = JSON.stringify({ update_id: 1 });
    const post = async (path: string, key: string) => {
      const url = messenger === 'bale' ? `${root}${path}/${key}` : `${root}${path}`;
      const headers = messenger === 'bale' ? {} : { 'x-telegram-bot-api-secret-token': key };
      return (await fetch(url, { method: 'POST', body, headers })).status;
    };
    expect(await post('/updates', secret)).toBe(200);
    const [first, second] = shops.map(({ slug }) => `/shops/${slug}/telegram`) as [string, string];
    const known = shops[0]?.bot.webhook;
    const own = (messenger === 'bale' ? known?.url.split('/').at(-1) : known?.secret) ?? '';
    expect(await post(first, own)).toBe(200);
    expect(known?.url).not.toContain(secret);
    for (const path of ['/updates', second]) expect(await post(path, own)).toBe(401);
    for (const path of [first, second]) expect(await post(path, secret)).toBe(401);
  },
);
