import type { Schema } from '#server/api/description-schemas.ts';

type Named = Readonly<Record<string, Schema>>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: Number.isSafeInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
};

/** What is wrong with a value, by the part of JSON Schema that the API's description uses. */
export function mismatches(schema: Schema, value: unknown, schemas: Named, at = ''): string[] {
  if (schema.$ref !== undefined) {
    const found = schemas[schema.$ref.replace('#/components/schemas/', '')];
    return found ? mismatches(found, value, schemas, at) : [`${at}: ${schema.$ref} is unknown`];
  }
  if (schema.anyOf) {
    const tried = schema.anyOf.map((one) => mismatches(one, value, schemas, at));
    return tried.some((found) => found.length === 0) ? [] : tried.flat();
  }
  const wanted = [schema.type ?? []].flat();
  if (wanted.length > 0 && !wanted.some((type) => types[type]?.(value))) return [`${at}: not ${wanted.join(' or ')}`];
  if (schema.enum && !schema.enum.includes(value)) return [`${at}: ${String(value)} is not in the list`];
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      schema.items ? mismatches(schema.items, item, schemas, `${at}[${index}]`) : [],
    );
  if (!isObject(value)) return [];
  const { properties = {}, required = [], additionalProperties: more = true } = schema;
  return [
    ...required.filter((name) => !(name in value)).map((name) => `${at}.${name}: missing`),
    ...Object.entries(value).flatMap(([name, held]) => {
      const known = properties[name] ?? more;
      if (known === false) return [`${at}.${name}: not described`];
      return known === true ? [] : mismatches(known, held, schemas, `${at}.${name}`);
    }),
  ];
}
