import { readBody } from '#read-body.ts';
import { ApiFailure, badRequest } from './failure.ts';

export interface Upload {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Raw parameters: typed from JSON, strings from a form. */
export interface RawParams {
  readonly values: Readonly<Record<string, unknown>>;
  readonly uploads: ReadonlyMap<string, Upload>;
}

const MAX_UPLOAD_BYTES = 50 * 1024 * 1024;
/** The largest upload, plus the form around it. */
const MAX_BODY_BYTES = MAX_UPLOAD_BYTES + 1024 * 1024;
const NO_UPLOADS: ReadonlyMap<string, Upload> = new Map();

export async function readRequest(request: Request): Promise<RawParams> {
  const query = request.url.indexOf('?');
  const fromQuery = query < 0 ? {} : Object.fromEntries(new URLSearchParams(request.url.slice(query)));
  if (request.method === 'GET') return { values: fromQuery, uploads: NO_UPLOADS };
  const type = request.headers.get('content-type') ?? '';
  const bytes = await readBody(request, MAX_BODY_BYTES);
  if (bytes === null) throw new ApiFailure(413, 'Request Entity Too Large');
  if (type.startsWith('multipart/form-data')) return readMultipart(await formOf(bytes, type), fromQuery);
  const body = Buffer.from(bytes).toString('utf8');
  if (body === '') return { values: fromQuery, uploads: NO_UPLOADS };
  if (type.startsWith('application/json')) return { values: { ...fromQuery, ...readJson(body) }, uploads: NO_UPLOADS };
  return { values: { ...fromQuery, ...Object.fromEntries(new URLSearchParams(body)) }, uploads: NO_UPLOADS };
}

async function formOf(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch {
    throw badRequest("can't parse multipart form data");
  }
}

function readJson(body: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw badRequest("can't parse JSON object");
  }
  if (!isRecord(value)) throw badRequest('expected a JSON object');
  return value;
}

async function readMultipart(form: FormData, fromQuery: Record<string, unknown>): Promise<RawParams> {
  const values: Record<string, unknown> = { ...fromQuery };
  const uploads = new Map<string, Upload>();
  let size = 0;
  for (const [name, value] of form) {
    if (typeof value === 'string') {
      values[name] = value;
      continue;
    }
    size += value.size;
    if (size > MAX_UPLOAD_BYTES) throw new ApiFailure(413, 'Request Entity Too Large');
    uploads.set(name, { name: value.name, type: value.type, bytes: new Uint8Array(await value.arrayBuffer()) });
  }
  return { values, uploads };
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
