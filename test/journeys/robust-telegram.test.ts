import { describe, expect, onTestFinished, test } from 'vitest';
import { look, meetOwner, trailOf } from '#test/support/agents.ts';
import { choose, find, forge, greet, leadsTo, says, tap, topUp, watch } from '#test/support/buyer.ts';
import { journeyLanguages, long, sampled } from '#test/support/length.ts';
import { begins } from '#test/support/payments.ts';
import { proxyKinds, startProxy } from '#test/support/proxies.ts';
import { secretsIn } from '#test/support/secrets.ts';
import { createWorld, type World, type WorldOptions } from '#test/support/world.ts';

async function open(options: WorldOptions = {}): Promise<World> {
  const world = await createWorld({ products: 120, ...options });
  onTestFinished(() => world.close());
  return world;
}

const refusals = {
  'a short pause': { retryAfter: 1 },
  'a server error': { code: 500 },
  'a gateway error': { code: 502 },
  'a cut connection': { cut: 'before' },
  'an answer that gets lost': { cut: 'after' },
} as const;

describe('a bot at its start', () => {
  test('sells even if Telegram refuses its commands and descriptions', async () => {
    const world = await open({ start: false });
    world.telegram.faults.fail('setMyCommands', { code: 400, description: 'Bad Request: BOT_COMMAND_INVALID' });
    world.telegram.faults.fail('setMyCommands', { retryAfter: 3_600 });
    world.telegram.faults.fail('setMyDescription', { code: 500, times: 4 });
    world.telegram.faults.fail('setMyShortDescription', { cut: 'before', times: 4 });
    await world.startBot();
    const buyer = await greet(world);
    await choose(buyer, '989121234567');
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(says('en', 'state-delivered'));
    expect(await world.sales()).toHaveLength(1);
    expect(world.errors()).toEqual([]);
  });

  test('tries again if Telegram is slow', async () => {
    const world = await open({ start: false });
    world.telegram.faults.fail('getMe', { code: 500, times: 3 });
    world.telegram.faults.fail('getMe', { cut: 'before' });
    world.telegram.faults.fail('deleteWebhook', { code: 502, times: 2 });
    await world.startBot();
    await greet(world);
  });

  test('stops with a clear error, without the token, if Telegram refuses it', async () => {
    const world = await open({ start: false, config: { botToken: '123:not-a-token-of-ours' } });
    const refused = await world.startBot().catch((error: unknown) => error);
    expect(String(refused)).toContain('does not know this BOT_TOKEN (401)');
    expect(String(refused)).not.toContain('not-a-token');
    expect(world.logged.join()).not.toContain('not-a-token');
  });

  const modes = ['refuse', 'drop', 'hang'] as const;
  const troubles = proxyKinds.flatMap((kind) => modes.map((mode) => [kind, mode] as const));
  test.each(long ? troubles : ([['socks5', 'refuse']] as const))(
    'settles orders behind a proxy (%s) that can %s for a long time, and serves people once the proxy works',
    async (kind, mode) => {
      const proxy = await startProxy(kind);
      const world = await open({ config: { telegramProxy: proxy.url } });
      const buyer = await greet(world);
      await world.fault('purchase', '503', null);
      await choose(buyer, '989121234567');
      await tap(buyer, { to: 'confirm' });
      await buyer.sees(says('en', 'state-unsure'));
      await world.stopBot();
      await world.fault('purchase', null);
      proxy.become(mode);
      const starting = world.startBot();
      await expect.poll(() => world.sales()).toHaveLength(1);
      await starting;
      const warned = world.logged.filter((line) => line.includes('Telegram cannot be reached; retrying'));
      expect(warned.length).toBeGreaterThan(0);
      expect(JSON.parse(warned[0] ?? '')).toMatchObject({
        api: world.telegram.url,
        proxy: expect.stringMatching(new RegExp(`^${kind}://localhost:\\d+$`)),
      });
      proxy.become('work');
      await buyer.sees(says('en', 'state-delivered'));
      await buyer.type('/start', { wait: false });
      await buyer.sees(says('en', 'home-title'));
      expect(await world.sales()).toHaveLength(1);
      // Only Telegram is reached through the proxy.
      expect(new Set(proxy.targets)).toEqual(new Set([new URL(world.telegram.url).host]));
      expect(await secretsIn(world)).toEqual([]);
      expect(world.logged.join()).not.toContain('canary:p');
      expect(world.logged.join()).not.toContain('p%40ss');
    },
  );

  test('ends at once while Telegram is unreachable, and stops if the token is refused later', async () => {
    const world = await open({ start: false });
    world.telegram.faults.fail('getMe', { cut: 'before', times: 1_000 });
    await world.startBot();
    await world.stopBot();
    world.telegram.faults.clear();
    world.telegram.faults.fail('getMe', { cut: 'before', times: 2 });
    world.telegram.faults.fail('getMe', { code: 401, description: 'Unauthorized' });
    await world.startBot();
    expect(String(await world.failed())).toContain('does not know this BOT_TOKEN (401)');
  });

  test('registers a webhook as soon as it reaches Telegram', async () => {
    const webhook = { url: 'http://127.0.0.1:9/updates', secret: 'a-secret-only-telegram-knows' };
    const world = await open({ start: false, config: { webhook } });
    world.telegram.faults.fail('setWebhook', { cut: 'before', times: 3 });
    await world.startBot();
    await expect.poll(() => world.logged.join()).toContain('Telegram reached');
    expect(world.telegram.journal.calls('setWebhook').some(({ status }) => status === 200)).toBe(true);
  });
});

