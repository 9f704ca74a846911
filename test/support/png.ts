import { inflateSync } from 'node:zlib';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** RGBA, row by row. */
  readonly data: Uint8ClampedArray;
}

export const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The pixels of a PNG with eight bits a channel, with or without transparency. */
export function readPng(bytes: Uint8Array): Pixels {
  const file = Buffer.from(bytes);
  if (!file.subarray(0, 8).equals(signature)) throw new Error('This is no PNG.');
  const width = file.readUInt32BE(16);
  const height = file.readUInt32BE(20);
  const channels = { 2: 3, 6: 4 }[file[25] ?? 0];
  if (file[24] !== 8 || channels === undefined || file[28] !== 0) throw new Error('This is another kind of PNG.');
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(file.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const data = unfiltered(inflateSync(Buffer.concat(parts)), { width, height, channels });
  return { width, height, data: channels === 4 ? data : opaque(data) };
}

function opaque(rgb: Uint8ClampedArray): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray((rgb.length / 3) * 4).fill(255);
  for (let at = 0; at < rgb.length; at += 3) rgba.set(rgb.subarray(at, at + 3), (at / 3) * 4);
  return rgba;
}

function unfiltered(
  raw: Buffer,
  { width, height, channels }: { readonly width: number; readonly height: number; readonly channels: number },
): Uint8ClampedArray {
  const stride = width * channels;
  const data = new Uint8ClampedArray(stride * height);
  const at = (row: number, column: number) => (row < 0 || column < 0 ? 0 : (data[row * stride + column] ?? 0));
  for (let row = 0; row < height; row += 1) {
    const filter = raw[row * (stride + 1)] ?? 0;
    for (let column = 0; column < stride; column += 1) {
      const value = raw[row * (stride + 1) + 1 + column] ?? 0;
      const left = at(row, column - channels);
      const above = at(row - 1, column);
      const corner = at(row - 1, column - channels);
      const guess = [0, left, above, Math.floor((left + above) / 2), nearest(left, above, corner)][filter] ?? 0;
      data[row * stride + column] = (value + guess) & 0xff;
    }
  }
  return data;
}

function nearest(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

/** The share of pixels that are not background. */
export function inked({ data, width, height }: Pixels): number {
  let count = 0;
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 0) + (data[at + 1] ?? 0) < 440) count += 1;
  return count / (width * height);
}
