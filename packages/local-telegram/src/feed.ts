import type { PageEvent } from './page/protocol.ts';

const pulse = ': still here\n\n';
const pulseMs = 15_000;

/** Sends events to every open page. A new connection first gets a snapshot. */
export interface Feed {
  send(event: PageEvent): void;
  /** Opens a streaming response. `prepare` returns a function that makes the snapshot. */
  open(prepare: () => Promise<() => PageEvent>): Response;
  watched(): boolean;
  close(): void;
}

export function createFeed(): Feed {
  const encoder = new TextEncoder();
  const pages = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const encode = (event: PageEvent): Uint8Array => encoder.encode(`data: ${JSON.stringify(event)}\n\n`);

  function put(page: ReadableStreamDefaultController<Uint8Array>, bytes: Uint8Array): void {
    try {
      page.enqueue(bytes);
    } catch {
      // The page has just closed.
      pages.delete(page);
    }
  }

  const beat = setInterval(() => {
    for (const page of pages) put(page, encoder.encode(pulse));
  }, pulseMs);
  beat.unref();

  return {
    send(event) {
      if (pages.size === 0) return;
      const bytes = encode(event);
      for (const page of pages) put(page, bytes);
    },
    open(prepare) {
      let mine: ReadableStreamDefaultController<Uint8Array> | undefined;
      const body = new ReadableStream<Uint8Array>({
        async start(page) {
          mine = page;
          page.enqueue(encoder.encode('retry: 500\n\n'));
          const first = await prepare();
          // Both steps are synchronous, so earlier changes are in the snapshot and later ones arrive as events.
          pages.add(page);
          put(page, encode(first()));
        },
        cancel() {
          if (mine) pages.delete(mine);
        },
      });
      return new Response(body, {
        headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
      });
    },
    watched: () => pages.size > 0,
    close() {
      clearInterval(beat);
      for (const page of pages) page.close();
      pages.clear();
    },
  };
}
