import { offersOf } from './offers.ts';
import { withTax } from './tax.ts';

const SAMPLE = '989351234567';

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Its curl lines work as printed. */
export const writeBanner = (at: { url: string; token: string; operator2Path: string }): string => {
  const bearer = `-H ${quote(`Authorization: Bearer ${at.token}`)}`;
  const [offer] = offersOf(SAMPLE);
  const purchase = new URLSearchParams({
    product_id: '510',
    mobile: SAMPLE,
    price: String(withTax(Number(offer?.amount))),
    offerCode: offer?.offerCode ?? '',
    offerType: offer?.offerType ?? '',
    webservice_code: 'try-1',
  });
  return [
    `Sandbox gateway on ${at.url}`,
    `Token: ${at.token}`,
    '',
    'The products, the personal offers of a number, and buying the first of them (twice with one key buys once):',
    '',
    `curl -sS ${bearer} ${quote(`${at.url}/api/clients/products?page=1`)}`,
    `curl -sS ${bearer} -H 'Content-Type: application/json' -d ${quote(JSON.stringify({ mobile: SAMPLE }))} ${quote(`${at.url}/api/${encodeURIComponent(at.operator2Path)}/offers/`)}`,
    `curl -sS ${bearer} -H 'Idempotency-Key: try-1' -d ${quote(purchase.toString())} ${quote(`${at.url}/api/top-up/package/`)}`,
    '',
  ].join('\n');
};
