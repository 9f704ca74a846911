import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { OnlineMethod } from '#domain/payment.ts';
import { finishRestore } from '#shop/running/backups/finish-restore.ts';
import { writeArchive } from '#storage/archive/archive.ts';
import { restoreArchive } from '#storage/archive/restore.ts';
import { openDatabase } from '#storage/database.ts';
import { switchFault, visit } from '#test/payments/bank-stage.ts';
import { look, meetOwner, stayAwake } from '#test/support/agents.ts';
import { choose, forge, greet, keysOn, says, tap, topUp } from '#test/support/buyer.ts';
import { hour } from '#test/support/clock.ts';
import { makeEmptyDatabase } from '#test/support/databases.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { begins, openBank, payLink } from '#test/support/payments.ts';
import { quiet } from '#test/support/shop.ts';
import { createWorld, ownerId } from '#test/support/world.ts';

const passphrase = 'a passphrase for tests';
const amount = 1_000_000;

describe.each(journeyLanguages)('after a restore, in %s', (language) => {
  test('an owner sees what the archive does not know and resumes with a tap', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sharj-restored-'));
    const { bank, config } = await openBank();
    const world = await createWorld({ products: 120, balance: 50_000_000, config });
    const copy = await makeEmptyDatabase('sqlite');
    onTestFinished(async () => {
      await world.close();
      await bank.close();
      await copy.remove();
      await rm(folder, { recursive: true });
    });
    const owner = await meetOwner(world, language);
    await stayAwake(owner);
    const regular = await greet(world);

    const payers: Awaited<ReturnType<typeof greet>>[] = [];
    /** The payer is on the bank's page and has not paid yet. */
    async function goToBank(method: OnlineMethod): Promise<string> {
      const payer = await greet(world, { wallet: 0 });
      payers.push(payer);
      await forge(payer, { to: 'payAmountBy', method, amount });
      return (await visit(payLink(payer))).location ?? '';
    }
    const known = await goToBank('zibal');
    // By now the bot asks about it only rarely.
    world.pass(5 * hour);
    const nextAttempt = () => look(world, ({ db }) => db.selectFrom('payments').select('next_attempt_at').execute());
    await expect.poll(async () => (await nextAttempt())[0]?.next_attempt_at).toBeGreaterThan(world.now() + hour / 2);
    const archive = join(folder, 'shop.sharj');
    await writeArchive(world.database.settings, archive, { passphrase, cost: 4, release: '0.0.1', now: world.now });
    const unknown = await goToBank('zarinpal');
    await world.stopBot();
    for (const page of [known, unknown]) await visit(page, 'pay');
    await world.setBalance(40_000_000);

    await restoreArchive(copy.settings, [archive], {
      ...{ passphrase, log: quiet },
      finish: (tx, summary) => finishRestore(tx, summary, { ownerIds: [ownerId], now: world.now() }),
    });
    await world.startBot({ database: copy.settings });
    const t = (key: string) => begins(language, key);
    await owner.sees(says(language, 'alert-restored', { time: '|' }).split('|')[1] ?? '');

    // Paid after the backup, which knew the request: the bot asks at once, and an owner looks before the credit.
    const waiting = async () => {
      const { db, close } = await openDatabase(copy.settings, { log: quiet });
      const rows = await db.selectFrom('payments').select(['reference', 'state', 'problem']).execute();
      await close();
      return rows;
    };
    const reference = known.split('/').at(-1);
    await expect.poll(waiting).toEqual([{ reference, state: 'submitted', problem: 'restored' }]);
    await payers[0]?.sees(says('en', 'payment-arrived', { amount: '|' }).split('|')[1] ?? '');

    await forge(owner, { to: 'menu' });
    // Alerts may come below.
    await owner.sees(says(language, 'desk-paused-restore'));
    await switchFault(bank, 'down', { endpoint: 'unverified' });
    await forge(owner, { to: 'restored' });
    await owner.sees(says(language, 'restored-no-answer', { method: '|' }).split('|')[1] ?? '');
    await switchFault(bank, null);
    await forge(owner, { to: 'restored' });
    const text =
      owner.messages().findLast((shown) => shown.text.includes(says(language, 'restored-about')))?.text ?? '';
    expect(text).toContain(unknown.split('/').at(-1));
    expect(text).not.toContain(known.split('/').at(-1));
    expect(text).toContain(t('restored-no-list'));
    const [, before, now] = /: (.*) \(.*: (.*)$/m.exec(text.split('\n').find((line) => /\(.*:/.test(line)) ?? '') ?? [];
    expect([before, now].map((one) => one?.replaceAll(/\P{Nd}/gu, '').length)).toEqual([8, 8]);
    expect(before).not.toEqual(now);

    await forge(regular, { to: 'product', id: topUp.id, mobile: '989121234567' });
    expect(keysOn(regular.last()).map(({ press }) => press.to)).not.toContain('confirm');
    await forge(owner, { to: 'resumeSelling' });
    await owner.sees(says(language, 'desk-selling'));
    await choose(regular, '989121234567');
    await tap(regular, { to: 'confirm' });
    await expect.poll(world.sales).toHaveLength(1);
    // Afterwards there is nothing to compare.
    await forge(owner, { to: 'restored' });
    await owner.sees(says(language, 'desk-selling'));
  });
});
