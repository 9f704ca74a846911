import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { meetOwner } from '#test/support/agents.ts';
import { find, forge, greet, keysOn, says, tap, topUp, watch } from '#test/support/buyer.ts';
import { languages, read, storyIn } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ config: { payments: { token: 'pretend', currency: 'IRR', exponent: 0 } } });
});
afterAll(() => world.close());

describe.each(languages)('navigation, in %s', (language) => {
  const { t, phone } = storyIn(language, () => world);

  test('Back from all top-ups leads to the amounts that they were opened from', async () => {
    const buyer = await greet(world, { language });
    const number = phone('0912');
    await buyer.type(number);
    await tap(buyer, { to: 'topup' });
    const amounts = buyer.last();
    await tap(buyer, { to: 'shelf', type: 'topup' });
    await buyer.press(t('key-back'));
    expect(buyer.last().text).toBe(amounts.text);
    expect(buyer.last().buttons).toEqual(amounts.buttons);
  });

  test('Back from a buyer’s page leads to the order that it was opened from', async () => {
    const owner = await meetOwner(world, language);
    const buyer = await greet(world, { language });
    const number = phone('0912');
    const mobile = `98${number.slice(1)}`;
    await forge(buyer, { to: 'product', id: topUp.id, mobile });
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(says(language, 'state-delivered'));
    await forge(owner, { to: 'numberOrders', mobile, page: 1 });
    await tap(owner, { to: 'found' });
    const order = read(owner);
    await owner.press(t('key-buyer'));
    expect(read(owner)).toContain(`Buyer ${buyer.id}`);
    await owner.press(t('key-back'));
    expect(read(owner)).toBe(order);
    expect(find(owner, { to: 'numberOrders', mobile }).message).toBe(owner.last().id);
  });

  test('Cancel above an invoice disappears after payment', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    await forge(buyer, { to: 'product', id: topUp.id, mobile: `98${phone('0912').slice(1)}` });
    await tap(buyer, { to: 'pay' });
    const above = await buyer.sees(says(language, 'invoice-below'));
    expect(keysOn(above).map(({ press }) => press.to)).toContain('cancel');
    await buyer.pay();
    await buyer.sees(says(language, 'state-delivered'));
    await world.telegram.quiet();
    const after = buyer.messages().find(({ id }) => id === above.id);
    expect(after?.text).toContain(says(language, 'invoice-paid', { code: '' }).split('  ')[0]?.trim());
    expect(after && keysOn(after)).toEqual([]);
    // The receipt is below the payment, where the buyer looks.
    expect(buyer.last().text).toContain(says(language, 'state-delivered'));
    expect(buyer.last().id).toBeGreaterThan(above.id);
  });

  test('Cancel above an unpaid invoice cancels the order', async () => {
    const buyer = await greet(world, { language, wallet: 0 });
    await forge(buyer, { to: 'product', id: topUp.id, mobile: `98${phone('0912').slice(1)}` });
    await tap(buyer, { to: 'pay' });
    await buyer.sees(says(language, 'invoice-below'));
    await tap(buyer, { to: 'cancel' });
    await buyer.sees(says(language, 'cancelled-order', { what: '', number: '' }).split(':')[0] ?? '');
  });

  test('a late outcome is one full message, and the old one says that it is below', async () => {
    const buyer = await greet(world, { language });
    await forge(buyer, { to: 'product', id: topUp.id, mobile: `98${phone('0912').slice(1)}` });
    await world.fault('purchase', '503');
    await tap(buyer, { to: 'confirm' });
    const old = await buyer.sees(says(language, 'state-unsure'));
    const shown = watch(world, buyer, old.id);
    world.pass(10_000);
    await world.fault('purchase', null);
    const receipt = await buyer.sees(({ id, text }) => id > old.id && text.includes(says(language, 'state-delivered')));
    await world.telegram.quiet();
    const [code = ''] = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(receipt.text) ?? [];
    const line = buyer.messages().find(({ id }) => id === old.id);
    expect(line?.text.split('\n')).toHaveLength(1);
    expect(line?.text).toContain(code);
    expect(line?.text).toContain(t('order-below'));
    expect(buyer.messages().filter(({ text }) => /تحویل|Delivered/.test(text))).toEqual([receipt]);
    expect(line && keysOn(line)).toEqual([]);
    expect(shown).toHaveLength(1);
  });
});
