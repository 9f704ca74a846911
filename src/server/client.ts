import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { type Language, languages } from '#domain/language.ts';

/** The client's address: from a proxy in the same network, or from the connection. */
export function addressOf(context: Context): string {
  const direct = getConnInfo(context).remote.address ?? '';
  const client = context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  return isInternal(direct) && isIP(client) !== 0 ? client : direct;
}

/** The key of rate limits: the address, or for IPv6 its network of 64 bits, because one client may use all of that. */
export function networkOf(context: Context): string {
  const address = addressOf(context)
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '');
  if (isIP(address) !== 6) return address;
  // URL removes leading zeros and capital letters.
  const [, known = ''] = /^\[(.*)\]$/.exec(new URL(`http://[${address}]`).hostname) ?? [];
  const [before = '', after] = known.split('::');
  const first = before.split(':').filter(Boolean);
  const last = after?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}

const isInternal = (address: string): boolean =>
  /^(::ffff:)?(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)|^::1$|^f[cd][0-9a-f]{2}:/i.test(address);

/** The language for an unknown person: the browser's first that the shop has. */
export const languageOf = (context: Context, shopLanguage: Language): Language => {
  const preferred = (context.req.header('accept-language') ?? '')
    .split(',')
    .map((one) => one.trim().slice(0, 2).toLowerCase());
  return preferred.flatMap((code) => languages.filter((language) => language === code))[0] ?? shopLanguage;
};

/** The address as the client wrote it, according to the proxy. */
export function clientUrl(context: Context): URL {
  const url = new URL(context.req.url);
  if (context.req.header('x-forwarded-proto') === 'https') url.protocol = 'https:';
  return url;
}
