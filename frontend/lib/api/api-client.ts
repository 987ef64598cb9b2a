import type {
  BodyInput,
  ParamsInput,
  QueryInput,
  ResponseOf,
  RouteShape,
} from '@prosa/shared/contracts/route.ts';
import { endElsewhere } from '../session/end-elsewhere.ts';
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

/** Input of a call: only the parts that the row has, required where the row requires them. */
export type CallInput<R extends RouteShape> = RequestParts &
  Part<'params', ParamsInput<R>> &
  Part<'query', QueryInput<R>> &
  Part<'body', BodyInput<R>>;

const usesToken = (row: RouteShape): boolean => row.permission !== 'public' && row.permission !== 'cookie';

/** Whether the server says that a later session took the place of this one. */
const isEndedElsewhere = ({ details }: ApiError): boolean =>
  typeof details === 'object' && details !== null && 'ended' in details && details.ended === 'elsewhere';

/**
 * Calls a route. Answers with the row's response type.
 * An expired session is refreshed once and the call repeated once; a refused permission is not.
 * @throws ApiError for every answer that is not a success, and for no answer at all.
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
    if (isEndedElsewhere(error)) endElsewhere();
    else closeSession('expired');
  }
  await loadTexts(['errors']);
  throw error;
};
