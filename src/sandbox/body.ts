import type { Ctx } from './context.ts';

const MAX_BODY = 1024 * 1024;

/**
 * The whole body, or the refusal of one that is too large. Hono's own limit copies the request of a chunked upload
 * into the global `Request`, which this server's adapter does not take over.
 */
export const readBody = async (c: Ctx): Promise<Buffer | Response> => {
  const refuse = (): Response => c.json({ message: `The body is larger than ${MAX_BODY} bytes.` }, 413);
  if (Number(c.req.header('content-length') ?? 0) > MAX_BODY) return refuse();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = c.req.raw.body?.getReader();
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    size += read.value.length;
    if (size > MAX_BODY) return refuse();
    chunks.push(read.value);
  }
  return Buffer.concat(chunks, size);
};
