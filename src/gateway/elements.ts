import { err, ok, type Result } from '../domain/result.ts';

/** Takes the elements of a document's top-level `data` array as they arrive. */
export interface ElementSink {
  take(elements: readonly unknown[]): void;
  /** Forget what was taken: the array is repeated, and as in `JSON.parse` the last one counts. */
  restart(): void;
}

/**
 * Reads a JSON document of any size without holding or parsing it whole: cuts the elements of its `data` array, hands
 * them over by the group, and parses the remainder at the end. It only looks for where things end; every byte still goes
 * through `JSON.parse`, so what `JSON.parse` refuses is refused here.
 */
export interface ElementReader {
  /** False: the document is broken, `end` says how. */
  write(chunk: Buffer): boolean;
  /** The document with `data` emptied. */
  end(): Result<unknown, string>;
}

export interface ElementLimits {
  /** Elements are parsed in groups of at least this many bytes. */
  readonly groupBytes: number;
  readonly maxElementBytes: number;
  readonly maxRestBytes: number;
  readonly maxDepth: number;
}

export const elementLimits: ElementLimits = {
  groupBytes: 32 * 1024,
  maxElementBytes: 1024 * 1024,
  maxRestBytes: 4 * 1024 * 1024,
  maxDepth: 1_000,
};

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Beyond this a chunk is looked at in pieces, so that no call takes long. */
const pieceBytes = 64 * 1024;
/** Enough for `data`, quoted, with every letter escaped. */
const longestKey = 26;

export function createElementReader(sink: ElementSink, limits: ElementLimits = elementLimits): ElementReader {
  let broken: string | null = null;
  let first = true;
  // Where the scan stands; all of it survives from chunk to chunk.
  let depth = 0;
  let inString = false;
  let escaped = false;
  let inData = false;
  // The last string and colon seen at depth 1: together they tell that a bracket opens the value of `data`.
  let key: number[] = [];
  let afterColon = false;
  // The group being gathered, and the remainder of the document.
  let group: Buffer[] = [];
  let groupBytes = 0;
  let groupCommas = 0;
  let groupIsFirst = true;
  let delivered = false;
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

  function keepGroup(bytes: Buffer): boolean {
    group.push(bytes);
    groupBytes += bytes.length;
    return groupBytes <= limits.groupBytes + limits.maxElementBytes || fail('an element is too large');
  }

  function flushGroup(closing: boolean): boolean {
    const bytes = group.length === 1 && group[0] ? group[0] : Buffer.concat(group, groupBytes);
    const elements = parse(`[${bytes.toString('utf8')}]`);
    const expected = groupCommas + 1;
    const mayBeEmpty = closing && groupIsFirst && expected === 1;
    group = [];
    groupBytes = 0;
    groupCommas = 0;
    groupIsFirst = false;
    if (!Array.isArray(elements)) return fail('answer is not JSON');
    if (elements.length !== expected && !(mayBeEmpty && elements.length === 0)) return fail('answer is not JSON');
    if (elements.length > 0) {
      sink.take(elements);
      delivered = true;
    }
    return true;
  }

  function restart(): void {
    if (delivered) sink.restart();
    delivered = false;
    groupIsFirst = true;
  }

  /** Scans the remainder from `from`; returns where `data` opens, or the end. Small and rare, so written plainly. */
  function scanRest(bytes: Buffer, from: number): number {
    for (let i = from; i < bytes.length; i++) {
      const byte = bytes[i];
      if (byte === undefined) break;
      if (inString) {
        if (depth === 1 && key.length <= longestKey) key.push(byte);
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quote) inString = false;
        continue;
      }
      if (byte === quote) {
        inString = true;
        if (depth === 1) {
          key = [quote];
          afterColon = false;
        }
      } else if (byte === colon) {
        afterColon = true;
      } else if (byte === openBracket || byte === openBrace) {
        if (byte === openBracket && depth === 1 && afterColon && isData(key)) {
          inData = true;
          depth = 2;
          restart();
          return i + 1;
        }
        if (++depth > limits.maxDepth) {
          fail('answer is nested too deeply');
          return bytes.length;
        }
      } else if (byte === closeBracket || byte === closeBrace) {
        depth--;
      } else if (byte === comma) {
        afterColon = false;
      }
    }
    return bytes.length;
  }

  /** Scans elements from `from`; returns where `data` closes, or the end. Every byte of a catalogue passes here. */
  function scanData(bytes: Buffer, from: number): number {
    const length = bytes.length;
    let level = depth;
    let text = inString;
    let start = from;
    let i = from;
    if (escaped && i < length) {
      escaped = false;
      i++;
    }
    while (i < length) {
      if (text) {
        let byte = bytes[i];
        while (byte !== quote && i < length) {
          i += byte === backslash ? 2 : 1;
          byte = bytes[i];
        }
        if (i >= length) {
          escaped = i > length;
          break;
        }
        text = false;
        i++;
        continue;
      }
      const byte = bytes[i++];
      if (byte === quote) {
        text = true;
      } else if (byte === comma) {
        if (level !== 2) continue;
        if (groupBytes + i - start > limits.groupBytes) {
          if (!keepGroup(bytes.subarray(start, i - 1)) || !flushGroup(false)) return length;
          start = i;
        } else groupCommas++;
      } else if (byte === openBrace || byte === openBracket) {
        if (++level > limits.maxDepth) {
          fail('answer is nested too deeply');
          return length;
        }
      } else if (byte === closeBrace || byte === closeBracket) {
        if (--level > 1) continue;
        if (!keepGroup(bytes.subarray(start, i - 1)) || !flushGroup(true)) return length;
        inData = false;
        inString = false;
        depth = level;
        afterColon = false;
        // The closing byte belongs to the remainder, whichever it is: a wrong one must not pass.
        return i - 1;
      }
    }
    depth = level;
    inString = text;
    if (start < length) keepGroup(bytes.subarray(start, length));
    return length;
  }

  function scan(bytes: Buffer): boolean {
    let at = 0;
    while (at < bytes.length && broken === null) {
      if (inData) {
        at = scanData(bytes, at);
        if (inData || broken !== null) continue;
        keepRest(bytes.subarray(at, at + 1));
        at++;
      } else {
        const to = scanRest(bytes, at);
        keepRest(bytes.subarray(at, to));
        at = to;
      }
    }
    return broken === null;
  }

  return {
    write(chunk) {
      // Chunks are kept by reference until their group is parsed; undici does not reuse them.
      let bytes = chunk;
      if (first && bytes.length > 0) {
        first = false;
        if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3);
      }
      for (let at = 0; at < bytes.length && broken === null; at += pieceBytes) {
        if (!scan(bytes.subarray(at, at + pieceBytes))) return false;
      }
      return broken === null;
    },
    end() {
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
