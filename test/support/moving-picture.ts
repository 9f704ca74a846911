import { crc32, deflateSync } from 'node:zlib';
import { type Pixels, signature } from './png.ts';

export interface Frame extends Pixels {
  /** How long it is shown. */
  readonly ms: number;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** An animated PNG, which browsers show like any image. Each frame holds the part that differs from the one before. */
export function movingPicture(frames: readonly Frame[]): Buffer {
  const seen: { readonly box: Box; readonly frame: Pixels; ms: number }[] = [];
  for (const frame of frames) {
    const before = seen.at(-1);
    const box = before ? changed(before.frame, frame) : { left: 0, top: 0, width: frame.width, height: frame.height };
    if (before && box === null) before.ms += frame.ms;
    else if (box) seen.push({ box, frame, ms: frame.ms });
  }
  const [first] = seen;
  if (!first) throw new Error('A picture needs a frame.');
  let sequence = 0;
  const parts = seen.flatMap(({ box, frame, ms }, nth) => {
    const control = frameControl(sequence++, box, ms);
    const packed = deflateSync(rowsIn(frame, box), { level: 9 });
    const data = nth === 0 ? chunk('IDAT', packed) : chunk('fdAT', Buffer.concat([uint32(sequence++), packed]));
    return [control, data];
  });
  const size = [uint32(first.box.width), uint32(first.box.height)];
  return Buffer.concat([
    signature,
    // Eight bits a channel, three channels.
    chunk('IHDR', Buffer.concat([...size, Buffer.from([8, 2, 0, 0, 0])])),
    // Without end.
    chunk('acTL', Buffer.concat([uint32(seen.length), uint32(0)])),
    ...parts,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function changed(before: Pixels, after: Pixels): Box | null {
  const { width, height } = after;
  const old = new Uint32Array(before.data.buffer, before.data.byteOffset, width * height);
  const fresh = new Uint32Array(after.data.buffer, after.data.byteOffset, width * height);
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 0; at < fresh.length; at += 1) {
    if (old[at] === fresh[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** Each row as its difference to the one above: flat colours become zeros. */
function rowsIn({ data, width }: Pixels, box: Box): Buffer {
  const stride = box.width * 3;
  const rows = Buffer.alloc((stride + 1) * box.height);
  const at = (x: number, y: number, channel: number) =>
    y < 0 ? 0 : (data[((box.top + y) * width + box.left + x) * 4 + channel] ?? 0);
  for (let y = 0; y < box.height; y += 1) {
    const start = y * (stride + 1);
    rows[start] = 2;
    for (let x = 0; x < box.width; x += 1)
      for (let channel = 0; channel < 3; channel += 1)
        rows[start + 1 + x * 3 + channel] = (at(x, y, channel) - at(x, y - 1, channel)) & 0xff;
  }
  return rows;
}

function frameControl(sequence: number, { width, height, left, top }: Box, ms: number): Buffer {
  const delay = Buffer.alloc(6);
  delay.writeUInt16BE(ms, 0);
  delay.writeUInt16BE(1_000, 2);
  return chunk('fcTL', Buffer.concat([...[sequence, width, height, left, top].map(uint32), delay]));
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
}
