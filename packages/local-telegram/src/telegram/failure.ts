import type { ResponseParameters } from '@grammyjs/types';

/** A refusal, whose code is also the HTTP status. */
export class ApiFailure extends Error {
  readonly code: number;
  readonly parameters: ResponseParameters | undefined;

  constructor(code: number, description: string, parameters?: ResponseParameters) {
    super(description);
    this.name = 'ApiFailure';
    this.code = code;
    this.parameters = parameters;
  }
}

/** Telegram writes reasons in lower case, unless they are constants or abbreviations. */
export const badRequest = (reason: string): ApiFailure =>
  new ApiFailure(
    400,
    `Bad Request: ${/^[A-Z][A-Z_]/.test(reason) ? reason : reason.charAt(0).toLowerCase() + reason.slice(1)}`,
  );

export const unauthorized = (): ApiFailure => new ApiFailure(401, 'Unauthorized');

export const forbidden = (text: string): ApiFailure => new ApiFailure(403, `Forbidden: ${text}`);

export const conflict = (text: string): ApiFailure => new ApiFailure(409, `Conflict: ${text}`);

export const notFound = (): ApiFailure => new ApiFailure(404, 'Not Found');

export const tooManyRequests = (seconds: number): ApiFailure =>
  new ApiFailure(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
