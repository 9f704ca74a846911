import { readBody } from '@sharj/wire';
import type { z } from 'zod';
import type { BankContext } from './inject-fault.ts';

const LARGEST_BODY = 64 * 1024;

/** Reads the JSON body by its schema; null if it does not fit. */
export const readJson = async <S extends z.ZodType>(c: BankContext, shape: S): Promise<z.output<S> | null> => {
  const bytes = await readBody(c.req.raw, LARGEST_BODY);
  try {
    return shape.safeParse(JSON.parse(bytes?.toString() ?? '')).data ?? null;
  } catch {
    return null;
  }
};
