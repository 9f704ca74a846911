import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { BANK_FAULTS, FAULT_NAMES, strikesBefore } from '@sharj/sandbox';
import { describe, expect, test } from 'vitest';
import { commands } from '#bot/running/shop-profile/publish.ts';
import { build } from '#build.ts';
import { settingNames } from '#config/config.ts';
import { chargeByPoints, costOf, shareOf } from '#domain/price.ts';
import { promoDiscount } from '#domain/promo.ts';
import { priceOfBase } from '#domain/quote.ts';
import { createMetrics } from '#server/metrics.ts';
import { personalTables } from '#shop/people/privacy/personal-tables.ts';
import { figures } from './bench/figures.ts';
import { avoidedWords, uses } from './support/persian-words.ts';

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const markdownIn = (folder: string): string[] =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}${name}`);
const isPersian = (path: string): boolean => path.startsWith('docs/fa/');
const guides = markdownIn('docs/').filter((path) => !isPersian(path));
const persianGuides = markdownIn('docs/fa/');
const readmes = readdirSync(new URL('packages/', root)).map((name) => `packages/${name}/README.md`);
const pages = [
  'README.md',
  'README.fa.md',
  'CHANGELOG.md',
  'CHANGELOG.fa.md',
  ...guides,
  ...persianGuides,
  ...markdownIn('.github/'),
  ...readmes,
];
const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };

const withoutCode = (text: string): string => text.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '');
const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);

/** GitHub's anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

const headingsOf = (path: string): string[] => matches(read(path).replace(/```[\s\S]*?```/g, ''), /^(#+ .+)$/gm);
/** Headings of Persian pages have the anchor of the English heading too. */
const idsOf = (text: string): string[] => matches(text, /<a id="([^"]+)"><\/a>/g);
const anchorsOf = (path: string): string[] => [
  ...headingsOf(path).map((heading) => anchorOf(heading.replace(/^#+ /, '').replace(/<[^>]*>/g, ''))),
  ...idsOf(read(path)),
];

describe.each(pages)('%s', (page) => {
  const text = read(page);

  test('links to existing files and headings', () => {
    const links = matches(withoutCode(text), /(?:\]\(|src=")([^)"\s]+)[)"]/g).filter((link) => !/^https?:/.test(link));
    const broken = links.filter((link) => {
      const target = new URL(link, new URL(page, root));
      const path = target.pathname.slice(root.pathname.length);
      if (!existsSync(new URL(path, root))) return true;
      return target.hash !== '' && !anchorsOf(path).includes(target.hash.slice(1));
    });
    expect(broken).toEqual([]);
  });

  test('names existing commands and files', () => {
    const commands = matches(text, /npm run (?:-s )?([\w:-]+)/g);
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
    const paths = matches(text, /(?<![\w./-])((?:src|packages|test|docs|deploy|locales|\.github)\/[\w./-]*\w)/g);
    const composed = matches(text, /compose (?:\S+ )*?-f (\S+)/g);
    expect([...paths, ...composed].filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
  });

  test('names only existing settings', () => {
    const families = settingNames.flatMap((name) => matches(name, /^([A-Z0-9]+)_/g));
    const named = matches(text, new RegExp(`\\b((?:${families.join('|')})_[A-Z0-9_]+)\\b`, 'g'));
    expect(named.filter((name) => !settingNames.includes(name))).toEqual([]);
  });
});

test('the checks above find something', () => {
  const all = pages.map(read).join('\n');
  expect(matches(all, /npm run ([\w:-]+)/g).length).toBeGreaterThan(20);
  expect(matches(all, /\]\(([^)\s]+\.ts)\)/g).length).toBeGreaterThan(30);
  expect(anchorOf('Example: a button "Opening hours" on the help screen')).toBe(
    'example-a-button-opening-hours-on-the-help-screen',
  );
});

/** Without the mark that asks for a coloured picture. */
const withoutStyle = (text: string): string => text.replaceAll('\u{FE0F}', '');

describe('labels with a symbol', () => {
  const labelsIn = (language: string): string[] =>
    matches(read(`locales/${language}.ftl`), /^(?:[\w-]+| {4}\.agent-shop) = (.+)$/gm).map((label) => {
      const [beforeVariable = ''] = withoutStyle(label)
        .replace(/<[^>]*>|\{"[^"]*"\}/g, '')
        .split('{');
      return beforeVariable.replace(/[ ·(:]+$/, '');
    });
  const [english, persian] = [labelsIn('en'), labelsIn('fa')];
  const namedIn = (page: string): string[] =>
    matches(read(page), /\*\*([^*]+)\*\*/g).filter((words) => /^[^\p{L}\p{N}@`]/u.test(words));

  test.each(['README.fa.md', ...guides, ...persianGuides])('%s names them as the bot shows them', (page) => {
    const labels = page === 'README.fa.md' || isPersian(page) ? persian : english;
    const unknown = namedIn(page).filter((label) => !labels.includes(withoutStyle(label).replace(/ …$/, '')));
    expect(unknown).toEqual([]);
  });

  test('there are many', () => {
    expect(guides.flatMap(namedIn).length).toBeGreaterThan(60);
    expect(persianGuides.flatMap(namedIn).length).toBeGreaterThan(60);
  });
});

