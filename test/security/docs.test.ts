import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defaultRateLimits } from '#bot/intake/rate-limiter.ts';
import { newCode } from '#shop/buying/orders/identity.ts';

const page = new URL('../../docs/security.md', import.meta.url);
const text = readFileSync(page, 'utf8');
const threats = /## Threats\n([\s\S]*?)\n## /.exec(text)?.[1] ?? '';
const rows = threats.split('\n').filter((line) => line.startsWith('| ') && !/^\| (---|attack)/.test(line));

test('every threat names existing tests', () => {
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    const files = [...row.matchAll(/\]\((\.\.\/test\/[\w/.-]+\.test\.ts)\)/g)].map(([, file = '']) => file);
    expect(files.length, row).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(new URL(file, page)))).toEqual([]);
  }
});

test('the page states the rate limits of the code', () => {
  const { everyone, sellers, pauseMs } = defaultRateLimits;
  expect(threats).toContain(`${everyone.burst} updates at once and ${everyone.perSecond} a second`);
  expect(threats).toContain(`(agents ${sellers.burst} and ${sellers.perSecond})`);
  expect(threats).toContain('ten seconds');
  expect(pauseMs).toBe(10_000);
});

test('the page states the right number of random bits of an order’s code', () => {
  let drawn = 0;
  const codeOf = (byte: number) =>
    newCode((size) => {
      drawn = size;
      return new Uint8Array(size).fill(byte);
    });
  const letters = new Set(Array.from({ length: 256 }, (_, byte) => codeOf(byte)));
  expect(rows.find((row) => row.includes("order's code"))).toContain(`${drawn * Math.log2(letters.size)} random bits`);
});

test('every row of the ASVS page that holds names where', () => {
  const asvs = readFileSync(new URL('../../docs/asvs.md', import.meta.url), 'utf8');
  const answers = [...asvs.matchAll(/^\| ([\d.]+.*?) \| [123, ]+ \| (\w+) \| (.+) \|$/gm)];
  expect(answers.length).toBe(asvs.match(/^\| \d/gm)?.length);
  expect(answers.length).toBeGreaterThan(60);
  expect(new Set(answers.map(([, , holds]) => holds))).toEqual(new Set(['yes', 'part', 'gap']));
  const named = /\]\([\w./@#-]+\)/;
  expect(
    answers.filter(([, , holds, where = '']) => holds !== 'gap' && !named.test(where)).map(([row]) => row),
  ).toEqual([]);
});
