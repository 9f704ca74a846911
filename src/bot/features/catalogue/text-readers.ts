import { catalogueActions } from '#bot/actions/catalogue.ts';
import type { Services } from '#bot/core/services.ts';
import type { TextReader } from '#bot/core/text-reader.ts';
import { searchWords } from './search-words.ts';

/** Longer texts are sentences. */
const longestSearch = 60;

export const createSearchReader =
  ({ catalogue }: Pick<Services, 'catalogue'>): TextReader =>
  async (_, { text = '' }) => {
    const words = text.length > longestSearch ? '' : searchWords(text);
    return words !== '' && catalogue.search(words).total > 0
      ? { redirect: catalogueActions.search({ page: 1, sim: null, words }) }
      : null;
  };
