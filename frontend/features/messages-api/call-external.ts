import { fullPathOf, type ResponseOf, type RouteShape } from '@prosa/shared/contracts/route.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { readError } from '../../lib/api/http-request.ts';
import { readResponse } from '../../lib/api/read-response.ts';

interface ExternalInput {
  /** Id in the path of the route. */
  id?: string;
  body?: Readonly<Record<string, string | number | null>>;
  /** Sends the body as a form with this file. */
  file?: File;
}

const formOf = (row: RouteShape, body: ExternalInput['body'], file: File): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {}))
    if (value !== null && value !== '') form.append(name, String(value));
  form.append(row.multipart ?? 'file', file, file.name);
  return form;
};

/**
 * Calls a route of the external API as another system does: with a connection's token, and without the user's session,
 * so that a refused token does not end the session.
 * @throws ApiError for every unsuccessful response, and when no response arrives
 */
export const callExternal = async <R extends RouteShape>(
  row: R,
  token: string,
  { id = '', body, file }: ExternalInput,
): Promise<ResponseOf<R>> => {
  const headers = new Headers({ accept: 'application/json', authorization: `Bearer ${token}` });
  const init: RequestInit = { method: row.method, headers, credentials: 'omit' };
  if (file !== undefined) init.body = formOf(row, body, file);
  else if (body !== undefined) {
    headers.set('content-type', 'application/json');
    init.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(fullPathOf(row).replace('{id}', encodeURIComponent(id)), init);
  } catch (cause) {
    throw new ApiError({ code: 'ERR_NETWORK', status: 0, cause });
  }
  if (!response.ok) throw await readError(response);
  return readResponse(row, response);
};
