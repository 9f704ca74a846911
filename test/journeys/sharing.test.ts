import type { InlineAnswer } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { choose, find, forge, greet, says, tap } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { addRule } from '#test/support/price-rules.ts';
import { inStorage, labels, read, storyIn, unmarked } from '#test/support/story.ts';
import { createWorld, gatewayToken, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  // Customers pay a fee and this agent does not: what is shown elsewhere has the customers' price.
  await inStorage(world, (database) => addRule(database, { target: 'customer', basis_points: -1_000 }));
});
afterAll(() => world.close());

const textsOf = ({ results }: InlineAnswer): string => unmarked(JSON.stringify(results));

describe.each(journeyLanguages)('in another chat, in %s', (language) => {
  const story = storyIn(language, () => world);

  test('a person finds a package with the customers’ price and a button that opens it in the bot', async () => {
    const sara = story.stranger('Sara');
    const reza = await story.buyer('Reza');
    const found = await sara.inline('gb hamrah');
    expect(found).toMatchObject({ isPersonal: true, cacheSeconds: 60 });
    const [first] = found.results;
    if (!first) throw new Error('Nothing was found.');
    const ware = Number(first.id.slice(1));
    const total = (await priceOf(ware)) * 1.1;
    expect(unmarked(first.description ?? '')).toContain(story.money(Math.round(total * 1.1), 'toman'));
    expect(found.button).toMatchObject({ text: story.t('inline-open') });
    // Sara has not become a customer.
    await inStorage(world, async ({ db }) => {
      const known = await db.selectFrom('people').select('id').where('id', '=', sara.id).execute();
      expect(known).toEqual([]);
    });

    const friends = world.telegram.group('Friends', sara, reza);
    await sara.in(friends).choose(first, 'gb hamrah');
    const { opened } = await reza.in(friends).press(story.t('key-buy-here'));
    await reza.open(opened ?? '');
    await reza.sees(story.t('chosen', { what: '' }).split(':')[0] ?? '');
    const phone = story.phone('0912');
    await reza.type(phone);
    await tap(reza, { to: 'confirm' });
    await reza.sees(says(language, 'state-activated'));
    expect(await story.sold(phone)).toMatchObject([{ product_id: ware }]);
  });

  test('a person gets more results page by page, and reads when nothing is found', async () => {
    const sara = story.stranger('Sara');
    const first = await sara.inline('gb');
    expect(first.nextOffset).toBe('2');
    const second = await sara.inline('gb', first.nextOffset);
    expect(second.results.map(({ id }) => id)).not.toEqual(first.results.map(({ id }) => id));
    const none = await sara.inline('a piano');
    expect(none).toMatchObject({ results: [], button: { text: story.t('inline-none') } });
    const { results } = await sara.inline('');
    const operator = results.find(({ id }) => id === 'o1');
    const friends = world.telegram.group('Friends', sara);
    if (operator) await sara.in(friends).choose(operator, '');
    const { opened } = await sara.in(friends).press(story.t('key-buy-here'));
    await sara.open(opened ?? '');
    expect(find(sara, { to: 'shelf' })).toBeDefined();
  });

  test('a receipt is a card without personal data and shows the truth to the person who presses it', async () => {
    const reza = await story.buyer('Reza');
    const nima = story.stranger('Nima');
    const phone = story.phone('0912');
    await choose(reza, `98${phone.slice(1)}`);
    await tap(reza, { to: 'confirm' });
    await reza.sees(says(language, 'state-delivered'));
    await tap(reza, { to: 'share' });
    const { inlineQuery = '' } = await reza.press(story.t('key-send-card'));
    const card = await reza.inline(inlineQuery);
    expect(card.results).toHaveLength(1);
    expect(textsOf(card)).not.toContain(phone.slice(-4));
    expect(textsOf(card)).not.toContain('Reza');
    expect(await reza.inline(`${inlineQuery.slice(0, -1)}!`)).toMatchObject({ results: [] });

    const friends = world.telegram.group('Friends', reza, nima);
    const [result] = card.results;
    if (result) await reza.in(friends).choose(result, inlineQuery);
    const pressed = async () => {
      const { opened } = await nima.in(friends).press(story.t('key-show-receipt'));
      await nima.open(opened ?? '');
      return read(nima);
    };
    expect(await pressed()).toContain(says(language, 'state-delivered'));
    await inStorage(world, ({ db }) =>
      db.updateTable('orders').set({ state: 'rejected' }).where('buyer_id', '=', reza.id).execute(),
    );
    expect(await pressed()).toContain(says(language, 'proof-rejected'));
    await nima.press(story.t('key-buy-too'));
    await nima.sees(story.t('chosen', { what: '' }).split(':')[0] ?? '');
  });
});

