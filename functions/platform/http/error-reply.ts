import { AppError, ERROR_CATALOGUE, type ErrorCode } from '@prosa/shared/errors.ts';
import { actAs } from '../auth/principal.ts';
import { isTransient } from '../aws/is-transient.ts';
import type { Middleware } from '../lambda/create-handler.ts';
import { errorFields, log } from '../log.ts';
import { shorten } from '../shorten.ts';
import { WriteConflict } from '../table/commit.ts';
import type { HttpCall, HttpResult } from './http-call.ts';

export const RETRY_AFTER_S = 2;

const codeOf = (error: unknown): ErrorCode => {
  if (error instanceof AppError) return error.code;
  if (error instanceof WriteConflict) return 'ERR_CONFLICT';
  if (isTransient(error) || (error instanceof Error && error.name === 'AbortError')) return 'ERR_UNAVAILABLE';
  return 'ERR_INTERNAL';
};

/**
 * Returns the response to an error: its code and public details. For an unexpected error the response holds only the
 * request id.
 */
const toErrorReply = (error: unknown, { request: { requestId }, route }: HttpCall): HttpResult => {
  const code = codeOf(error);
  // Programs of the external API find the code in one field, whatever `error` says.
  const isForPrograms = route?.row.api === 'external';
  const { status, reportable } = ERROR_CATALOGUE[code];
  if (reportable) log.error('request failed', { code, ...errorFields(error) });
  else log.debug('request refused', { code });
  const appError = error instanceof AppError ? error : undefined;
  const body =
    status === 500
      ? { error: code, ...(isForPrograms ? { code } : {}), requestId }
      : {
          error: appError?.edgeText ?? code,
          ...(isForPrograms || appError?.edgeText !== undefined ? { code } : {}),
          ...(appError?.details === undefined ? {} : { details: shorten(appError.details) }),
        };
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      // Ids are per company: an error that a cache kept by its path would be another company's answer.
      'cache-control': 'no-store',
      ...(status === 503 || status === 429
        ? { 'retry-after': String(appError?.retryAfterS ?? RETRY_AFTER_S) }
        : {}),
    },
    body: JSON.stringify(body),
  };
};

/** Turns a thrown error into its response. */
export const replyToErrors = (): Middleware<HttpCall, HttpResult> => ({
  onError: (failed) => {
    const { principal } = failed.event;
    failed.response = actAs(principal, () => toErrorReply(failed.error, failed.event));
  },
});
