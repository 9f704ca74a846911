import { readBody as readWhole } from '#read-body.ts';
import type { Ctx } from './context.ts';

const MAX_BODY = 1024 * 1024;

/** The body, or the refusal of one that is too large. */
export async function readBody(c: Ctx): Promise<Buffer | Response> {
  const body = await readWhole(c.req.raw, MAX_BODY);
  return body ?? c.json({ message: `The body is larger than ${MAX_BODY} bytes.` }, 413);
}
