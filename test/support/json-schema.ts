import { z } from 'zod';

type Schemas = Readonly<Record<string, object>>;

/** What is wrong with a value, by a schema of the API's description. */
export function mismatches(schema: object, value: unknown, schemas: Schemas): string[] {
  const text = JSON.stringify({ ...schema, $defs: schemas }).replaceAll('#/components/schemas/', '#/$defs/');
  const found = z.fromJSONSchema(JSON.parse(text) as z.core.JSONSchema.JSONSchema).safeParse(value);
  return found.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];
}
