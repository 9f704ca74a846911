import { z } from 'zod';
import { mostRials, type Rials } from '#domain/money.ts';

// Tolerates numbers as strings and flags as 1 and 0.

export const wireNumber = z.union([z.number(), z.string()]);

/** May be missing, null or of the wrong type; its object stays valid. */
export const wireText = z.union([z.string(), z.number(), z.null()]).optional().catch(null);

export const wireFlag = z.union([z.boolean(), z.literal([1, 0, '1', '0'])]);

/** A safe, non-negative integer from a number or digits. Otherwise null; nothing is rounded. */
export function whole(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value + 0 : null;
  if (typeof value !== 'string' || value.length > 16 || !/^\d+$/.test(value)) return null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : null;
}

/** A price small enough to add tax, fees and other prices. Otherwise null. */
export function priceOf(value: unknown): Rials | null {
  const amount = whole(value);
  return amount !== null && amount <= mostRials ? amount : null;
}

export function integer(value: unknown): number | null {
  if (typeof value === 'string' && value.startsWith('-')) {
    const magnitude = whole(value.slice(1));
    return magnitude === null ? null : 0 - magnitude;
  }
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value + 0 : null;
  return whole(value);
}

export function finite(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

export function flag(value: unknown): boolean {
  return value === true || value === 1 || value === '1';
}

export function text(value: unknown): string | null {
  // PostgreSQL cannot store NUL, and neither database half a surrogate pair.
  if (typeof value === 'string') return (value.includes('\0') ? value.replaceAll('\0', '') : value).toWellFormed();
  return typeof value === 'number' ? String(value) : null;
}

/** Null if unknown or absurdly long. */
export function daysOf(value: unknown): number | null {
  const days = whole(value);
  return days !== null && days <= 100_000 ? days : null;
}

/** Null for an empty text. */
export function filled(value: unknown): string | null {
  return text(value) || null;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
