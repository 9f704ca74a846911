import { wordsBytes } from '#bot/core/fields.ts';
import { truncateToSize } from '#bot/core/truncate.ts';

/** Cut to what a button can carry. */
export const searchWords = (text: string): string => truncateToSize(text.trim(), wordsBytes, Buffer.byteLength).trim();
