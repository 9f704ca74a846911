import { z } from 'zod';
import type { Ctx } from './context.ts';
import { readBody } from './input.ts';
import type { Fields } from './purchase.ts';

const jsonFields = z.record(z.string(), z.union([z.string(), z.number()]));

/** The API page does not show the method, so form, multipart, JSON and query all work. */
export const readFields = async (c: Ctx): Promise<Fields | Response> => {
  if (c.req.method === 'GET') return [...new URL(c.req.url).searchParams];
  const type = c.req.header('content-type') ?? '';
  const multipart = /^multipart\/form-data\b/i.test(type);
  const json = /^application\/json\b/i.test(type);
  if (!multipart && !json && !/^application\/x-www-form-urlencoded\b/i.test(type)) {
    return c.json(
      { message: 'Send the parameters as form fields (urlencoded or multipart), as JSON or as a query.' },
      415,
    );
  }
  const body = await readBody(c);
  if (body instanceof Response) return body;
  if (json)
    return readJsonFields(body) ?? c.json({ message: 'The body is not a JSON object of texts and numbers.' }, 422);
  if (!multipart) return [...new URLSearchParams(body.toString())];
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    return [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
  } catch {
    return c.json({ message: 'The multipart body cannot be read.' }, 422);
  }
};

/** Null: not an object of texts and numbers. */
function readJsonFields(body: Buffer): Fields | null {
  try {
    return Object.entries(jsonFields.parse(JSON.parse(body.toString()))).map(([name, value]) => [name, String(value)]);
  } catch {
    return null;
  }
}
