import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { settingNames } from '#config/config.ts';
import { chargeByPoints, costOf, shareOf } from '#domain/price.ts';
import { promoDiscount } from '#domain/promo.ts';
import { priceOfBase } from '#domain/quote.ts';
import { BANK_FAULTS } from '#sandbox/bank/faults.ts';
import { FAULT_NAMES, strikesBefore } from '#sandbox/faults.ts';
import { createMetrics } from '#server/metrics.ts';
import { personalTables } from '#shop/privacy/personal-data.ts';
import { figures } from './bench/figures.ts';

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const markdownIn = (folder: string): string[] =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}${name}`);
const guides = markdownIn('docs/');
const pages = ['README.md', 'CHANGELOG.md', ...guides, ...markdownIn('.github/')];
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

const anchorsOf = (path: string): string[] =>
  matches(read(path).replace(/```[\s\S]*?```/g, ''), /^#+ (.+)$/gm).map(anchorOf);

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
    const paths = matches(text, /(?<![\w./-])((?:src|test|docs|deploy|locales|\.github)\/[\w./-]*\w)/g);
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
  const labels = matches(read('locales/en.ftl'), /^[\w-]+ = (.+)$/gm).map((label) => {
    const [beforeVariable = ''] = withoutStyle(label)
      .replace(/<[^>]*>/g, '')
      .split('{');
    return beforeVariable.replace(/[ ·(]+$/, '');
  });
  const namedIn = (page: string): string[] =>
    matches(read(page), /\*\*([^*]+)\*\*/g).filter((words) => /^[^\p{L}\p{N}@`]/u.test(words));

  test.each(guides)('%s names them as the bot shows them', (page) => {
    const unknown = namedIn(page).filter((label) => !labels.includes(withoutStyle(label).replace(/ …$/, '')));
    expect(unknown).toEqual([]);
  });

  test('there are many', () => {
    expect(guides.flatMap(namedIn).length).toBeGreaterThan(60);
  });
});

test('the README is short', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(90);
});

test.each(guides)('%s begins with its audience', (page) => {
  expect(read(page)).toMatch(/^# .+\n\nFor /);
});

test('the layout in docs/architecture.md is that of src', () => {
  const block = /```\nsrc\/\n([\s\S]*?)\n\S/.exec(read('docs/architecture.md'))?.[1] ?? '';
  const layout = block.replace('features/X/', 'features/');
  let folder = '';
  const listed = layout.split('\n').flatMap((line) => {
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

test('docs/performance.md names every figure', () => {
  const names = /Names: (.*?) \|/.exec(read('docs/performance.md'))?.[1] ?? '';
  expect(matches(names, /`([\w-]+)`/g)).toEqual(Object.keys(figures));
});

test('the systemd unit runs the same command as npm start, with its own settings', () => {
  const command = /^ExecStart=\S+\/(node .+)$/m.exec(read('deploy/sharj.service'))?.[1];
  expect(command?.replace('--env-file=/etc/sharj/env /opt/sharj/current/', '')).toBe(scripts.start);
});

describe('metrics', () => {
  /** Every exported series with its labels. */
  async function exported(): Promise<Map<string, string[]>> {
    const metrics = createMetrics(async () => ({
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
    }));
    metrics.update('message', 1);
    metrics.limited('message');
    metrics.gatewayCall('purchase', 'ok', 1);
    metrics.ended('delivered');
    const samples = (await metrics.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
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
