import { expect, test } from 'vitest';
import { type Frame, movingPicture } from './moving-picture.ts';
import { readPng } from './png.ts';

const width = 3;
const height = 2;

function frame(ms: number, dots: readonly number[]): Frame {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const dot of dots) data.set([10, 20, 30], dot * 4);
  return { width, height, data, ms };
}

/** Frames with where they are and how long they are shown. */
function framesIn(file: Buffer): { readonly box: readonly number[]; readonly ms: number }[] {
  const frames: { box: number[]; ms: number }[] = [];
  for (let at = 8; at < file.length; at += file.readUInt32BE(at) + 12) {
    if (file.toString('latin1', at + 4, at + 8) !== 'fcTL') continue;
    const box = [16, 20, 24, 28].map((offset) => file.readUInt32BE(at + offset - 4));
    frames.push({ box, ms: file.readUInt16BE(at + 28) });
  }
  return frames;
}

test('a moving picture begins with its first frame and holds what changes', () => {
  const first = frame(500, [0]);
  const file = movingPicture([first, frame(200, [0]), frame(700, [0, 5])]);
  expect([...readPng(file).data]).toEqual([...first.data]);
  expect(framesIn(file)).toEqual([
    // Nothing changed in the second one: the first is shown for longer.
    { box: [3, 2, 0, 0], ms: 700 },
    { box: [1, 1, 2, 1], ms: 700 },
  ]);
});
