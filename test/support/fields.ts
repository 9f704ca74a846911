import type { Field } from '#bot/kit/fields.ts';

/** Kinds of fields in callback data, told by what they read, and texts that each reads. */
const kinds = {
  words: { tell: 'x y', texts: ['10 گیگ: شبانه', 'x'.repeat(50)] },
  'hex of 12': { tell: '0123456789ab', texts: ['0123456789ab'] },
  digest: { tell: 'a1B2-_c3', texts: ['a1B2-_c3'] },
  'hex of 8': { tell: 'cdef0123', texts: ['cdef0123'] },
  payment: { tell: 'Ab3_-xyzABCDEF01234567', texts: ['AAAAAAAAAAAAAAAAAAAAAA'] },
  order: { tell: 'Ab3_-xyzABCDEF', texts: ['AAAAAAAAAAAAAA'] },
  bankCode: { tell: '1'.repeat(20), texts: ['1'.repeat(20)] },
  schedule: { tell: 'p31', texts: ['d7', 'g31'] },
} as const;

/** The values of a list, in the order of their numbers; empty: the field is something else. */
function choices(field: Field<unknown>): unknown[] {
  const values: unknown[] = [];
  for (let value = field.read('0'); typeof value === 'string'; value = field.read(String(values.length)))
    values.push(value);
  return values;
}

/** The name of a field's format, and texts that it reads. */
export function formatOf(field: Field<unknown>): { readonly name: string; readonly texts: readonly string[] } {
  const { read } = field;
  if (read('') === null) {
    const inner = formatOf({ ...field, read: (text) => (text === '' ? undefined : read(text)) });
    return { name: `${inner.name}?`, texts: ['', ...inner.texts] };
  }
  if (read('c') === 12) return { name: 'whole', texts: ['1', 'zzzzzz'] };
  if (read('9351234567') === '989351234567') return { name: 'mobile', texts: ['9351234567'] };
  if (read('5') === 5) return { name: 'operator', texts: ['1', '5'] };
  if (read('x y') === undefined && choices(field).length > 0) {
    const values = choices(field);
    return { name: values.join('|'), texts: values.map((_, at) => String(at)) };
  }
  const known = Object.entries(kinds).find(([, { tell }]) => read(tell) !== undefined);
  if (!known) throw new Error('A field of an unknown kind: add it to the kinds.');
  return { name: known[0], texts: known[1].texts };
}