describe('a bot that polls', () => {
  test.each(sampled(Object.entries(refusals), 3))('loses nothing and does nothing twice after %s', async (_, fault) => {
    const world = await open();
    const buyer = await greet(world);
    await choose(buyer, '989121234567');
    world.telegram.faults.fail('getUpdates', { ...fault, times: 3 });
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(says('en', 'state-delivered'));
    expect(await world.sales()).toMatchObject([{ price: topUp.total }]);
  });

  test('waits longer and longer after repeated failures', async () => {
    const world = await open({ pace: { polling: { pauseMs: 20, longestPauseMs: 160 } } });
    const buyer = await greet(world);
    const before = world.telegram.journal.calls('getUpdates').length;
    world.telegram.faults.fail('getUpdates', { code: 500, times: 6 });
    await buyer.type('/start');
    const asked = world.telegram.journal.calls('getUpdates').slice(before - 1);
    const failed = asked.filter(({ status }) => status === 500).map(({ startedAt }) => startedAt);
    expect(failed).toHaveLength(6);
    // 20 + 40 + 80 + 160 + 160, less the tolerance of timers.
    expect((failed.at(-1) ?? 0) - (failed[0] ?? 0)).toBeGreaterThan(440);
  });

  test('logs that another process takes its updates, and goes on when that one has ended', async () => {
    const world = await open();
    const buyer = await greet(world);
    const { url, token } = world.telegram;
    await fetch(`${url}/bot${token}/getUpdates?timeout=0`);
    await buyer.type('/start');
    expect(buyer.last().text).toContain(says('en', 'home-title'));
    expect(world.logged.join()).toContain('another process or a webhook takes them');
  });
});

describe.each(sampled(Object.entries(refusals), 3))('%s', (_, fault) => {
  test('of one call goes unnoticed', async () => {
    const world = await open();
    const buyer = await greet(world);
    for (const method of ['sendMessage', 'editMessageText', 'answerCallbackQuery']) {
      world.telegram.faults.fail(method, fault);
    }
    await buyer.type('/start');
    expect(buyer.last().text).toContain(says('en', 'home-title'));
    await tap(buyer, { to: 'settings' });
    expect(buyer.last().text).toContain(says('en', 'settings-title'));
    expect(world.errors()).toEqual([]);
  });
});

