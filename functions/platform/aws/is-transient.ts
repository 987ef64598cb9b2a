/** AWS error codes of temporary failures: nothing was done, or the call can be retried. */
const TRANSIENT = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'TooManyRequestsException',
  'LimitExceededException',
  'TransactionInProgressException',
  'InternalServerError',
  'ServiceUnavailable',
  'TimeoutError',
]);
/** Whether a code is that of a temporary failure, for example of an entry of a batch. */
export const isTransientCode = (code: string): boolean => TRANSIENT.has(code.split('.').at(-1) ?? '');

const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']);
const SERVER_ERROR = 500;

const statusOf = (error: Error): number | undefined => {
  if (!('$metadata' in error) || typeof error.$metadata !== 'object' || error.$metadata === null) return;
  const { $metadata } = error;
  return 'httpStatusCode' in $metadata ? Number($metadata.httpStatusCode) : undefined;
};

const isMarkedRetryable = (error: Error): boolean => '$retryable' in error && error.$retryable !== undefined;

/** Whether a failed call may be retried, because the service was busy, slow or unreachable. */
export const isTransient = (error: unknown): boolean =>
  error instanceof Error &&
  (TRANSIENT.has(error.name) ||
    isMarkedRetryable(error) ||
    (statusOf(error) ?? 0) >= SERVER_ERROR ||
    ('code' in error && typeof error.code === 'string' && UNREACHABLE.has(error.code)));
