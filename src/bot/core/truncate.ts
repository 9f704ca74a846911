/** Splits between characters as people see them. */
export const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The longest start of whole graphemes within `most`, measured in code units unless told otherwise. */
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
