import { z } from 'zod';

/** Values as providers send them: numbers may come as text, and the other way round. */

export const code = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,6}$/)
    .transform(Number),
]);

/** The provider's own name for a payment. It becomes part of an address. */
export const reference = z
  .union([z.int().positive().transform(String), z.string()])
  .refine((value) => /^[A-Za-z0-9_-]{1,64}$/.test(value));

/** A short word of the provider's, for people to read; null when it names nothing. */
export const text = z
  .union([z.int().transform(String), z.string()])
  .refine((value) => /^[\w./ -]{1,64}$/.test(value))
  .nullable();

/** Masked by the provider. A whole card number is not kept. */
export const card = z
  .string()
  .regex(/^[\d*xX-]{4,32}$/)
  .refine((value) => !/^\d{16}$/.test(value.replaceAll('-', '')))
  .nullable();

export const rials = z.union([
  z.int().nonnegative(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);
