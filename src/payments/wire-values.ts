import { z } from 'zod';

/** Values as providers send them: numbers may arrive as text and text as numbers. */

export const code = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,6}$/)
    .transform(Number),
]);

/** The provider's id of a payment. It becomes part of an address. */
export const reference = z
  .union([z.int().positive().transform(String), z.string()])
  .refine((value) => /^[A-Za-z0-9_-]{1,64}$/.test(value));

/** A short word from the provider for people to read; null if it is empty or odd. */
export const text = z
  .union([z.int().transform(String), z.string()])
  .refine((value) => /^[\w./ -]{1,64}$/.test(value))
  .nullable();

/** A masked card number. A complete one is dropped. */
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
