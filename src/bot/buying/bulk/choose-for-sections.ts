import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Failure } from '#domain/failure.ts';
import type { Batch } from '#shop/buying/bulk/batch.ts';
import type { Section } from '#shop/buying/bulk/sections.ts';
import { meaningOf } from '#shop/buying/catalogue/line-meaning.ts';
import type { ListViewServices } from './list-view.ts';
import { meaningsOfSectionScreen } from './section-screen.ts';

type Choice = { readonly chosen: Batch } | { readonly failure: Failure } | Reply | null;

/** Chooses by words for sections. Null: the words name nothing that is sold to their numbers. */
export type ChooseForSections = (
  request: BotRequest,
  batch: Batch,
  sections: readonly Section[],
  text: string,
) => Promise<Choice>;

export const createChooseForSections =
  (services: ListViewServices): ChooseForSections =>
  async (request, batch, sections, text) => {
    const { person, format } = request;
    const meanings = sections.map((section) => ({
      section,
      meaning: meaningOf(services, section, text, person.unit),
    }));
    let chosen = batch;
    for (const { meaning } of meanings) {
      if (meaning?.kind !== 'item') continue;
      const { productId, amount } = meaning;
      const item = { kind: 'product', productId, amount } as const;
      const pricedBatch = await services.batches.price(batch.id, person.id, item, false);
      if (pricedBatch.ok) chosen = pricedBatch.value;
    }
    if (chosen !== batch) return { chosen };
    const unclear = meanings.find(({ meaning }) => meaning !== null);
    if (!unclear?.meaning) return null;
    const { section, meaning } = unclear;
    if (meaning.kind === 'out-of-range') {
      const { min, max, nearest } = meaning;
      return { failure: { code: 'amount-out-of-range', min, max, nearest: nearest.credit } };
    }
    if (meaning.kind !== 'choices') return null;
    const prices = await services.prices.listFor(person.id);
    return { screen: meaningsOfSectionScreen(format, { batchId: batch.id, section, choices: meaning, prices }) };
  };
