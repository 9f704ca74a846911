import jsQR from 'jsqr';
import { afterAll, describe, expect, test } from 'vitest';
import { createFormatter } from '#bot/kit/formatter.ts';
import { ceiling, chartPicture } from '#bot/pictures/chart.ts';
import { receiptPicture } from '#bot/pictures/receipt.ts';
import { createRenderer } from '#bot/pictures/renderer.ts';
import { drawable, iconPicture, wrapped } from '#bot/pictures/svg.ts';
import { moneyText } from '#domain/money.ts';
import { defaultOperators } from '#domain/operators.ts';
import { sampled } from '#test/support/length.ts';
import { daysOf, link, pictureCases, someOrder, texts, viewIn } from '#test/support/picture-cases.ts';
import { inked, readPng } from '#test/support/png.ts';
import { quiet } from '#test/support/shop.ts';
import { shopPhoto } from '#test/support/shop-picture.ts';
import { unmarked } from '#test/support/story.ts';

const renderer = createRenderer({ log: quiet });
afterAll(() => renderer.close());

/** The texts of a picture, in drawing order. */
const textsIn = (svg: string): string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => unmarked(text));
/** The x position of a text. */
const placeOf = (svg: string, words: string): number => {
  const found = [...svg.matchAll(/<text x="([\d.]+)"[^>]*>([^<]*)<\/text>/g)].find(
    ([, , text = '']) => unmarked(text) === words,
  );
  if (!found) throw new Error(`"${words}" is not on the picture: ${textsIn(svg).join(' | ')}`);
  return Number(found[1]);
};

const usual = daysOf((n) => 1_000_000 + n * 10_000);

describe('a chart', () => {
  test('shows sum, average, best day and unit in the reader’s language', () => {
    const fa = textsIn(chartPicture(viewIn('fa', 'toman'), { title: 'فروش', days: usual }));
    expect(fa).toEqual(
      expect.arrayContaining(['فروش', unmarked(moneyText(34_350_000, 'toman', 'fa')), '۲۵ مهر تا ۲۴ آبان', '۲۴ آبان']),
    );
    expect(fa.join(' ')).toContain(`۲۴ آبان، ${unmarked(moneyText(1_290_000, 'toman', 'fa'))}`);
    expect(fa.join(' ')).not.toMatch(/[0-9]/);
    const en = textsIn(chartPicture(viewIn('en', 'rial'), { title: 'Sales', days: usual }));
    expect(en).toEqual(
      expect.arrayContaining([
        '34,350,000 rials',
        '17 Oct – 15 Nov',
        'On average 1,145,000 rials a day',
        '15 Nov',
        '2M rials',
      ]),
    );
    expect(en.join(' ')).not.toMatch(/[\u0600-\u06ff]/);
  });

  test('time runs in reading direction: today is on the left in Persian, on the right in English', () => {
    const fa = chartPicture(viewIn('fa'), { title: '', days: usual });
    expect(placeOf(fa, '۲۴ آبان')).toBeLessThan(placeOf(fa, '۱۹ آبان'));
    const en = chartPicture(viewIn('en'), { title: '', days: usual });
    expect(placeOf(en, '15 Nov')).toBeGreaterThan(placeOf(en, '10 Nov'));
  });

  test('has a bar for each day with sales, in proportion to its sum', () => {
    const svg = chartPicture(viewIn('en', 'rial'), {
      title: '',
      days: daysOf((n) => [0, 500_000, 1_000_000][n % 3] ?? 0),
    });
    const bars = [...svg.matchAll(/height="([\d.]+)" rx="4"/g)].map(([, high]) => Number(high));
    expect(bars).toHaveLength(20);
    expect(new Set(bars).size).toBe(2);
    expect(Math.max(...bars)).toBeCloseTo(Math.min(...bars) * 2, 0);
  });

  test('says when there are no sales', () => {
    const view = viewIn('en');
    expect(textsIn(chartPicture(view, { title: '', days: daysOf(() => 0) }))).toContain(view.plain('chart-none'));
  });

  test.each([
    [0, 4],
    [1, 4],
    [7, 8],
    [11, 20],
    [999, 1_000],
    [1_000, 1_000],
    [4_100_000, 5_000_000],
    [98_765_432_101_234, 100_000_000_000_000],
  ])('an axis for %d ends at %d', (value, end) => {
    expect(ceiling(value)).toBe(end);
  });
});