describe('calls that keep failing', () => {
  const referenceIn = (text: string) => /[0-9a-f]{8}/.exec(text)?.[0];

  test.each(journeyLanguages)('give the person a reference that is in the log (%s)', async (language) => {
    const world = await open();
    const buyer = await greet(world, { language });
    const refusal = { code: 400, description: "Bad Request: can't parse entities: Unsupported start tag" };
    for (const fault of [{ ...refusal, times: 3 }, { code: 500, times: 6 }, { cut: 'before', times: 6 } as const]) {
      world.telegram.faults.fail('editMessageText', fault);
      await tap(buyer, { to: 'settings' });
      const { text } = buyer.last();
      const reference = referenceIn(text);
      expect(text).toBe(says(language, 'error', { reference: reference ?? '' }));
      expect(world.errors().at(-1)).toMatchObject({ msg: 'update set aside', reference });
    }
    // The next tap works.
    await tap(buyer, { to: 'settings' });
    expect(buyer.messages().some(({ text }) => text.includes(says(language, 'settings-title')))).toBe(true);
  });

  test('after a Confirm leave the order alone: one purchase, its receipt and no error message', async () => {
    const world = await open();
    const buyer = await greet(world);
    await choose(buyer, '989121234567');
    // The failures cover the screen and the first attempts of the receipt.
    world.telegram.faults.fail('editMessageText', { code: 500, times: 8 });
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(says('en', 'state-delivered'));
    expect(await world.sales()).toHaveLength(1);
    expect(world.errors()).toEqual([]);
  });

  test('after an answer leave its question open, and the same message answers it once', async () => {
    const world = await open();
    const owner = await meetOwner(world, 'en');
    const buyer = await greet(world, { wallet: 0 });
    /** The transport calls twice, then the inbox handles the message again. */
    const answer = async (text: string) => {
      world.telegram.faults.fail('sendMessage', { code: 500, chat: owner.id, times: 2 });
      await owner.type(text);
      await world.telegram.quiet();
      return owner.last().text;
    };
    await forge(owner, { to: 'askNote', person: buyer.id });
    expect(await answer('Owes us a coffee')).toContain('Owes us a coffee');
    await forge(owner, { to: 'askMessage', person: buyer.id });
    expect(await answer('Call us back, please')).toContain(says('en', 'message-sent'));
    expect(buyer.messages().filter(({ text }) => text.includes('Call us back'))).toHaveLength(1);
    expect((await trailOf(world, buyer)).map(({ action }) => action)).toEqual(['note', 'message']);
    const notes = await look(world, ({ db }) => db.selectFrom('person_notes').select('text').execute());
    expect(notes).toEqual([{ text: 'Owes us a coffee' }]);
    await forge(owner, { to: 'askSupportText', kind: 'faq', text: null });
    expect(await answer('How long does it take?\nA minute.')).not.toContain(says('en', 'not-understood'));
    const texts = await look(world, ({ db }) => db.selectFrom('support_texts').select('title').execute());
    expect(texts).toEqual([{ title: 'How long does it take?' }]);
    await forge(owner, { to: 'askCredit', person: buyer.id, action: 'grant' });
    await answer('50000');
    expect(find(owner, { to: 'confirmCredit' }).press).toBeDefined();
    // The question is answered, so the next text is no answer.
    await owner.type('Owes us two coffees');
    expect(await look(world, ({ db }) => db.selectFrom('person_notes').select('text').execute())).toEqual(notes);
  });

  test('because of a flood limit lose one reply, and the next tap works', async () => {
    const world = await open();
    const buyer = await greet(world);
    world.telegram.faults.fail('editMessageText', { retryAfter: 60 });
    const { messages } = await tap(buyer, { to: 'settings' });
    expect(messages).toEqual([]);
    await tap(buyer, { to: 'settings' });
    expect(buyer.last().text).toContain(says('en', 'settings-title'));
    expect(world.errors()).toEqual([]);
  });

  test('because of a forbidden link to a person send the screen without the link', async () => {
    const world = await open();
    const buyer = await greet(world, { wallet: 0 });
    await choose(buyer, '989121234567');
    const { message } = find(buyer, { to: 'confirm' });
    world.telegram.faults.fail('editMessageText', {
      code: 400,
      description: 'Bad Request: BUTTON_USER_PRIVACY_RESTRICTED',
    });
    await tap(buyer, { to: 'confirm' });
    const shown = buyer.messages().find(({ id }) => id === message);
    expect(shown?.text).toContain('Nothing was bought');
    expect(shown?.buttons.length).toBeGreaterThan(0);
    expect(await world.sales()).toEqual([]);
  });

  test('log neither a token nor a number', async () => {
    const world = await open();
    const buyer = await greet(world);
    world.telegram.faults.fail('*', { code: 500, times: 6 });
    await buyer.type('0912 123 4567');
    world.telegram.faults.fail('*', { cut: 'before', times: 6 });
    await buyer.type('+98 912 123 4567', { wait: false });
    await world.telegram.quiet();
    await choose(buyer, '989121234567');
    for (const fault of ['cut-after', 'html', '500']) {
      await world.fault('purchase', fault, 1);
      await tap(buyer, { to: 'confirm' });
      await buyer.sees(says('en', 'state-delivered'));
      await tap(buyer, { to: 'again' });
    }
    expect(world.logged.length).toBeGreaterThan(10);
    expect(await secretsIn(world)).toEqual([]);
  });
});