describe('release notes', () => {
  const releasesIn = (page: string) =>
    read(page)
      .split(/^## /m)
      .slice(1)
      .map((release) => ({
        version: /\d+\.\d+\.\d+[\w.-]*/.exec(release)?.[0],
        entries: release
          .split(/^### /m)
          .slice(1)
          .map((part) => matches(part, /^(- .+)$/gm).length),
      }));

  test('tell the same in English and Persian', () => {
    expect(releasesIn('CHANGELOG.fa.md')).toEqual(releasesIn('CHANGELOG.md'));
  });

  test('have one to ten lines in each part', () => {
    const lengths = releasesIn('CHANGELOG.md').flatMap(({ entries }) => entries);
    expect(lengths.length).toBeGreaterThan(5);
    expect(lengths.filter((length) => length < 1 || length > 10)).toEqual([]);
  });
});

test.each(['sale-en', 'sale-fa', 'kill-en', 'kill-fa'])('docs/%s.png moves, and is light', (name) => {
  const file = readFileSync(new URL(`docs/${name}.png`, root));
  expect(file.length).toBeLessThan(1_500_000);
  expect(file.toString('latin1', 37, 41)).toBe('acTL');
  expect(read(name.endsWith('fa') ? 'README.fa.md' : 'README.md')).toContain(`docs/${name}.png`);
});

test('the README is short', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(90);
});

test.each(guides)('%s begins with its audience', (page) => {
  expect(read(page)).toMatch(/^# .+\n\nFor /);
});

test.each(persianGuides)('%s begins with its audience', (page) => {
  expect(read(page)).toMatch(/^<div dir="rtl">\n\n# .+\n\nبرای /);
});

describe('Persian pages', () => {
  const readers = ['README.fa.md', 'CHANGELOG.fa.md', ...persianGuides];
  const twins = persianGuides.map((page) => [page, page.replace('docs/fa/', 'docs/')] as const);
  const translated = twins.filter(([, twin]) => guides.includes(twin));
  /** Commands of BotFather, and paths. */
  const english = guides.map(read).join('\n');
  const inRightToLeft = (page: string): string => matches(read(page), /<div dir="rtl">([\s\S]*?)<\/div>/g).join('\n');

  test('the pages that owners, agents and staff read are there', () => {
    const names = translated.map(([page]) => page.slice('docs/fa/'.length, -'.md'.length));
    expect(new Set(names)).toEqual(
      new Set(
        'agent-bots api backup getting-started operating payments plans prices security selling staff-and-customers support troubleshooting'.split(
          ' ',
        ),
      ),
    );
  });

  test('the two READMEs lead to each other in their first line', () => {
    expect(read('README.md').split('\n')[0]).toContain('(README.fa.md)');
    expect(read('README.fa.md').split('\n')[0]).toContain('(README.md)');
    expect(persianGuides.filter((page) => !read('README.fa.md').includes(`](${page})`))).toEqual([]);
  });

  test.each(translated)('%s has the headings of %s, in their order', (page, twin) => {
    const levels = (path: string) => headingsOf(path).map((heading) => /^#+/.exec(heading)?.[0].length);
    expect(levels(page)).toEqual(levels(twin));
    expect(headingsOf(page).map((heading) => idsOf(heading)[0])).toEqual(anchorsOf(twin));
    expect(read(page)).toContain(`](../${twin.slice('docs/'.length)})`);
  });

  test.each(translated)('%s has only code and commands of %s', (page, twin) => {
    const original = read(twin);
    const blocks = matches(read(page), /```sh\n([\s\S]*?)```/g);
    expect(blocks.filter((block) => !original.includes(block))).toEqual([]);
    const slashed = matches(read(page), /[`>](\/[a-z]+)[`<]/g);
    const unknown = slashed.filter((command) => !commands.includes(command.slice(1)) && !english.includes(command));
    expect(unknown).toEqual([]);
  });

  test.each(readers)('%s reads from the right, and its code from the left', (page) => {
    const prose = inRightToLeft(page);
    expect(read(page).replaceAll(/<div dir="rtl">[\s\S]*?<\/div>|```[\s\S]*?```/g, '')).not.toMatch(
      /\p{Script=Arabic}{2}/u,
    );
    expect(prose).not.toContain('```');
    // Without a blank line GitHub does not read the markdown inside.
    expect(read(page)).not.toMatch(/<div dir="rtl">\n(?!\n)|[^\n]\n<\/div>/);
    // A sign at either end, or a group of digits at its beginning, would move to the other end.
    const code = matches(prose, /`([^`\n]+)`/g);
    expect(code.filter((words) => !/^[A-Za-z](?:.*[\w\])])?$|\p{Script=Arabic}/u.test(words))).toEqual([]);
    expect(matches(prose, /[\s*](@\w+)/g)).toEqual([]);
  });

  test.each(readers)('%s is written in Persian letters, digits and words', (page) => {
    const prose = inRightToLeft(page)
      .replace(/<code[^>]*>.*?<\/code>|`[^`\n]*`|https?:\S+|\[[^\]]*\.\w+\]/g, 'x')
      .replace(/<[^>]*>|\]\([^)]*\)/g, '')
      .split('\n')
      .filter((line) => !/^\| «/.test(line) || page !== 'docs/fa/words.md')
      .join('\n');
    expect(prose.match(/.*[يكى٠-٩].*/g) ?? []).toEqual([]);
    expect(prose.match(/.*(?:\u200c\s|\s\u200c|\u200c{2}| [،؛؟!»]).*/g) ?? []).toEqual([]);
    expect(
      prose.match(/.*(?:(?<!\p{L})ن?می \p{Script=Arabic}|\p{Script=Arabic} (?:ها|های)(?!\p{L})).*/gu) ?? [],
    ).toEqual([]);
    expect(prose.match(/(?<![A-Za-z0-9.])[0-9]+(?![.0-9]*[A-Za-z])(?!\. )/g) ?? []).toEqual([]);
    const avoided = avoidedWords().filter((word) => word.keys.length === 0);
    expect(avoided.filter((word) => uses(prose, word)).map(({ word }) => word)).toEqual([]);
  });
});

