import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';

/** Paths from src/ and their contents. */
type Files = Readonly<Record<string, string>>;

/** The parts that each part may import, beside itself: downwards only. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  main: ['app', 'config'],
  app: [
    'config',
    'log',
    'with-timeout',
    'bot',
    'server',
    'shop',
    'gateway',
    'payments',
    'storage',
    'domain',
    'sandbox',
    'playground',
  ],
  bot: ['log', 'shop', 'gateway', 'payments', 'storage', 'domain'],
  server: ['log', 'read-body', 'with-timeout', 'shop', 'gateway', 'payments', 'storage', 'domain'],
  shop: ['log', 'gateway', 'payments', 'storage', 'domain'],
  gateway: ['log', 'domain'],
  payments: ['log', 'domain'],
  storage: ['log', 'domain'],
  sandbox: ['read-body', 'domain'],
  playground: ['read-body'],
  config: ['log', 'domain'],
  domain: [],
  log: [],
  'read-body': [],
  'with-timeout': [],
};

/** Packages that only some parts may import. The first match counts. */
const packageHomes: ReadonlyArray<readonly [RegExp, readonly string[]]> = [
  [/^@grammyjs\/types(\/|$)/, ['bot', 'server', 'playground']],
  [/^(grammy|@grammyjs\/[^/]+)(\/|$)/, ['bot', 'server']],
  [/^undici(\/|$)/, ['gateway', 'payments', 'bot']],
  [/^node:sqlite$/, ['storage', 'sandbox', 'playground']],
  [/^kysely(\/|$)/, ['storage', 'shop']],
  [/^(keyv|@keyv\/[^/]+|pg|pg-[^/]+)(\/|$)/, ['storage']],
  [/^(hono|@hono\/[^/]+)(\/|$)/, ['server', 'sandbox', 'playground']],
  [/^(@resvg\/[^/]+|uqr)(\/|$)/, ['bot']],
  [/^csv-stringify(\/|$)/, ['shop']],
];

/** Every broken rule, as a sentence. */
function violations(files: Files): string[] {
  return Object.entries(files).flatMap(([file, source]) => [
    ...wrongName(file),
    ...tooLong(file, source),
    ...(/\.[cm]?[jt]sx?$/.test(file) ? wrongCode(file, source) : []),
  ]);
}

function wrongName(file: string): string[] {
  const kebab = file.split('/').every((part) => /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)?$/.test(part));
  const vague = /(^|[/-])(utils?|helpers?|managers?)(?=[/.-]|$)/.exec(file)?.[2];
  return [...(kebab ? [] : [`${file} is not kebab-case`]), ...(vague ? [`${file} is called "${vague}"`] : [])];
}

function tooLong(file: string, source: string): string[] {
  const lines = source.replace(/\n$/, '').split('\n').length;
  return lines > 300 ? [`${file} has ${lines} lines`] : [];
}

function wrongCode(file: string, source: string): string[] {
  const facts = factsOf(file, source);
  if (facts === null) return [`${file} cannot be parsed`];
  return [
    ...facts.imports.flatMap((target) => [...wrongImport(file, target), ...wrongInBot(file, target)]),
    ...(facts.defaultExport ? [`${file} has a default export`] : []),
    ...(facts.readsEnv && file !== 'config/config.ts' ? [`${file} reads process.env`] : []),
  ];
}

