import { existsSync, globSync, readFileSync } from 'node:fs';
import { bankProviders } from '@sharj/sandbox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadTexts } from '#bot/kit/texts.ts';
import { languages } from '#domain/language.ts';
import { onlineMethods } from '#domain/payment.ts';
import { paymentProviders } from '#payments/providers.ts';
import { clientOf } from './bank-stage.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const texts = loadTexts(new URL('locales', root).pathname);
const nameOf = (method: string): string => texts.translate('en', `method-${method}`);

/** The pages that name a provider: a page that names one must name all. */
const listing = ['README.md', ...globSync('docs/**/*.md', { cwd: root.pathname })].filter(
  (page) => page !== 'docs/sandbox.md' && onlineMethods.some((method) => read(page).includes(nameOf(method))),
);

test('no two providers share a setting', () => {
  const settings = Object.values(paymentProviders).flatMap((entry) => [entry.merchantSetting, entry.urlSetting]);
  expect(new Set(settings).size).toBe(settings.length);
  expect(listing).toContain('docs/payments.md');
});

describe.each(onlineMethods)('%s', (method) => {
  // Payments are credited under the name that the client gives.
  test('has the same name as its client', () => {
    const client = clientOf(method, 'https://provider.example');
    onTestFinished(() => client.close());
    expect(client.method).toBe(method);
  });

  test('is at an https address by default', () => {
    expect(paymentProviders[method].defaultUrl).toMatch(/^https:\/\/[a-z.]+$/);
  });

  test.each(languages)('has its texts in %s', (language) => {
    const keys = [`method-${method}`, `key-pay-${method}`];
    const source = read(`locales/${language}.ftl`);
    expect(keys.filter((key) => !new RegExp(`^${key} = .`, 'm').test(source))).toEqual([]);
  });

  test('is named on every page that names another provider', () => {
    expect(listing.filter((page) => !read(page).includes(nameOf(method)))).toEqual([]);
  });

  test('has a test file, which docs/security.md names', () => {
    const file = `test/payments/${method}.test.ts`;
    expect([existsSync(new URL(file, root)), read('docs/security.md').includes(file)]).toEqual([true, true]);
  });

  test('has a sandbox that docs/sandbox.md describes, or no sandbox', () => {
    const { name, apiPath, payPath } = bankProviders[method] ?? {};
    const page = read('docs/sandbox.md');
    expect([name, apiPath, payPath].filter((words) => words !== undefined && !page.includes(words))).toEqual([]);
    expect(page.includes(nameOf(method))).toBe(name === nameOf(method));
  });
});
