import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadTexts } from '#bot/core/texts.ts';
import { languages } from '#domain/language.ts';
import { onlineMethods } from '#domain/payment.ts';
import { paymentProviders } from '#payments/providers.ts';
import { bankProviders } from '#sandbox/bank/providers.ts';
import { clientOf } from './bank-stage.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const texts = loadTexts(new URL('locales', root).pathname);
const nameOf = (method: string): string => texts.translate('en', `method-${method}`);

/** Pages that say which providers there are: whichever names one names all. */
const listing = ['README.md', ...globSync('docs/**/*.md', { cwd: root.pathname })].filter(
  (page) => page !== 'docs/sandbox.md' && onlineMethods.some((method) => read(page).includes(nameOf(method))),
);

test('no two providers share a setting', () => {
  const settings = Object.values(paymentProviders).flatMap((entry) => [entry.merchantSetting, entry.urlSetting]);
  expect(new Set(settings).size).toBe(settings.length);
  expect(listing).toContain('docs/payments.md');
});

describe.each(onlineMethods)('%s', (method) => {
  // Payments are credited under the name that the client gives itself.
  test('is the name of its client too', () => {
    const client = clientOf(method, 'https://provider.example');
    onTestFinished(() => client.close());
    expect(client.method).toBe(method);
  });

  test('is at an https address unless told otherwise', () => {
    expect(paymentProviders[method].defaultUrl).toMatch(/^https:\/\/[a-z.]+$/);
  });

  test.each(languages)('has its words in %s', (language) => {
    const source = read(`locales/${language}.ftl`);
    for (const key of [`method-${method}`, `key-pay-${method}`]) expect(source).toMatch(new RegExp(`^${key} = .`, 'm'));
  });

  test.each(listing)('is named in %s', (page) => {
    expect(read(page)).toContain(nameOf(method));
  });

  test('has tests of its own, which docs/security.md names', () => {
    const file = `test/payments/${method}.test.ts`;
    expect(existsSync(new URL(file, root))).toBe(true);
    expect(read('docs/security.md')).toContain(file);
  });

  test('has a sandbox that docs/sandbox.md describes, or none', () => {
    const sandbox = bankProviders[method];
    const page = read('docs/sandbox.md');
    if (sandbox === null) expect(page).not.toContain(nameOf(method));
    else for (const words of [sandbox.name, sandbox.apiPath, sandbox.payPath]) expect(page).toContain(words);
    expect(sandbox?.name ?? nameOf(method)).toBe(nameOf(method));
  });
});
