import { setTimeout as wait } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, MiddlewareHandler } from 'hono';
import type { BankEndpoint, BankFaults } from './faults.ts';

export interface BankEnv {
  Bindings: HttpBindings;
}

export type BankContext = Context<BankEnv>;

const PAGE = '<!doctype html><title>Bad gateway</title><h1>Please come back later</h1>';

const cut = (c: BankContext): Response => {
  c.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
};

/** Wraps the answers of one endpoint. `refused` is how the provider refuses a merchant. */
export const createBankFaultInjector =
  (faults: BankFaults, closing: AbortSignal) =>
  (endpoint: BankEndpoint, refused: (c: BankContext) => Response): MiddlewareHandler<BankEnv> =>
  async (c, next) => {
    const fault = faults.take(endpoint);
    switch (fault?.name) {
      case 'down':
        return c.json({ message: 'Service Unavailable' }, 503);
      case 'too-many':
        return c.json({ message: 'Too Many Requests' }, 429);
      case 'refused':
        return refused(c);
    }
    await next();
    const answer = await spoiled(c, fault, closing);
    if (answer === undefined) return;
    // Assigning over an answer would keep its headers, such as the old Content-Length.
    c.res = undefined;
    c.res = answer;
  };

async function spoiled(
  c: BankContext,
  fault: ReturnType<BankFaults['take']>,
  closing: AbortSignal,
): Promise<Response | undefined> {
  switch (fault?.name) {
    case 'slow': {
      const signal = AbortSignal.any([closing, c.req.raw.signal]);
      const gone = await wait(fault.ms, false, { signal }).catch(() => true);
      return gone ? cut(c) : undefined;
    }
    case 'cut':
      return cut(c);
    case 'garbage':
      return new Response(PAGE, { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    case 'verify-fails':
      return Response.json({ message: 'Internal Server Error' }, { status: 500 });
    default:
      return undefined;
  }
}

export type BankFaultInjector = ReturnType<typeof createBankFaultInjector>;
