import type { View } from './formatter.ts';

/** Lines of moments, in the order in which they come, each day named once above its own. */
export function underDays<T extends { readonly at: number }>(
  view: View,
  moments: readonly T[],
  line: (moment: T) => string,
): string[] {
  let above = '';
  return moments.flatMap((moment) => {
    const day = view.html('day', { day: view.date(moment.at) });
    const heading = day === above ? [] : [...(above === '' ? [] : ['']), day];
    above = day;
    return [...heading, line(moment)];
  });
}
