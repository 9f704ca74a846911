/**
 * The whole body, or null when it is larger than it may be; nothing beyond the limit is kept. Hono's own limit copies a
 * request without a stated length into the global `Request`, which this server's adapter does not take over.
 */
export async function bodyWithin(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const stated = request.headers.get('content-length');
  if (Number(stated ?? 0) > limit) return null;
  // Node itself lets no more through than was stated.
  if (stated !== null) return new Uint8Array(await request.arrayBuffer());
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
  return Uint8Array.from(Buffer.concat(chunks, size));
}
