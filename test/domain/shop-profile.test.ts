import { expect, test } from 'vitest';
import { readShopName, readWelcome } from '#domain/shop-profile.ts';

test.each([
  ['  Pars \n Shop ', 'Pars Shop'],
  ['\u202eevil\u2066 name\u0000', 'evil name'],
  ['می\u200cخرم ۲۴', 'می\u200cخرم ۲۴'],
  ['🏪 Pars', '🏪 Pars'],
  ['x'.repeat(40), 'x'.repeat(40)],
  ['x'.repeat(41), null],
  ['🏪', null],
  ['', null],
])('the name %j is read as %j', (typed, name) => {
  expect(readShopName(typed)).toBe(name);
});

test.each([
  ['  One\r\n\n\n\nTwo  \n', 'One\n\nTwo'],
  ['\u202eHello\ud800', 'Hello\ufffd'],
  ['x'.repeat(500), 'x'.repeat(500)],
  ['x'.repeat(501), null],
  ['…', null],
])('the welcome %j is read as %j', (typed, welcome) => {
  expect(readWelcome(typed)).toBe(welcome);
});
