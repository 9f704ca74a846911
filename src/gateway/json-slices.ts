/** Takes a few milliseconds to parse. */
const defaultSliceBytes = 256 * 1024;
/** How many marks may be inside an element, such as a category that begins like its product. */
const triedMarks = 8;

/**
 * `JSON.parse` of 100,000 products would stop the bot for half a second. So an answer that begins with `data` is parsed
 * in slices. Its elements begin alike (`,{"id":`): if the bytes before such a place parse as a list, they are whole
 * elements. Yields the elements in groups and returns the document with the rest of `data`, or with all of it. Throws
 * if the answer is not JSON.
 */
export function* parseInSlices(
  bytes: Buffer,
  sliceBytes = defaultSliceBytes,
): Generator<readonly unknown[], unknown, undefined> {
  const [, opening, first] = /^(\{"data":\[)(\{"\w{1,40}":)/.exec(bytes.toString('latin1', 0, 64)) ?? [];
  if (opening === undefined || first === undefined) return JSON.parse(new TextDecoder().decode(bytes));
  const mark = Buffer.from(`,${first}`);
  let from = opening.length;
  for (;;) {
    const slice = bytes.length - from > sliceBytes ? cutSlice(bytes, from, from + sliceBytes, mark) : null;
    if (!slice) return JSON.parse(opening + bytes.toString('utf8', from));
    yield slice.elements;
    from = slice.end + 1;
  }
}

/** Null if no mark ends whole elements. */
function cutSlice(bytes: Buffer, from: number, to: number, mark: Buffer) {
  let end = to;
  for (let tried = 0; tried < triedMarks; tried++) {
    end = bytes.lastIndexOf(mark, end - 1);
    if (end <= from) return null;
    try {
      const elements: readonly unknown[] = JSON.parse(`[${bytes.toString('utf8', from, end)}]`);
      return { elements, end };
    } catch {
      // This mark is inside an element.
    }
  }
  return null;
}