test('a person passes a product on from its screen, and the bot ignores its own result in its own chat', async () => {
  const story = storyIn('en', () => world);
  const reza = await story.buyer('Reza');
  await forge(reza, { to: 'product', id: 37, mobile: null });
  const { inlineQuery = '' } = await reza.press(story.t('key-share-product'));
  expect(inlineQuery).toBe('#37');
  const [result] = (await reza.inline(inlineQuery)).results;
  expect(result?.id).toBe('p37');
  const before = reza.mark();
  if (result) await reza.choose(result, inlineQuery);
  expect(reza.messages().filter(({ fromBot, changed }) => fromBot && changed > before)).toEqual([]);
});

test.each(journeyLanguages)('a list and a number’s offers have links in %s', async (language) => {
  const story = storyIn(language, () => world);
  const [reza, sara] = [await story.buyer('Reza'), await story.buyer('Sara')];
  const linkHere = async () => {
    await reza.press(story.t('key-link'));
    const { copied = '' } = await reza.press(story.t('key-copy-link'));
    expect(unmarked(reza.last().text)).toContain(copied);
    return copied;
  };
  const mobile = '989351234567';
  for (const number of [null, mobile]) {
    const top = { type: 'data', operator: 1, sim: 'prepaid', category: null, sub: null, all: 'no' } as const;
    await forge(reza, { to: 'shelf', ...top, page: 1, sort: 'catalogue', mobile: number });
    await tap(reza, { to: 'shelf' });
    const listed = read(reza);
    await tap(reza, { to: 'shelfOptions' });
    const link = await linkHere();
    expect(link).toMatch(/^https:\/\/t\.me\/sharj_bot\?start=c1_010_\w+$/);
    await sara.open(link);
    expect(read(sara).split('\n')[0]).toBe(listed.split('\n')[0]);
    expect(find(sara, { to: 'product' })).toMatchObject({ press: { mobile: null } });
    // Back leads to where they were, with their number.
    await tap(reza, { to: 'shelf' });
    expect(read(reza)).toBe(listed);
  }
  // The button is below the last of them.
  await forge(reza, { to: 'offers', mobile, page: 99 });
  const link = await linkHere();
  expect(link).toBe('https://t.me/sharj_bot?start=n1_9351234567');
  expect(read(reza)).toContain(story.t('link-shows-number'));
  await sara.open(link);
  expect(find(sara, { to: 'offer' })).toMatchObject({ press: { mobile } });
});

test('links lead to a category and to a number’s offers, and broken or newer ones lead home', async () => {
  const story = storyIn('en', () => world);
  const reza = await story.buyer('Reza');
  await reza.open('https://t.me/sharj_bot?start=c1_010');
  expect(find(reza, { to: 'shelf' })).toBeDefined();
  await reza.open('https://t.me/sharj_bot?start=n1_9351234567');
  expect(find(reza, { to: 'offer' })).toBeDefined();
  for (const payload of ['g9_37', 'c1_999', 'n1_12']) {
    await reza.open(`https://t.me/sharj_bot?start=${payload}`);
    expect(read(reza)).toContain(says('en', 'home-title'));
  }
});

test('a bot without inline mode shows no buttons for it', async () => {
  const quiet = await createWorld({ products: 120, start: false });
  quiet.telegram.bot.user = { ...quiet.telegram.bot.user, supports_inline_queries: false };
  await quiet.startBot();
  const buyer = await greet(quiet);
  await forge(buyer, { to: 'product', id: 37, mobile: null });
  expect(labels(buyer.last())).not.toContain(says('en', 'key-share-product'));
  await buyer.press(says('en', 'key-link'));
  const { copied } = await buyer.press(says('en', 'key-copy-link'));
  expect(copied).toBe('https://t.me/sharj_bot?start=g1_11');
  await quiet.close();
});

async function priceOf(id: number): Promise<number> {
  const answer = await fetch(`${world.sandbox.url}/api/filter`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gatewayToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ table: 'product', items: { pagination: 'false' } }),
  });
  const { data } = (await answer.json()) as { data: { id: number; price: number }[] };
  return data.find((one) => one.id === id)?.price ?? Number.NaN;
}
