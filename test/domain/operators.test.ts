import { describe, expect, test } from 'vitest';
import { defaultOperators, isTdlte, type Operators, operatorOf } from '#domain/operators.ts';
import { operatorIds } from '#domain/product.ts';

describe('the operator of a number', () => {
  test.each([
    ['989123456789', 1],
    ['989901234567', 1],
    ['989351234567', 2],
    ['989011234567', 2],
    ['989412345678', 2],
    ['989201234567', 3],
    ['989321234567', 4],
    ['989981234567', 5],
  ])('the number %s belongs to operator %i', (mobile, id) => {
    expect(operatorOf(defaultOperators, mobile)).toBe(id);
  });

  test.each(['989991234567', '989891234567', '982188776655', '', '912'])('the operator of %j is unknown', (mobile) => {
    expect(operatorOf(defaultOperators, mobile)).toBeNull();
  });

  const named = { fa: 'نام', en: 'Name' };
  const operator = (prefixes: string[], tdltePrefixes: string[] = []) => ({ names: named, prefixes, tdltePrefixes });

  test('is the one with the longest matching prefix, wherever that is in the table', () => {
    const operators: Operators = {
      1: operator(['9981', '91']),
      2: operator([], ['912345']),
      3: operator(['9123']),
      4: operator(['912']),
      5: operator(['998']),
    };
    const guesses = ['989123456789', '989123956789', '989129456789', '989199456789', '989981234567', '989989234567'];
    expect(guesses.map((mobile) => operatorOf(operators, mobile))).toEqual([2, 3, 4, 1, 1, 5]);
  });

  test('is matched only at the start of the number', () => {
    const operators = { ...defaultOperators, 1: operator(['345']) };
    expect(operatorOf(operators, '989123456789')).toBeNull();
  });

  test('depends only on the table', () => {
    const moved = { ...defaultOperators, 1: operator([]), 3: operator(['912']) };
    expect(operatorOf(moved, '989123456789')).toBe(3);
    expect(operatorOf(defaultOperators, '989123456789')).toBe(1);
  });
});

describe('the built-in table', () => {
  const all = operatorIds.flatMap((id) => [...defaultOperators[id].prefixes, ...defaultOperators[id].tdltePrefixes]);

  test('gives every prefix to one operator', () => {
    expect(new Set(all).size).toBe(all.length);
  });

  test('has three digits in each prefix, as they follow 98', () => {
    expect(all.filter((prefix) => !/^9\d{2}$/.test(prefix))).toEqual([]);
  });

  test('names every operator differently in every language', () => {
    const names = operatorIds.flatMap((id) => Object.values(defaultOperators[id].names));
    expect(new Set(names).size).toBe(3 * operatorIds.length);
    expect(operatorIds.map((id) => defaultOperators[id].names.fa).join('')).not.toMatch(/[A-Za-z]/);
  });
});

test('a number is TD-LTE by its prefix, and only at operator 2', () => {
  expect(isTdlte(defaultOperators, '989412345678')).toBe(true);
  expect(isTdlte(defaultOperators, '989351234567')).toBe(false);
  const elsewhere = { ...defaultOperators, 3: { ...defaultOperators[3], tdltePrefixes: ['942'] } };
  expect(isTdlte(elsewhere, '989422345678')).toBe(false);
});