function wrongImport(file: string, target: string | null): string[] {
  const part = partOf(file);
  const allowed = mayImport[part];
  if (!allowed) return [`${file} has no place in the house`];
  if (target === null) return [`${file} imports something that cannot be read here`];
  if (/^([#/]|file:|data:)/.test(target)) return [`${file} imports ${target} by a way round`];
  if (target.startsWith('.')) {
    const path = posix.join(posix.dirname(file), target);
    const other = partOf(path);
    if (other === part || allowed.includes(other)) return [];
    return path.endsWith('.json') && path.startsWith('../') && part !== 'domain' ? [] : [`${file} imports ${path}`];
  }
  if (part === 'domain') return /^libphonenumber-js(\/|$)/.test(target) ? [] : [`${file} imports ${target}`];
  const homes = packageHomes.find(([name]) => name.test(target))?.[1];
  return homes && !homes.includes(part) ? [`${file} imports ${target}`] : [];
}

/** In the bot, core, pictures and actions import only core; features import only these and each other. */
const inBot: ReadonlyArray<readonly [RegExp, RegExp]> = [
  [/^bot\/features\/[^/]+\/actions\.ts$/, /^bot\/core\//],
  [/^bot\/features\//, /^bot\/(core|pictures|features)\//],
  [/^bot\/pictures\//, /^bot\/(core|pictures)\//],
  [/^bot\/core\//, /^bot\/core\//],
];

function wrongInBot(file: string, target: string | null): string[] {
  if (!target?.startsWith('.')) return [];
  const path = posix.join(posix.dirname(file), target);
  const allowed = inBot.find(([home]) => home.test(file))?.[1];
  return allowed && path.startsWith('bot/') && !allowed.test(path) ? [`${file} imports ${path}`] : [];
}

/** Groups of files, or of what `nameOf` makes of them, that import each other, also by type imports. */
function circles(files: Files, nameOf = (file: string) => file): string[][] {
  const imports = new Map<string, string[]>();
  for (const [file, source] of Object.entries(files).filter(([file]) => file.endsWith('.ts'))) {
    const [name, targets] = [nameOf(file), localImports(file, source).map(nameOf)];
    const others = targets.filter((target) => target === file || target !== name);
    imports.set(name, [...(imports.get(name) ?? []), ...others]);
  }
  const reached = new Map([...imports.keys()].map((file) => [file, reachable(imports, file)]));
  const groups = [...imports.keys()].map((file) =>
    [...(reached.get(file) ?? [])]
      .filter((other) => reached.get(other)?.has(file))
      .toSorted((a, b) => a.localeCompare(b)),
  );
  return [...new Map(groups.filter((group) => group.length > 0).map((group) => [group.join(), group])).values()];
}

const shopOf = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).filter(([file]) => file.startsWith('shop/')));

const localImports = (file: string, source: string): string[] =>
  (factsOf(file, source)?.imports ?? []).flatMap((target) =>
    target?.startsWith('.') ? [posix.join(posix.dirname(file), target)] : [],
  );

function reachable(imports: ReadonlyMap<string, readonly string[]>, from: string): Set<string> {
  const found = new Set<string>();
  const left = [...(imports.get(from) ?? [])];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    left.push(...(imports.get(next) ?? []));
  }
  return found;
}

/** The top folder, or the name of a file at the top: bot/screens/home.ts is of bot, app.ts of app. */
const partOf = (path: string): string => (path.split('/')[0] ?? '').replace(/\.ts$/, '');

interface Facts {
  /** The target of any import or re-export; null when it is computed. */
  readonly imports: Array<string | null>;
  /** Those that are not only of types. */
  readonly needed: string[];
  defaultExport: boolean;
  readsEnv: boolean;
}

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const within = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (isNode(inner) ? inner[key] : undefined), value);

const importing = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
]);

const parsed = new Map<string, Facts | null>();

/** Null: it is not code. Each source is parsed once for all tests. */
function factsOf(file: string, source: string): Facts | null {
  const known = parsed.get(source);
  if (known !== undefined) return known;
  const { program, errors } = parseSync(file, source);
  const facts = errors.length > 0 ? null : factsIn(program);
  parsed.set(source, facts);
  return facts;
}

function factsIn(program: unknown): Facts {
  const facts: Facts = { imports: [], needed: [], defaultExport: false, readsEnv: false };
  const visit = (node: unknown): void => {
    if (!isNode(node)) return;
    if (importing.has(String(node.type)) && isNode(node.source)) {
      const target = node.source.value;
      facts.imports.push(typeof target === 'string' ? target : null);
      const erased = node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type';
      if (typeof target === 'string' && !erased) facts.needed.push(target);
    }
    if (node.type === 'ExportDefaultDeclaration' || within(node, 'exported', 'name') === 'default') {
      facts.defaultExport = true;
    }
    facts.readsEnv ||= readsEnv(node);
    Object.values(node).forEach(visit);
  };
  visit(program);
  return facts;
}

function readsEnv(node: Node): boolean {
  const named = (value: unknown) => within(value, 'name') ?? within(value, 'value');
  const isProcess = (value: unknown) => named(value) === 'process' || named(within(value, 'property')) === 'process';
  const takesEnv = (list: unknown, key: string) =>
    Array.isArray(list) && list.some((element) => named(within(element, key)) === 'env');
  if (node.type === 'MemberExpression') return named(node.property) === 'env' && isProcess(node.object);
  if (node.type === 'VariableDeclarator') {
    return isProcess(node.init) && takesEnv(within(node.id, 'properties'), 'key');
  }
  if (node.type === 'ImportDeclaration') {
    return /^(node:)?process$/.test(String(within(node, 'source', 'value'))) && takesEnv(node.specifiers, 'imported');
  }
  return false;
}

const root = new URL('../src/', import.meta.url);
const house: Files = Object.fromEntries(
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(entry.parentPath, entry.name).slice(root.pathname.length))
    .map((file) => [file, readFileSync(new URL(file, root), 'utf8')]),
);

