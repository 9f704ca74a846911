import { openBrace, quote } from './json-boundary.ts';

/**
 * Cuts elements without looking at every byte. The elements of a list begin alike (`,{"id":`), so the last such place is
 * taken for a boundary and what precedes it is parsed: when `[` + it + `]` is JSON, every bracket and string in it is closed,
 * and the cut was right. When it is not, nothing is lost but the attempt.
 */
export interface BoundaryGuess {
  /** `bytes` begin with an element. Null: no luck, the bytes have to be scanned. */
  cut(bytes: Buffer): { readonly elements: readonly unknown[]; readonly left: Buffer } | null;
}

const forgiven = 8;

export function createBoundaryGuess(): BoundaryGuess {
  let mark: Buffer | null = null;
  let hits = 0;
  let misses = 0;
  return {
    cut(bytes) {
      mark ??= markOf(bytes);
      // Where elements hold others that begin like them, guessing may cost more than it saves.
      if (!mark || misses > forgiven + hits / 8) return null;
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

/** A comma and the first key of an object; null when the elements are something else. */
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
