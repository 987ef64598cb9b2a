import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { errorFields, type LogFields, log, withLogFields } from '../log.ts';

/** A step around a handler, as middy runs them: `before` in their order, `after` and `onError` in the opposite one. */
export type Middleware<C, R> = middy.MiddlewareObj<C, R>;

/** A handler as Lambda calls it. The context is optional because tests and the local program have none. */
export type LambdaHandler<E, R> = (event: E, context?: Context) => Promise<R>;

interface HandlerParts<E, C, R> {
  /** Makes of Lambda's event what the middlewares and the handler work on. */
  call: (event: E) => C;
  /** Fields that are added to every log line during the call. */
  logFields: (call: C) => LogFields;
  use: readonly Middleware<C, R>[];
  run: (call: C) => Promise<R>;
}

/**
 * Makes a Lambda handler: the log's context around middy, which runs the middlewares around the work. Lambda and the
 * function's declared timeout end what takes too long.
 */
export const createHandler = <E, C, R>(parts: HandlerParts<E, C, R>): LambdaHandler<E, R> => {
  const handle = middy<C, R>({ timeoutEarlyInMillis: 0 });
  for (const middleware of parts.use) handle.use(middleware);
  const handler = handle.handler((call: C) => parts.run(call));
  return (event, context) => {
    const call = parts.call(event);
    // Cast: middy hands the context on and reads nothing of it; tests and the local program have none.
    return withLogFields(parts.logFields(call), () => handler(call, context as Context));
  };
};

/** Logs what a handler throws, and lets Lambda have it: the event source tries again. */
export const logFailures = <C, R>(what: string): Middleware<C, R> => ({
  onError: ({ error }) => {
    log.error(what, errorFields(error));
  },
});