describe('src', () => {
  test('follows the rules', () => {
    expect(violations(house)).toEqual([]);
  });

  test('has no circular imports', () => {
    expect(circles(house)).toEqual([]);
  });

  test('has no circles of folders in the shop', () => {
    expect(circles(shopOf(house), posix.dirname)).toEqual([]);
  });

  test('was read: its files and imports are there', () => {
    expect(Object.keys(house)).toEqual(expect.arrayContaining(['config/config.ts', 'log.ts', 'domain/phone.ts']));
    const facts = factsOf('phone.ts', readFileSync(new URL('domain/phone.ts', root), 'utf8'));
    expect(facts?.imports).toEqual(['libphonenumber-js/mobile', './failure.ts', './operators.ts', './result.ts']);
  });
});

/** What must be installed for a file to run: type imports do not count. */
function packagesOf(file: string, source: string): string[] {
  return (factsOf(file, source)?.needed ?? [])
    .filter((target) => !/^(\.|node:)/.test(target))
    .map((target) =>
      target
        .split('/')
        .slice(0, target.startsWith('@') ? 2 : 1)
        .join('/'),
    );
}

describe('runtime code', () => {
  test('needs only the dependencies, because the image leaves the rest out', () => {
    const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', root), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const code = Object.entries(house).filter(([file]) => file.endsWith('.ts'));
    const needed = new Set(code.flatMap(([file, source]) => packagesOf(file, source)));
    expect([...needed]).toEqual(expect.arrayContaining(['grammy', '@grammyjs/conversations', 'pg']));
    expect([...needed].filter((name) => !(name in dependencies))).toEqual([]);
  });

  test('is told from type imports', () => {
    const source = "import type { A } from 'a'; import { type B } from 'b'; export type { C } from 'c'; import 'd/e';";
    expect(packagesOf('app.ts', source)).toEqual(['b', 'd']);
    expect(packagesOf('app.ts', "export const f = () => import('@g/h/i'); export * from 'j';")).toEqual(['@g/h', 'j']);
  });
});

describe('an import is found', () => {
  test.each([
    ['of values', "import { a } from '../bot/bot.ts';"],
    ['of types', "import type { A } from '../bot/bot.ts';"],
    ['of a type among values', "import { type A } from '../bot/bot.ts';"],
    ['of everything', "import * as bot from '../bot/bot.ts';"],
    ['for its effects', "import '../bot/bot.ts';"],
    ['over several lines', "import {\n  a,\n  b, // from './elsewhere.ts'\n} from\n  '../bot/bot.ts';"],
    ['in double quotes', 'import { a } from "../bot/bot.ts";'],
    ['without a space', "import{a}from'../bot/bot.ts'"],
    ['as a re-export', "export { a } from '../bot/bot.ts';"],
    ['as a re-export of types', "export type { A } from '../bot/bot.ts';"],
    ['as a re-export of everything', "export * from '../bot/bot.ts';"],
    ['when it is dynamic', "export const a = async () => (await import('../bot/bot.ts')).a;"],
    ['inside a type', "export type A = import('../bot/bot.ts').A;"],
    ['by a detour', "import { a } from './../shop/../bot/bot.ts';"],
  ])('%s', (_, source) => {
    expect(violations({ 'shop/orders.ts': source })).toEqual(['shop/orders.ts imports bot/bot.ts']);
  });

  test.each([
    ['in a comment', "// import { a } from '../bot/bot.ts';\n/* export * from '../bot/bot.ts'; */"],
    ['in a string', `export const text = "import { a } from '../bot/bot.ts'";`],
    ['in a template', "export const text = `import { a } from '../bot/bot.ts'`;"],
    ['in a pattern', "export const pattern = /import '..\\/bot\\/bot.ts'/;"],
  ])('not found: %s', (_, source) => {
    expect(violations({ 'shop/orders.ts': source })).toEqual([]);
  });

  test('is refused if it is computed', () => {
    const computed = 'export const load = (name: string) => import(name);';
    expect(violations({ 'app.ts': computed })).toEqual(['app.ts imports something that cannot be read here']);
    expect(violations({ 'shop/a.ts': "import '#bot';" })).toEqual(['shop/a.ts imports #bot by a way round']);
    expect(violations({ 'shop/a.ts': "import '/srv/bot.ts';" })).toEqual([
      'shop/a.ts imports /srv/bot.ts by a way round',
    ]);
    expect(violations({ 'shop/a.ts': 'import {' })).toEqual(['shop/a.ts cannot be parsed']);
  });
});

