import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createAudit } from '#shop/base/audit/audit.ts';
import { botNameOf, createShopProfile, welcomeFor } from '#shop/running/shop-profile/shop-profile.ts';
import { writeArchive } from '#storage/archive/archive.ts';
import { restoreArchive } from '#storage/archive/restore.ts';
import { createChatLeases } from '#storage/chat-leases.ts';
import { type Database, openDatabase } from '#storage/database.ts';
import { createKeyValue } from '#storage/key-value.ts';
import { createClock } from '#test/support/clock.ts';
import { databaseKinds, makeEmptyDatabase } from '#test/support/databases.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { quiet, useDatabase } from '#test/support/shop.ts';

const picture = { photo: Buffer.from([0xff, 0xd8, 0xff, 0, 1]), icon: Buffer.from('icon') };
const owner = 1;

describe.each(sampledDatabases())('the name, welcome and picture of the shop on %s', (kind) => {
  const place = useDatabase(kind);
  const { now } = createClock();

  /** One of several processes. */
  function open(database: Database = place.database) {
    const audit = createAudit({ database, now });
    const profile = createShopProfile({ database, audit, drafts: createKeyValue(database, 'shop-profile', now), now });
    return { audit, profile };
  }

  /** What the next update of a chat tells a process. */
  async function update(process: ReturnType<typeof open>, chatId: number) {
    const leases = createChatLeases({ database: place.database, now, owner: `${chatId}`, leaseMs: 1_000 });
    const [chat] = await leases.take([chatId]);
    process.profile.noted(chat?.shopRevision ?? -1);
    return process.profile.latest();
  }

  test('another process sees a change with its next update, and reads nothing while nothing changed', async () => {
    const [one, other] = [open(), open()];
    const before = await update(other, 1);
    expect(before).toMatchObject({ name: null, welcome: {}, icon: null });
    await one.profile.setText(owner, 'name', 'Pars', 'Bot');
    expect(one.profile.current().name).toBe('Pars');
    expect(other.profile.current()).toBe(before);
    const named = await update(other, 2);
    expect(named.name).toBe('Pars');
    expect(await update(other, 3)).toBe(named);
    // Within the same millisecond.
    await one.profile.setText(owner, 'all', 'Hello', 'Bot');
    expect((await update(other, 4)).welcome).toEqual({ all: 'Hello' });
    await one.profile.setPicture(owner, picture);
    expect((await update(other, 5)).icon).toBe(picture.icon.toString('base64'));
    expect(Buffer.from((await other.profile.picture()) ?? [])).toEqual(picture.photo);
    await one.profile.remove(owner, 'picture');
    expect((await update(other, 6)).icon).toBeNull();
    expect(await other.profile.picture()).toBeNull();
    expect((await open().profile.refresh()).name).toBe('Pars');
  });

  test('two owners who change different parts at once lose nothing, and each change is in the audit trail once', async () => {
    const [one, other] = [open(), open()];
    await Promise.all([
      one.profile.setText(owner, 'fa', 'سلام', 'Bot'),
      other.profile.setText(2, 'en', 'Hello', 'Bot'),
      one.profile.setText(owner, 'name', 'Pars', 'Bot'),
    ]);
    await one.profile.setText(owner, 'name', 'Pars', 'Bot');
    await one.profile.remove(owner, 'ar');
    const profile = await open().profile.refresh();
    expect(profile).toMatchObject({ name: 'Pars', welcome: { fa: 'سلام', en: 'Hello' } });
    expect(['fa', 'en', 'ar'].map((language) => welcomeFor(profile, language as 'fa'))).toEqual([
      'سلام',
      'Hello',
      null,
    ]);
    await other.profile.remove(2, 'en');
    await other.profile.setText(2, 'all', 'Hi', 'Bot');
    expect(welcomeFor(other.profile.current(), 'en')).toBe('Hi');
    const { entries } = await one.audit.list(0, 20);
    expect(new Set(entries.map(({ details }) => JSON.stringify(details)))).toEqual(
      new Set([
        '{"part":"fa","text":"سلام"}',
        '{"part":"en","text":"Hello"}',
        '{"part":"name","text":"Pars"}',
        '{"part":"en","removed":"yes"}',
        '{"part":"all","text":"Hi"}',
      ]),
    );
    expect(entries).toHaveLength(5);
  });

  test('an archive carries them into a database of either kind', async () => {
    const large = { ...picture, photo: randomBytes(400_000) };
    await open().profile.setPicture(owner, large);
    await open().profile.setText(owner, 'name', 'Pars', 'Bot');
    const folder = await mkdtemp(join(tmpdir(), 'sharj-shop-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'shop.sharj');
    const passphrase = 'correct horse battery';
    await writeArchive(place.settings, file, { passphrase, cost: 4, release: '0.0.1', now });
    for (const to of databaseKinds) {
      const { settings, remove } = await makeEmptyDatabase(to);
      onTestFinished(remove);
      await restoreArchive(settings, [file], { passphrase, log: quiet, finish: async () => undefined });
      const restored = await openDatabase(settings, { log: quiet });
      const { profile } = open(restored);
      expect(await profile.refresh()).toMatchObject({ name: 'Pars', icon: picture.icon.toString('base64') });
      expect(large.photo.equals((await profile.picture()) ?? Buffer.alloc(0))).toBe(true);
      await restored.close();
    }
  });

  test('the bot’s own name comes back when the shop’s name is removed, in whatever process', async () => {
    const { profile } = open();
    expect(botNameOf(await profile.setText(owner, 'name', 'Pars', 'Bot'), 'Bot')).toBe('Pars');
    await profile.remove(owner, 'name');
    const restarted = await open().profile.refresh();
    // As Telegram names it until it has taken the change, and after that.
    expect([botNameOf(restarted, 'Pars'), botNameOf(restarted, 'Bot')]).toEqual(['Bot', 'Bot']);
    // Renamed elsewhere since.
    expect(botNameOf(restarted, 'Other')).toBe('Other');
  });
});
