import type { Product } from '#domain/product.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { createCategoryReader } from './category.ts';
import { createEventLoopYield } from './event-loop-yield.ts';
import type { ReadFailure } from './failure.ts';
import { type ProductPage, readEnvelope } from './pages.ts';
import { readProduct } from './product.ts';
import type { Answer, BodyEnd } from './transport.ts';

const catalogueBytes = 64 * 1024 * 1024;

/** Reads a 2xx answer of the product list or the filter. */
export async function readProducts(
  answer: Answer,
  wanted: (product: Product) => boolean,
): Promise<Result<ProductPage, BodyEnd | ReadFailure>> {
  const body = await answer.read(catalogueBytes);
  if (!body.ok) return body;
  const categories = createCategoryReader();
  const slices = createEventLoopYield();
  const products: Product[] = [];
  let dropped = 0;
  let droppedCategories = 0;
  function take(elements: readonly unknown[]): void {
    for (const element of elements) {
      const productResult = readProduct(element, categories);
      if (!productResult) dropped++;
      else if (wanted(productResult.product)) products.push(productResult.product);
      droppedCategories += productResult?.droppedCategories ?? 0;
    }
  }
  try {
    const parsing = parseInSlices(body.value);
    let parsed = parsing.next();
    for (; !parsed.done; parsed = parsing.next()) {
      take(parsed.value);
      if (slices.due()) await slices.yield();
    }
    const envelope = readEnvelope(parsed.value);
    if (!envelope) return err({ kind: 'malformed', why: 'answer has no list of data' });
    const { data, ...facts } = envelope;
    take(data);
    return ok({ ...facts, products, dropped, droppedCategories });
  } catch (error) {
    if (error instanceof SyntaxError) return err('not JSON');
    throw error;
  }
}

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
