import { fullPathOf, type RouteShape } from '@prosa/shared/contracts/route.ts';
import type * as z from 'zod';
import { exampleOf, inputSchemaOf } from '../../support/schema-example.ts';

/** One id of each kind that a company owns. */
export interface TenantIds {
  company: number;
  ticket: number;
  ticketUuid: string;
  /** Of a contact without a ticket, so that one may be opened. */
  contact: number;
  queue: number;
  connection: number;
  user: number;
  tag: number;
  message: string;
  note: string;
  mediaKey: string;
}
export type IdKind = keyof TenantIds;

/** What the fields of requests name. */
const KIND_BY_FIELD: Record<string, IdKind> = {
  companyId: 'company',
  ticketId: 'ticket',
  ticketUuid: 'ticketUuid',
  uuid: 'ticketUuid',
  contactId: 'contact',
  vCard: 'contact',
  queueId: 'queue',
  queueIds: 'queue',
  selectedQueueIds: 'queue',
  selectedQueues: 'queue',
  whatsappId: 'connection',
  whatsapps: 'connection',
  userId: 'user',
  users: 'user',
  userIds: 'user',
  wallets: 'user',
  tags: 'tag',
  contactTag: 'tag',
  messageId: 'message',
  quotedMsg: 'message',
  mediaKeys: 'mediaKey',
};

/** What `{id}` names, by the first segment of the path. */
const KIND_BY_RESOURCE: Record<string, IdKind> = {
  tickets: 'ticket',
  contacts: 'contact',
  contactTags: 'contact',
  queue: 'queue',
  whatsapp: 'connection',
  whatsappsession: 'connection',
  users: 'user',
  tags: 'tag',
  'ticket-notes': 'note',
};

export type Place = 'params' | 'query' | 'body';
export interface IdField {
  place: Place;
  name: string;
  kind: IdKind;
}

export const propertiesOf = (schema: z.core.$ZodType | undefined): Record<string, unknown> =>
  schema === undefined ? {} : (inputSchemaOf(schema).properties ?? {});

const kindOf = (row: RouteShape, name: string): IdKind | undefined => {
  if (WITHOUT_MEANING.has(`${row.id} ${name}`)) return undefined;
  if (name !== 'id') return KIND_BY_FIELD[name];
  const [, resource = ''] = row.path.split('/');
  const kind = KIND_BY_RESOURCE[resource];
  if (kind === undefined)
    throw new Error(`${row.id}: say in KIND_BY_RESOURCE what {id} of /${resource} names`);
  return kind;
};

/** Fields that are read and name nothing, as their contracts say. */
const WITHOUT_MEANING = new Set(['external.sendMessage quotedMsg']);

/** Every field of a row that names something a company owns. */
export const idFieldsOf = (row: RouteShape): IdField[] =>
  (['params', 'query', 'body'] as const).flatMap((place) =>
    Object.keys(propertiesOf(row[place])).flatMap((name) => {
      const kind = kindOf(row, name);
      return kind === undefined ? [] : [{ place, name, kind }];
    }),
  );

type Values = Record<string, unknown>;
export interface RouteRequest {
  method: string;
  /** From the prefix of its API, with the query. */
  target: string;
  body: Values | undefined;
}
interface Parts {
  params: Values;
  query: Values;
  body: Values | undefined;
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a row wants beyond what its JSON schema can say. */
const BEYOND_SCHEMA: Record<string, (salt: number) => Values> = {
  'messages.send': (salt) => ({ body: `text ${salt}` }),
  'external.sendMessage': (salt) => ({ number: `55119${String(70_000_000 + salt)}`, body: `text ${salt}` }),
  'contacts.create': (salt) => ({ number: `55119${String(80_000_000 + salt)}` }),
};

/** The smallest request a row accepts. */
const smallest = (row: RouteShape, salt: number): Parts => {
  const part = (place: Place): Values | undefined => {
    const schema = row[place];
    if (schema === undefined) return undefined;
    const example = exampleOf(schema, salt);
    const beyond = place === 'body' ? BEYOND_SCHEMA[row.id]?.(salt) : undefined;
    return isValues(example) ? { ...example, ...beyond } : {};
  };
  return { params: part('params') ?? {}, query: part('query') ?? {}, body: part('body') };
};

/** An id as its field wants it: alone, in a list, or in an object. */
const asField = (row: RouteShape, { place, name }: IdField, id: unknown): unknown => {
  if (name === 'vCard') return { contactId: id };
  const property = JSON.stringify(propertiesOf(row[place])[name]);
  return property.includes('"array"') ? [id] : id;
};

const queryText = (query: Values): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    search.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
};

const toRequest = (row: RouteShape, { params, query, body }: Parts): RouteRequest => ({
  method: row.method,
  target: `${fullPathOf(row).replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name])))}${queryText(query)}`,
  body,
});

/** Names and colours are unique: every request gets its own. */
let salt = 0;

/** Optional fields that are sent along: a request that names a foreign thing beside them is otherwise whole. */
const COMPANIONS = new Set(['contactId', 'queueId', 'whatsappId', 'userId', 'companyId']);

/**
 * The smallest request of a row that names a company's own things, with one field replaced: `foreign` is set whether
 * the row requires it or not. Each has other texts and numbers than the one before.
 */
export const requestOf = (
  row: RouteShape,
  own: TenantIds,
  options: {
    foreign?: { field: IdField; ids: TenantIds };
    companions?: boolean;
    /** Instead of texts and numbers of its own: those of this number. */
    salt?: number;
  } = {},
): RouteRequest => {
  const { foreign, companions = true } = options;
  salt += 1;
  const parts = smallest(row, options.salt ?? salt);
  const set = (field: IdField, id: unknown) => {
    const values = parts[field.place];
    if (values !== undefined) values[field.name] = asField(row, field, id);
  };
  for (const field of idFieldsOf(row)) {
    const isGiven = parts[field.place]?.[field.name] !== undefined;
    if (isGiven || (companions && field.place === 'body' && COMPANIONS.has(field.name)))
      set(field, own[field.kind]);
  }
  if (foreign !== undefined) set(foreign.field, foreign.ids[foreign.field.kind]);
  return toRequest(row, parts);
};
