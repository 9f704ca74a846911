import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defaultRateLimits } from '../../src/bot/core/rate-limiter.ts';

const root = new URL('../../', import.meta.url);
const readme = readFileSync(new URL('README.md', root), 'utf8');
const section = /## Security\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? '';
const rows = section.split('\n').filter((line) => line.startsWith('| ') && !/^\| (---|someone)/.test(line));

test('every line of the security section names the tests that prove it, and they are there', () => {
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    const files = [...row.matchAll(/\]\((test\/[\w/.-]+\.test\.ts)\)/g)].map(([, file = '']) => file);
    expect(files.length, row).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
  }
});

test('the limits that it tells are those that there are', () => {
  const { everyone, sellers, pauseMs } = defaultRateLimits;
  expect(section).toContain(`${everyone.burst} updates at once and ${everyone.perSecond} a second`);
  expect(section).toContain(`(agents ${sellers.burst} and ${sellers.perSecond})`);
  expect(section).toContain('ten seconds');
  expect(pauseMs).toBe(10_000);
});
