import { expect, test } from 'vitest';
import { parseInSlices } from '#gateway/product-answer.ts';
import { long } from '#test/support/length.ts';
import fc from '#test/support/property.ts';

interface Read {
  readonly document: unknown;
  readonly groups: number;
}

/** Puts the slices of the document together again. */
function read(text: string, sliceBytes: number): Read | 'broken' {
  const elements: unknown[] = [];
  let groups = 0;
  try {
    const parsing = parseInSlices(Buffer.from(text), sliceBytes);
    let parsed = parsing.next();
    for (; !parsed.done; parsed = parsing.next()) {
      groups += 1;
      elements.push(...parsed.value);
    }
    const rest = parsed.value as { data: unknown[] };
    return { document: groups === 0 ? rest : { ...rest, data: [...elements, ...rest.data] }, groups };
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return 'broken';
  }
}

function agree(text: string, sliceBytes: number): void {
  let expected: unknown = 'broken';
  try {
    expected = { document: JSON.parse(text), groups: expect.any(Number) };
  } catch {
    // JSON.parse refuses it as well.
  }
  expect(read(text, sliceBytes)).toEqual(expected);
}

const sizes = fc.constantFrom(16, 50, 200, 1_000);
const runs = { numRuns: long ? 700 : 100 };

test('any document is read like JSON.parse reads it', () => {
  fc.assert(fc.property(fc.json({ noUnicodeString: false }), sizes, agree), runs);
});

/** Strings of structural characters and of the beginnings of elements. */
const tricky = fc.string({ unit: fc.constantFrom('"', '\\', '[', ']', '{', ',{"id":', 'a', 'ی'), maxLength: 30 });
const product = fc.record({ id: tricky, categories: fc.array(fc.record({ id: tricky }), { maxLength: 3 }) });
const element = fc.oneof({ weight: 5, arbitrary: product }, tricky, fc.jsonValue({ noUnicodeString: false }));
const entry = fc
  .tuple(fc.constantFrom('meta', 'd\\u0061t', '__proto__', '\\"data'), element)
  .map(([name, value]) => `"${name}":${JSON.stringify(value)}`);
const envelope = fc
  .tuple(fc.array(element, { maxLength: 40 }), fc.array(entry, { maxLength: 3 }), fc.boolean())
  .map(([data, rest, isFirst]) => {
    const list = `"data":${JSON.stringify(data)}`;
    return `{${(isFirst ? [list, ...rest] : [...rest, list]).join(',')}}`;
  });

test('any envelope is read like JSON.parse reads it, with nested lists and keys in any order', () => {
  fc.assert(fc.property(envelope, sizes, agree), runs);
});

test('a document with a missing, doubled or changed character is refused whenever JSON.parse refuses it', () => {
  const damage = fc.tuple(fc.constantFrom('drop', 'double', 'swap'), fc.nat(), fc.constantFrom(...'[]{},:"\\0 x'));
  fc.assert(
    fc.property(envelope, damage, sizes, (text, [how, where, by], sliceBytes) => {
      const at = where % text.length;
      const middle = { drop: '', double: `${text[at]}${text[at]}`, swap: by }[how];
      agree((text.slice(0, at) + middle + text.slice(at + 1)).toWellFormed(), sliceBytes);
    }),
    runs,
  );
});

test('a truncated document is broken at every length', () => {
  const text = '{"data":[{"id":1,"t":"\\"]}"},{"id":2,"in":[{"id":3},{"id":4}]},{"id":5}],"meta":{"x":"y"}}';
  for (let length = 0; length < text.length; length++) expect(read(text.slice(0, length), 16)).toBe('broken');
  agree(text, 16);
});

test('an empty element is broken wherever a slice ends', () => {
  for (let digits = 1; digits <= 40; digits++)
    for (const gap of [',,', ', ,'])
      expect(read(`{"data":[{"id":${'1'.repeat(digits)}}${gap}{"id":2},{"id":3},{"id":4}]}`, 16)).toBe('broken');
});

test('a large list comes in slices, even if its elements contain similar objects', () => {
  const categories = [{ id: 1 }, { id: 2 }, { id: 3 }];
  const data = Array.from({ length: 20_000 }, (_, id) => ({ id, name: 'بسته', categories }));
  const found = read(JSON.stringify({ data, meta: { total: 20_000 } }), 64 * 1024);
  expect(found).toEqual({ document: { data, meta: { total: 20_000 } }, groups: expect.any(Number) });
  expect(found !== 'broken' && found.groups).toBeGreaterThan(20);
});

test('a byte order mark is ignored', () => {
  expect(read('\uFEFF{"data":[1]}', 16)).toEqual({ document: { data: [1] }, groups: 0 });
});
