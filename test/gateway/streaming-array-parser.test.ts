import { expect, test } from 'vitest';
import { createStreamingArrayParser, type ElementLimits } from '#gateway/streaming-array-parser.ts';
import { long } from '#test/support/length.ts';
import fc from '#test/support/property.ts';

const tiny: ElementLimits = { groupBytes: 16, maxElementBytes: 1 << 20, maxRestBytes: 1 << 20 };

/** The document as the parser returned it, or 'broken'. */
function read(chunks: readonly Buffer[], limits: ElementLimits): unknown {
  let elements: unknown[] = [];
  const reader = createStreamingArrayParser(
    {
      take: (group) => void elements.push(...group),
      restart: () => {
        elements = [];
      },
    },
    limits,
  );
  for (const chunk of chunks) if (!reader.write(chunk)) break;
  const end = reader.end();
  if (!end.ok) return 'broken';
  const document = end.value;
  const list =
    typeof document === 'object' && document !== null && Object.hasOwn(document, 'data') && 'data' in document;
  if (!list || !Array.isArray(document.data)) expect(elements).toEqual([]);
  if (typeof document !== 'object' || document === null || !('data' in document)) return document;
  if (!Array.isArray(document.data) || !Object.hasOwn(document, 'data')) return document;
  expect(document.data).toEqual([]);
  return { ...document, data: elements };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return 'broken';
  }
}

function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 });
const limits = fc.constantFrom(tiny, { ...tiny, groupBytes: 200 }, { ...tiny, groupBytes: 64 * 1024 });
const runs = { numRuns: long ? 700 : 100 };

const agree = (text: string, chunkSizes: readonly number[], limit: ElementLimits) => {
  const bytes = Buffer.from(text);
  expect(read(cut(bytes, chunkSizes), limit)).toEqual(parse(bytes.toString()));
};

test('any document is read as by JSON.parse, however it is split', () => {
  fc.assert(
    fc.property(fc.json({ noUnicodeString: false }), sizes, limits, (text, chunkSizes, limit) => {
      agree(text, chunkSizes, limit);
    }),
    runs,
  );
});

/** Strings of structural characters, which a careless scanner takes for structure. */
const tricky = fc.string({ unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', ':', 'a', 'ی'), maxLength: 30 });
const element = fc.oneof(
  tricky,
  fc.record({ id: tricky, inner: fc.array(fc.record({ id: tricky }), { maxLength: 3 }) }),
  fc.jsonValue({ noUnicodeString: false }),
  fc.record({
    id: fc.integer(),
    text: fc.string({ unit: 'binary' }),
    inner: fc.array(fc.record({ id: fc.integer() })),
  }),
);
const spacing = fc.constantFrom('', ' ', '\n  ', '\t');
const key = fc.constantFrom('data', 'd\\u0061ta', 'meta', 'data ', '__proto__', '\\"data');
const entry = fc
  .tuple(key, fc.oneof(fc.array(element, { maxLength: 12 }), element), spacing)
  .map(([name, value, space]) => `${space}"${name}"${space}:${space}${JSON.stringify(value, null, space)}${space}`);

test('any envelope is read so: key order, repeated and escaped keys, spaces, similar nested lists', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 4 }), sizes, limits, (entries, chunkSizes, limit) => {
      agree(`{${entries.join(',')}}`, chunkSizes, limit);
    }),
    runs,
  );
});

test('what JSON.parse refuses is refused: a byte missing, doubled or changed', () => {
  const damage = fc.tuple(fc.constantFrom('drop', 'double', 'swap'), fc.nat(), fc.constantFrom(...'[]{},:"\\0 x'));
  fc.assert(
    fc.property(
      fc.array(entry, { minLength: 1, maxLength: 3 }),
      damage,
      sizes,
      limits,
      (entries, [how, where, by], cuts, limit) => {
        const text = `{${entries.join(',')}}`;
        const at = where % text.length;
        const middle = { drop: '', double: `${text[at]}${text[at]}`, swap: by }[how];
        agree(text.slice(0, at) + middle + text.slice(at + 1), cuts, limit);
      },
    ),
    runs,
  );
});

test('a truncated document is broken at every length', () => {
  const text = '{"a":[1],"data":[{"id":1,"t":"\\"]}"},{"id":2,"in":[{"id":3},{"id":4}]}],"meta":{"x":"y"}}';
  for (let length = 0; length < text.length; length++)
    expect(read([Buffer.from(text.slice(0, length))], tiny)).toBe('broken');
  expect(read([Buffer.from(text)], tiny)).toEqual(JSON.parse(text));
});

test.each([
  '{"data":[,1]}',
  '{"data":[1,]}',
  '{"data":[1,,2]}',
  '{"data":[,]}',
  '{"data":[1}',
  '{"data":[1]]}',
  '{"data":[1]}x',
  '{"data":[{]}]}',
  '{"data":[                         ,1]}',
  '{"data":[{"id":1234567890123},      ,{"id":2},{"id":3}]}',
  '{"data":[{"id":1},{"id":1234567890123},                      ,{"id":2}]}',
])('%s is broken', (text) => {
  for (const size of [1, 3, 20, 100]) expect(read(cut(Buffer.from(text), [size]), tiny)).toBe('broken');
});

test('an empty place between elements is broken wherever a group ends', () => {
  for (let digits = 1; digits <= 40; digits++) {
    const text = `{"data":[{"id":${'1'.repeat(digits)}}, ,{"id":2}]}`;
    expect(read([Buffer.from(text)], tiny)).toBe('broken');
  }
});

test('the last of several `data` counts, as in JSON.parse', () => {
  const many = `[${Array(20).fill('{"id":1}')}]`;
  for (const last of ['5', '{"a":[1]}', '[7]', '[]', 'null']) agree(`{"data":${many},"data":${last}}`, [30], tiny);
});

test('a byte order mark is ignored', () => {
  expect(read([Buffer.from('\uFEFF{"data":[1]}')], tiny)).toEqual({ data: [1] });
});

test('a document without end is given up', () => {
  const limit = { groupBytes: 16, maxElementBytes: 1_000, maxRestBytes: 1_000 };
  expect(read([Buffer.from(`{"x":"${'x'.repeat(2_000)}","data":[]}`)], limit)).toBe('broken');
});

test('a too large element is dropped alone, however the document is split', () => {
  const limit = { groupBytes: 16, maxElementBytes: 1_000, maxRestBytes: 1_000 };
  const small = fc.constantFrom('1', '{"id":1}', '{"id":2,"x":"a,b]"}', '[1,2]', '"]"');
  const large = fc.constantFrom(`"${'x,'.repeat(1_500)}"`, `{"id":"${'y'.repeat(3_000)}"}`, `[${'1,'.repeat(1_500)}1]`);
  const element = fc.oneof({ weight: 3, arbitrary: small }, { weight: 1, arbitrary: large });
  fc.assert(
    fc.property(fc.array(element, { maxLength: 12 }), sizes, (elements, chunkSizes) => {
      const text = `{"data":[${elements}],"after":true}`;
      const expected = elements.map((one) => (one.length > 2_000 ? null : (JSON.parse(one) as unknown)));
      expect(read(cut(Buffer.from(text), chunkSizes), limit)).toEqual({ data: expected, after: true });
    }),
    runs,
  );
});
