import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// The compiler silently merges two failures with the same code.
const source = readFileSync(new URL('../../src/domain/failure.ts', import.meta.url), 'utf8');
const codes = [...source.matchAll(/readonly code: '([^']*)'/g)].map(([, code]) => code ?? '');

test('every failure has its own code', () => {
  expect(codes).toHaveLength(source.match(/^ {2}\| \{/gm)?.length ?? 0);
  expect(codes).toContain('number-invalid');
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});

test('codes are valid locale keys', () => {
  expect(codes.filter((code) => !/^[a-z]+(-[a-z]+)*$/.test(code))).toEqual([]);
});