describe('imports run one way', () => {
  const parts = Object.keys(mayImport);
  const fileOf = (part: string) => (/^(main|app|config|log)$/.test(part) ? `${part}.ts` : `${part}/deep/file.ts`);
  const importOf = (from: string, to: string) => {
    const path = posix.relative(posix.dirname(fileOf(from)), fileOf(to));
    return { [fileOf(from)]: `import type { A } from '${path.startsWith('.') ? path : `./${path}`}';` };
  };
  // Written out once more: the table above must agree.
  const drawing = `
    main       -> app config
    app        -> config log with-timeout bot server shop gateway payments storage domain sandbox playground
    bot        -> log shop gateway payments storage domain
    server     -> log read-body with-timeout shop gateway payments storage domain
    shop       -> log gateway payments storage domain
    gateway    -> log domain
    payments   -> log domain
    storage    -> log domain
    sandbox    -> read-body domain
    playground -> read-body
    config     -> log domain
    domain     ->
    log        ->
    read-body  ->
    with-timeout ->`;
  const arrows = drawing.split('\n').flatMap((line) => {
    const [from = '', to = ''] = line.split('->').map((side) => side.trim());
    return to.split(' ').map((one) => `${from} ${one}`);
  });
  const pairs = parts.flatMap((from) => parts.filter((to) => to !== from).map((to) => [from, to] as const));

  test.each(pairs)('%s to %s, or not', (from, to) => {
    const expected = arrows.includes(`${from} ${to}`) ? [] : [`${fileOf(from)} imports ${fileOf(to)}`];
    expect(violations(importOf(from, to))).toEqual(expected);
  });

  test('are free inside one part', () => {
    expect(violations({ 'bot/features/home/screens.ts': "import { a } from '../numbers/screens.ts';" })).toEqual([]);
  });

  test('in the bot, not from core to a feature, nor from actions to anything but core, nor upwards', () => {
    const action = "import { a } from '../numbers/actions.ts';";
    expect(violations({ 'bot/features/home/screens.ts': action })).toEqual([]);
    expect(violations({ 'bot/features/home/actions.ts': action })).toEqual([
      'bot/features/home/actions.ts imports bot/features/numbers/actions.ts',
    ]);
    expect(violations({ 'bot/features/home/actions.ts': "import { a } from '../../core/action.ts';" })).toEqual([]);
    expect(violations({ 'bot/core/screen.ts': "import { a } from '../features/home/actions.ts';" })).toEqual([
      'bot/core/screen.ts imports bot/features/home/actions.ts',
    ]);
    expect(violations({ 'bot/features/home/handlers.ts': "import { a } from '../../notices.ts';" })).toEqual([
      'bot/features/home/handlers.ts imports bot/notices.ts',
    ]);
    expect(violations({ 'bot/pictures/chart.ts': "import { a } from '../features/home/actions.ts';" })).toHaveLength(1);
  });

  test('not in a circle', () => {
    const two = { 'shop/a.ts': "import type { B } from './b.ts';", 'shop/b.ts': "import { a } from './a.ts';" };
    expect(circles({ ...two, 'shop/c.ts': "import { a } from './a.ts';" })).toEqual([['shop/a.ts', 'shop/b.ts']]);
    expect(circles({ 'shop/a.ts': "import { a } from './a.ts';" })).toEqual([['shop/a.ts']]);
  });

  test('not in a circle of folders, though no file is in one', () => {
    const there = { 'shop/orders/a.ts': "import { b } from '../people/b.ts';", 'shop/orders/d.ts': '' };
    const back = { 'shop/people/b.ts': '', 'shop/people/c.ts': "import { d } from '../orders/d.ts';" };
    expect(circles({ ...there, ...back })).toEqual([]);
    expect(circles({ ...there, ...back }, posix.dirname)).toEqual([['shop/orders', 'shop/people']]);
    expect(circles({ ...there, 'shop/orders/e.ts': "import { a } from './a.ts';" }, posix.dirname)).toEqual([]);
  });

  test('not out of src, except for data', () => {
    const outside = "import { a } from '../../test/support/shop.ts';";
    expect(violations({ 'shop/a.ts': outside })).toEqual(['shop/a.ts imports ../test/support/shop.ts']);
    expect(violations({ 'app.ts': "import pack from '../package.json' with { type: 'json' };" })).toEqual([]);
    expect(violations({ 'domain/a.ts': "import pack from '../../package.json' with { type: 'json' };" })).toHaveLength(
      1,
    );
  });

  test('only between known parts', () => {
    const stray = { 'common/a.ts': "import { z } from 'zod';" };
    expect(violations(stray)).toEqual(['common/a.ts has no place in the house']);
    expect(violations({ 'bot/a.ts': "import { a } from '../common/a.ts';" })).toEqual(['bot/a.ts imports common/a.ts']);
  });
});

