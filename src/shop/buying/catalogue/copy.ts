import { createHash } from 'node:crypto';
import type { Rials } from '#domain/money.ts';
import type { Product } from '#domain/product.ts';
import { createEventLoopYield } from '#gateway/event-loop-yield.ts';
import type { KeyValue } from '#storage/key-value.ts';
import { createCategorySharing } from './share-categories.ts';

interface Copy {
  readonly products: ReadonlyMap<number, Product>;
  readonly asOf: number;
  readonly balance: number | null;
}

/** The last good catalogue, stored in pieces too small to block the event loop. */
interface CopyStore {
  save(copy: {
    readonly products: readonly Product[];
    readonly asOf: number;
    readonly balance: number | null;
  }): Promise<void>;
  /** Null if it is missing or incomplete. */
  restore(): Promise<Copy | null>;
  /** Our balance at the gateway when it was saved. */
  balance(): Promise<{ readonly rials: Rials; readonly at: number } | null>;
  /** What is left of it expires. */
  forget(): Promise<void>;
}

interface Head {
  readonly version: 1;
  readonly asOf: number;
  readonly balance: number | null;
  readonly pieces: readonly string[];
  /** When all pieces were last written; they expire, so that an interrupted save leaves nothing behind. */
  readonly writtenAt: number;
}

const day = 24 * 60 * 60 * 1000;
const lifeMs = 60 * day;
const rewriteMs = 7 * day;
const pieceSize = 250;
const headKey = 'catalogue:head';

export function createCopyStore(store: KeyValue<string>, now: () => number): CopyStore {
  async function readHead(): Promise<Head | null> {
    const text = await store.get(headKey);
    if (text === undefined) return null;
    const head: Head = JSON.parse(text);
    return head.version === 1 ? head : null;
  }

  return {
    // Pieces are named by their content: unchanged ones are not written again. The head comes last.
    async save({ products, asOf, balance }) {
      const slices = createEventLoopYield();
      const before = await readHead();
      const fresh = before !== null && now() - before.writtenAt < rewriteMs;
      const oldNames = new Set(fresh ? before.pieces : []);
      const pieces: string[] = [];
      for (let at = 0; at < products.length; at += pieceSize) {
        const text = JSON.stringify(products.slice(at, at + pieceSize));
        const name = nameOf(text);
        pieces.push(name);
        if (!oldNames.has(name)) await store.set(pieceKey(name), text, lifeMs);
        if (slices.due()) await slices.yield();
      }
      const writtenAt = fresh ? before.writtenAt : now();
      const head: Head = { version: 1, asOf, balance, pieces, writtenAt };
      await store.set(headKey, JSON.stringify(head), lifeMs);
      const newNames = new Set(pieces);
      for (const name of before?.pieces ?? []) if (!newNames.has(name)) await store.delete(pieceKey(name));
    },

    async restore() {
      const head = await readHead();
      if (!head) return null;
      const slices = createEventLoopYield();
      const compact = createCategorySharing();
      const products = new Map<number, Product>();
      for (const name of head.pieces) {
        const text = await store.get(pieceKey(name));
        if (text === undefined || nameOf(text) !== name) return null;
        const piece: Product[] = JSON.parse(text);
        for (const product of piece) products.set(product.id, compact(product));
        if (slices.due()) await slices.yield();
      }
      return { products, asOf: head.asOf, balance: head.balance };
    },

    async balance() {
      const head = await readHead();
      return head === null || head.balance === null ? null : { rials: head.balance, at: head.asOf };
    },

    forget: () => store.delete(headKey),
  };
}

function pieceKey(name: string): string {
  return `catalogue:piece:${name}`;
}

function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 24);
}
