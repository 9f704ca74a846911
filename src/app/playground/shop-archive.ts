import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import type { ArchiveCard } from '@sharj/local-telegram/page/protocol.ts';
import { build } from '#build.ts';
import type { Log } from '#log.ts';
import { finishRestore } from '#shop/running/backups/finish-restore.ts';
import { writeArchive } from '#storage/archive/archive.ts';
import { restoreArchive } from '#storage/archive/restore.ts';

interface ShopArchiveDeps {
  /** The shop's database. */
  readonly shop: string;
  readonly archive: string;
  readonly ownerIds: readonly number[];
  readonly log: Log;
}

/** The data is pretend, so the passphrase need not be secret. */
const passphrase = 'pretend passphrase';
const suffixes = ['', '-wal', '-shm'];

export const removeDatabase = (file: string): void => {
  for (const suffix of suffixes) rmSync(`${file}${suffix}`, { force: true });
};

/** A single backup of the playground's shop, which survives Start over. */
export function createShopArchive({ shop, archive, ownerIds, log }: ShopArchiveDeps) {
  return {
    card: (): ArchiveCard | null => {
      const stats = statSync(archive, { throwIfNoEntry: false });
      return stats ? { at: Math.round(stats.mtimeMs), bytes: stats.size } : null;
    },

    /** Works while the bot runs. The new archive replaces the old one once it is complete. */
    async make(): Promise<void> {
      const next = `${archive}.next`;
      rmSync(next, { force: true });
      const database = { kind: 'sqlite', file: shop } as const;
      await writeArchive(database, next, { passphrase, release: build.version, now: Date.now });
      renameSync(next, archive);
    },

    /** Requires that nothing uses the shop's database, which is replaced after the archive is read completely. */
    async restore(): Promise<void> {
      if (!existsSync(archive)) return;
      const restored = `${shop}.restored`;
      removeDatabase(restored);
      await restoreArchive({ kind: 'sqlite', file: restored }, [archive], {
        ...{ passphrase, log },
        finish: (tx, summary) => finishRestore(tx, summary, { ownerIds, now: Date.now() }),
      });
      removeDatabase(shop);
      for (const suffix of suffixes)
        if (existsSync(`${restored}${suffix}`)) renameSync(`${restored}${suffix}`, `${shop}${suffix}`);
      removeDatabase(restored);
    },
  };
}