test('the layout in docs/architecture.md is that of src', () => {
  const block = /```\nsrc\/\n([\s\S]*?)\n\S/.exec(read('docs/architecture.md'))?.[1] ?? '';
  let folder = '';
  const listed = block.split('\n').flatMap((line) => {
    const [, indent = '', names = ''] = /^( +)((?:[\w.-]+(?:\/|\.ts) ?)+)/.exec(line) ?? [];
    const own = names.split(' ').filter((name) => name !== '');
    if (indent.length === 2) folder = own[0] ?? '';
    return own.map((name) => `src/${indent.length === 2 ? '' : folder}${name}`);
  });
  expect(listed.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
  const folders = readdirSync(new URL('src/', root), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(listed).toEqual(expect.arrayContaining(folders.map(({ name }) => `src/${name}/`)));
});

test('docs/configuration.md lists every setting once, and no other', () => {
  const listed = matches(read('docs/configuration.md'), /^\| `([A-Z0-9_]+)` \|/gm);
  expect(listed).toHaveLength(settingNames.length);
  expect(new Set(listed)).toEqual(new Set(settingNames));
});

test('docs/security.md names every table that has something about a person', () => {
  const personal = Object.entries(personalTables).filter(([, policy]) => policy !== null);
  const stored = read('docs/security.md').split('## What is stored about people')[1] ?? '';
  const named = matches(stored, /`([a-z_]+)`/g);
  expect(personal.map(([table]) => table).filter((table) => !named.includes(table))).toEqual([]);
});

test('docs/prices.md rounds as the shop does', () => {
  const number = (text = '') => Number(/[\d,.]+/.exec(text)?.[0].replaceAll(',', ''));
  const rounding = /### Rounding\n([\s\S]*?)\n##/.exec(read('docs/prices.md'))?.[1] ?? '';
  const rows = matches(rounding, /^\| (.+) \|$/gm).slice(2);
  const computed = rows.map((row) => {
    const [what = '', of, percent] = row.split(' | ');
    const [amount, points] = [number(of), number(percent) * 100];
    const exactly = (amount * points) / 10_000;
    if (what === 'VAT') {
      const { vat, total } = priceOfBase(amount, number(percent));
      return [exactly, vat, total];
    }
    const rounded = shareOf(amount, points);
    if (what === 'a referral') return [exactly, rounded, rounded];
    if (what.startsWith('the gateway')) return [exactly, rounded, costOf(amount, points)];
    const promo = promoDiscount(amount, { kind: 'percent', points });
    if (what.endsWith('a promo code')) return [amount - exactly, amount - promo, promo];
    const charge = chargeByPoints(amount, what.endsWith('a fee') ? -points : points);
    return [amount + Math.sign(charge - amount) * exactly, charge, Math.abs(charge - amount)];
  });
  expect(rows.length).toBe(6);
  expect(rows.map((row) => row.split(' | ').slice(3).map(number))).toEqual(computed);
});

test('docs/sandbox.md lists every fault, and whether it buys', () => {
  const rows = matches(read('docs/sandbox.md'), /^\| (`[\w-]+` \| (?:not )?made) \|/gm);
  const expected = FAULT_NAMES.map((name) => `\`${name}\` | ${strikesBefore(name) ? 'not made' : 'made'}`);
  expect(new Set(rows)).toEqual(new Set(expected));
});

