import type { HeldCall, Person } from '@sharj/local-telegram';
import { FAULT_NAMES } from '@sharj/sandbox';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { choose, find, forge, greet, says, tap, topUp, watch } from '#test/support/buyer.ts';
import { secretsIn } from '#test/support/secrets.ts';
import { quiet } from '#test/support/shop.ts';
import { languages } from '#test/support/story.ts';
import { createWorld, ownerId, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120, pace: { purchaseMs: 2_500 } });
});
afterAll(async () => {
  expect(await secretsIn(world)).toEqual([]);
  await world.close();
});

let numbers = 2_000_000;
const newNumber = () => {
  numbers += 1;
  return `98912${numbers}`;
};
const soldTo = async (mobile: string) => (await world.sales()).filter((sale) => sale.mobile === mobile);

/** Texts that only an end state may have. */
const verdicts = (language: 'fa' | 'en') =>
  ['state-rejected', 'error'].map((key) => says(language, key, { reference: '' }).slice(0, 12));

async function faulty(fault: string, times: number | null, ms?: number): Promise<void> {
  await world.fault('purchase', fault, times, ms);
  onTestFinished(() => world.fault('purchase', null));
}

const unsure = FAULT_NAMES.filter((name) => !['401', 'rejected', 'account-empty'].includes(name));

describe.each(unsure)('the gateway answers a purchase with "%s"', (fault) => {
  test.each(languages)(
    'the buyer reads "checking" and then the outcome, and it is sold once (%s)',
    async (language) => {
      const mobile = newNumber();
      const buyer = await greet(world, { language });
      await choose(buyer, mobile);
      const { message } = find(buyer, { to: 'confirm' });
      const shown = watch(world, buyer);
      await faulty(fault, null, 20_000);
      await tap(buyer, { to: 'confirm' }, { wait: false });
      await buyer.sees(says(language, 'state-unsure'));
      await world.fault('purchase', null);
      await buyer.sees(says(language, 'state-delivered'));
      await world.telegram.quiet();
      expect(await soldTo(mobile)).toMatchObject([{ price: topUp.total }]);
      // After a long wait the receipt is a message of its own.
      const ends = ['✅', says(language, 'order-below')];
      const textThere = () => buyer.messages().find(({ id }) => id === message)?.text ?? '';
      await expect.poll(() => ends.filter((words) => textThere().includes(words))).toHaveLength(1);
      const checking = shown.findIndex((text) => text.includes(says(language, 'state-unsure')));
      const delivered = shown.findIndex((text) => text.includes(says(language, 'state-delivered')));
      expect(checking).toBeGreaterThanOrEqual(0);
      expect(delivered).toBeGreaterThan(checking);
      for (const words of verdicts(language)) expect(shown.filter((text) => text.includes(words))).toEqual([]);
    },
  );
});

test('a buyer sees only progress while a slow gateway works', async () => {
  const mobile = newNumber();
  const buyer = await greet(world);
  await choose(buyer, mobile);
  const shown = watch(world, buyer);
  await faulty('slow', 1, 400);
  await tap(buyer, { to: 'confirm' });
  await buyer.sees(says('en', 'state-delivered'));
  expect(await soldTo(mobile)).toHaveLength(1);
  // After a long wait on a busy machine the outcome is a new message.
  expect(shown.filter((text) => !text.includes(says('en', 'order-below')))).toHaveLength(2);
  expect(shown[0]).toContain(says('en', 'state-confirmed'));
});

describe('a refused token', () => {
  test('pauses sales, alerts the owner once, and sales resume by themselves', async () => {
    const owner = await greet(world, { id: ownerId, wallet: 0 });
    const told = watch(world, owner);
    const mobiles = [newNumber(), newNumber(), newNumber()];
    const buyers = await Promise.all(mobiles.map(() => greet(world)));
    for (const [at, buyer] of buyers.entries()) await choose(buyer, mobiles[at] ?? '');
    await faulty('401', null);
    await Promise.all(buyers.map((buyer) => tap(buyer, { to: 'confirm' }, { wait: false })));
    await owner.sees(says('en', 'alert-token-refused'));
    await world.telegram.quiet();

    const late = await greet(world);
    await forge(late, { to: 'product', id: topUp.id, mobile: newNumber() });
    expect(late.last().text).toContain(says('en', 'failure-selling-paused'));
    const waiting = buyers.filter((buyer) => buyer.last().text.includes(says('en', 'state-unsure')));
    expect(waiting.length).toBeGreaterThan(0);

    await world.fault('purchase', null);
    await owner.sees(says('en', 'alert-token-accepted'));
    for (const buyer of waiting) await buyer.sees(says('en', 'state-delivered'));
    for (const buyer of buyers.filter((one) => !waiting.includes(one))) {
      expect(buyer.last().text).toContain(says('en', 'failure-selling-paused'));
    }
    const sold = await world.sales();
    expect(sold.filter(({ mobile }) => mobiles.includes(mobile))).toHaveLength(waiting.length);
    expect(told).toHaveLength(2);
  });
});

