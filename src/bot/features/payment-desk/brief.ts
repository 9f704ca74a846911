import { foreign, oneLine } from '#bot/core/formatter.ts';
import { truncateToSize } from '#bot/core/truncate.ts';

/** Foreign words in so much room, counted as Telegram counts: a slip stands below a photo, where there is little. */
export const brief = (text: string, size: number): string => foreign(truncateToSize(oneLine(text), size));

export const nameSize = 64;
export const wordsSize = 160;
