import { Refusal, readJson } from '@sharj/wire';
import { Hono } from 'hono';
import { z } from 'zod';
import { type Env, refuse } from './context.ts';
import { type Faults, faultSwitch } from './faults.ts';
import type { Ledger } from './ledger.ts';

const account = z.object({ balance: z.int().min(0) });

/** The sandbox's own paths: sales, balance and faults. */
export const createControl = ({ ledger, faults }: { ledger: Ledger; faults: Faults }): Hono<Env> => {
  const control = new Hono<Env>({ strict: false });

  control.get('/purchases', (c) => {
    const purchases = ledger.purchases(c.req.query('key'));
    return c.json({ count: purchases.filter(({ outcome }) => outcome === 'bought').length, purchases });
  });

  control.get('/balance', (c) => c.json({ balance: ledger.balance() }));

  control.put('/balance', async (c) => {
    const body = await readJson(c, account);
    if (body instanceof Refusal) return refuse(c, body);
    ledger.setBalance(body.balance);
    return c.json({ balance: ledger.balance() });
  });

  control.get('/faults', (c) => c.json({ faults: faults.list() }));

  control.put('/faults', async (c) => {
    const body = await readJson(c, faultSwitch);
    if (body instanceof Refusal) return refuse(c, body);
    faults.set(body);
    return c.json({ faults: faults.list() });
  });

  return control;
};
