import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { personalTables } from '#shop/people/privacy/personal-tables.ts';

/** Contents by path from src/. */
type Files = Readonly<Record<string, string>>;

/** The same eight in `src/shop` and in `src/bot`. Among themselves they form no circle. */
const areas = ['buying', 'money', 'pricing', 'returning', 'people', 'support', 'running', 'connecting'];

/** The rows of the bot: each may import those before it. */
const botRows = [
  ['telegram'],
  ['kit'],
  ['parts'],
  ['actions'],
  ['words'],
  ['pictures'],
  areas,
  ['answers'],
  ['notices', 'intake'],
];

/** What each part may import beside itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  main: ['app', 'config'],
  app: 'bot build config domain gateway log payments server shop storage with-timeout'.split(' '),
  bot: ['domain', 'gateway', 'log', 'payments', 'shop', 'storage'],
  server: ['build', 'domain', 'gateway', 'log', 'payments', 'shop', 'storage', 'with-timeout'],
  shop: ['domain', 'gateway', 'log', 'payments', 'storage'],
  gateway: ['domain', 'log'],
  payments: ['domain', 'log'],
  storage: ['domain', 'log'],
  config: ['domain', 'log', 'payments'],
  domain: [],
  log: ['log-lines', 'log-rotation'],
  'log-lines': [],
  'log-rotation': [],
  build: ['package.json'],
  'package.json': [],
  'with-timeout': [],
  ...Object.fromEntries(
    botRows.flatMap((row, at) => {
      const below = botRows.slice(0, at).flat();
      const beside = row === areas ? areas : [];
      return row.map((part) => [`bot/${part}`, [...below, ...beside].map((one) => `bot/${one}`)]);
    }),
  ),
};

/** Packages that only some parts may import. The first match counts. */
const packageHomes: ReadonlyArray<readonly [RegExp, readonly string[]]> = [
  [/^@sharj\/wire$/, ['gateway', 'payments', 'server', 'shop']],
  [/^@sharj\//, ['app']],
  [/^@grammyjs\/types(\/|$)/, ['bot', 'server']],
  [/^(grammy|@grammyjs\/[^/]+)(\/|$)/, ['bot', 'server']],
  [/^undici(\/|$)/, ['gateway', 'payments', 'bot', 'server']],
  [/^node:sqlite$/, ['storage']],
  [/^kysely(\/|$)/, ['storage', 'shop']],
  [/^(keyv|@keyv\/[^/]+|pg|pg-[^/]+)(\/|$)/, ['storage']],
  [/^(hono|@hono\/[^/]+)(\/|$)/, ['server']],
  [/^(@resvg\/[^/]+|uqr)(\/|$)/, ['bot']],
  [/^csv-stringify(\/|$)/, ['shop']],
];

/** Each rule, and files that break it once. */
const rules: Readonly<Record<string, readonly [broken: (files: Files) => string[], planted: Files]>> = {
  'imports run one way': [upwards, { 'shop/a.ts': "import type { B } from '#bot/bot.ts';" }],
  'the kit knows no shop': [
    (files) =>
      arrows(files).flatMap(([from, to]) =>
        /^bot\/kit\/.*> shop\//.test(`${from}> ${to}`) ? [`${from} imports ${to}`] : [],
      ),
    { 'bot/kit/a.ts': "import type { B } from '#shop/b.ts';" },
  ],
  'those inside the bot too': [upwards, { 'bot/kit/a.ts': "export { b } from '#bot/actions/b.ts';" }],
  'every part has its place': [upwards, { 'common/a.ts': "import { b } from '#log.ts';" }],
  'every part of the bot has its place': [upwards, { 'bot/common/a.ts': "import { b } from '#bot/kit/b.ts';" }],
  'neither files nor folders import each other in a circle': [
    circles,
    {
      'shop/buying/orders/a.ts': "import type { B } from '#shop/people/people/b.ts';",
      'shop/people/people/b.ts': "import { c } from './c.ts';",
      'shop/people/people/d.ts': "import { e } from '#shop/buying/orders/e.ts';",
    },
  ],
  'what is neither beside nor below is imported from the top': [climbing, { 'shop/a/b.ts': "import '../c/d.ts';" }],
  'no import is computed': [computed, { 'app/a.ts': 'export const load = (name: string) => import(name);' }],
  'a package stays in its parts': [strayPackages, { 'bot/a.ts': "import { sql } from 'kysely';" }],
  'the domain is pure': [strayPackages, { 'domain/a.ts': "import { readFileSync } from 'node:fs';" }],
  'the image has every package that runs': [
    (files) => missingPackages(files),
    { 'app/a.ts': "import { build } from 'vite';" },
  ],
  'only config/config.ts reads the environment': [readers, { 'bot/a.ts': 'const { env: all } = process;' }],
  'raw SQL names its tables with `sql.table`, which adds the schema': [
    bareTables,
    { 'shop/a.ts': 'sql`select 1 from orders`' },
  ],
  'exports have names': [unnamedExports, { 'bot/a.ts': 'export default 1;' }],
  'files are kebab-case': [wrongNames, { 'bot/homeScreen.ts': '' }],
  'names say what a file is about': [wrongNames, { 'shop/order-helpers.ts': '' }],
  'files have at most 300 lines': [longFiles, { 'bot/a.css': 'a\n'.repeat(301) }],
};

const root = new URL('../', import.meta.url);
const tree = filesIn('src/');
const packages = readdirSync(new URL('packages/', root));

test.each(Object.entries(rules))('%s', (_, [broken, planted]) => {
  expect(broken(tree)).toEqual([]);
  expect(broken(planted)).toHaveLength(1);
});

const rulesOfPackages = [circles, climbing, computed, readers, strangers, unnamedExports, wrongNames, longFiles];

test.each(packages)('packages/%s keeps the rules too, and stands alone', (name) => {
  const files = filesIn(`packages/${name}/src/`);
  expect(rulesOfPackages.flatMap((broken) => broken(files))).toEqual([]);
  expect(missingPackages(files, `packages/${name}/`)).toEqual([]);
  expect(climbing(filesIn(`packages/${name}/test/`))).toEqual([]);
});

test('a package that imports src, or a package that it does not name, is found', () => {
  const files = { 'a.ts': "import { b } from '#domain/b.ts'; import 'kysely';" };
  expect(strangers(files)).toEqual(['a.ts imports domain/b.ts']);
  expect(missingPackages(files, 'packages/wire/')).toEqual(['a.ts needs kysely']);
});

test('tests import what is far away from the top too', () => {
  expect(climbing(filesIn('test/'))).toEqual([]);
});

test('files and imports are found', () => {
  expect(arrows(tree)).toContainEqual(['domain/phone.ts', 'domain/result.ts']);
  expect(packagesIn(tree)).toContainEqual({
    file: 'domain/phone.ts',
    target: 'libphonenumber-js/mobile',
    isType: false,
  });
  const written =
    "import { a } from 'a'; import type { B } from 'b'; export * from 'c'; type D = import('d').D; import 'e';";
  expect(packagesIn({ 'app/a.ts': written }).map(({ target }) => target)).toEqual(['a', 'b', 'e', 'c', 'd']);
});

function filesIn(folder: string): Files {
  const base = new URL(folder, root);
  const entries = readdirSync(base, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => posix.join(entry.parentPath, entry.name).slice(base.pathname.length));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(new URL(path, base), 'utf8')]));
}

