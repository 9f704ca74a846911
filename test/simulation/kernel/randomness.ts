import { createRequire } from 'node:module';
import { scheduleImmediate } from './clock.ts';
import { random } from './random.ts';

const require = createRequire(import.meta.url);

const bytes = (count: number): Buffer => Buffer.from(Array.from({ length: count }, () => random.shop.whole(256)));

function randomUUID(): string {
  const hex = bytes(16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

function randomBytes(count: number, done?: (error: null, bytes: Buffer) => void): Buffer {
  const drawn = bytes(count);
  if (done) scheduleImmediate(() => done(null, drawn));
  return drawn;
}

function randomInt(first: number, second?: number): number {
  const [least, below] = typeof second === 'number' ? [first, second] : [0, first];
  return least + random.shop.whole(below - least);
}

export function replaceRandomness(): void {
  Object.assign(require('node:crypto'), { randomBytes, randomUUID, randomInt });
  Object.assign(globalThis.crypto, {
    randomUUID,
    getRandomValues: <T extends Uint8Array>(into: T): T => {
      into.set(bytes(into.length));
      return into;
    },
  });
  Math.random = () => random.shop.next();
}
