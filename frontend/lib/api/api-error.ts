import type { ErrorCode, FieldProblem } from '@prosa/shared/errors.ts';

/** Failures that never reached the server, beside the catalogue. */
export type ClientErrorCode = ErrorCode | 'ERR_NETWORK';

/** An answer that was not a success. `details` is the body's, unread. */
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

/** Codes as the catalogue writes them. One of a newer server passes, too: no screen asks for it. */
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

/** The code that says of a status what there is to say. */
export const codeOfStatus = (status: number): ErrorCode => CODE_BY_STATUS[status] ?? 'ERR_INTERNAL';

/** The error of an answer: its body's code where it has one, otherwise the status's. */
export const toApiError = (status: number, body: unknown, retryAfterS?: number): ApiError => {
  const text = isObject(body) && typeof body.error === 'string' ? body.error : '';
  const stated = isObject(body) && typeof body.code === 'string' ? body.code : '';
  const named = [stated, text].find(isErrorCode);
  // `POST /tickets` puts the JSON text of who has the ticket where others put the code.
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

/** The failing fields of a refused request, by their path without the leading `body.`. */
export const fieldProblems = (error: unknown): FieldProblem[] => {
  if (!(error instanceof ApiError) || error.code !== 'ERR_VALIDATION') return [];
  if (!Array.isArray(error.details)) return [];
  return error.details.flatMap((entry: unknown) =>
    isObject(entry) && typeof entry.path === 'string' && typeof entry.message === 'string'
      ? [{ path: entry.path.replace(/^body\./, ''), message: entry.message }]
      : [],
  );
};