interface Import {
  readonly file: string;
  readonly target: string;
  readonly isType: boolean;
}

function importsIn(files: Files): Import[] {
  const code = Object.entries(files).filter(([file]) => file.endsWith('.ts'));
  return code.flatMap(([file, source]) => targetsIn(source).map((one) => ({ file, ...one })));
}

type Target = Omit<Import, 'file'>;
const parsed = new Map<string, Target[]>();

/** Each source is parsed once for all rules. */
function targetsIn(source: string): Target[] {
  const before = parsed.get(source);
  if (before) return before;
  const { module, errors } = parseSync('a.ts', source);
  if (errors.length > 0) throw new Error(`This cannot be parsed: ${source.slice(0, 200)}`);
  const imports = module.staticImports.map(({ moduleRequest, entries }) => ({
    target: moduleRequest.value,
    isType: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
  const exports = module.staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ target: moduleRequest.value, isType }] : []));
  // Calls, and types that are imported where they are used.
  const inline = [...source.matchAll(/\bimport\('([^']+)'/g)].map(([, target = '']) => ({ target, isType: false }));
  const targets = [...imports, ...exports, ...inline];
  parsed.set(source, targets);
  return targets;
}

/** From file to file. */
function arrows(files: Files): [string, string][] {
  return importsIn(files).flatMap(({ file, target }): [string, string][] => {
    if (target.startsWith('#')) return [[file, target.slice(1)]];
    return target.startsWith('.') ? [[file, posix.join(posix.dirname(file), target)]] : [];
  });
}

