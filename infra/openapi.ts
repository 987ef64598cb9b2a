import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sessionUserSchema } from '@prosa/shared/contracts/auth.ts';
import { companySettingsViewSchema } from '@prosa/shared/contracts/companies.ts';
import { connectionViewSchema } from '@prosa/shared/contracts/connections.ts';
import { contactViewSchema } from '@prosa/shared/contracts/contacts.ts';
import { messageViewSchema } from '@prosa/shared/contracts/messages.ts';
import { queueViewSchema } from '@prosa/shared/contracts/queues.ts';
import {
  API_PREFIX,
  CSRF_HEADER,
  EXTERNAL_PREFIX,
  type RouteGroup,
  type RouteShape,
} from '@prosa/shared/contracts/route.ts';
import { ticketViewSchema } from '@prosa/shared/contracts/tickets.ts';
import { userViewSchema } from '@prosa/shared/contracts/users.ts';
import { flowConnectionSchema, flowNodeSchema } from '@prosa/shared/entities/flow.ts';
import { ERROR_CATALOGUE, type ErrorCode } from '@prosa/shared/errors.ts';
import { EVENTS } from '@prosa/shared/events/catalogue.ts';
import { callerOf } from '@prosa/shared/permissions.ts';
import * as z from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject as Operation,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import rootPackage from '../package.json' with { type: 'json' };
import { ROUTE_GROUPS } from './programs.ts';

/** `details` contains the failing fields of a refused request, or the conflicting ticket; `requestId` with a 500. */
const errorSchema = z.object({
  error: z.enum(Object.keys(ERROR_CATALOGUE)),
  message: z.string().optional(),
  details: z.unknown().optional(),
  requestId: z.string().optional(),
});

/** `error` is the code, except for ERR_TICKET_ELSEWHERE, where it is a sentence, and for {@link WORDED}. */
const externalErrorSchema = z.object({
  error: z.string(),
  code: z.enum(Object.keys(ERROR_CATALOGUE)),
  details: z.unknown().optional(),
  requestId: z.string().optional(),
});

/** Schemas that many routes share; each becomes a named component. */
const COMPONENTS = {
  Error: errorSchema,
  ExternalError: externalErrorSchema,
  Ticket: ticketViewSchema,
  Message: messageViewSchema,
  Contact: contactViewSchema,
  User: userViewSchema,
  SessionUser: sessionUserSchema,
  Queue: queueViewSchema,
  Connection: connectionViewSchema,
  CompanySettings: companySettingsViewSchema,
  FlowNode: flowNodeSchema,
  FlowConnection: flowConnectionSchema,
};

const DESCRIPTION = [
  'Customer conversations over WhatsApp, Facebook and Instagram.',
  '401: nobody is signed in, or no longer, or the access token is none of ours. 403 with `ERR_SESSION_EXPIRED`: the access token has expired; refresh once and call again. 403 with another code is a refusal.',
  'A slash at the end of a path means nothing. Booleans in requests may be words; in bodies, numbers may be text and texts numbers, and what is not described is passed over. Lists in queries are JSON, or a name repeated, with `[]` or without.',
].join('\n\n');
const REFRESHING = `Set by signing in and by every refresh, each good for one refresh. With it go \`Origin\`, the address of the installation spelled exactly, and \`${CSRF_HEADER}\` with any value; no body, no token, nothing else.`;

/** The committed document, which the API serves at `/api/openapi.json`. */
const OPENAPI_FILE = join(import.meta.dirname, '..', 'shared', 'openapi.json');
/** The committed schemas of the live events. */
const EVENTS_FILE = join(import.meta.dirname, '..', 'shared', 'events.json');

/** Returns the errors that any route may answer besides its own; they are decided before a handler runs. */
const commonErrors = (row: RouteShape): ErrorCode[] => {
  const codes: ErrorCode[] = ['ERR_INTERNAL', 'ERR_TOO_MANY_REQUESTS'];
  if (row.params !== undefined || row.query !== undefined || row.body !== undefined)
    codes.push('ERR_VALIDATION');
  if (row.body !== undefined) codes.push('ERR_PAYLOAD_TOO_LARGE');
  if (row.api === 'external') codes.push('ERR_UNAVAILABLE');
  const caller = callerOf(row.permission);
  if (caller === 'user') codes.push('ERR_UNAUTHENTICATED', 'ERR_SESSION_EXPIRED');
  if (caller === 'user' && row.permission !== 'authenticated') codes.push('ERR_NO_PERMISSION');
  if (caller === 'api-token') codes.push('ERR_UNAUTHENTICATED', 'ERR_NO_PERMISSION');
  if (row.expiry === 'enforced') codes.push('ERR_SUBSCRIPTION_EXPIRED');
  if (row.plan !== null) codes.push('ERR_PLAN_FEATURE');
  return codes;
};

/** Errors of routes whose `error` is a text for older clients: of a conflicting ticket, its JSON. */
const WORDED: ReadonlySet<string> = new Set(['tickets.create ERR_OTHER_OPEN_TICKET']);