describe('a receipt', () => {
  test.each(['fa', 'en'] as const)(
    'shows the item and the masked number, and nothing about the buyer, in %s',
    (language) => {
      const view = viewIn(language);
      const svg = receiptPicture(view, { price: 1_100_000, order: someOrder(), shop: 'Sharj', link });
      const said = textsIn(svg).join(' | ');
      expect(said).toContain(unmarked(moneyText(1_100_000, 'toman', language)));
      expect(said).toContain('0935•••4567');
      expect(said).toContain('ABCDE-12345');
      expect(said).toContain(language === 'fa' ? '۲۴ آبان ۱۴۰۵' : '15 Nov 2026');
      expect(svg).not.toContain('1234567');
    },
  );

  test('a size and its unit are never on two lines', () => {
    const title = 'بسته ویژه همه مشترکان اعتباری ۱۰ گیگابایت';
    const svg = receiptPicture(viewIn('fa'), { price: 1_100_000, order: someOrder({ title }), shop: 'Sharj', link });
    expect(textsIn(svg)).toContain('۱۰ گیگابایت');
    expect(svg).toContain('۱۰\u00a0گیگابایت');
  });
});

describe('the shop’s own name and picture', () => {
  const named = (language: 'fa' | 'en') =>
    createFormatter({ texts, operators: defaultOperators, shopName: () => 'Pars <b> 🏪' }, language, 'toman');

  test.each(['fa', 'en'] as const)('a chart has the name in the corner across from the legend, in %s', (language) => {
    const view = named(language);
    const svg = chartPicture(view, { title: '', days: usual });
    const legend = placeOf(svg, unmarked(view.plain('chart-legend-counts', { unit: view.unitName })));
    expect(placeOf(svg, 'Pars &lt;b&gt;') > legend).toBe(language === 'en');
  });

  test('a receipt has the middle of the picture as a circle with a small tick, and its QR code is read', async () => {
    const icon = Buffer.from(await renderer.render(iconPicture(await shopPhoto(), 128))).toString('base64');
    const svg = receiptPicture(viewIn('fa'), { price: 1_100_000, order: someOrder(), shop: 'Pars', link, icon });
    const { data, width, height } = readPng(await renderer.render(svg));
    const colourAt = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
    // The photo's edge, its middle, outside of the circle, and the tick.
    expect(colourAt(400, 147)).toEqual([0xe8, 0x77, 0x2e]);
    expect(colourAt(375, 196)).toEqual([0xff, 0xff, 0xff]);
    expect(colourAt(350, 146)).toEqual([0xff, 0xff, 0xff]);
    expect(colourAt(440, 217)).toEqual([0x2e, 0x9e, 0x5b]);
    expect(jsQR.default(data, width, height)?.data).toBe(link);
  });
});

describe('any content', () => {
  test.each(sampled(pictureCases(), 6).map((one) => [one.name, one] as const))(
    '%s is drawn',
    async (_, { view, chart, receipt }) => {
      const svg = chart ? chartPicture(view, chart) : receiptPicture(view, receipt);
      expect(svg).not.toMatch(/<script|\u202e|undefined|NaN|Infinity/);
      const picture = readPng(await renderer.render(svg));
      expect([picture.width, picture.height]).toEqual(chart ? [1_200, 760] : [800, 1_080]);
      expect(inked(picture)).toBeGreaterThan(0.002);
      expect(inked(picture)).toBeLessThan(0.5);
    },
  );

  test('text is drawn in both scripts', async () => {
    const draw = async (text: string) => {
      const svg = receiptPicture(viewIn('en'), {
        price: 1_100_000,
        order: someOrder({ title: text, titleEn: text }),
        shop: '',
        link,
      });
      return inked(readPng(await renderer.render(svg)));
    };
    const [none, latin, persian, mixed] = await Promise.all(['', 'weekly pack', 'بستهٔ هفتگی', 'بستهٔ 10 GB'].map(draw));
    for (const some of [latin, persian, mixed]) expect(some).toBeGreaterThan((none ?? 1) + 0.0003);
    expect(new Set([latin, persian, mixed]).size).toBe(3);
  });

  test.each([
    ['a\u0000b\u0008c\ud800', 'abc\ufffd'],
    ['شارژ 😀👨‍👩‍👧 خوب ❤️', 'شارژ خوب'],
    ['می\u200cخواهم\u202e', 'می\u200cخواهم'],
    ['  two\n\tlines ', 'two lines'],
  ])('%j is drawn as %j', (text, drawn) => {
    expect(drawable(text)).toBe(drawn);
  });

  test('long texts are wrapped between words, and cut if there is no room', () => {
    expect(wrapped('one two three four five', 9, 2)).toEqual(['one two', 'three …']);
    expect(wrapped('one two', 9, 2)).toEqual(['one two']);
    expect(wrapped('x'.repeat(50), 9, 2)).toEqual(['xxxxxxxxx…']);
    expect(wrapped('', 9, 2)).toEqual(['']);
  });
});
