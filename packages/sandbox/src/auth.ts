import { Hono } from 'hono';
import { type ApiDeps, createApi } from './api.ts';
import type { CallFeed } from './calls.ts';
import type { Env } from './context.ts';
import { createControl } from './control.ts';
import type { Faults } from './faults.ts';

/** Publishes calls to the feed and checks the bearer token before the endpoints. */
export const createAuth = (deps: ApiDeps & { token: string; faults: Faults; feed: CallFeed }): Hono<Env> => {
  const { token, feed, now } = deps;
  const app = new Hono<Env>({ strict: false });

  app.use('/api/*', async (c, next) => {
    const at = now();
    await next();
    feed.publish({
      at,
      method: c.req.method,
      path: c.req.path,
      key: c.req.header('idempotency-key') ?? null,
      fault: c.get('fault')?.name ?? null,
      status: c.get('cut') ? null : c.res.status,
      outcome: c.get('outcome') ?? null,
      ms: now() - at,
    });
  });

  app.use(async (c, next) => {
    const given = /^bearer +(.*)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    if (given !== token) return c.json({ message: 'Unauthenticated.' }, 401);
    await next();
  });

  app.route('/api', createApi(deps));
  app.route('/sandbox', createControl(deps));
  app.notFound((c) => c.json({ message: 'Not found.' }, 404));
  app.onError((error, c) => {
    // A disconnected client is expected; anything else is our bug.
    if (!c.req.raw.signal.aborted) process.emitWarning(error);
    return c.json({ message: 'Server Error' }, 500);
  });
  return app;
};
