import type { MiddlewareHandler } from 'hono';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const names = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Any open website can send requests to this machine, and with DNS rebinding even read the answers. So every request must
 * name us as its host, and a request from a page must come from ours.
 */
export const createGuard =
  (port: () => number): MiddlewareHandler =>
  async (c, next) => {
    const hosts = names.map((name) => `${name}:${port()}`);
    const host = c.req.header('host') ?? '';
    if (!hosts.includes(host)) return refuse('This is not the address of the playground.');
    const origin = c.req.header('origin');
    if (origin !== undefined && origin !== `http://${host}`) return refuse('Requests from other pages are refused.');
    if (fromElsewhere(c.req.header('sec-fetch-site')) && !isVisit(c.req.raw)) {
      return refuse('Requests from other pages are refused.');
    }
    await next();
    c.header('content-security-policy', policy);
    c.header('x-content-type-options', 'nosniff');
    c.header('referrer-policy', 'no-referrer');
    c.header('cross-origin-resource-policy', 'same-origin');
    c.header('cross-origin-opener-policy', 'same-origin');
    return undefined;
  };

const fromElsewhere = (site: string | undefined): boolean => site === 'cross-site' || site === 'same-site';

/** Allows links to the page itself, from which the linking site learns nothing. */
const isVisit = (request: Request): boolean =>
  request.method === 'GET' &&
  new URL(request.url).pathname === '/' &&
  request.headers.get('sec-fetch-mode') === 'navigate' &&
  request.headers.get('sec-fetch-dest') === 'document';

const refuse = (why: string): Response =>
  new Response(`${why}\n`, {
    status: 403,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  });
