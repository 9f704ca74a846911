import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import type { Operators } from '#domain/operators.ts';

/** Error messages name what was expected, never the value. */

export type OperatorNames = readonly [string, string, string, string, string];

export const url = (protocols: readonly string[], expected: string) =>
  z.string().refine((value) => protocols.includes(URL.parse(value)?.protocol ?? ''), expected);
const expectedRoot = 'an http or https address without user name, query or fragment';
/** Other paths are appended, so query and fragment are refused. A password would appear in error messages. */
export const root = url(['http:', 'https:'], expectedRoot)
  .refine((value) => !/[?#@]/.test(value), expectedRoot)
  .transform((value) => new URL(value).href.replace(/\/+$/, ''));
const expectedProxy =
  'http://, https:// or socks5:// with host and port, and user:password@ before them where needed (https:// with a name, not an address)';
export const proxy = z.string().refine(isProxy, expectedProxy);

const expectedPublic =
  'the https address of this server, its path in Latin letters, without query or fragment (http only on a loopback address)';
/** The server compares decoded paths. */
export const hasPlainPath = (value: string): boolean => !URL.parse(value)?.pathname.includes('%');
const isLoopback = (value: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(URL.parse(value)?.hostname ?? '');
/** Browsers open this address, so plain http is allowed only on this machine. */
export const publicRoot = url(['http:', 'https:'], expectedPublic)
  .refine((value) => !/[?#@]/.test(value), expectedPublic)
  .refine(hasPlainPath, expectedPublic)
  .refine((value) => /^https:/i.test(value) || isLoopback(value), expectedPublic)
  .transform((value) => new URL(value).href.replace(/\/+$/, ''));
export const whole = (min: number, max: number, expected = `a whole number from ${min} to ${max}`) =>
  z
    .string()
    .regex(/^\d{1,15}$/, expected)
    .transform(Number)
    .refine((value) => value >= min && value <= max, expected);
/** Zero would close the shop without a reason; a pause states one. */
export const rials = whole(1, 999_999_999_999_999, 'a whole number of rials, 1 or more');

const expectedNames = 'five different names, separated by commas, in order of operator_id';
const isOperatorNames = (names: readonly string[]): names is OperatorNames =>
  names.length === 5 && names.every((name) => name !== '') && new Set(names).size === 5;
export const operatorNames = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .transform((names, context): OperatorNames => {
    if (isOperatorNames(names)) return names;
    context.addIssue({ code: 'custom', message: expectedNames });
    return z.NEVER;
  });

const expectedIds = 'Telegram user ids, separated by commas';
export const ownerIds = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((id) => id !== ''))
  .refine((ids) => ids.length > 0 && ids.every((id) => /^[1-9]\d{0,15}$/.test(id)), expectedIds)
  .transform((ids) => [...new Set(ids.map(Number))])
  .refine((ids) => ids.every(Number.isSafeInteger), expectedIds);

const expectedPattern = 'a regular expression, without slashes around it';
export const pattern = (flags: string) =>
  z
    .string()
    // Slashes would become part of the pattern, which would then match no message.
    .refine((value) => !/^\/.*\/[a-z]*$/.test(value), expectedPattern)
    .transform((value, context) => {
      try {
        return new RegExp(value, flags);
      } catch {
        context.addIssue({ code: 'custom', message: expectedPattern });
        return z.NEVER;
      }
    });

const prefixes = z.array(z.string().regex(/^9\d{1,8}$/)).default([]);
const operatorEntry = z.object({
  names: z.object({ fa: z.string().min(1), en: z.string().min(1), ar: z.string().min(1).optional() }),
  prefixes,
  tdltePrefixes: prefixes,
});
const operatorsShape = z.object({
  1: operatorEntry,
  2: operatorEntry,
  3: operatorEntry,
  4: operatorEntry,
  5: operatorEntry,
});

export const operators = z.string().transform((file, context): Operators => {
  try {
    return operatorsShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    const message =
      'a readable JSON file {"1": {"names": {"fa", "en"}, "prefixes": ["912"], "tdltePrefixes": []}, … "5": …}, prefixes as the digits after 98';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
});

export const segment = z.string().regex(/^(?!\.{1,2}$)[A-Za-z0-9._~-]+$/, 'one path segment: letters, digits, . _ ~ -');
export const path = z
  .string()
  .regex(
    /^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~-]+)+\/?$/,
    'a path such as /api/top-up: segments of letters, digits, . _ ~ -',
  );
export const token = z.string().regex(/^[\x21-\x7e]+$/, 'a token without spaces');
const expectedHost = 'a host name or address, without brackets or port';
export const host = z.string().refine((value) => isIP(value) !== 0 || /^[\w-]+(\.[\w-]+)*$/.test(value), expectedHost);
export const expectedWebhook =
  'the https address that Telegram calls, its path in Latin letters (http only with a BOT_API_ROOT)';
export const sentence = z
  .string()
  .refine((value) => value.length <= 200 && !/\p{Cc}/u.test(value), 'one line of at most 200 characters');

function isProxy(value: string): boolean {
  const parsed = URL.parse(value);
  if (!parsed || !['http:', 'https:', 'socks5:'].includes(parsed.protocol)) return false;
  const { protocol, hostname, pathname, search, hash, username, password } = parsed;
  try {
    decodeURIComponent(username + password);
  } catch {
    return false;
  }
  // undici sends the host as the TLS server name, which cannot be an address.
  if (protocol === 'https:' && isIP(hostname.replace(/[[\]]/g, '')) !== 0) return false;
  return hostname !== '' && /^\/?$/.test(pathname) && search === '' && hash === '';
}
const expectedChat = 'the id of a group, a negative number such as -1001234567890';
export const chat = z
  .string()
  .regex(/^-?[1-9]\d{0,14}$/, 'the id of a chat')
  .transform(Number);

export const supportChat = z
  .string()
  .regex(/^-\d{1,15}$/, expectedChat)
  .transform(Number)
  .refine((id) => id < 0, expectedChat);