describe('a receipt', () => {
  async function bought(fault: string, times: number | null, ms?: number): Promise<[Person, string, number]> {
    const mobile = newNumber();
    const buyer = await greet(world);
    await choose(buyer, mobile);
    const { message } = find(buyer, { to: 'confirm' });
    await faulty(fault, times, ms);
    await tap(buyer, { to: 'confirm' });
    return [buyer, mobile, message];
  }
  async function undelivered(): Promise<number> {
    const opened = await openDatabase(world.database.settings, { log: quiet });
    const open = await opened.db.selectFrom('receipt_jobs').select('subject').where('done_at', 'is', null).execute();
    await opened.close();
    return open.length;
  }
  const state = (buyer: Person, message: number) => buyer.messages().find(({ id }) => id === message)?.text;

  test('is also a new message after a long wait', async () => {
    const [buyer, mobile, message] = await bought('503', null);
    await buyer.sees(says('en', 'state-unsure'));
    await world.telegram.quiet();
    const before = buyer.messages().length;
    world.pass(10_000);
    await world.fault('purchase', null);
    await buyer.until(({ messages }) => messages.length > before);
    await expect.poll(() => state(buyer, message)).toContain(says('en', 'order-below'));
    expect(buyer.last().text).toContain(says('en', 'state-delivered'));
    expect(buyer.last().id).toBeGreaterThan(message);
    expect(await soldTo(mobile)).toHaveLength(1);
  });

  test('is a new message if its message was deleted', async () => {
    const [buyer, mobile, message] = await bought('503', null);
    await buyer.sees(says('en', 'state-unsure'));
    await world.telegram.quiet();
    const { url, token } = world.telegram;
    await fetch(`${url}/bot${token}/deleteMessage?chat_id=${buyer.id}&message_id=${message}`);
    await world.fault('purchase', null);
    const receipt = await buyer.sees(says('en', 'state-delivered'));
    expect(receipt.id).toBeGreaterThan(message);
    expect(await soldTo(mobile)).toHaveLength(1);
  });

  test('is recorded for a person who blocked the bot and not sent again; the order’s page has it', async () => {
    const [buyer, mobile] = await bought('503', null);
    await buyer.sees(says('en', 'state-unsure'));
    await world.telegram.quiet();
    await buyer.block();
    await world.fault('purchase', null);
    const noted = () => world.logged.filter((line) => /"how":"unreachable".*receipt handled/.test(line)).length;
    await expect.poll(noted, { timeout: 60_000 }).toBe(1);
    expect(await soldTo(mobile)).toHaveLength(1);
    const calls = () => world.telegram.journal.calls().filter(({ params }) => params.chat_id === buyer.id).length;
    const tried = calls();
    world.pass(2 * 3_600_000);
    // The bot would send a due receipt before the next buyer's.
    const [next] = await bought('503', 1);
    await next.sees(says('en', 'state-delivered'));
    expect(calls()).toBe(tried);
    await buyer.unblock();
    await buyer.type('/orders');
    await tap(buyer, { to: 'order' });
    expect(buyer.last().text).toContain(says('en', 'state-delivered'));
  });

  const troubles = {
    'a long pause': { retryAfter: 20, times: 2 },
    'server errors': { code: 500, times: 5 },
    'cut connections': { cut: 'before', times: 5 },
    'answers that get lost': { cut: 'after', times: 5 },
  } as const;

  test.each(Object.entries(troubles))('is sent again until Telegram accepts it: %s', async (name, fault) => {
    const [buyer, mobile, message] = await bought('503', null);
    await buyer.sees(says('en', 'state-unsure'));
    await world.telegram.quiet();
    onTestFinished(() => world.telegram.faults.clear());
    world.telegram.faults.fail('editMessageText', fault);
    await world.fault('purchase', null);
    const refused = () => world.logged.filter((line) => line.includes('receipt not delivered')).length;
    const before = refused();
    if (name === 'a long pause') {
      for (let more = 1; more <= 2; more += 1) {
        await expect.poll(refused, { timeout: 60_000 }).toBe(before + more);
        world.pass(21_000);
      }
    }
    await buyer.sees(says('en', 'state-delivered'));
    const told = [says('en', 'state-delivered'), says('en', 'order-below')];
    await expect.poll(() => told.some((words) => state(buyer, message)?.includes(words))).toBe(true);
    expect(await soldTo(mobile)).toHaveLength(1);
  });

  test('is sent as plain text if Telegram refuses its HTML', async () => {
    // Earlier receipts are done, so the refusals hit this one.
    await expect.poll(undelivered, { timeout: 60_000 }).toBe(0);
    const [buyer] = await bought('503', null);
    await buyer.sees(says('en', 'state-unsure'));
    await world.telegram.quiet();
    onTestFinished(() => world.telegram.faults.clear());
    // Only this chat counts: an alert to the owner may still be on its way.
    const description = "Bad Request: can't parse entities: Unsupported start tag";
    const refusal = { chat: buyer.id, code: 400, description };
    world.telegram.faults.fail('editMessageText', refusal);
    world.telegram.faults.fail('sendMessage', refusal);
    await world.fault('purchase', null);
    const receipt = await buyer.sees(says('en', 'state-delivered'));
    expect(receipt.entities.filter(({ type }) => type === 'bold')).toEqual([]);
  });
});

