import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '#domain/failure.ts';
import { languages } from '#domain/language.ts';
import { defaultOperators, operatorOf } from '#domain/operators.ts';
import { mistakenNumber, splitMobile } from '#domain/phone.ts';
import { type OperatorId, operatorIds, type Product } from '#domain/product.ts';
import { readText } from '#domain/reading/reading.ts';
import { isNight, shortName } from '#domain/short-name.ts';
import type { Catalogue } from '#shop/buying/catalogue/catalogue.ts';
import { hasUnit, type LineMeaning, type MeantItem, meaningOf } from '#shop/buying/catalogue/line-meaning.ts';
import { connect } from '#test/gateway/client.ts';
import { startSandbox } from '#test/gateway/sandbox.ts';
import { open } from '#test/shop/buying/catalogue/shop.ts';

let catalogue: Catalogue;
beforeEach(async () => {
  const { gateway } = connect((await startSandbox(450)).url);
  catalogue = open({}, { gateway }).catalogue;
  await catalogue.start();
});
afterEach(() => catalogue.stop());

const vatPercent = 10;
const tomans = (rials: number) => `${new Intl.NumberFormat('en-US').format(rials / 10)} toman`;

function productText({ name, days }: Product): string {
  const { amounts, time, rest } = shortName(name, days);
  const size = amounts.map(({ count, unit }) => `${count} ${unit.toUpperCase()}`).join(' ');
  const span = time ? ` ${time.count} ${time.unit}s` : '';
  return `${size}${span}${rest.split(' ').some(isNight) ? ' night' : ''}`;
}

const itemText = ({ productId, credit }: MeantItem): string => {
  const product = catalogue.product(productId);
  if (!product) return 'nothing';
  const kind = product.name.includes('شگفت') ? 'amazing top-up' : 'top-up';
  return credit === null ? productText(product) : `${kind} ${tomans(credit)}`;
};

const wrong = (failure: Failure): string => {
  switch (failure.code) {
    case 'number-short':
      return `${failure.missing} digit${failure.missing > 1 ? 's' : ''} missing`;
    case 'number-long':
      return `${failure.extra} digit${failure.extra > 1 ? 's' : ''} too many`;
    case 'number-prefix':
      return 'unknown prefix';
    case 'number-invalid':
      return 'no mobile number';
    default:
      return failure.code.replace('number-', '');
  }
};

function meaningText(number: string, meaning: LineMeaning | null, words: string): string {
  switch (meaning?.kind) {
    case undefined:
      return hasUnit(words) ? `refused ${number}: not sold` : `number ${number}`;
    case 'item':
      return `sold ${number}: ${itemText(meaning)}`;
    case 'choices':
      return `asked ${number}: ${[
        ...meaning.amounts.map(itemText),
        ...meaning.products.map(({ id: productId }) => itemText({ productId, amount: null, credit: null })),
      ].join(' | ')}`;
    case 'section':
      return `asked ${number}: which ${meaning.type === 'topup' ? 'top-up' : 'package'}`;
    case 'other-operator':
      return `refused ${number}: number of another operator`;
    case 'out-of-range':
      return `refused ${number}: from ${tomans(meaning.min).split(' ')[0]} to ${tomans(meaning.max)}, nearest ${tomans(meaning.nearest.credit)}`;
  }
}

function meaningIn(text: string): string {
  const split = splitMobile(text, defaultOperators);
  const services = { catalogue, vatPercent };
  if (split) {
    const { mobile, rest } = split;
    const recipient = { operatorId: operatorOf(defaultOperators, mobile), simType: 'prepaid', isTdlte: false } as const;
    return meaningText(`0${mobile.slice(2)}`, meaningOf(services, recipient, rest, 'toman'), rest);
  }
  const mistake = mistakenNumber(text);
  if (mistake) return `refused: ${wrong(mistake.failure)}`;
  const { figures, said } = readText(text, defaultOperators);
  if (figures.money.length + figures.bare.length > 0 && !said.has('size') && !said.has('package')) {
    const items = operatorIds.map((operatorId: OperatorId) => {
      const meaning = meaningOf(services, { operatorId, simType: 'prepaid', isTdlte: false }, text, 'toman');
      return meaningText('', meaning, text).replace(/^\w+ : /, '');
    });
    return `asked for the number: ${[...new Set(items)].join(' or ')}`;
  }
  const [first] = catalogue.search(text).products;
  return first ? `asked for the number: ${productText(first)}` : 'not understood';
}

describe.each(languages)('lines as people type them, in %s', (language) => {
  const lines = readFileSync(new URL(`${language}.txt`, import.meta.url), 'utf8').split('\n');
  const cases: { line: string; meaning: string }[] = [];
  let meaning = '';
  for (const line of lines) {
    if (line.startsWith('=')) meaning = line.slice(1).trim();
    else if (line.trim() !== '' && !line.startsWith('#')) cases.push({ line, meaning });
  }

  test('mean what they must', () => {
    const failed = cases.flatMap((one) => {
      const found = meaningIn(one.line);
      return found === one.meaning ? [] : [{ ...one, found }];
    });
    expect(failed).toEqual([]);
    expect(new Set(cases.map(({ line }) => line)).size).toBe(cases.length);
    expect(cases.length).toBeGreaterThanOrEqual(200);
  });
});
