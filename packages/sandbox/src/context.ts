import type { HttpBindings } from '@hono/node-server';
import type { Refusal } from '@sharj/wire';
import type { Context } from 'hono';
import type { Call } from './calls.ts';
import type { Fault } from './faults.ts';

export interface Env {
  Bindings: HttpBindings;
  Variables: {
    fault: Fault | undefined;
    outcome: Call['outcome'] | undefined;
    /** Set if the connection was destroyed and nothing is answered. */
    cut: boolean | undefined;
  };
}

export type Ctx = Context<Env>;

export const refuse = (c: Ctx, { status, message, errors }: Refusal): Response => c.json({ message, errors }, status);
