import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decodeAction, encodeAction } from '#bot/kit/callback-data.ts';
import { allActions, decode, encode, type NamedAction } from '#test/support/actions.ts';
import { formatOf } from '#test/support/fields.ts';

/** One row an action: its tag and the formats of its fields, its name, who may press it. */
const golden = readFileSync(new URL('./actions.golden.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

const declared = Object.entries(allActions).map(([name, { tag, fields, permission, whilePaused }]) => {
  const formats = Object.values(fields).map((field) => formatOf(field));
  const data = [tag, ...formats.map((format) => format.name)].join(':');
  return { tag, formats, row: `${data} → ${name} (${permission}${whilePaused ? ', also while paused' : ''})` };
});

/** How each kind of field is written. Messages in chats carry these payloads: a change here breaks their buttons. */
const payloads: readonly (readonly [string, NamedAction])[] = [
  ['1h', { to: 'home' }],
  ['1hps:19', { to: 'helpSection', section: 'reports' }],
  ['1sl:2', { to: 'language', language: 'ar' }],
  ['1n:9351234567', { to: 'number', mobile: '989351234567' }],
  ['1ns:c', { to: 'numbers', page: 12 }],
  ['1so:9351234567:5:2', { to: 'setOperator', mobile: '989351234567', operator: 5, purpose: 'topup' }],
  ['1p:10000:', { to: 'product', id: 1679616, mobile: null }],
  ['1fo:9351234567:a1B2-_c3', { to: 'offer', mobile: '989351234567', offer: 'a1B2-_c3' }],
  ['1q:c::10 گیگ: شبانه', { to: 'search', page: 12, sim: null, words: '10 گیگ: شبانه' }],
  ['1c:Ab3_-xyzABCDEF', { to: 'confirm', order: 'Ab3_-xyzABCDEF' }],
  ['1zl:AbCdEf-_012345:d7', { to: 'setPlanSchedule', plan: 'AbCdEf-_012345', schedule: { every: 'days', count: 7 } }],
  [
    '1ze:AbCdEf-_012345:1:g31:10000',
    {
      ...{ to: 'makePlan', order: 'AbCdEf-_012345', follows: 'last', ceiling: 1679616 },
      schedule: { every: 'month', calendar: 'gregorian', date: 31 },
    },
  ],
  ['1w9:1:10000:', { to: 'promoTypeFor', audience: 'person', id: 1679616, operator: null }],
  ['1j8:0123456789ab:cdef0123', { to: 'replaceApiToken', token: '0123456789ab', version: 'cdef0123' }],
  [
    '1sx:0:2:1:14:7:1:c:1:9351234567',
    {
      ...{ to: 'shelfOptions', type: 'data', operator: 2, sim: 'postpaid', category: 40, sub: 7, all: 'yes', page: 12 },
      ...{ sort: 'price', mobile: '989351234567' },
    },
  ],
];

describe('callback data of every action', () => {
  test('an action keeps its tag, its fields and its rights: an older message carries it', () => {
    expect(declared.map(({ row }) => row).sort()).toEqual(golden);
    expect(new Set(declared.map(({ tag }) => tag)).size).toBe(declared.length);
  });

  test.each(payloads)('%s', (data, action) => {
    expect(encode(action)).toBe(data);
    expect(decode(data)).toEqual(action);
  });

  test('what a button was encoded with is decoded again, and fits in 64 bytes', () => {
    for (const { tag, formats, row } of declared)
      for (let nth = 0; nth < Math.max(1, ...formats.map(({ texts }) => texts.length)); nth += 1) {
        const values = formats.map(({ texts }) => texts[nth % texts.length] ?? '');
        const data = encodeAction({ tag, values });
        const action = decode(data);
        expect(action && encode(action), `${row}: ${data}`).toBe(data);
      }
  });

  test('the rows are of every action of the bot', async () => {
    const folder = new URL('../../../src/bot/actions/', import.meta.url);
    const modules = await Promise.all(readdirSync(folder).map((file) => import(new URL(file, folder).href)));
    const defined = modules.flatMap((module: Record<string, object>) =>
      Object.entries(module).flatMap(([name, value]) => (name.endsWith('Actions') ? Object.keys(value) : [])),
    );
    expect(new Set(Object.keys(allActions))).toEqual(new Set(defined));
  });

  test('a button that opens a new message has a mark after the version', () => {
    expect(encode({ to: 'home' }, true)).toBe('1+h');
    expect(decode('1+h')).toEqual({ to: 'home' });
    expect(decodeAction('1+h')?.inNewMessage).toBe(true);
  });
});
