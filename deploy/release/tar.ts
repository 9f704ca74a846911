import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

export interface TarEntry {
  readonly name: string;
  readonly isExecutable: boolean;
  readonly read: () => Buffer;
  /** Where a symbolic link leads. It has no content. */
  readonly link?: string;
}

const block = 512;

/**
 * Writes a compressed archive whose bytes depend on its entries and `seconds` only: sorted, owned by root, without the
 * writer's name or time in it.
 */
export async function writeTarball(
  file: string,
  entries: readonly TarEntry[],
  { seconds, level = 9 }: { readonly seconds: number; readonly level?: number },
): Promise<void> {
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  function* bytes(): Generator<Buffer> {
    for (const entry of sorted) {
      const content = entry.read();
      yield header(entry, content.length, seconds);
      yield content;
      yield Buffer.alloc((block - (content.length % block)) % block);
    }
    yield Buffer.alloc(2 * block);
  }
  await pipeline(Readable.from(bytes()), createGzip({ level }), createWriteStream(file));
}

/** POSIX ustar. */
function header({ name, isExecutable, link }: TarEntry, size: number, seconds: number): Buffer {
  const bytes = Buffer.alloc(block);
  const [prefix, last] = splitName(name);
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0');
  bytes.write(last, 0);
  bytes.write(octal(isExecutable ? 0o755 : 0o644, 8), 100);
  bytes.write(octal(0, 8), 108);
  bytes.write(octal(0, 8), 116);
  bytes.write(octal(size, 12), 124);
  bytes.write(octal(seconds, 12), 136);
  bytes.write('        ', 148);
  bytes.write(link === undefined ? '0' : '2', 156);
  bytes.write(link ?? '', 157);
  bytes.write('ustar\x0000', 257);
  bytes.write('root', 265);
  bytes.write('root', 297);
  bytes.write(prefix, 345);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${octal(sum, 7)}\0 `, 148);
  return bytes;
}

function splitName(name: string): [prefix: string, last: string] {
  if (Buffer.byteLength(name) <= 100) return ['', name];
  for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1)) {
    const [prefix, last] = [name.slice(0, at), name.slice(at + 1)];
    if (Buffer.byteLength(prefix) <= 155 && Buffer.byteLength(last) <= 100) return [prefix, last];
  }
  throw new Error(`This name is too long for an archive: ${name}`);
}
