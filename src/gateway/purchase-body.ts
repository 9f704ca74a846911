import { createHash } from 'node:crypto';
import type { Purchase } from '#domain/purchase.ts';
import type { Call } from './transport.ts';

export const purchaseStyles = ['post-form', 'post-multipart', 'get-query', 'post-json'] as const;
export type PurchaseStyle = (typeof purchaseStyles)[number];

const packagePath = '/api/top-up/package/';

/** A stored format: style and path. A null path means the path of packages. */
export const purchaseRoute = (style: PurchaseStyle, path: string | null): string => `${style} ${path ?? packagePath}`;

function readRoute(route: string): { readonly style: PurchaseStyle; readonly path: string } {
  const space = route.indexOf(' ');
  const style = purchaseStyles.find((one) => one === route.slice(0, space));
  if (style === undefined) throw new TypeError('the order was stored with an unknown purchase style');
  return { style, path: route.slice(space + 1) };
}

/** The order stores this before Confirm is shown, and every attempt sends exactly this. */
export function purchaseBody(purchase: Purchase): string {
  assertMobile(purchase.mobile);
  if (!Number.isSafeInteger(purchase.price) || purchase.price < 0) throw new TypeError('price must be whole rials');
  const fields = new URLSearchParams({
    product_id: String(purchase.productId),
    mobile: purchase.mobile,
    price: String(purchase.price),
  });
  if (purchase.offer) {
    fields.set('offerCode', purchase.offer.code);
    fields.set('offerType', purchase.offer.type);
  }
  fields.set('webservice_code', purchase.webserviceCode);
  if (purchase.profileId !== null) fields.set('profile_id', purchase.profileId);
  return fields.toString();
}

/** People's input is validated earlier, so a wrong number here is a bug. The error omits it. */
export function assertMobile(mobile: string): void {
  if (!/^98[1-9]\d{7,11}$/.test(mobile)) throw new TypeError('mobile must be 98 followed by the number');
}

export function purchaseCall(route: string, key: string, body: string): Call {
  const { style, path } = readRoute(route);
  const headers = { 'idempotency-key': key };
  switch (style) {
    case 'post-form':
      return {
        method: 'POST',
        path,
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        body,
      };
    case 'post-multipart': {
      const boundary = `sharj-${createHash('sha256').update(body).digest('hex').slice(0, 32)}`;
      return {
        method: 'POST',
        path,
        headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: multipart(body, boundary),
      };
    }
    case 'post-json':
      return { method: 'POST', path, headers: { ...headers, 'content-type': 'application/json' }, body: asJson(body) };
    case 'get-query':
      return { method: 'GET', path: `${path}?${body}`, headers, body: null };
  }
}

// Builds the body itself, with a boundary derived from the fields, so that repeated attempts are identical.
function multipart(body: string, boundary: string): string {
  const parts = [...new URLSearchParams(body)].map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--${boundary}--\r\n`;
}

const numeric = new Set(['product_id', 'price']);

/** Keeps the stored order of fields, so that repeated attempts are identical. */
function asJson(body: string): string {
  const fields = [...new URLSearchParams(body)];
  return JSON.stringify(
    Object.fromEntries(fields.map(([name, value]) => [name, numeric.has(name) ? Number(value) : value])),
  );
}