const errorSchemaOf = ({ id, api }: RouteShape, codes: ReadonlySet<ErrorCode>): z.ZodType => {
  if (api === 'external') return externalErrorSchema;
  const isWorded = [...codes].some((code) => WORDED.has(`${id} ${code}`));
  return isWorded ? z.union([errorSchema, externalErrorSchema]) : errorSchema;
};

const errorResponses = (row: RouteShape): Operation['responses'] => {
  const byStatus = new Map<number, Set<ErrorCode>>();
  for (const code of [...row.errors, ...commonErrors(row)]) {
    const { status } = ERROR_CATALOGUE[code];
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  }
  return Object.fromEntries(
    [...byStatus.entries()]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [
        String(status),
        {
          description: [...codes].sort().join(', '),
          content: { 'application/json': { schema: errorSchemaOf(row, codes) } },
        },
      ]),
  );
};

const asObject = (row: RouteShape, schema: z.core.$ZodType | undefined): z.ZodObject | undefined => {
  if (schema === undefined || schema instanceof z.ZodObject) return schema;
  throw new Error(`${row.id}: params, query, headers and forms must be objects`);
};

const requestParams = (row: RouteShape): NonNullable<Operation['requestParams']> => {
  const path = asObject(row, row.params);
  const query = asObject(row, row.query);
  const header = asObject(row, row.headers);
  return {
    ...(path === undefined ? {} : { path }),
    ...(query === undefined ? {} : { query }),
    ...(header === undefined ? {} : { header }),
  };
};

const requestBody = (row: RouteShape): Pick<Operation, 'requestBody'> => {
  if (row.body === undefined) return {};
  const content: Record<string, { schema: z.core.$ZodType }> = { 'application/json': { schema: row.body } };
  if (row.multipart !== undefined) {
    const files = { [row.multipart]: z.array(z.file()).optional() };
    content['multipart/form-data'] = { schema: asObject(row, row.body)?.extend(files) ?? row.body };
  }
  return { requestBody: { content, required: true } };
};

const securityOf = ({ permission }: RouteShape): NonNullable<Operation['security']> => {
  if (permission === 'cookie') return [{ refreshCookie: [] }];
  const caller = callerOf(permission);
  if (caller === 'user') return [{ accessToken: [] }];
  return caller === 'api-token' ? [{ connectionToken: [] }] : [];
};

const operationOf = (row: RouteShape): Operation => {
  const contentType = row.permission === 'webhook' ? 'text/plain' : 'application/json';
  return {
    operationId: row.id,
    summary: row.summary,
    tags: [row.id.split('.')[0] ?? row.id],
    security: securityOf(row),
    requestParams: requestParams(row),
    ...requestBody(row),
    responses: {
      [String(row.status ?? 200)]: {
        description: 'Done',
        ...(row.status === 204 ? {} : { content: { [contentType]: { schema: row.response } } }),
      },
      ...errorResponses(row),
    },
  };
};

/** Returns the OpenAPI document of every route, from the route table. */
export const openApiDocument = (): object => {
  const paths: ZodOpenApiPathsObject = {};
  for (const group of Object.values<RouteGroup>(ROUTE_GROUPS)) {
    for (const row of Object.values(group)) {
      const path = { ...paths[row.path], [row.method.toLowerCase()]: operationOf(row) };
      paths[row.path] = row.api === 'external' ? { ...path, servers: [{ url: EXTERNAL_PREFIX }] } : path;
    }
  }
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Prosa',
        version: rootPackage.version,
        description: DESCRIPTION,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: API_PREFIX }],
      paths,
      components: {
        schemas: COMPONENTS,
        securitySchemes: {
          accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          connectionToken: {
            type: 'http',
            scheme: 'bearer',
            description: 'The API token of the connection to send over; shown once, where it is made.',
          },
          refreshCookie: { type: 'apiKey', in: 'cookie', name: '__Secure-jrt', description: REFRESHING },
        },
      },
    },
    { allowEmptySchema: { custom: true, transform: true, pipe: true } },
  );
};

/** Returns the live events by name: recipients, content, and the handling of an event that is too large for a frame. */
const eventsDocument = (): object =>
  Object.fromEntries(
    Object.entries(EVENTS).map(([key, { name, audience, schema, fit }]) => [
      key,
      {
        event: name,
        audience: audience.kind,
        fit: 'refer' in fit ? 'sent as a reference where it is too large' : `bounded: ${fit.bounded}`,
        data: z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }),
      },
    ]),
  );

const textOf = (document: object): string => `${JSON.stringify(document, null, 1)}\n`;

/** Returns every generated document, as committed. */
export const generatedDocuments = (): { file: string; text: string }[] => [
  { file: OPENAPI_FILE, text: textOf(openApiDocument()) },
  { file: EVENTS_FILE, text: textOf(eventsDocument()) },
];

if (import.meta.main) {
  for (const { file, text } of generatedDocuments()) {
    if (process.argv.includes('--write')) await writeFile(file, text);
    else if (!existsSync(file) || (await readFile(file, 'utf8')) !== text) {
      console.error(`${file} is not what the contracts say; run: node infra/openapi.ts --write`);
      process.exitCode = 1;
    }
  }
}
