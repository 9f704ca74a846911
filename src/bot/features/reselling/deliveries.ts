import type { Failure } from '#domain/failure.ts';
import { err, ok, type Result } from '#domain/result.ts';

/** A notice to an agent's address. */
export interface ApiDelivery {
  readonly id: string;
  /** Null: a test. */
  readonly orderCode: string | null;
  readonly createdAt: number;
  readonly triedAt: number | null;
  /** The status of the last answer, or why there was none. */
  readonly result: string | null;
  readonly state: 'waiting' | 'delivered' | 'given-up';
  readonly attempts: number;
}

export interface ApiDeliveries {
  recent(personId: number): Promise<readonly ApiDelivery[]>;
  test(personId: number): Promise<unknown>;
}

/** Whether it can be reached is seen when it is told. */
export function checkHookUrl(text: string): Result<string, Failure> {
  const url = URL.parse(text);
  const isPublic = url?.protocol === 'https:' && url.hostname.includes('.') && url.username === '';
  return isPublic && url.href.length <= 500 ? ok(url.href) : err({ code: 'api-hook-invalid' });
}