/** From `bot/kit/a.ts` to `bot/telegram/b.ts` it is `bot/kit` that imports `bot/telegram`. */
function siblings([from, to]: readonly [string, string]): [string, string] {
  const [a, b] = [from.split('/'), to.split('/')];
  const shared = a.findIndex((name, at) => name !== b[at]);
  return [a.slice(0, shared + 1).join('/'), b.slice(0, shared + 1).join('/')];
}

function upwards(files: Files): string[] {
  const broken = arrows(files).filter((arrow) => {
    const [home, other] = siblings(arrow);
    const isRuled = !home.includes('/') || /^bot\/[^/.]+$/.test(home);
    return isRuled && !mayImport[withoutEnding(home)]?.includes(withoutEnding(other));
  });
  return broken.map(([from, to]) => `${from} imports ${to}`);
}

function circles(files: Files): string[] {
  const pairs = [...new Map(arrows(files).map((arrow) => [siblings(arrow).join(), siblings(arrow)])).values()];
  const next = Map.groupBy(pairs, ([from]) => from);
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const [, to] of next.get(from) ?? []) if (!seen.has(to)) reached(to, seen.add(to));
    return seen;
  };
  const groups = [...next.keys()].flatMap((from) => {
    const group = [...reached(from)].filter((other) => reached(other).has(from));
    return group.length > 0 ? [group.toSorted((a, b) => a.localeCompare(b)).join(' ')] : [];
  });
  return [...new Set(groups)];
}

function climbing(files: Files): string[] {
  return importsIn(files)
    .filter(({ target }) => /^(\.\.|\.\/.*\.\.|\/|file:|data:)/.test(target))
    .map(({ file, target }) => `${file} imports ${target}`);
}

function computed(files: Files): string[] {
  return Object.keys(files).filter((file) => file.endsWith('.ts') && /\bimport\((?!')/.test(files[file] ?? ''));
}

const withoutEnding = (path: string): string => path.replace(/\.ts$/, '');
const partOf = (file: string): string => withoutEnding(file.split('/')[0] ?? '');
const packagesIn = (files: Files): Import[] => importsIn(files).filter(({ target }) => /^[^.#]/.test(target));

function strayPackages(files: Files): string[] {
  const stray = packagesIn(files).filter(({ file, target }) => {
    if (partOf(file) === 'domain') return !target.startsWith('libphonenumber-js');
    const homes = packageHomes.find(([name]) => name.test(target))?.[1];
    return homes !== undefined && !homes.includes(partOf(file));
  });
  return stray.map(({ file, target }) => `${file} imports ${target}`);
}

/** Imports of what is elsewhere than in these files. */
function strangers(files: Files): string[] {
  return arrows(files)
    .filter(([, to]) => !(to in files))
    .map(([from, to]) => `${from} imports ${to}`);
}

function missingPackages(files: Files, folder = ''): string[] {
  const { dependencies } = JSON.parse(readFileSync(new URL(`${folder}package.json`, root), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const needed = packagesIn(files).filter(({ target, isType }) => !isType && !target.startsWith('node:'));
  const missing = needed.filter(({ target }) => !((/^(@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? '') in dependencies));
  return missing.map(({ file, target }) => `${file} needs ${target}`);
}

function readers(files: Files): string[] {
  const reads = /\bprocess\??\.env\b|\benv\b[^;=]*(= (globalThis\.)?process\b|from '(node:)?process')/;
  return Object.keys(files).filter((file) => file !== 'config/config.ts' && reads.test(files[file] ?? ''));
}

function bareTables(files: Files): string[] {
  const bare = new RegExp(
    `(?<!distinct )\\b(from|join|into|update|table)\\s+(${Object.keys(personalTables).join('|')})\\b`,
  );
  const withoutComments = (source = '') => source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  return Object.keys(files).filter(
    (file) => /^(shop|storage\/(?!migrations\/))/.test(file) && bare.test(withoutComments(files[file])),
  );
}

function unnamedExports(files: Files): string[] {
  return Object.keys(files).filter((file) => /^export default\b|\bas default\b/m.test(files[file] ?? ''));
}

function wrongNames(files: Files): string[] {
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)?$/;
  const vague = /(^|[/-])(utils?|helpers?|managers?)(?=[/.-]|$)/;
  return Object.keys(files).filter((file) => vague.test(file) || !file.split('/').every((name) => kebab.test(name)));
}

function longFiles(files: Files): string[] {
  return Object.keys(files).filter((file) => (files[file] ?? '').replace(/\n$/, '').split('\n').length > 300);
}
