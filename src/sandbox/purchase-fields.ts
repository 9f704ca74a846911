import type { Ctx } from './context.ts';
import type { Fields } from './purchase.ts';

/** The page does not show the method, so all three readings of it work: form, multipart, query. */
export const readFields = async (c: Ctx): Promise<Fields | Response> => {
  if (c.req.method === 'GET') return [...new URL(c.req.url).searchParams];
  const type = c.req.header('content-type') ?? '';
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return [...new URLSearchParams(await c.req.text())];
  if (!/^multipart\/form-data\b/i.test(type)) {
    return c.json({ message: 'Send the parameters as form fields (urlencoded or multipart) or as a query.' }, 415);
  }
  try {
    const form = await c.req.formData();
    return [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
  } catch {
    return c.json({ message: 'The multipart body cannot be read.' }, 422);
  }
};
