import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// The compiler would merge two failures of one code without a word, and two sentences would fight for one key.
const source = readFileSync(new URL('../../src/domain/failure.ts', import.meta.url), 'utf8');
const codes = [...source.matchAll(/readonly code: '([^']*)'/g)].map(([, code]) => code ?? '');

test('every failure of the union has a code of its own', () => {
  expect(codes).toHaveLength(source.match(/^ {2}\| \{/gm)?.length ?? 0);
  expect(codes).toContain('number-invalid');
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});

test('codes are written as locale keys are: small letters and dashes', () => {
  expect(codes.filter((code) => !/^[a-z]+(-[a-z]+)*$/.test(code))).toEqual([]);
});
