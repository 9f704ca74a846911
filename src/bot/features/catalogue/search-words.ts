import { wordsBytes } from '../../core/fields.ts';
import { truncateToSize } from '../../core/truncate.ts';

/** Cut to what a button can carry. */
export const searchWords = (text: string): string => truncateToSize(text.trim(), wordsBytes, Buffer.byteLength).trim();
