import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { find, forge, tap } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { codeIn, labels, read, rows, spoken, storyIn } from '#test/support/story.ts';
import { createWorld, ownerId, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

describe.each(journeyLanguages)('stored data, in %s', (language) => {
  const story = storyIn(language, () => world);
  const { t, inRow, isReceipt, money, price, buyer, stranger, phone, sold, ware } = story;
  const say = <T>(words: { readonly fa: T; readonly en: T }): T => words[language];

  async function buyOffer(person: Person, number: string): Promise<string> {
    const since = person.mark();
    await person.type(number);
    await person.press(t('key-offers'));
    await person.press(price(33_000));
    await person.press(t('key-confirm', { total: money(33_000) }));
    const receipt = await person.sees(isReceipt, { since });
    return codeIn(receipt);
  }

  test('a receipt stays when its buyer goes on, and "more" saves the number', async () => {
    const sara = await buyer('Sara');
    const number = phone('0935');
    await buyOffer(sara, number);
    const receipt = sara.last();
    await sara.press(t('key-more'));
    await sara.press(t('key-save-number'));
    expect(read(sara)).toContain(t('ask-label'));
    await sara.press(t('key-buy-again'), { message: receipt.id });
    expect(labels(sara.last())[0]).toBe(t('key-confirm', { total: money(33_000) }));
    const kept = sara.messages().find(({ id }) => id === receipt.id);
    expect(kept?.text).toBe(receipt.text);
    await sara.press(t('key-confirm', { total: money(33_000) }));
    await sara.sees((message) => message.id > receipt.id && isReceipt(message));
    expect(await sold(number)).toHaveLength(2);
  });

  test('a person’s orders come newest first in pages, each with its page and its code', async () => {
    const ali = await buyer('Ali');
    await ali.type('/orders');
    expect(read(ali)).toContain(t('orders-empty'));
    const number = phone('0936');
    const codes: string[] = [];
    for (let count = 0; count < 9; count += 1) {
      codes.push(await buyOffer(ali, number));
      world.pass(60_000);
    }
    await ali.type('/orders');
    const { id } = ali.last();
    const list = rows(ali.last());
    expect(list.filter(([label = '']) => label.startsWith('✅'))).toHaveLength(5);
    expect(list[0]?.[0]).toContain(` · …${spoken(number).slice(-4)} · `);
    await ali.press({ row: 0, column: 0 });
    expect(read(ali)).toContain(codes.at(-1));
    await ali.press(t('key-back'));
    await ali.press(t('key-next-page', { page: 2, pages: 2 }));
    expect(labels(ali.last())).toContain(t('key-previous'));
    await ali.press(/^\u200f?✅/);
    expect(read(ali)).toContain(codes[3]);
    expect(read(ali)).toContain(money(33_000));
    await ali.press(t('key-back'));
    expect(labels(ali.last())).toContain(t('key-previous'));
    expect(ali.last().id).toBe(id);

    // An order is also found by its code, however it is copied.
    await ali.type((codes[3] ?? '').toLowerCase().replace('-', ' '));
    expect(read(ali)).toContain(codes[3]);
    expect(codeIn(ali.last())).toBe(codes[3]);
    await ali.type('/start');
    await ali.press(t('key-topup'));
    await ali.type(codes[4] ?? '');
    expect(read(ali)).toContain(codes[4]);
    const other = stranger('Other');
    await other.type(codes[3] ?? '');
    expect(read(other)).toContain(t('failure-order-unknown'));
  });

  test('recent numbers are offered where a number is needed, with saved ones first, by name', async () => {
    const mina = await buyer('Mina');
    const [mother, shop] = [phone('0937'), phone('0938')];
    for (const number of [mother, shop]) {
      await mina.type(number);
      world.pass(1_000);
    }
    await mina.type(mother);
    await mina.press(t('key-save-number'));
    await mina.type(say({ fa: 'مادر 👩‍👩‍👧‍👦❤️', en: 'mother 👩‍👩‍👧‍👦❤️' }));
    expect(read(mina)).toContain(
      say({ fa: `مادر 👩‍👩‍👧‍👦❤️ · ${spoken(mother)}`, en: `mother 👩‍👩‍👧‍👦❤️ · ${spoken(mother)}` }),
    );
    await mina.type('/start');
    await mina.press(t('key-topup'));
    expect(labels(mina.last()).slice(0, 2)).toEqual([expect.stringContaining(spoken(mother)), spoken(shop)]);
    // One tap is enough, and known answers are not asked for again.
    await mina.press({ row: 0, column: 0 });
    expect(read(mina)).toContain(t('topup-choose'));

    await mina.type(mother);
    await mina.press(t('key-edit-number'));
    await mina.press(t('key-change-label'));
    await mina.type('x'.repeat(200));
    expect(read(mina)).toContain(`${'x'.repeat(40)} · ${spoken(mother)}`);
    await mina.press(t('key-edit-number'));
    await mina.press(t('key-remove-label'));
    expect(labels(mina.last())).toContain(t('key-save-number'));
    await mina.type('/settings');
    await mina.press(t('key-numbers'));
    await mina.press(spoken(shop));
    await mina.press(t('key-save-number'));
    await mina.press(t('key-forget-number'));
    expect(read(mina)).toContain(t('forgotten', { number: spoken(shop) }));
    expect(labels(mina.last())).toEqual([spoken(mother), t('key-home')]);
  });

  test('a person with many numbers sees them in pages', async () => {
    const omid = stranger('Omid');
    const numbers = Array.from({ length: 10 }, () => phone('0910'));
    for (const number of numbers) {
      await omid.type(number);
      world.pass(1_000);
    }
    await omid.type('/start');
    await omid.press(t('key-numbers'));
    expect(labels(omid.last()).slice(0, 6)).toEqual(numbers.slice(4).reverse().map(spoken));
    await omid.press(t('key-next'));
    expect(labels(omid.last()).slice(0, 4)).toEqual(numbers.slice(0, 4).reverse().map(spoken));
    await omid.press(t('key-previous'));
    expect(labels(omid.last())).toContain(t('key-next'));
  });

  test('a corrected operator and a chosen SIM type are remembered for the number', async () => {
    const neda = stranger('Neda');
    const ported = phone('0912');
    await neda.type(ported);
    await neda.press(t('key-is-postpaid'));
    await neda.press(t('key-change-operator'));
    await neda.press(say({ fa: 'ایرانسل', en: 'Irancell' }));
    expect(labels(neda.last())).toContain(t('key-offers'));
    await neda.type('/start');
    await neda.type(ported);
    expect(read(neda)).toContain(say({ fa: 'ایرانسل · دائمی', en: 'Irancell · Postpaid' }));
    await neda.press(t('key-is-prepaid'));
    expect(read(neda)).toContain(say({ fa: 'ایرانسل · اعتباری', en: 'Irancell · Prepaid' }));
    // Another person's choice for the same number is separate.
    const tara = stranger('Tara');
    await tara.type(ported);
    expect(read(tara)).toContain(say({ fa: 'همراه اول', en: 'Hamrah-e Aval' }));
  });

  test('a buyer with a wrong SIM type buys for the other type with one tap, and the bot remembers it', async () => {
    const neda = await buyer('Neda');
    const number = phone('0912');
    const name = 'بسته اینترنت ۳۰ روزه ۱۰ گیگابایت';
    const [prepaid, postpaid] = [await ware(1, 'credit', name), await ware(1, 'permanent', name)];
    const mobile = `98${number.slice(1)}`;
    await forge(neda, { to: 'product', id: prepaid.id, mobile });
    expect(read(neda)).not.toContain(t('sim-prepaid'));
    const old = find(neda, { to: 'confirm' });
    await neda.press(t('key-sim-is-postpaid'));
    expect(read(neda)).toContain(t('sim-postpaid'));
    expect(labels(neda.last())).not.toContain(t('key-sim-is-prepaid'));
    await neda.forge(old.data, { message: neda.last().id });
    expect(read(neda)).toContain(t('retired'));
    await tap(neda, { to: 'again' });
    await tap(neda, { to: 'confirm' });
    await neda.sees(isReceipt);
    expect(await sold(number)).toMatchObject([{ product_id: postpaid.id }]);
    // The bot points out a contradiction and corrects it with one tap.
    await forge(neda, { to: 'product', id: prepaid.id, mobile });
    expect(read(neda)).toContain(t('confirm-other-sim', { sim: t('sim-postpaid') }));
    await neda.press(t('key-sim-is-prepaid'));
    expect(read(neda)).not.toContain(t('confirm-other-sim', { sim: t('sim-postpaid') }));
    expect(labels(neda.last())).toHaveLength(3);
  });

  test('a number with an unknown prefix needs its operator first', async () => {
    const yas = stranger('Yas');
    await yas.type(phone('0931'));
    expect(read(yas)).toContain(t('operator-unknown'));
    await yas.press(say({ fa: 'رایتل', en: 'RighTel' }));
    expect(labels(yas.last())).toContain(t('key-packages'));
  });

  test('a person changes language and unit at once, and every amount has its unit', async () => {
    const dara = stranger('Dara');
    const number = phone('0939');
    await dara.type('/settings');
    const { id } = dara.last();
    expect(read(dara)).toContain(money(330_000, 'toman'));
    await dara.press(t('unit-rial'));
    expect(read(dara)).toContain(money(330_000));
    await dara.press(say({ fa: 'English', en: 'فارسی' }));
    expect(read(dara)).toContain(say({ fa: '330,000 rials', en: '۳۳۰٬۰۰۰ ریال' }));
    await dara.press(say({ fa: 'فارسی', en: 'English' }));
    expect(dara.last().id).toBe(id);
    await dara.type(number);
    await dara.press(t('key-offers'));
    await dara.press(price(33_000));
    const amounts = read(dara).match(/[\d۰-۹]+[,٬][\d۰-۹]+[^\n]*/g) ?? [];
    expect(amounts.length).toBeGreaterThanOrEqual(4);
    for (const line of amounts) expect(line).toMatch(/ریال|rials/);
  });

  test('every command gets an answer, and /start greets by name once', async () => {
    const hadi = world.telegram.person({ first_name: '<b>Hadi</b> & co', language_code: language });
    await hadi.type('/start');
    expect(read(hadi)).toContain('<b>Hadi</b> & co');
    await hadi.type('/start');
    expect(read(hadi)).not.toContain('<b>Hadi</b> & co');
    // Sellers and the owner have more buttons.
    expect(rows(hadi.last()).slice(0, 3)).toEqual([
      inRow(t('key-offers'), t('key-packages')),
      inRow(t('key-topup'), t('key-numbers')),
      inRow(t('key-orders'), t('key-wallet')),
    ]);
    const title = (key: string) =>
      t(key)
        .replace(/<[^>]+>/g, '')
        .split('\n')[0] ?? '';
    for (const [command, words] of [
      ['/help', title('help')],
      ['/terms', title('terms')],
      ['/settings', title('settings-title')],
      ['/orders', title('orders-title')],
      ['/search', t('ask-search')],
      ['/wallet', title('wallet-title')],
      ['/balance', title('wallet-title')],
      ['/support', title('support-title')],
      ['/cancel', t('left')],
    ] as const) {
      await hadi.type(command);
      expect(read(hadi), command).toContain(words);
      expect(labels(hadi.last()), command).toContain(command === '/cancel' ? t('key-settings') : t('key-home'));
    }
    const menu = await hadi.until(({ commands }) => commands.length > 0);
    for (const command of ['start', 'wallet', 'orders', 'search', 'support', 'settings', 'help', 'terms', 'cancel']) {
      expect(menu.commands).toContainEqual({ command, description: t(`command-${command}`) });
    }
  });

  test('the owner buys without a limit and sees no wallet', async () => {
    const owner = world.telegram.person({ id: ownerId, first_name: 'Owner', language_code: language });
    await owner.type('/settings');
    await owner.press(say({ fa: 'فارسی', en: 'English' }));
    const rials = `⇄ ${t('unit-rial')}`;
    if (labels(owner.last()).includes(rials)) await owner.press(rials);
    const number = phone('0930');
    await buyOffer(owner, number);
    expect(read(owner)).not.toContain(t('receipt-balance', { balance: '' }).trim());
    expect(await sold(number)).toHaveLength(1);
  });
});
