import type { Formatter } from '#bot/kit/formatter.ts';

export function groupByDay<T extends { readonly at: number }>(
  format: Formatter,
  moments: readonly T[],
  line: (moment: T) => string,
): string[] {
  let above = '';
  return moments.flatMap((moment) => {
    const day = format.html('day', { day: format.date(moment.at) });
    const heading = day === above ? [] : [...(above === '' ? [] : ['']), day];
    above = day;
    return [...heading, line(moment)];
  });
}
