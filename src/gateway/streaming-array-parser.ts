import { err, ok, type Result } from '#domain/result.ts';
import { createBoundaryGuess, parse, parseElements } from './boundary-guess.ts';
import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  nextBoundary,
  openBrace,
  openBracket,
  quote,
  type ScanState,
} from './json-boundary.ts';
import { isObject } from './wire-values.ts';

interface ElementSink {
  take(elements: readonly unknown[]): void;
  /** Forget what was taken: a repeated `data` replaces it, as in `JSON.parse`. */
  restart(): void;
}

/**
 * Reads a JSON document of any size in pieces: the elements of its top-level `data` array in groups, the rest at the end. It
 * only finds boundaries; every byte still goes through `JSON.parse`.
 */
interface StreamingArrayParser {
  /** False: the document is broken; `end` says why. */
  write(chunk: Buffer): boolean;
  /** The document with an empty `data`. */
  end(): Result<unknown, string>;
}

export interface ElementLimits {
  /** Elements are parsed in groups of about this size. */
  readonly groupBytes: number;
  readonly maxElementBytes: number;
  readonly maxRestBytes: number;
}

const elementLimits: ElementLimits = {
  groupBytes: 64 * 1024,
  maxElementBytes: 1024 * 1024,
  maxRestBytes: 4 * 1024 * 1024,
};

/** `"data"` with every letter escaped. */
const longestKey = 26;
const nothing = Buffer.alloc(0);
/** Delivered in place of an element that is too large: counted as dropped. */
const tooLarge = null;

