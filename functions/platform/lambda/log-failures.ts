import { errorFields, log } from '../log.ts';
import type { Middleware } from './create-handler.ts';

/** Logs what a handler throws, and lets Lambda have it: the event source tries again. */
export const logFailures = <C, R>(what: string): Middleware<C, R> => ({
  onError: ({ error }) => {
    log.error(what, errorFields(error));
  },
});
