import type { Context } from 'hono';
import { z } from 'zod';
import { Refusal, readBody } from './input.ts';
import { MOBILE } from './product.ts';

/** The received fields of a purchase, including repeated names. */
export type Fields = readonly (readonly [name: string, value: string])[];

/** Equal for equal fields in any order; repeated names keep their order. */
export const fingerprintOf = (fields: Fields): string =>
  JSON.stringify(fields.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)));

const jsonFields = z.record(z.string(), z.union([z.string(), z.number()]));

/** Accepts form, multipart, JSON and query, because the API documentation does not name the method. */
export const readFields = async (c: Context, limit?: number): Promise<Fields | Refusal> => {
  if (c.req.method === 'GET') return [...new URL(c.req.url).searchParams];
  const type = c.req.header('content-type') ?? '';
  const multipart = /^multipart\/form-data\b/i.test(type);
  const json = /^application\/json\b/i.test(type);
  if (!multipart && !json && !/^application\/x-www-form-urlencoded\b/i.test(type)) {
    return new Refusal(415, 'Send the parameters as form fields (urlencoded or multipart), as JSON or as a query.');
  }
  const body = await readBody(c, limit);
  if (body instanceof Refusal) return body;
  if (json) return readJsonFields(body) ?? new Refusal(422, 'The body is not a JSON object of texts and numbers.');
  if (!multipart) return [...new URLSearchParams(body.toString())];
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    return [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
  } catch {
    return new Refusal(422, 'The multipart body cannot be read.');
  }
};

/** Null if the body is not an object of texts and numbers. */
function readJsonFields(body: Buffer): Fields | null {
  try {
    return Object.entries(jsonFields.parse(JSON.parse(body.toString()))).map(([name, value]) => [name, String(value)]);
  } catch {
    return null;
  }
}

const required = (name: string) => z.string({ error: `${name} is required.` }).min(1, `${name} is required.`);

const whole = (name: string, description: string) =>
  required(name)
    .regex(/^\d{1,15}$/, `${name} must be a whole number.`)
    .transform(Number)
    // JSON may contain a number or a text.
    .meta({ type: ['integer', 'string'], description });

export const purchaseParameters = z.object({
  product_id: whole('product_id', 'For a personal offer 510 (prepaid) or 511 (postpaid).'),
  mobile: required('mobile').regex(MOBILE, 'mobile must be 98 followed by the ten digits of the number.'),
  price: whole('price', 'Rials, VAT included; of a range one within it.'),
  webservice_code: required('webservice_code')
    .max(191, 'webservice_code is too long.')
    .regex(/^\P{Cc}*$/u, 'webservice_code must be a line of text.')
    // Repeats the pattern for programs that do not support \P.
    .meta({ pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$', description: 'Your own code of the purchase.' }),
  offerCode: z.string().optional().describe('Of a personal offer.'),
  offerType: z.string().optional().describe('Of a personal offer.'),
  profile_id: z.string().optional().describe("The product's, where it has one."),
});

export type Parameters = z.infer<typeof purchaseParameters>;

/** The parameters of endpoint 2. The last of a repeated name counts. */
export const readParameters = (fields: Fields) => purchaseParameters.safeParse(Object.fromEntries(fields));
