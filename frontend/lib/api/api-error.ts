import type { ErrorCode, FieldProblem } from '@prosa/shared/errors.ts';

/** Error codes of the server's catalogue, and of failures that never reached the server. */
export type ClientErrorCode = ErrorCode | 'ERR_NETWORK';

/** An unsuccessful response. `details` is the body's field, unvalidated. */
export class ApiError extends Error {
  readonly code: ClientErrorCode;
  readonly status: number;
  readonly details: unknown;
  /** The body's error text when it is not a code; older routes put text there. */
  readonly text: string;
  /** Seconds until a retry is allowed; undefined if the response has none. */
  readonly retryAfterS: number | undefined;

  constructor(init: {
    code: ClientErrorCode;
    status: number;
    details?: unknown;
    text?: string;
    retryAfterS?: number | undefined;
    cause?: unknown;
  }) {
    super(init.code, init.cause === undefined ? undefined : { cause: init.cause });
    this.name = 'ApiError';
    this.code = init.code;
    this.status = init.status;
    this.details = init.details;
    this.text = init.text ?? '';
    this.retryAfterS = init.retryAfterS;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Returns whether a text has the format of the catalogue's codes. Accepts unknown codes of a newer server, because
 * screens do not depend on them.
 */
const isErrorCode = (text: string): text is ErrorCode => /^ERR_[A-Z_]+$/.test(text);

const CODE_BY_STATUS: Record<number, ErrorCode> = {
  400: 'ERR_VALIDATION',
  401: 'ERR_UNAUTHENTICATED',
  403: 'ERR_NO_PERMISSION',
  404: 'ERR_NOT_FOUND',
  409: 'ERR_CONFLICT',
  413: 'ERR_PAYLOAD_TOO_LARGE',
  429: 'ERR_TOO_MANY_REQUESTS',
  503: 'ERR_UNAVAILABLE',
};

/** Returns the general error code of an HTTP status. */
export const codeOfStatus = (status: number): ErrorCode => CODE_BY_STATUS[status] ?? 'ERR_INTERNAL';

/** Returns the error of a response: by the code in its body, otherwise by its status. */
export const toApiError = (status: number, body: unknown, retryAfterS?: number): ApiError => {
  const text = isObject(body) && typeof body.error === 'string' ? body.error : '';
  const stated = isObject(body) && typeof body.code === 'string' ? body.code : '';
  const named = [stated, text].find(isErrorCode);
  // `POST /tickets` returns the JSON text of the conflicting ticket where other routes return the code.
  const conflict =
    named === undefined && status === 409 && text.startsWith('{') ? 'ERR_OTHER_OPEN_TICKET' : undefined;
  return new ApiError({
    code: named ?? conflict ?? codeOfStatus(status),
    status,
    details: isObject(body) ? body.details : undefined,
    text,
    retryAfterS,
  });
};

/** Returns the invalid fields of a refused request, by their path without the leading `body.`. */
export const fieldProblems = (error: unknown): FieldProblem[] => {
  if (!(error instanceof ApiError) || error.code !== 'ERR_VALIDATION') return [];
  if (!Array.isArray(error.details)) return [];
  return error.details.flatMap((entry: unknown) =>
    isObject(entry) && typeof entry.path === 'string' && typeof entry.message === 'string'
      ? [{ path: entry.path.replace(/^body\./, ''), message: entry.message }]
      : [],
  );
};

/** Returns whether an error means that the resource does not exist for this user (404) or its id is invalid (400). */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);
