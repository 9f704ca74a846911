import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Texts outside `locales/`: each folder has its own, in Persian and English. */
const folders = ['src/app/operator', 'packages/sandbox/src/bank', 'packages/local-telegram/src/page'];

const at = (folder: string) => new URL(`../${folder}/`, import.meta.url);
const messages = (folder: string, language: string) =>
  readFileSync(new URL(`${language}.ftl`, at(folder)), 'utf8')
    .split(/^(?=[a-z])/m)
    .filter((block) => /^[a-z]/.test(block))
    .map((block) => [/^[\w-]+/.exec(block)?.[0] ?? '', ...new Set(block.match(/\$\w+/g) ?? [])]);

test.each(folders)('%s: Persian and English have the same texts with the same values', (folder) => {
  expect(messages(folder, 'fa')).toEqual(messages(folder, 'en'));
});

test.each(folders)('%s: the code says every text, and no other', (folder) => {
  const code = readdirSync(at(folder))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(new URL(name, at(folder)), 'utf8'))
    .join('\n');
  const keys = messages(folder, 'en').map(([key = '']) => key);
  expect(new Set(keys).size).toBe(keys.length);
  const said = [...code.matchAll(/\bsay(?:If)?\('([\w-]+)'/g)].map(([, key = '']) => key);
  expect(said.filter((key) => !keys.includes(key))).toEqual([]);
  const begun = [...code.matchAll(/`([\w-]+-)\$\{/g)].map(([, start = '']) => start);
  const ended = [...code.matchAll(/\}(-[\w-]+)`/g)].map(([, end = '']) => end);
  const isSaid = (key: string) =>
    new RegExp(`'${key}'|^  ${key}: `, 'm').test(code) ||
    begun.some((start) => key.startsWith(start)) ||
    ended.some((end) => key.endsWith(end));
  expect(keys.filter((key) => !isSaid(key))).toEqual([]);
});
