import { Hono } from 'hono';
import { z } from 'zod';
import { type BankFaults, bankFaultSwitch } from './faults.ts';
import type { BankEnv } from './inject-fault.ts';
import type { BankLedger } from './ledger.ts';
import { readJson } from './read-json.ts';

const late = z.object({ ms: z.int().min(0).max(86_400_000) });

/**
 * The bank's own paths: money that was taken, refunds, faults, and a fresh start. Changes need PUT or DELETE, which no
 * other web page can send here.
 */
export const createBankControl = (deps: {
  ledger: BankLedger;
  faults: BankFaults;
  late: { ms: number };
  reset: () => void;
}): Hono<BankEnv> => {
  const { ledger, faults } = deps;
  const control = new Hono<BankEnv>();

  control.get('/payments', (c) => {
    const reference = c.req.query('reference');
    const payments = ledger.list().filter((payment) => reference === undefined || payment.reference === reference);
    const taken = payments.filter((payment) => payment.taken !== null);
    return c.json({
      count: taken.length,
      taken: taken.reduce((sum, payment) => sum + (payment.taken ?? 0), 0),
      payments,
    });
  });

  control.put('/payments/:reference/reversed', (c) => {
    const done = ledger.reverse(c.req.param('reference'));
    return done ? c.json({ reversed: true }) : c.json({ message: 'Nothing was taken for this reference.' }, 409);
  });

  control.get('/faults', (c) => c.json({ faults: faults.list() }));

  control.put('/faults', async (c) => {
    const body = await readJson(c, bankFaultSwitch);
    if (body === null) return c.json({ message: 'No such fault, or not at this endpoint.' }, 422);
    faults.set(body);
    return c.json({ faults: faults.list() });
  });

  control.put('/late', async (c) => {
    const body = await readJson(c, late);
    if (body === null) return c.json({ message: 'Send {"ms": 60000}.' }, 422);
    deps.late.ms = body.ms;
    return c.json(deps.late);
  });

  control.delete('/payments', (c) => {
    deps.reset();
    return c.json({ reset: true });
  });

  return control;
};
