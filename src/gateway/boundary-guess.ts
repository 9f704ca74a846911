import { openBrace, quote } from './json-boundary.ts';

/**
 * Splits elements without scanning every byte: elements of a list begin alike (`,{"id":`), so the last such place is
 * probably a boundary. If the bytes before it parse as JSON the guess was right; otherwise they are scanned.
 */
interface BoundaryGuess {
  /** `bytes` begin with an element. Null: the bytes must be scanned. */
  cut(bytes: Buffer): { readonly elements: readonly unknown[]; readonly left: Buffer } | null;
}

const allowedMisses = 8;

export function createBoundaryGuess(): BoundaryGuess {
  let mark: Buffer | null = null;
  let hits = 0;
  let misses = 0;
  return {
    cut(bytes) {
      mark ??= markOf(bytes);
      // Elements that contain similar objects cause many misses; then guessing costs more than it saves.
      if (!mark || misses > allowedMisses + hits / 8) return null;
      const at = bytes.lastIndexOf(mark);
      if (at <= 0) return null;
      const elements = parseElements(bytes.subarray(0, at));
      if (!elements || elements.length === 0) {
        misses++;
        return null;
      }
      hits++;
      return { elements, left: bytes.subarray(at + 1) };
    },
  };
}

/** A comma and the first key of an object; null: the elements are no objects. */
function markOf(bytes: Buffer): Buffer | null {
  if (bytes[0] !== openBrace || bytes[1] !== quote) return null;
  const end = bytes.indexOf(quote, 2);
  return end < 0 || end > 64 ? null : Buffer.concat([Buffer.from(','), bytes.subarray(0, end + 1)]);
}

export function parseElements(bytes: Buffer): readonly unknown[] | null {
  const elements = parse(`[${bytes.toString('utf8')}]`);
  return Array.isArray(elements) ? elements : null;
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
