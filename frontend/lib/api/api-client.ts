import type {
  BodyInput,
  ParamsInput,
  QueryInput,
  ResponseOf,
  RouteShape,
} from '@prosa/shared/contracts/route.ts';
import { endSession } from '../session/end-session.ts';
import { noteReachedCap } from '../session/reached-caps.ts';
import { closeSession, sessionStore } from '../session/session-store.ts';
import { loadTexts } from '../texts/i18n.ts';
import type { ApiError } from './api-error.ts';
import { httpRequest, type RequestParts, readError } from './http-request.ts';
import { readResponse } from './read-response.ts';
import { refreshSession } from './refresh-session.ts';

type Part<K extends string, T> = [T] extends [undefined]
  ? { [P in K]?: undefined }
  : Record<never, never> extends T
    ? { [P in K]?: T }
    : { [P in K]: T };

/** Input of a call: only the parts that the route has, required where the route requires them. */
export type CallInput<R extends RouteShape> = RequestParts &
  Part<'params', ParamsInput<R>> &
  Part<'query', QueryInput<R>> &
  Part<'body', BodyInput<R>>;

const usesToken = (row: RouteShape): boolean => row.permission !== 'public' && row.permission !== 'cookie';

/** Returns why the server no longer accepts this sign-in session; undefined if it does not say. */
export const endedBy = ({ details }: ApiError): 'elsewhere' | 'revoked' | undefined =>
  typeof details === 'object' &&
  details !== null &&
  'ended' in details &&
  (details.ended === 'elsewhere' || details.ended === 'revoked')
    ? details.ended
    : undefined;

/**
 * Calls a route and returns its response. An expired access token is refreshed once and the call repeated once; a
 * refused permission is not retried.
 * @throws ApiError for every unsuccessful response, and when no response arrives
 */
export const call = async <R extends RouteShape>(row: R, input: CallInput<R>): Promise<ResponseOf<R>> => {
  const token = usesToken(row) ? sessionStore.getState().token : null;
  let response = await httpRequest(row, input, token);
  if (response.ok) return readResponse(row, response);
  let error = await readError(response);
  if (usesToken(row) && error.code === 'ERR_SESSION_EXPIRED') {
    response = await httpRequest(row, input, await refreshSession(token));
    if (response.ok) return readResponse(row, response);
    error = await readError(response);
  }
  if (error.status === 401 && usesToken(row)) {
    const reason = endedBy(error);
    if (reason !== undefined) endSession(reason);
    else closeSession('expired');
  }
  if (error.code === 'ERR_SEND_CAP_REACHED') noteReachedCap(error.details);
  await loadTexts(['errors']);
  throw error;
};
