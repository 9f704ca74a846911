import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { type Answer, type Calls, failed } from './calls.ts';
import { ApiFailure, notFound, unauthorized } from './failure.ts';
import { type Files, knowsFile } from './files.ts';
import type { BotRecord } from './model.ts';
import { readRequest } from './request.ts';
import type { TelegramWorld } from './world.ts';

export type TelegramApp = Hono<{ Bindings: HttpBindings }>;

type TelegramContext = Context<{ Bindings: HttpBindings }>;

function send(answer: Answer): Response {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (!answer.body.ok && answer.body.parameters?.retry_after !== undefined) {
    headers['retry-after'] = String(answer.body.parameters.retry_after);
  }
  return new Response(JSON.stringify(answer.body), { status: answer.status, headers });
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Breaks the connection, like a network failure. */
function cut(c: TelegramContext): Response {
  c.env.outgoing.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** The Bot API at /bot<token>/<method>, and files at /file/bot<token>/<path>. */
export function createServer(deps: { world: TelegramWorld; files: Files; calls: Calls }): TelegramApp {
  const { world, files, calls } = deps;
  const app: TelegramApp = new Hono();

  function botOf(segment: string): BotRecord {
    const token = decoded(segment.slice('bot'.length));
    if (token === null || !/^[1-9]\d*:.+$/.test(token))
      throw new ApiFailure(401, 'Unauthorized: invalid token specified');
    const bot = world.botByToken(token);
    if (!bot) throw unauthorized();
    return bot;
  }

  app.all('/:bot{bot[^/]+}/:method', async (c) => {
    const bot = botOf(c.req.param('bot'));
    const method = c.req.param('method');
    const waits = method.toLowerCase() === 'getupdates';
    const answer = await calls.run(bot, method, await readRequest(c.req.raw), waits ? c.req.raw.signal : undefined);
    return answer ? send(answer) : cut(c);
  });

  app.get('/file/:bot{bot[^/]+}/:path{.+}', (c) => {
    const bot = botOf(c.req.param('bot'));
    const file = files.byPath(c.req.param('path'));
    if (!file || !knowsFile(bot, file)) throw notFound();
    return c.body(Uint8Array.from(file.bytes), 200, { 'content-type': 'application/octet-stream' });
  });

  app.notFound(() => send(failed(notFound())));
  app.onError((error) => send(failed(error)));
  return app;
}
