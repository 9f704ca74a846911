import { describe, expect, onTestFinished, test } from 'vitest';
import { walletOf } from '#test/support/agents.ts';
import { choose, find, forge, says, tap, topUp } from '#test/support/buyer.ts';
import { freePort } from '#test/support/free-port.ts';
import { journeyLanguages, long } from '#test/support/length.ts';
import { read, storyIn, unmarked } from '#test/support/story.ts';
import { createWorld, type World, type WorldOptions } from '#test/support/world.ts';

async function open(options: WorldOptions = {}): Promise<World> {
  const world = await createWorld({ products: 120, messenger: 'bale', ...options });
  onTestFinished(() => world.close());
  return world;
}

const invoices = { token: 'WALLET-TEST-1111111111111111', currency: 'IRR', exponent: 2 };

describe.each(journeyLanguages)('a person on Bale, in %s', (language) => {
  test('goes from the first word to the receipt, the wallet and a link, in Bale’s own notation', async () => {
    const world = await open({ config: { payments: invoices } });
    const story = storyIn(language, () => world);
    const sara = await story.buyer('Sara');
    const phone = story.phone('0912');
    await sara.type(phone);
    await choose(sara, `98${phone.slice(1)}`);
    // Bale may refuse the keyboard's message; then a new one comes.
    world.telegram.faults.fail('editMessageText', { code: 403, description: 'Forbidden' });
    await tap(sara, { to: 'confirm' });
    await sara.sees(says(language, 'state-delivered'));
    expect(await story.sold(phone)).toHaveLength(1);
    const bold = sara.last().message.entities?.filter(({ type }) => type === 'bold') ?? [];
    expect(bold.length).toBeGreaterThan(0);
    await tap(sara, { to: 'share' });
    const [link = ''] = /https:\/\/ble\.ir\/\S+/.exec(unmarked(sara.last().text)) ?? [];
    const reza = story.stranger('Reza');
    await reza.open(link);
    expect(read(reza)).toContain(says(language, 'state-delivered'));
    await sara.type('/wallet');
    await sara.type('/orders');
    await sara.type('/help');
    await sara.type('what is this?');
    expect(world.errors()).toEqual([]);

    // The person paid, but the message about it never comes: the bot asks about both transactions and books the paid one.
    const nima = story.stranger('Nima');
    await nima.type('/start');
    const other = story.phone('0912');
    await forge(nima, { to: 'product', id: topUp.id, mobile: `98${other.slice(1)}` });
    await tap(nima, { to: 'pay' });
    await nima.pay({ lost: 'payment' });
    await nima.pay({ lost: 'message' });
    expect(await story.sold(other)).toEqual([]);
    world.pass(61_000);
    await nima.sees(says(language, 'state-delivered'));
    expect(await story.sold(other)).toHaveLength(1);
    world.pass(3_600_000);
    await expect.poll(() => world.telegram.journal.calls('inquireTransaction').length).toBeGreaterThan(2);
    expect(await walletOf(world, nima)).toMatchObject({ balance: 0, held: 0 });
    expect(world.errors()).toEqual([]);
  });

  if (!long) return;

  test('pays an invoice in whole rials, which is booked once', async () => {
    const world = await open({ config: { payments: invoices } });
    const story = storyIn(language, () => world);
    const sara = story.stranger('Sara');
    await sara.type('/start');
    const phone = story.phone('0912');
    await forge(sara, { to: 'product', id: topUp.id, mobile: `98${phone.slice(1)}` });
    await tap(sara, { to: 'pay' });
    const invoice = sara.messages().findLast(({ message }) => message.invoice)?.message.invoice;
    expect(invoice).toMatchObject({ currency: 'IRR', total_amount: 11_000 });
    await sara.pay();
    await sara.sees(says(language, 'state-delivered'));
    expect(await story.sold(phone)).toHaveLength(1);
  });

  test('is served over a webhook whose path ends with the secret', async () => {
    const port = await freePort();
    const secret = 'a-secret-only-bale-knows';
    const url = `http://127.0.0.1:${port}/updates`;
    const world = await open({ config: { port, webhook: { url, secret } } });
    const story = storyIn(language, () => world);
    const sara = story.stranger('Sara');
    await sara.type('/start');
    expect(find(sara, { to: 'settings' })).toBeDefined();
    const body = JSON.stringify({ update_id: 1 });
    for (const path of ['', '/', '/wrong', '/wrong/more'])
      expect((await fetch(`${url}${path}`, { method: 'POST', body })).status).not.toBe(200);
  });
});

test('a bot refuses a database of another messenger, because the same id is another person there', async () => {
  const world = await open({});
  await world.stopBot();
  await expect(world.startBot({ messenger: 'telegram' })).rejects.toThrow('MESSENGER is telegram');
});
