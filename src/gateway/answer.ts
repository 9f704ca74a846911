import { err, ok, type Result } from '#domain/result.ts';
import type { ReadFailure } from './failure.ts';
import type { Answer, BodyEnd } from './transport.ts';
import { isObject } from './wire-values.ts';

const maxJsonBytes = 1024 * 1024;

export async function readJson(answer: Answer): Promise<Result<unknown, BodyEnd>> {
  const body = await answer.read(maxJsonBytes);
  if (!body.ok) return body;
  try {
    return ok(JSON.parse(new TextDecoder().decode(body.value)));
  } catch {
    return err('not JSON');
  }
}

/** The failure that the status alone decides; null if the body must be read. */
export async function refusedRead(answer: Answer): Promise<BodyEnd | ReadFailure | null> {
  const { status, retryAfterMs } = answer;
  if (status >= 200 && status <= 299) return null;
  if (status >= 400 && status <= 499 && ![401, 403, 408, 425, 429].includes(status)) {
    const json = await readJson(answer);
    if (!json.ok && json.error !== 'not JSON') return json.error;
    if (json.ok && isObject(json.value)) {
      return { kind: 'rejected', status, message: cleanMessage(json.value.message) };
    }
    return { kind: 'malformed', why: `status ${status}` };
  }
  answer.discard();
  if (status === 401 || status === 403) return { kind: 'unauthorized', status };
  if (status >= 400) return { kind: 'unavailable', why: `status ${status}`, retryAfterMs };
  return { kind: 'malformed', why: `status ${status}` };
}

const longestMessage = 500;

/** Shortens the gateway's `message` to one line. The text stays untrusted. */
export function cleanMessage(value: unknown): string {
  if (typeof value !== 'string') return '';
  const line = value
    .slice(0, longestMessage * 4)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return line.length > longestMessage ? `${line.slice(0, longestMessage - 1).toWellFormed()}…` : line.toWellFormed();
}
