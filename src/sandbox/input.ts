import type { z } from 'zod';
import { readBody as readWhole } from '#read-body.ts';
import type { Ctx } from './context.ts';

const MAX_BODY = 1024 * 1024;

/** The body, or the refusal of one that is too large. */
export async function readBody(c: Ctx): Promise<Buffer | Response> {
  const body = await readWhole(c.req.raw, MAX_BODY);
  return body ?? c.json({ message: `The body is larger than ${MAX_BODY} bytes.` }, 413);
}

const complain = (c: Ctx, errors: Record<string, string[]>): Response =>
  c.json({ message: Object.values(errors).flat()[0] ?? 'The given data was invalid.', errors }, 422);

const check = <S extends z.ZodType>(c: Ctx, schema: S, given: unknown): z.output<S> | Response => {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const errors: Record<string, string[]> = {};
  for (const { path, message } of parsed.error.issues) {
    const field = path.join('.') || 'body';
    errors[field] = [...(errors[field] ?? []), `${field}: ${message}`];
  }
  return complain(c, errors);
};

/** The parsed query, or the refusal. */
export const readQuery = <S extends z.ZodType>(c: Ctx, schema: S): z.output<S> | Response =>
  check(c, schema, c.req.query());

/** The parsed JSON body, or the refusal. */
export const readJson = async <S extends z.ZodType>(c: Ctx, schema: S): Promise<z.output<S> | Response> => {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
    return c.json({ message: 'Send the body as JSON, with Content-Type: application/json.' }, 415);
  }
  const bytes = await readBody(c);
  if (bytes instanceof Response) return bytes;
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString());
  } catch {
    return complain(c, { body: ['The body is not valid JSON.'] });
  }
  return check(c, schema, body);
};