test('docs/sandbox.md lists every fault of the bank', () => {
  const table = /\| bank fault \|.*\n\| --- .*\n([\s\S]*)/.exec(read('docs/sandbox.md'))?.[1] ?? '';
  expect(new Set(matches(table, /^\| `([\w-]+)` \|/gm))).toEqual(new Set(BANK_FAULTS));
});

test('packages/local-telegram/README.md shows the example that is run as a test', () => {
  const [, example] = /```ts\n([\s\S]*?)```/.exec(read('packages/local-telegram/README.md')) ?? [];
  expect(example).toBe(read('packages/local-telegram/test/example.test.ts'));
});

test('docs/performance.md has rows of every figure, and the figures of the README', () => {
  const [, table = ''] = /\| figure \|.*\n\| --- .*\n((?:\|.*\n)+)/.exec(read('docs/performance.md')) ?? [];
  expect(new Set(matches(table, /^\| `([\w-]+)`:/gm))).toEqual(new Set(Object.keys(figures)));
  const [, told = ''] = /## Five figures\n\n.*\n.*\n\|(.*)\|\n/.exec(read('README.md')) ?? [];
  const numbers = told.split('|').map((cell) => /[\d.]+(?: ms| s| \/s|x)/.exec(cell)?.[0] ?? cell);
  expect(numbers).toHaveLength(5);
  expect(numbers.filter((number) => !table.includes(number))).toEqual([]);
});

