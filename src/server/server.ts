import { once } from 'node:events';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';

export interface HttpServer {
  start(): Promise<void>;
  url(): string;
  /** Closes the server, even if it never started. */
  close(): Promise<void>;
}

export interface HttpServerOptions {
  readonly host: string;
  readonly port: number;
  readonly apps: readonly Hono[];
  /** Aborted when the process begins to stop: idle keep-alive connections are closed. */
  readonly stopping: AbortSignal;
  readonly timeouts?: Partial<ServerTimeouts>;
}

interface ServerTimeouts {
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly keepAliveTimeout: number;
  /** How often the other limits are checked. */
  readonly connectionsCheckingInterval: number;
}

/** How long closing waits for running answers. */
const closeTimeoutMs = 500;
/** Cuts off clients that send their headers or body slowly. */
const defaultTimeouts: ServerTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 1_000,
};

/** Matches `.` or `..` between slashes before the query, even encoded. */
const dotSegment = /^[^?#]*[/\\](?:\.|%2e){1,2}(?:[/\\?#]|$)/i;

/** Serves the apps; unknown paths get a plain 404. */
export function createServer({ host, port, apps, stopping, timeouts }: HttpServerOptions): HttpServer {
  // The API documentation has paths that end with a slash.
  const app = new Hono({ strict: false });
  app.use(async (context, next) => {
    await next();
    if (stopping.aborted) context.header('connection', 'close');
  });
  for (const part of apps) app.route('/', part);
  app.notFound((context) => context.body(null, 404));
  app.onError((_error, context) => context.body(null, 500));
  const server = createAdaptorServer({
    fetch: (request, env) => {
      // Routing removes dot segments, which a proxy in front may have used to let another path pass.
      const isPlain = 'incoming' in env && !dotSegment.test(env.incoming.url ?? '');
      return isPlain ? app.fetch(request, env) : new Response(null, { status: 400 });
    },
    serverOptions: { ...defaultTimeouts, ...timeouts },
    overrideGlobalObjects: false,
  });
  return {
    start: async () => {
      server.listen(port, host);
      await once(server, 'listening').catch((error: unknown) => {
        throw portProblem(error, port);
      });
    },
    url: () => {
      const address = server.address();
      const bound = typeof address === 'object' && address ? address.port : port;
      return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
    },
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      const timer = setTimeout(() => cut(server), closeTimeoutMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

function cut(server: ReturnType<typeof createAdaptorServer>): void {
  if ('closeAllConnections' in server) server.closeAllConnections();
}

export function portProblem(error: unknown, port: number): unknown {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  return isTaken ? new Error(`Port ${port} is taken. Set PORT to another one.`) : error;
}
