import type { RouteShape } from '@prosa/shared/contracts/route.ts';
import { AppError } from '@prosa/shared/errors.ts';
import * as core from 'zod/v4/core';
import type { Middleware } from '../lambda/create-handler.ts';
import { refuseForeignCompany } from './authorize.ts';
import type { HttpCall, HttpResult, RawRequest, UploadedFile } from './http-call.ts';
import { parseLeniently } from './parse-leniently.ts';
import { readJsonBody, readMultipartBody } from './read-body.ts';

const MAX_ISSUES = 20;

const parsePart = (
  part: 'params' | 'query' | 'body' | 'headers',
  schema: core.$ZodType | undefined,
  value: unknown,
): unknown => {
  if (schema === undefined) return undefined;
  const result = part === 'body' ? parseLeniently(schema, value) : core.safeParse(schema, value);
  if (result.success) return result.data;
  const details = result.error.issues.slice(0, MAX_ISSUES).map((issue) => ({
    path: [part, ...issue.path.map(String)].join('.'),
    message: issue.message,
  }));
  throw new AppError('ERR_VALIDATION', { details, cause: result.error });
};

/** Reads the raw body and files, before the schema removes unknown fields. */
const readBody = async (
  row: RouteShape,
  request: RawRequest,
): Promise<{ raw: unknown; files: readonly UploadedFile[] }> => {
  if (row.body === undefined) return { raw: undefined, files: [] };
  const contentType = request.headers['content-type'] ?? '';
  if (contentType.toLowerCase().startsWith('multipart/form-data')) {
    if (row.multipart === undefined) throw new AppError('ERR_MEDIA_TYPE');
    const form = await readMultipartBody(request.rawBody, contentType, row.multipart);
    return { raw: form.fields, files: form.files };
  }
  return { raw: readJsonBody(request.rawBody), files: [] };
};

/**
 * Parses parameters, query, headers and body by the route's schemas, after the caller was authorized.
 * @throws AppError ERR_VALIDATION with the paths of the invalid values; ERR_NO_PERMISSION for another company's id
 */
export const readInput = (): Middleware<HttpCall, HttpResult> => ({
  before: async ({ event: call }) => {
    if (call.route === undefined) throw new AppError('ERR_NOT_FOUND');
    const { row } = call.route;
    const params = parsePart('params', row.params, call.pathParameters);
    const query = parsePart('query', row.query, call.queryParameters);
    const headers = parsePart('headers', row.headers, call.request.headers);
    const { raw, files } = await readBody(row, call.request);
    const body = parsePart('body', row.body, raw);
    if (call.principal !== undefined) refuseForeignCompany(call.principal, params, query, raw);
    call.input = { params, query, body, headers, files };
  },
});
