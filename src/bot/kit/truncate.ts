export const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The longest start of whole graphemes within `most`. */
export function truncateToSize(
  text: string,
  most: number,
  sizeOf: (text: string) => number = ({ length }) => length,
): string {
  let fits = '';
  for (const { segment } of graphemes.segment(text)) {
    if (sizeOf(fits + segment) > most) break;
    fits += segment;
  }
  return fits;
}
