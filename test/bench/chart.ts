import type { Curve } from './figure.ts';

const width = 420;
const height = 260;
const margin = { left: 64, right: 16, top: 36, bottom: 52 };
const colours = ['#2a6fdb', '#d9822b', '#2e9e5b', '#8a4fbf'];

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

/** A logarithmic scale. */
function axis(values: readonly number[], from: number, to: number, zero: boolean) {
  const most = Math.max(...values);
  const least = Math.min(...values);
  const logarithmic = !zero && most / least >= 100;
  const place = logarithmic
    ? (value: number) => Math.log(value / least) / Math.log(most / least)
    : (value: number) => (value - (zero ? 0 : least)) / (most - (zero ? 0 : least) || 1);
  const ticks = zero ? [0, most / 2, most] : logarithmic ? [...new Set(values)] : [least, (least + most) / 2, most];
  return { at: (value: number) => from + place(value) * (to - from), ticks };
}

function chart({ title, x, y, series }: Curve, left: number, top: number): string {
  const points = series.flatMap((one) => one.points);
  const across = axis(
    points.map(([value]) => value),
    margin.left,
    width - margin.right,
    false,
  );
  const up = axis(
    points.map(([, value]) => value),
    height - margin.bottom,
    margin.top + 14,
    true,
  );
  const floor = height - margin.bottom;
  const parts = [
    `<text x="${margin.left}" y="20" font-weight="600" font-size="14">${escaped(title)}</text>`,
    ...up.ticks.map(
      (value) =>
        `<path d="M${margin.left} ${up.at(value).toFixed(1)}H${width - margin.right}" stroke="#ddd"/><text x="${margin.left - 8}" y="${(up.at(value) + 4).toFixed(1)}" text-anchor="end">${short.format(value)}</text>`,
    ),
    ...across.ticks.map(
      (value) =>
        `<text x="${across.at(value).toFixed(1)}" y="${floor + 18}" text-anchor="middle">${short.format(value)}</text>`,
    ),
    `<text x="${(margin.left + width - margin.right) / 2}" y="${floor + 38}" text-anchor="middle" fill="#666">${escaped(x)}</text>`,
    `<text transform="translate(16 ${(margin.top + floor) / 2}) rotate(-90)" text-anchor="middle" fill="#666">${escaped(y)}</text>`,
    ...series.flatMap(({ name, points: own }, at) => {
      const colour = colours[at % colours.length];
      const places = own.map(([a, b]) => `${across.at(a).toFixed(1)},${up.at(b).toFixed(1)}`);
      const label = `<text x="${margin.left + 6}" y="${margin.top + 12 + at * 15}" fill="${colour}">${escaped(name)}</text>`;
      const dots =
        own.length > 10
          ? []
          : places.map(
              (place) => `<circle cx="${place.split(',')[0]}" cy="${place.split(',')[1]}" r="3" fill="${colour}"/>`,
            );
      return [
        `<polyline points="${places.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
        ...dots,
        label,
      ];
    }),
  ];
  return `<g transform="translate(${left} ${top})">${parts.join('')}</g>`;
}

/** All curves on one sheet, two in a row. */
export function picture(curves: readonly Curve[]): string {
  const rows = Math.max(1, Math.ceil(curves.length / 2));
  const drawn = curves.map((curve, at) => chart(curve, (at % 2) * width, Math.floor(at / 2) * height));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * width} ${rows * height}" font-family="system-ui, sans-serif" font-size="11"><rect width="100%" height="100%" fill="#fff"/>${drawn.join('')}</svg>\n`;
}
