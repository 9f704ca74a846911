import { readBody } from '@sharj/wire';
import type { z } from 'zod';
import type { BankContext } from './inject-fault.ts';

const LARGEST_BODY = 64 * 1024;

/** The JSON body by its schema; null when it is none. */
export const readJson = async <S extends z.ZodType>(c: BankContext, shape: S): Promise<z.output<S> | null> => {
  const bytes = await readBody(c.req.raw, LARGEST_BODY);
  try {
    return shape.safeParse(JSON.parse(bytes?.toString() ?? '')).data ?? null;
  } catch {
    return null;
  }
};
