import type { Product } from '#domain/product.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { createCategoryReader } from './category.ts';
import { createEventLoopYield } from './event-loop-yield.ts';
import type { ReadFailure } from './failure.ts';
import { type Envelope, readEnvelope } from './page.ts';
import { readProduct } from './product.ts';
import { createStreamingArrayParser } from './streaming-array-parser.ts';
import type { Answer, BodyEnd } from './transport.ts';

/** Takes products while the answer arrives, so that a catalogue is never in memory twice. */
export interface ProductSink {
  take(products: readonly Product[]): void;
  /** Forget what was taken: the array is repeated. */
  restart(): void;
}

const catalogueBytes = 64 * 1024 * 1024;

/** Reads a 2xx answer of the product list or the filter. */
export async function readProducts(
  answer: Answer,
  sink: ProductSink,
  wanted: (product: Product) => boolean,
): Promise<Result<Envelope, BodyEnd | ReadFailure>> {
  const categories = createCategoryReader();
  const slices = createEventLoopYield();
  let dropped = 0;
  let droppedCategories = 0;
  sink.restart();
  const reader = createStreamingArrayParser({
    take(elements) {
      const products: Product[] = [];
      for (const element of elements) {
        const read = readProduct(element, categories);
        if (!read) dropped++;
        else if (wanted(read.product)) products.push(read.product);
        droppedCategories += read?.droppedCategories ?? 0;
      }
      sink.take(products);
    },
    restart() {
      dropped = 0;
      droppedCategories = 0;
      sink.restart();
    },
  });
  const end = await answer.read(catalogueBytes, async (chunk) => {
    const wantsMore = reader.write(chunk);
    if (slices.due()) await slices.yield();
    return wantsMore;
  });
  if (end !== 'complete' && end !== 'stopped') return err(end);
  const rest = reader.end();
  if (!rest.ok) return err({ kind: 'malformed', why: rest.error });
  const envelope = readEnvelope(rest.value);
  if (!envelope) return err({ kind: 'malformed', why: 'answer has no list of data' });
  return ok({ ...envelope, dropped, droppedCategories });
}
