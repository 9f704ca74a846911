import { z } from 'zod';

// The API page documents one type for a field and the wire may bring its neighbour: numbers as strings, flags as 1 and 0.

export const wireNumber = z.union([z.number(), z.string()]);

/** A field that may be missing, null or of the wrong type without harm to what carries it. */
export const wireText = z.union([z.string(), z.number(), z.null()]).optional().catch(null);

export const wireFlag = z.union([z.boolean(), z.literal([1, 0, '1', '0'])]);

/** Whole, safe and not negative, from a number or from digits alone; anything else is null, never rounded or guessed. */
export function whole(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value + 0 : null;
  if (typeof value !== 'string' || value.length > 16 || !/^\d+$/.test(value)) return null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : null;
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
  // PostgreSQL keeps no NUL: a name that holds one could be shown, and then not be sold.
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '') : value;
  return typeof value === 'number' ? String(value) : null;
}

/** As `text`, with an empty one taken for none. */
export function filled(value: unknown): string | null {
  return text(value) || null;
}

/** A value of which the API page says nothing more: kept as it came, unless it is nested beyond any use. */
export function anything(value: unknown, levels = 8): unknown {
  return reaches(value, levels) ? null : (value ?? null);
}

function reaches(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => reaches(inner, levels - 1));
}
