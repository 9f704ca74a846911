import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseHtml } from '@sharj/local-telegram';
import { parseSync } from 'vite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { helpSections } from '#bot/actions/home.ts';
import { seenLength, shownLength } from '#bot/kit/row-label.ts';
import { loadTexts } from '#bot/kit/texts.ts';
import { commands } from '#bot/running/shop-profile/publish.ts';
import { forEachLanguage, type Language, languages, rulesOf } from '#domain/language.ts';
import { units } from '#domain/money.ts';
import { orderStates } from '#domain/order.ts';
import { productTypes, simTypes, sorts } from '#domain/product.ts';
import { firstSteps } from '#shop/running/reports/first-steps.ts';
import { audienceKinds } from '#shop/support/broadcasts/audience.ts';
import { avoidedWords, uses } from './support/persian-words.ts';

const locales = new URL('../locales/', import.meta.url);
const texts = loadTexts(new URL('../locales', import.meta.url).pathname);

interface Message {
  readonly key: string;
  readonly source: string;
  readonly variables: readonly string[];
}

function messagesOf(language: Language): Message[] {
  const source = readFileSync(new URL(`${language}.ftl`, locales), 'utf8');
  return source
    .split(/^(?=[a-z])/m)
    .filter((block) => /^[a-z]/.test(block))
    .map((block) => {
      const [key = ''] = /^[\w-]+/.exec(block) ?? [];
      const body = block.replace(/^#.*$/gm, '').trim();
      return { key, source: body, variables: [...new Set(body.match(/\$\w+/g) ?? [])].sort() };
    });
}

const all = forEachLanguage((_, language) => messagesOf(language));
const { fa, en } = all;
const rightToLeft = languages.filter((language) => rulesOf(language).direction === 'rtl');
/** How a message says that there is one. */
const one: Readonly<Record<Language, RegExp>> = { fa: /یک|۱/, en: /\b(one|a|1)\b/i, ar: /واحد|١/ };
const keys = new Set(en.map(({ key }) => key));
/** Languages whose translation is not complete: what they lack is shown in English. */
const begun: readonly Language[] = [];

/** «داریم می‌پرسیم»: how people speak, not how the shop writes. */
const spokenProgressive = /(?<!\p{L})(داریم|دارد|دارید|دارم) (از |)(\S+ )?(می‌|نمی‌)/u;

/** A value for every variable: text, or a number where a message counts. */
function filled({ source, variables }: Message, number = 7): Record<string, string | number> {
  const counts = (name: string) =>
    source.includes(`${name} ->`) || /^\$(count|days|minutes|page|pages|percent)$/.test(name);
  return Object.fromEntries(variables.map((name) => [name.slice(1), counts(name) ? number : `«${name.slice(1)}»`]));
}

describe('the languages', () => {
  test('only those that are being translated lack texts', () => {
    const missing = languages
      .filter((language) => !begun.includes(language))
      .map((language) => {
        const own = new Set(all[language].map(({ key }) => key));
        return [language, [...keys].filter((key) => !own.has(key))];
      });
    expect(missing).toEqual(missing.map(([language]) => [language, []]));
  });

  test.each(languages)('%s has its keys in the same order, each once, with the same variables', (language) => {
    const own = new Set(all[language].map(({ key }) => key));
    const of = (messages: readonly Message[]) => messages.map(({ key, variables }) => [key, ...variables]);
    expect(of(all[language])).toEqual(of(en.filter(({ key }) => own.has(key))));
    expect(keys.size).toBe(en.length);
  });

  test('a text that a language does not have yet is in English', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'sharj-locales-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    for (const language of languages) {
      const source = language === 'en' ? 'hello = Hello\nyears = { $years } years' : 'hello = سلام';
      await writeFile(join(directory, `${language}.ftl`), source);
    }
    const few = loadTexts(directory);
    expect(few.translate('fa', 'hello')).toBe('سلام');
    expect(few.translate('fa', 'years', { years: 1_000 })).toBe('1,000 years');
    expect(few.translate('fa', 'neither')).toBe('{neither}');
  });

  test('every language is an audience, at the place that old buttons have for it', () => {
    expect(audienceKinds).toEqual(['everyone', 'customers', 'agents', 'buyers', 'fa', 'en', 'tier', 'ar']);
    expect(languages.filter((language) => !audienceKinds.includes(language))).toEqual([]);
  });

  test.each(languages)('%s: every message can be formatted, and Telegram accepts its HTML', (language) => {
    for (const message of all[language]) {
      const text = texts.translate(language, message.key, filled(message));
      expect(text, message.key).not.toMatch(/[{}]/);
      expect(text.trim(), message.key).not.toBe('');
      expect(() => parseHtml(text), message.key).not.toThrow();
      // Buttons, the menu and toasts are plain text.
      if (
        /^(key|command|bot|button|sort|sim|unit|language|days|price|category|order-row|number-labelled)/.test(
          message.key,
        )
      )
        expect(text, message.key).not.toMatch(/<\/?\w+>|&\w+;/);
    }
  });

  test.each(languages)('%s: a phone shows a button that is alone in its row to its end', (language) => {
    const labels = all[language].filter(({ key }) => /^key-/.test(key));
    expect(labels.length).toBeGreaterThan(200);
    for (const message of labels) {
      const short = Object.fromEntries(message.variables.map((name) => [name.slice(1), 12]));
      const label = texts.translate(language, message.key, short);
      expect(seenLength(label), `${message.key}: ${label}`).toBeLessThanOrEqual(shownLength(1));
    }
  });

  test.each(languages)('%s: what is counted is counted rightly', (language) => {
    const { numbers } = rulesOf(language);
    const counting = all[language].filter(({ source }) => source.includes('->'));
    expect(counting.length).toBeGreaterThan(3);
    for (const message of counting) {
      for (const count of [0, 2, 5, 11, 100, 1_000_000]) {
        const text = texts.translate(language, message.key, filled(message, count));
        expect(text, `${message.key} ${count}`).toContain(new Intl.NumberFormat(numbers).format(count));
      }
      const single = texts.translate(language, message.key, filled(message, 1));
      expect(single, message.key).toMatch(one[language]);
      expect(single, message.key).not.toBe(texts.translate(language, message.key, filled(message, 2)));
    }
  });

  test('plural rules are those of the language: Arabic has a form for few and one for many', () => {
    const days = (language: Language, counts = [1, 2]) =>
      counts.map((count) => texts.translate(language, 'days', { days: count }));
    expect(days('en')).toEqual(['1\u00a0day', '2\u00a0days']);
    expect(days('fa')).toEqual(['۱\u00a0روز', '۲\u00a0روز']);
    expect(days('ar', [1, 3, 11, 100])).toEqual(['يوم واحد', '٣ أيام', '١١ يومًا', '١٠٠ يوم']);
  });

  test("an agent's bot does not name the gateway, which is the shop", () => {
    // Its commission is always known and it has no settings; its customers are told of both shop and gateway.
    const others =
      /^(alert-unrecognised|alert-gateway-elsewhere|rules-unknown-cost|ask-percent-commission|loss-(example-)?unknown|privacy-shared)$/;
    const named = all.en.filter(
      (message) =>
        !others.test(message.key) && /gateway/i.test(texts.ofAgentShop.translate('en', message.key, filled(message))),
    );
    expect(named.map(({ key }) => key)).toEqual([]);
    const otherwise = (language: Language) =>
      all[language].filter(({ source }) => source.includes('.agent-shop =')).map(({ key }) => key);
    for (const language of languages) expect(otherwise(language).sort()).toEqual(otherwise('en').sort());
  });

  test('Persian uses Persian letters, digits and punctuation', () => {
    for (const { key, source } of fa) {
      const words = source
        .replace(/\{[^}]*\}/g, 'آ')
        .replace(/<[^>]*>|\/search 10gb|\/\w+/g, '')
        .replace(/^\S+ =/, '');
      expect(words, key).not.toMatch(/[يكىة٠-٩]/);
      // A zero-width joiner is only between letters, and no space comes before punctuation.
      expect(words, key).not.toMatch(/\u200c\s|\s\u200c|\u200c{2}| [،؛؟!:»]/);
      expect(words, key).not.toMatch(/\bمی [آ-ی]|[آ-ی] ها\b|[?;%]|,(?! ?\d)/);
      expect(words, key).not.toMatch(/[0-9]/);
    }
  });

  test('Persian has one word for one thing, and speaks formally', () => {
    const words = avoidedWords();
    expect(words.length).toBeGreaterThan(30);
    const used = fa.flatMap(({ key, source }) => {
      const text = source.replace(/^\S+ =/, '');
      const avoided = words.filter((word) => !word.keys.some((part) => key.includes(part)) && uses(text, word));
      return [...avoided.map(({ word }) => `${key}: ${word}`), ...(spokenProgressive.test(text) ? [key] : [])];
    });
    expect(used).toEqual([]);
  });

  test.each(rightToLeft)(
    '%s: a number is written without spaces, around which its parts would change places',
    (language) => {
      const split = all[language].filter(({ source }) => /\p{Nd}{3,} \p{Nd}{3,} \p{Nd}{3,}/u.test(source));
      expect(split.map(({ key }) => key)).toEqual([]);
    },
  );

  test.each(rightToLeft)('%s: no line begins with Latin letters, which would change its direction', (language) => {
    for (const message of all[language]) {
      const text = texts.translate(language, message.key, filled(message)).replace(/<[^>]*>/g, '');
      for (const line of text.split('\n')) {
        const [first] = /\p{L}|\u200f/u.exec(line.replace(/«[a-z]\w*»/gi, '')) ?? ['ا'];
        expect(first, `${message.key}: ${line}`).toMatch(/[\u0600-\u06ff\u200f]/);
      }
    }
  });
});

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const bot = new URL('../src/bot/', import.meta.url);
/** Its markup has English words that are not shown. */
const page = '../server/payment-page-html.ts';
const files = [
  ...readdirSync(bot, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts')),
  page,
  '../server/api/answers.ts',
];

/** Every string in a file, with the names of the surrounding calls and properties. */
function textsIn(file: string): { text: string; open: boolean; within: readonly string[] }[] {
  const found: { text: string; open: boolean; within: readonly string[] }[] = [];
  const nameOf = (node: unknown): string => {
    if (!isNode(node)) return '';
    return String(node.name ?? (isNode(node.property) ? nameOf(node.property) : ''));
  };
  const visit = (node: unknown, within: readonly string[]): void => {
    if (Array.isArray(node)) {
      for (const one of node) visit(one, within);
      return;
    }
    if (!isNode(node) || (/^(Import|Export(All|Named)Declaration$)/.test(String(node.type)) && isNode(node.source)))
      return;
    if (/^TS/.test(String(node.type)) && node.type !== 'TSAsExpression' && node.type !== 'TSSatisfiesExpression')
      return;
    // Compared strings are not shown.
    if (node.type === 'BinaryExpression' && /^[!=]==$/.test(String(node.operator))) return;
    if (node.type === 'Literal' && typeof node.value === 'string')
      found.push({ text: node.value, open: false, within });
    if (node.type === 'TemplateLiteral' && Array.isArray(node.quasis)) {
      const [first] = node.quasis.map((quasi) =>
        isNode(quasi) && isNode(quasi.value) ? String(quasi.value.cooked) : '',
      );
      found.push({ text: first ?? '', open: node.quasis.length > 1, within });
      for (const quasi of node.quasis.slice(1))
        if (isNode(quasi) && isNode(quasi.value))
          found.push({ text: String(quasi.value.cooked), open: false, within: [...within, 'rest'] });
    }
    const called = node.type === 'CallExpression' || node.type === 'NewExpression' ? nameOf(node.callee) : '';
    const named = node.type === 'Property' ? nameOf(node.key) : '';
    for (const [part, inner] of Object.entries(node)) {
      const deeper = part === 'arguments' && called !== '' ? [...within, called] : within;
      visit(inner, part === 'value' && named !== '' ? [...within, named] : deeper);
    }
  };
  visit(parseSync(file, readFileSync(new URL(file, bot), 'utf8')).program, []);
  return found;
}

const spoken = files.flatMap((file) => textsIn(file).map((piece) => ({ file, ...piece })));
/** Strings for Telegram's servers and the log, never for a person. */
const behind = ['intake/polling.ts', 'telegram/problem.ts', 'telegram/transport.ts', page];
const failureSource = readFileSync(new URL('../src/domain/failure.ts', import.meta.url), 'utf8');
const failureCodes = [...failureSource.matchAll(/readonly code: '([^']*)'/g)].map(([, code]) => code ?? '');
/** Computed keys, and their parts. */
const families: Readonly<Record<string, readonly string[]>> = {
  'type-': productTypes,
  'sim-': simTypes,
  'unit-': units,
  'sort-': sorts,
  'state-': orderStates,
  'command-': commands,
  'failure-': failureCodes,
  'help-on-': helpSections,
  'key-help-': helpSections,
  'step-': [...firstSteps, 'done', 'open'],
};

describe('code and locales', () => {
  test('the code uses no unknown key', () => {
    const said = spoken.filter(({ within, open }) => !open && /^(html|plain|translate|say)$/.test(within.at(-1) ?? ''));
    const wanted = said.filter(({ text }) => /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(text)).map(({ text }) => text);
    expect(wanted.length).toBeGreaterThan(100);
    expect(
      [...new Set(wanted)].filter((key) => !keys.has(key) && !['fa', 'en', 'ar', 'toman', 'rial'].includes(key)),
    ).toEqual([]);
    const put = Object.entries(families).flatMap(([family, members]) => members.map((member) => family + member));
    expect(put.filter((key) => !keys.has(key))).toEqual([]);
  });

  test('the locales have no unused key', () => {
    const whole = new Set(spoken.filter(({ open }) => !open).map(({ text }) => text));
    const begun = spoken.filter(({ text, open }) => open && /^[a-z][a-z-]*-$/.test(text)).map(({ text }) => text);
    const unsaid = [...keys].filter((key) => {
      if (whole.has(key)) return false;
      const family = begun.find((start) => key.startsWith(start));
      if (family === undefined) return true;
      return families[family] !== undefined && !families[family].includes(key.slice(family.length));
    });
    expect(unsaid).toEqual([]);
  });

  test('the code has no texts of its own, in either language', () => {
    const toTheLog = /^(debug|info|warn|error|\w*Error|problem)$/;
    const forPeople = spoken.filter(
      ({ file, within }) => !behind.includes(file) && !within.some((name) => toTheLog.test(name)),
    );
    const words = forPeople.filter(({ text }) => /[\u0600-\u06ff]|[A-Za-z]{2,},? [A-Za-z]{2,}/.test(text));
    expect(words.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
  });
});
