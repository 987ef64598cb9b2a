import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { errorFields, type LogFields, log, withLogFields } from '../log.ts';

/** A middleware of middy: `before` hooks run in order, `after` and `onError` in reverse order. */
export type Middleware<C, R> = middy.MiddlewareObj<C, R>;

/** A handler as Lambda calls it. The context is optional because tests and the local program have none. */
export type LambdaHandler<E, R> = (event: E, context?: Context) => Promise<R>;

interface HandlerParts<E, C, R> {
  /** Converts Lambda's event to the input of the middlewares and the handler. */
  call: (event: E) => C;
  /** Returns fields for every log line during the call. */
  logFields: (call: C) => LogFields;
  use: readonly Middleware<C, R>[];
  run: (call: C) => Promise<R>;
}

/**
 * Makes a Lambda handler. middy runs the middlewares around `run`, and every log line of a call contains its
 * `logFields`. The timeout is the one declared for the Lambda function.
 */
export const createHandler = <E, C, R>(parts: HandlerParts<E, C, R>): LambdaHandler<E, R> => {
  const handle = middy<C, R>({ timeoutEarlyInMillis: 0 });
  for (const middleware of parts.use) handle.use(middleware);
  const handler = handle.handler((call: C) => parts.run(call));
  return (event, context) => {
    const call = parts.call(event);
    // Cast: middy passes the context on without reading it; tests and the local program have none.
    return withLogFields(parts.logFields(call), () => handler(call, context as Context));
  };
};

/** Logs an error of a handler and rethrows it, so that the event source retries. */
export const logFailures = <C, R>(what: string): Middleware<C, R> => ({
  onError: ({ error }) => {
    log.error(what, errorFields(error));
  },
});
