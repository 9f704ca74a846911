import { setTimeout as wait } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';
import type { Ctx, Env } from './context.ts';
import { faultAnswer } from './fault-answers.ts';
import { type Endpoint, FAULT_NAMES, type Fault, type Faults, faultName, isRefusal, strikesBefore } from './faults.ts';

const cut = (c: Ctx): Response => {
  c.set('cut', true);
  c.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
};

/** Sends the headers and half of the first chunk, then cuts the connection. */
const cutInMidBody = async (c: Ctx, answer: Response): Promise<Response> => {
  const { outgoing } = c.env;
  const reader = answer.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  const piece = first?.value ?? new Uint8Array();
  outgoing.writeHead(answer.status, { 'content-type': 'application/json' });
  await new Promise<void>((sent) => outgoing.write(piece.subarray(0, piece.length >> 1), () => sent()));
  return cut(c);
};

const spoil = async (c: Ctx, endpoint: Endpoint, fault: Fault, closing: AbortSignal): Promise<Response> => {
  const { name } = fault;
  if (name === 'slow') {
    const given = c.res;
    const gone = await wait(fault.ms, false, { signal: AbortSignal.any([closing, c.req.raw.signal]) }).catch(
      () => true,
    );
    return gone ? cut(c) : given;
  }
  if (name === 'cut-before') return cut(c);
  if (name === 'cut-after') return endpoint === 'purchase' ? cut(c) : cutInMidBody(c, c.res);
  await c.res.body?.cancel();
  return faultAnswer(name, endpoint);
};

export const createFaultInjector =
  (faults: Faults, closing: AbortSignal) =>
  (endpoint: Endpoint): MiddlewareHandler<Env> =>
  async (c, next) => {
    const named = faultName.optional().safeParse(c.req.header('sandbox-fault'));
    if (!named.success) return c.json({ message: `Sandbox-Fault must be one of: ${FAULT_NAMES.join(', ')}.` }, 422);
    const fault = faults.take(endpoint, named.data);
    c.set('fault', fault);
    if (fault === undefined) return next();
    // A refusal is stored like any decision, so that no key is both refused and bought.
    if (endpoint === 'purchase' && isRefusal(fault.name)) return next();
    if (strikesBefore(fault.name)) return spoil(c, endpoint, fault, closing);
    await next();
    const answer = await spoil(c, endpoint, fault, closing);
    // Assigning would keep the old headers, such as Content-Length.
    c.res = undefined;
    c.res = answer;
  };

export type FaultInjector = ReturnType<typeof createFaultInjector>;
