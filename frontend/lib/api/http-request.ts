import type { RouteShape } from '@prosa/shared/contracts/route.ts';
import { CSRF_HEADER } from '@prosa/shared/contracts/route.ts';
import { noteServerTime } from '../live/server-time.ts';
import { ApiError, toApiError } from './api-error.ts';
import { buildUrl } from './build-url.ts';

export interface RequestParts {
  params?: object | undefined;
  query?: object | undefined;
  body?: object | undefined;
  files?: readonly File[] | undefined;
  signal?: AbortSignal | undefined;
}

const toForm = (row: RouteShape, body: object | undefined, files: readonly File[]): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value !== undefined && value !== null)
      form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  for (const file of files) form.append(row.multipart ?? 'file', file, file.name);
  return form;
};

/**
 * Sends one request for a route and returns the response.
 * @throws ApiError `ERR_NETWORK` when no response arrives
 */
export const httpRequest = async (
  row: RouteShape,
  parts: RequestParts,
  token: string | null,
): Promise<Response> => {
  const headers = new Headers({ accept: 'application/json', [CSRF_HEADER]: 'web' });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  const init: RequestInit = { method: row.method, headers, credentials: 'same-origin' };
  if (parts.signal !== undefined) init.signal = parts.signal;
  if (parts.files !== undefined && parts.files.length > 0) init.body = toForm(row, parts.body, parts.files);
  else if (parts.body !== undefined) {
    headers.set('content-type', 'application/json');
    init.body = JSON.stringify(parts.body);
  }
  try {
    const response = await fetch(buildUrl(row.path, parts.params, parts.query), init);
    noteServerTime(response.headers.get('date'));
    return response;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ApiError({ code: 'ERR_NETWORK', status: 0, cause });
  }
};

/** Returns the error of an unsuccessful response. */
export const readError = async (response: Response): Promise<ApiError> => {
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // The body is a proxy's error page: the status is enough.
    body = undefined;
  }
  const retryAfterS = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  return toApiError(response.status, body, Number.isNaN(retryAfterS) ? undefined : retryAfterS);
};
