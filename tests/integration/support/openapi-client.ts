import * as z from 'zod';
import { describedBy } from './described-by.ts';

const schemaSchema = z.record(z.string(), z.unknown());
const contentSchema = z.record(z.string(), z.object({ schema: schemaSchema }));
const operationSchema = z.object({
  operationId: z.string(),
  parameters: z
    .array(
      z.object({
        in: z.enum(['path', 'query', 'header']),
        name: z.string(),
        required: z.boolean().default(false),
        schema: schemaSchema,
      }),
    )
    .default([]),
  security: z.array(z.record(z.string(), z.unknown())),
  requestBody: z.object({ content: contentSchema }).optional(),
  responses: z.record(z.string(), z.object({ content: contentSchema.default({}) })),
});
const serversSchema = z.array(z.object({ url: z.string() }));
const documentSchema = z.object({
  servers: serversSchema,
  paths: z.record(z.string(), z.looseObject({ servers: serversSchema.optional() })),
  components: z.object({ schemas: z.record(z.string(), schemaSchema) }),
});
const METHODS = ['get', 'post', 'put', 'delete'];

type Json = Record<string, unknown>;
interface Asked {
  token?: string;
  /** Values of the parameters by name, wherever the document says they go. */
  parameters?: Record<string, string | number>;
  body?: Json;
  form?: FormData;
}
export interface Told {
  status: number;
  body: Json;
}
export type Client = (operationId: string, asked?: Asked) => Promise<Told>;

/**
 * Makes a client from an OpenAPI document alone, as a program of another company would: it knows operations by their
 * ids and reads path, parameters, body and responses from the document. Everything that it sends and gets is validated
 * by the document's JSON schemas, with zod; JSON bodies also with ajv.
 * @throws Error where the document does not describe a request or its response
 */
export const openApiClient = (document: unknown, origin: string): Client => {
  const { servers, paths, components } = documentSchema.parse(document);
  const inDefs = (value: unknown): Json =>
    schemaSchema.parse(JSON.parse(JSON.stringify(value).replaceAll('#/components/schemas/', '#/$defs/')));
  const $defs = inDefs(components.schemas);
  const validator = (schema: Json): z.ZodType => {
    const whole: unknown = { ...inDefs(schema), $defs };
    // Cast: the document says that it is a JSON schema, and zod throws for one that it cannot read.
    return z.fromJSONSchema(whole as Parameters<typeof z.fromJSONSchema>[0]);
  };
  const byAjv = describedBy(document);
  const validate = (schema: Json, value: unknown, what: string): unknown => {
    const { error, data } = validator(schema).safeParse(value);
    if (error !== undefined) throw new Error(`${what}: ${z.prettifyError(error)}`);
    return data;
  };
  const operations = new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        if (item[method] === undefined) return [];
        const operation = operationSchema.parse(item[method]);
        const base = item.servers?.[0]?.url ?? servers[0]?.url ?? '';
        return [[operation.operationId, { ...operation, method, path: `${base}${path}` }] as const];
      }),
    ),
  );

  return async (operationId, { token, parameters = {}, body, form } = {}) => {
    const operation = operations.get(operationId);
    if (operation === undefined) throw new Error(`no operation ${operationId}`);
    let { path } = operation;
    const query = new URLSearchParams();
    const headers = new Headers();
    const unknown = new Set(Object.keys(parameters));
    for (const parameter of operation.parameters) {
      const value = parameters[parameter.name];
      unknown.delete(parameter.name);
      if (value === undefined && !parameter.required) continue;
      validate(parameter.schema, value, `${operationId} ${parameter.name}`);
      if (parameter.in === 'path')
        path = path.replace(`{${parameter.name}}`, encodeURIComponent(String(value)));
      else if (parameter.in === 'query') query.set(parameter.name, String(value));
      else headers.set(parameter.name, String(value));
    }
    if (unknown.size > 0) throw new Error(`${operationId} has no ${[...unknown].join(', ')}`);
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    if (operation.security.length > 0 !== (token !== undefined)) throw new Error(`${operationId}: security`);
    const content = operation.requestBody?.content;
    if (body !== undefined) {
      validate(content?.['application/json']?.schema ?? { not: {} }, body, `${operationId} body`);
      byAjv.requireRequest(operationId, body);
      headers.set('content-type', 'application/json');
    }
    if (form !== undefined) {
      const fields = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'));
      validate(content?.['multipart/form-data']?.schema ?? { not: {} }, fields, `${operationId} form`);
    }
    const response = await fetch(`${origin}${path}${query.size > 0 ? `?${query}` : ''}`, {
      method: operation.method.toUpperCase(),
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(form === undefined ? {} : { body: form }),
    });
    const { status } = response;
    const text = await response.text();
    const told: unknown = JSON.parse(text);
    const described = operation.responses[String(status)]?.content['application/json']?.schema;
    if (described === undefined)
      throw new Error(`${operationId} does not describe ${status} ${JSON.stringify(told)}`);
    validate(described, told, `${operationId} ${status}`);
    byAjv.requireResponse(operationId, { status, body: told, text });
    return { status, body: Array.isArray(told) ? { list: told } : schemaSchema.parse(told) };
  };
};