const uneditable = {
  telegram: { code: 400, description: 'Bad Request: message to edit not found', times: 100 },
  bale: { code: 403, description: 'Forbidden', times: 100 },
} as const;

describe.each(['telegram', 'bale'] as const)('on %s a message that cannot be edited', (messenger) => {
  async function begin({ wallet }: { readonly wallet: number }) {
    const world = await open({ messenger });
    const owner = await meetOwner(world);
    await forge(owner, { to: 'askBankCard' });
    await owner.type('6037991111111112 Sara Ahmadi');
    const buyer = await greet(world, { wallet });
    /** Returns what the buyer is sent from now on. */
    const refuseEdits = () => {
      world.telegram.faults.fail('editMessageText', { ...uneditable[messenger], chat: buyer.id });
      return watch(world, buyer);
    };
    return { world, buyer, refuseEdits };
  }

  test('is replaced by one that says where to pay, and the answer to the slip comes once', async () => {
    const { world, buyer, refuseEdits } = await begin({ wallet: 0 });
    await forge(buyer, { to: 'product', id: topUp.id, mobile: '989129300001' });
    const sent = refuseEdits();
    await tap(buyer, { to: 'pay' });
    await buyer.sees(leadsTo('askTrackingCode'));
    await buyer.type('12345678');
    await world.telegram.quiet();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toContain(begins('en', 'payment-slip-sent'));
  });

  test('is replaced by one with the order that is being checked', async () => {
    const { world, buyer, refuseEdits } = await begin({ wallet: topUp.total });
    await world.fault('purchase', '503', null);
    const order = await choose(buyer, '989121234567');
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(says('en', 'state-unsure'));
    await buyer.type('/orders');
    const sent = refuseEdits();
    await tap(buyer, { to: 'order', order });
    await expect.poll(() => sent).toEqual([expect.stringContaining(says('en', 'state-unsure'))]);
  });

  test('is followed only by the receipt after a Confirm', async () => {
    const { world, buyer, refuseEdits } = await begin({ wallet: topUp.total });
    await choose(buyer, '989121234567');
    const sent = refuseEdits();
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(says('en', 'state-delivered'));
    await world.telegram.quiet();
    expect(sent).toHaveLength(1);
  });
});

describe('a stop', () => {
  test('waits for work in progress up to a limit, and the next start takes up the rest', async () => {
    const world = await open({ pace: { stopMs: 200 } });
    const buyer = await greet(world);
    const hanging = world.telegram.faults.hold('sendMessage');
    await buyer.type('/settings', { wait: false });
    await hanging.arrived;
    await world.stopBot();
    hanging.release();
    await world.startBot();
    await world.telegram.quiet();
    expect(buyer.last().text).toContain(says('en', 'settings-title'));
  });

  test('lets work in progress end, so that nothing happens twice', async () => {
    const world = await open();
    const buyer = await greet(world);
    const slow = world.telegram.faults.hold('sendMessage');
    await buyer.type('/settings', { wait: false });
    await slow.arrived;
    const stopped = world.stopBot();
    slow.release();
    await stopped;
    await world.startBot();
    await world.telegram.quiet();
    expect(buyer.messages().filter(({ text }) => text.includes(says('en', 'settings-title')))).toHaveLength(1);
  });

  test('does not wait for the publication of the profile', async () => {
    const world = await open({ start: false });
    const held = world.telegram.faults.hold('setMyCommands');
    await world.startBot();
    await held.arrived;
    await world.stopBot();
    held.release();
  });
});

test('a slow chat does not delay others and is served once', async () => {
  const world = await open();
  const [slow, other] = [await greet(world), await greet(world)];
  const held = world.telegram.faults.hold('sendMessage');
  await slow.type('/settings', { wait: false });
  await held.arrived;
  for (let turn = 0; turn < 3; turn += 1) {
    const since = other.mark();
    await other.type('/start', { wait: false });
    await other.sees(says('en', 'home-title'), { since });
  }
  held.release();
  await world.telegram.quiet();
  expect(slow.last().text).toContain(says('en', 'settings-title'));
  expect(slow.messages().filter(({ text }) => text.includes(says('en', 'settings-title')))).toHaveLength(1);
});
