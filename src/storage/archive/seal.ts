import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';

/** Log2 of scrypt's N. Each guess at the passphrase takes 32 MiB of memory and about a third of a second. */
const usualCost = 15;
/** A forged archive must not take all memory. */
const highestCost = 17;
const chunkBytes = 64 * 1_024;
const tagBytes = 16;
const lengthBytes = 4;
const longestHeader = 1_000;
const newline = 10;

const format = 1;
const headerShape = z.object({
  archive: z.literal('sharj'),
  format: z.literal(format),
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  cost: z.int().min(1).max(highestCost).default(usualCost),
});

/** The header of a later format. */
const laterShape = z.object({ archive: z.literal('sharj'), format: z.int().gt(format) });

const deriveKey = promisify<string, Buffer, number, object, Buffer>(scrypt);

function keyOf(passphrase: string, { salt, cost }: { readonly salt: string; readonly cost: number }): Promise<Buffer> {
  const settings = { N: 2 ** cost, r: 8, p: 3, maxmem: 256 * 1_024 * 1_024 };
  return deriveKey(passphrase.normalize('NFC'), Buffer.from(salt, 'hex'), 32, settings);
}

/** Each archive has its own key, so a counter never repeats as a nonce. */
function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 6, 6);
  return nonce;
}

/** Binds a chunk to its archive, and the last one to its end. */
const contextOf = (header: Buffer, isLast: boolean): Buffer =>
  createHash('sha256')
    .update(header)
    .update(isLast ? 'last' : 'more')
    .digest();

/**
 * Encrypts in numbered chunks of AES-256-GCM and marks the last one, so that a missing, changed or exchanged part is
 * noticed.
 */
export async function* seal(
  content: AsyncIterable<Uint8Array>,
  passphrase: string,
  cost = usualCost,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(16).toString('hex');
  const header = Buffer.from(`${JSON.stringify({ archive: 'sharj', format, salt, cost })}\n`);
  const key = await keyOf(passphrase, { salt, cost });
  let index = 0;
  function encrypt(plain: Uint8Array, isLast: boolean): Buffer {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index)).setAAD(contextOf(header, isLast));
    const encrypted = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    const length = Buffer.alloc(lengthBytes);
    length.writeUInt32BE(encrypted.length);
    index += 1;
    return Buffer.concat([length, encrypted]);
  }
  yield header;
  let waiting = Buffer.alloc(0);
  for await (const piece of content) {
    waiting = Buffer.concat([waiting, piece]);
    // At least one byte stays, so that the last chunk is never empty.
    while (waiting.length > chunkBytes) {
      yield encrypt(waiting.subarray(0, chunkBytes), false);
      waiting = waiting.subarray(chunkBytes);
    }
  }
  yield encrypt(waiting, true);
}

const cut = 'The archive is cut off: its end is missing. Name all of its parts, in order.';

/** Reverses `seal`. Yields a chunk only after it is authenticated. */
export async function* unseal(sealed: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Buffer> {
  const input = createReader(sealed);
  const header = (await input.line(longestHeader)) ?? Buffer.alloc(0);
  const key = await keyOf(passphrase, readHeader(header));
  for (let index = 0, isLast = false; !isLast; index += 1) {
    const length = (await input.bytes(lengthBytes))?.readUInt32BE();
    if (length === undefined) throw new ArchiveError(cut);
    if (length < tagBytes || length > chunkBytes + tagBytes) throw damaged(index);
    const encrypted = await input.bytes(length);
    if (!encrypted) throw new ArchiveError(cut);
    isLast = await input.isAtEnd();
    const plain = decrypt(encrypted, { key, nonce: nonceOf(index), context: contextOf(header, isLast) });
    if (!plain) {
      const isCut = isLast && decrypt(encrypted, { key, nonce: nonceOf(index), context: contextOf(header, false) });
      throw isCut ? new ArchiveError(cut) : damaged(index);
    }
    yield plain;
  }
}

function readHeader(header: Buffer): z.output<typeof headerShape> {
  const value = parse(header.toString());
  if (laterShape.safeParse(value).success)
    throw new ArchiveError('The archive has a newer format: restore it with the release that made it, or a later one.');
  const parsed = headerShape.safeParse(value);
  if (!parsed.success) throw new ArchiveError('This is not an archive of Sharj, or its first part is not named first.');
  return parsed.data;
}

/** Undefined if the text is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const damaged = (index: number) =>
  index === 0
    ? new WrongPassphrase('The passphrase is wrong, or the archive is damaged.')
    : new ArchiveError('The archive is damaged, or its parts are not named in order.');

interface Chunk {
  readonly key: Buffer;
  readonly nonce: Buffer;
  readonly context: Buffer;
}

function decrypt(encrypted: Buffer, { key, nonce, context }: Chunk): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    .setAAD(context)
    .setAuthTag(encrypted.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(encrypted.subarray(0, -tagBytes)), decipher.final()]);
  } catch {
    return null;
  }
}

/** Reads exact lengths from pieces of any length. Null if the input ends earlier. */
function createReader(input: AsyncIterable<Uint8Array>) {
  const pieces = input[Symbol.asyncIterator]();
  let waiting = Buffer.alloc(0);

  async function more(): Promise<boolean> {
    const next = await pieces.next();
    if (next.done) return false;
    waiting = Buffer.concat([waiting, next.value]);
    return true;
  }

  function take(length: number): Buffer {
    const part = waiting.subarray(0, length);
    waiting = waiting.subarray(length);
    return part;
  }

  return {
    bytes: async (length: number): Promise<Buffer | null> => {
      while (waiting.length < length) if (!(await more())) return null;
      return take(length);
    },
    /** Reads a line including its newline. */
    line: async (longest: number): Promise<Buffer | null> => {
      for (;;) {
        const end = waiting.indexOf(newline);
        if (end >= 0) return take(end + 1);
        if (waiting.length > longest || !(await more())) return null;
      }
    },
    isAtEnd: async (): Promise<boolean> => {
      while (waiting.length === 0) if (!(await more())) return true;
      return false;
    },
  };
}

/** Explains to the operator, in one sentence, what is wrong with an archive or its use. */
export class ArchiveError extends Error {}

/** A wrong passphrase and damage in the first bytes look the same. */
export class WrongPassphrase extends ArchiveError {}