test('the systemd unit runs the same command as npm start, with its own settings', () => {
  // The shell of Windows has no `exec`, and runs what is behind the bars.
  const [, runs] = /^exec (.+) \|\| \1$/.exec(String(scripts.start)) ?? [];
  expect(read('deploy/sharj@.service')).toContain('\nExecStart=/opt/sharj/current/bin/sharj process %i\n');
  const command = /^process\(\) \{[^}]*\/bin\/(node" .+)$/m.exec(read('deploy/sharj'))?.[1];
  expect(command?.replace('--env-file="$settings" "$opt/current/', '"').replaceAll('"', '')).toBe(runs);
});

describe('metrics', () => {
  /** Every exported series with its labels. */
  async function exported(): Promise<Map<string, string[]>> {
    const read = async () => ({
      orders: { review: 1 },
      unsureSeconds: 1,
      heldRials: 1,
      receiptsWaiting: 1,
      payments: [{ method: 'card', state: 'submitted', count: 1 }],
      paymentsWaiting: 1,
      supportWaiting: 0,
      plansActive: 1,
      cyclesDue: [{ problem: 'money', count: 1 }],
      paymentSeconds: 1,
      catalogueSeconds: 1,
      gatewayRials: 1,
      backupSeconds: 1,
      hasBackupFailed: false,
      shops: [{ shop: 'a1', bot: 'a_bot', isRunning: true, openOrders: 0 }],
    });
    const freeSpace = async () => [{ folder: 'database', bytes: 1 } as const];
    const metrics = createMetrics({ read, freeSpace }, build);
    metrics.update('message', 1);
    metrics.limited('message');
    metrics.gatewayCall('purchase', 'ok', 1);
    metrics.apiCall('purchase', 200, 1);
    metrics.ended('delivered');
    metrics.told(1);
    const text = await metrics.text({ ready: true, database: true, gateway: true, telegram: true });
    const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const series = samples.map((line) => {
      const [, name = '', labels = ''] = /^(\w+)(?:\{(.*?)\})? /.exec(line) ?? [];
      return [name, matches(labels, /(\w+)="/g)] as const;
    });
    return new Map(series);
  }

  const dashboard = JSON.parse(read('deploy/grafana-dashboard.json')) as {
    panels: readonly { targets: readonly { expr: string }[] }[];
  };
  const expressions = {
    'deploy/grafana-dashboard.json': dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    'deploy/prometheus-alerts.yaml': matches(
      read('deploy/prometheus-alerts.yaml'),
      /expr: ((?:\|\n(?: {10}.*\n)+)|.*)/g,
    ),
  };

  test.each(Object.entries(expressions))('%s uses existing series and labels', async (_, used) => {
    const known = await exported();
    expect(used.length).toBeGreaterThan(10);
    for (const expression of used) {
      const names = matches(expression, /\b((?:sharj|nodejs|process)_\w+|up\b)/g).filter((name) => name !== 'up');
      expect(
        names.filter((name) => !known.has(name)),
        expression,
      ).toEqual([]);
      const fromScraping = ['job', 'instance', 'le'];
      const labels = [
        ...matches(expression, /(\w+)="/g),
        ...matches(expression, /by \((.*?)\)/g).flatMap((list) => list.split(', ')),
      ];
      const its = names.flatMap((name) => known.get(name) ?? []);
      expect(
        labels.filter((label) => ![...its, ...fromScraping].includes(label)),
        expression,
      ).toEqual([]);
    }
  });

  test('docs/operating.md lists all of our own', async () => {
    const own = [...(await exported()).keys()].filter((name) => name.startsWith('sharj_'));
    const families = own.map((name) => name.replace(/_(bucket|sum|count)$/, ''));
    expect(new Set(matches(read('docs/operating.md'), /^\| `(sharj_\w+)` \|/gm))).toEqual(new Set(families));
  });
});
