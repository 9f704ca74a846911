/**
 * Reads a body; null if it is larger than the limit. Hono's own limit breaks requests without a Content-Length on the
 * Node adapter.
 */
export async function readBody(request: Request, limit: number): Promise<Buffer<ArrayBuffer> | null> {
  const length = request.headers.get('content-length');
  if (length !== null) return Number(length) > limit ? null : Buffer.from(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    size += read.value.length;
    if (size > limit) {
      await reader?.cancel();
      return null;
    }
    chunks.push(read.value);
  }
  return Buffer.concat(chunks, size);
}
