/** Characters as people see them: what is cut between them is never cut in two. */
export const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** As many whole characters from the start as there is room for; by default in code units, as Telegram counts them. */
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