export function createStreamingArrayParser(
  sink: ElementSink,
  limits: ElementLimits = elementLimits,
): StreamingArrayParser {
  let broken: string | null = null;
  let first = true;
  const at: ScanState = { depth: 0, inString: false, escaped: false };
  let inData = false;
  // The last string and colon at depth 1: they tell that a bracket opens `data`.
  let key: number[] = [];
  let afterColon = false;
  let group: Buffer[] = [];
  let groupBytes = 0;
  let groupCommas = 0;
  let groupIsFirst = true;
  // Where the group's last element begins; `skipping` an element that is too large.
  let lastBegins = 0;
  let skipping = false;
  let delivered = false;
  let guess = createBoundaryGuess();
  // What a guess left over: begins with an element and is not scanned yet.
  let tail: Buffer = nothing;
  const rest: Buffer[] = [];
  let restBytes = 0;

  function fail(why: string): false {
    broken ??= why;
    return false;
  }

  function keepRest(bytes: Buffer): boolean {
    rest.push(bytes);
    restBytes += bytes.length;
    return restBytes <= limits.maxRestBytes || fail('answer is too large around its data');
  }

  function keepGroup(bytes: Buffer): void {
    group.push(bytes);
    groupBytes += bytes.length;
    if (groupBytes > limits.groupBytes + limits.maxElementBytes) skipElement();
  }

  /** Delivers what precedes a too large element and skips the element. */
  function skipElement(): void {
    group = [Buffer.concat(group, groupBytes).subarray(0, Math.max(0, lastBegins - 1))];
    groupBytes = group[0]?.length ?? 0;
    groupCommas -= 1;
    if (groupCommas >= 0) flushGroup(false);
    emptyGroup();
    skipping = true;
  }

  function emptyGroup(): void {
    group = [];
    groupBytes = 0;
    groupCommas = 0;
    lastBegins = 0;
  }

  function deliver(elements: readonly unknown[]): void {
    groupIsFirst = false;
    if (elements.length === 0) return;
    delivered = true;
    sink.take(elements);
  }

  function flushGroup(closing: boolean): boolean {
    const elements = parseElements(Buffer.concat(group, groupBytes));
    const expected = groupCommas + 1;
    const mayBeEmpty = closing && groupIsFirst && expected === 1;
    emptyGroup();
    if (elements?.length !== expected && !(mayBeEmpty && elements?.length === 0)) return fail('answer is not JSON');
    deliver(elements);
    return true;
  }

  function openData(): void {
    inData = true;
    at.depth = 2;
    restart();
    guess = createBoundaryGuess();
  }

  function restart(): void {
    if (delivered) sink.restart();
    delivered = false;
    groupIsFirst = true;
  }

  /** Scans outside of `data`; returns where `data` opens, or the end. */
  function scanRest(bytes: Buffer, from: number): number {
    for (let i = from; i < bytes.length; i++) {
      const byte = bytes[i];
      if (byte === undefined) break;
      if (at.inString) {
        if (at.depth === 1 && key.length <= longestKey) key.push(byte);
        if (at.escaped) at.escaped = false;
        else if (byte === backslash) at.escaped = true;
        else if (byte === quote) at.inString = false;
      } else if (byte === quote) {
        at.inString = true;
        if (at.depth === 1) {
          key = [quote];
          afterColon = false;
        }
      } else if (byte === colon) {
        afterColon = true;
      } else if (byte === comma) {
        afterColon = false;
      } else if (byte === openBracket && at.depth === 1 && afterColon && isData(key)) {
        openData();
        return i + 1;
      } else if (byte === openBracket || byte === openBrace) {
        at.depth++;
      } else if (byte === closeBracket || byte === closeBrace) {
        at.depth--;
      }
    }
    return bytes.length;
  }

  /** Scans elements; returns where a guess may begin, where `data` closes, or the end. */
  function scanData(bytes: Buffer, from: number): number {
    let i = nextBoundary(bytes, from, at);
    while (!skipping && i < bytes.length && at.depth > 1 && groupBytes + i - from < limits.groupBytes) {
      groupCommas++;
      lastBegins = groupBytes + i - from + 1;
      i = nextBoundary(bytes, i + 1, at);
    }
    if (!skipping) keepGroup(bytes.subarray(from, i));
    if (i === bytes.length) return bytes.length;
    const closing = at.depth === 1;
    if (skipping) deliver([tooLarge]);
    else flushGroup(closing);
    skipping = false;
    if (!closing) return i + 1;
    inData = false;
    afterColon = false;
    // Kept with the rest, so that `JSON.parse` rejects a wrong closing byte.
    keepRest(bytes.subarray(i, i + 1));
    return i + 1;
  }

  function scan(bytes: Buffer, mayGuess: boolean): void {
    let i = 0;
    while (i < bytes.length && broken === null) {
      if (!inData) {
        const from = i;
        i = scanRest(bytes, from);
        keepRest(bytes.subarray(from, i));
        continue;
      }
      if (mayGuess && groupBytes === 0 && !skipping) {
        const guessed = guess.cut(bytes.subarray(i));
        if (guessed) {
          deliver(guessed.elements);
          tail = guessed.left;
          return;
        }
      }
      i = scanData(bytes, i);
    }
  }

  /** In pieces, so that no slice takes long. */
  function write(bytes: Buffer, mayGuess: boolean): void {
    for (let from = 0; from < bytes.length && broken === null; from += limits.groupBytes) {
      const piece = bytes.subarray(from, from + limits.groupBytes);
      const window = tail.length === 0 ? piece : Buffer.concat([tail, piece]);
      tail = nothing;
      scan(window, mayGuess);
    }
  }

  return {
    write(chunk) {
      const marked = first && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
      first &&= chunk.length === 0;
      write(marked ? chunk.subarray(3) : chunk, true);
      return broken === null;
    },
    end() {
      const left = tail;
      tail = nothing;
      scan(left, false);
      if (broken !== null) return err(broken);
      if (inData) return err('answer ends too early');
      const document = parse(Buffer.concat(rest, restBytes).toString('utf8'));
      if (document === undefined) return err('answer is not JSON');
      if (!(isObject(document) && Array.isArray(document.data))) restart();
      return ok(document);
    },
  };
}

function isData(key: readonly number[]): boolean {
  return key.length <= longestKey && parse(Buffer.from(key).toString('latin1')) === 'data';
}