describe('progress and receipt at the same time', () => {
  /** Checks that the outcome is shown and no message still shows progress. */
  async function showsTheEnd(buyer: Person, mobile: string, held: HeldCall): Promise<void> {
    await expect.poll(async () => (await soldTo(mobile)).length, { timeout: 60_000 }).toBe(1);
    held.release();
    await buyer.sees(says('en', 'state-delivered'));
    await world.telegram.quiet();
    const underWay = [says('en', 'state-confirmed'), says('en', 'state-unsure')];
    expect(buyer.messages().filter(({ text }) => underWay.some((words) => text.includes(words)))).toEqual([]);
  }

  test('the receipt comes after the slow progress of the first tap', async () => {
    const buyer = await greet(world);
    const mobile = newNumber();
    await choose(buyer, mobile);
    const progress = world.telegram.faults.hold('editMessageText');
    await tap(buyer, { to: 'confirm' }, { wait: false });
    await progress.arrived;
    await showsTheEnd(buyer, mobile, progress);
  });

  test.each(['confirm', 'order'] as const)(
    'a slow screen of another %s press does not hide the receipt',
    async (to) => {
      const buyer = await greet(world);
      const mobile = newNumber();
      const order = await choose(buyer, mobile);
      const { data, message } = find(buyer, { to: 'confirm' });
      await faulty('503', null);
      await tap(buyer, { to: 'confirm' });
      await buyer.sees(says('en', 'state-unsure'));
      const again = to === 'confirm' ? data : find(buyer, { to: 'order', order }).data;
      await buyer.forge('1h', { message });
      const stale = world.telegram.faults.hold('editMessageText');
      await buyer.forge(again, { message, wait: false });
      await stale.arrived;
      await world.fault('purchase', null);
      await showsTheEnd(buyer, mobile, stale);
    },
  );

  test('the receipt comes after a slow "checking"', async () => {
    const buyer = await greet(world);
    const mobile = newNumber();
    await choose(buyer, mobile);
    const progress = world.telegram.faults.hold('editMessageText');
    const checking = world.telegram.faults.hold('editMessageText');
    // This is slower than the bot waits, so that it shows the progress.
    await faulty('slow', null, 20_000);
    await tap(buyer, { to: 'confirm' }, { wait: false });
    await progress.arrived;
    progress.release();
    await checking.arrived;
    await world.fault('purchase', null);
    await showsTheEnd(buyer, mobile, checking);
  });
});