describe('a package is imported by its parts only', () => {
  const folders = ['bot', 'server', 'shop', 'gateway', 'payments', 'storage', 'sandbox', 'playground', 'domain'];

  test.each([
    ['grammy', ['bot', 'server']],
    ['grammy/types', ['bot', 'server']],
    ['@grammyjs/conversations', ['bot', 'server']],
    ['@grammyjs/types', ['bot', 'server', 'playground']],
    ['undici', ['bot', 'gateway', 'payments']],
    ['kysely', ['shop', 'storage']],
    ['kysely/migration', ['shop', 'storage']],
    ['keyv', ['storage']],
    ['@keyv/postgres', ['storage']],
    ['pg', ['storage']],
    ['pg-pool', ['storage']],
    ['node:sqlite', ['storage', 'sandbox', 'playground']],
    ['hono', ['server', 'sandbox', 'playground']],
    ['@hono/node-server', ['server', 'sandbox', 'playground']],
    ['@resvg/resvg-wasm', ['bot']],
    ['uqr', ['bot']],
    ['csv-stringify/sync', ['shop']],
    ['zod', folders.filter((folder) => folder !== 'domain')],
    ['node:crypto', folders.filter((folder) => folder !== 'domain')],
    ['libphonenumber-js/mobile', folders],
  ])('%s in %j', (name, homes) => {
    const welcome = folders.filter((folder) => violations({ [`${folder}/a.ts`]: `import '${name}';` }).length === 0);
    expect(new Set(welcome)).toEqual(new Set(homes));
    const atTheTop = violations({ 'app.ts': `import '${name}';` });
    expect(atTheTop).toEqual(homes.includes('shop') && homes.includes('gateway') ? [] : [`app.ts imports ${name}`]);
  });
});

describe('the environment is read in config/config.ts only', () => {
  test.each([
    'export const token = process.env.BOT_TOKEN;',
    "export const token = process.env['BOT_TOKEN'];",
    "export const all = process['env'];",
    'export const all = globalThis.process.env;',
    'export const token = process?.env.BOT_TOKEN;',
    'const { env } = process;',
    'const { argv, env: all } = process;',
    "import { env } from 'node:process';",
    "import { env as all } from 'process';",
  ])('%s', (source) => {
    expect(violations({ 'app.ts': source })).toEqual(['app.ts reads process.env']);
    expect(violations({ 'config/config.ts': source })).toEqual([]);
  });

  test('other uses of process are free', () => {
    expect(violations({ 'main.ts': 'process.exitCode = 1; export const { argv } = process; config.env;' })).toEqual([]);
  });
});

describe('files', () => {
  test('have at most 300 lines', () => {
    const lines = (count: number) => '// a line\n'.repeat(count);
    expect(violations({ 'app.ts': lines(300) })).toEqual([]);
    expect(violations({ 'app.ts': lines(301), 'playground/page/chat.css': lines(400) })).toEqual([
      'app.ts has 301 lines',
      'playground/page/chat.css has 400 lines',
    ]);
  });

  test.each(['bot/Home.ts', 'bot/homeScreen.ts', 'bot/home_screen.ts', 'Bot/home.ts', 'bot/home-.ts', 'bot/a.b.ts'])(
    'are kebab-case, unlike %s',
    (file) => {
      expect(violations({ [file]: '' })).toEqual([`${file} is not kebab-case`]);
    },
  );

  test.each(['shop/utils.ts', 'shop/util/a.ts', 'bot/date-helpers.ts', 'bot/helper.ts', 'shop/order-manager.ts'])(
    'say what they are about, unlike %s',
    (file) => {
      expect(violations({ [file]: '' })).toHaveLength(1);
    },
  );

  test.each([
    'bot/screens/home.ts',
    'storage/migrations/0001-first.ts',
    'playground/page/index.html',
    'shop/managed.ts',
  ])('may be called %s', (file) => {
    expect(violations({ [file]: '' })).toEqual([]);
  });

  test.each(['export default 1;', 'export default function a() {}', 'const a = 1;\nexport { a as default };'])(
    'have no default export: %s',
    (source) => {
      expect(violations({ 'app.ts': source })).toEqual(['app.ts has a default export']);
    },
  );
});
