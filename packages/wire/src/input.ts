import type { Context } from 'hono';
import type { z } from 'zod';
import { readBody as readWhole } from './read-body.ts';

/** The default limit of a body. */
const mebibyte = 1024 * 1024;

/** Why a request cannot be read, in words for programmers. */
export class Refusal {
  readonly status: 413 | 415 | 422;
  readonly message: string;
  /** What is wrong with each field. */
  readonly errors: Readonly<Record<string, string[]>> | undefined;

  constructor(status: Refusal['status'], message: string, errors?: Refusal['errors']) {
    this.status = status;
    this.message = message;
    this.errors = errors;
  }
}

export async function readBody(c: Context, limit = mebibyte): Promise<Buffer | Refusal> {
  const body = await readWhole(c.req.raw, limit);
  return body ?? new Refusal(413, `The body is larger than ${limit} bytes.`);
}

const complain = (errors: Record<string, string[]>): Refusal =>
  new Refusal(422, Object.values(errors).flat()[0] ?? 'The given data was invalid.', errors);

const check = <S extends z.ZodType>(schema: S, given: unknown): z.output<S> | Refusal => {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const errors: Record<string, string[]> = {};
  for (const { path, message } of parsed.error.issues) {
    const field = path.join('.') || 'body';
    errors[field] = [...(errors[field] ?? []), `${field}: ${message}`];
  }
  return complain(errors);
};

export const readQuery = <S extends z.ZodType>(c: Context, schema: S): z.output<S> | Refusal =>
  check(schema, c.req.query());

export const readJson = async <S extends z.ZodType>(
  c: Context,
  schema: S,
  limit?: number,
): Promise<z.output<S> | Refusal> => {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? ''))
    return new Refusal(415, 'Send the body as JSON, with Content-Type: application/json.');
  const bytes = await readBody(c, limit);
  if (bytes instanceof Refusal) return bytes;
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString());
  } catch {
    return complain({ body: ['The body is not valid JSON.'] });
  }
  return check(schema, body);
};
