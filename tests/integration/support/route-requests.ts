import { fullPathOf, type RouteShape } from '@prosa/shared/contracts/route.ts';
import * as z from 'zod';
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
  /** A column of the kanban board. */
  lane: number;
  schedule: number;
  message: string;
  note: string;
  /** Shared, and open to all. */
  quickMessage: number;
  mediaKey: string;
  /** Of the administrator. */
  contactImport: string;
  /** In the tree of the queue. */
  option: string;
  /** A number that nothing has. */
  nothing: number;
}
export type IdKind = keyof TenantIds;

/** What the fields of requests name, by the last word of their path. */
const KIND_BY_FIELD: Record<string, IdKind> = {
  companyId: 'company',
  ticketId: 'ticket',
  ticketUuid: 'ticketUuid',
  uuid: 'ticketUuid',
  contactId: 'contact',
  queueId: 'queue',
  queueIds: 'queue',
  selectedQueueIds: 'queue',
  selectedQueues: 'queue',
  sendIdQueue: 'queue',
  queueIdImportMessages: 'queue',
  optQueueId: 'queue',
  whatsappId: 'connection',
  connectionId: 'connection',
  whatsapps: 'connection',
  userId: 'user',
  optUserId: 'user',
  ticketUserId: 'user',
  users: 'user',
  userIds: 'user',
  wallets: 'user',
  tags: 'tag',
  tagId: 'tag',
  contactTag: 'tag',
  messageId: 'message',
  messageIds: 'message',
  contactIds: 'contact',
  file: 'message',
  around: 'message',
  newerThan: 'message',
  quotedMsg: 'message',
  mediaKeys: 'mediaKey',
  mediaKey: 'mediaKey',
  importId: 'contactImport',
  parentId: 'option',
  image: 'mediaKey',
  // Nothing that a company could own has these numbers yet: any is refused.
  integrationId: 'nothing',
  optIntegrationId: 'nothing',
  fileListId: 'nothing',
  optFileId: 'nothing',
  promptId: 'nothing',
  flowIdWelcome: 'nothing',
  flowIdNotPhrase: 'nothing',
};

/** Fields that name nothing a company owns. A field that is neither here nor above fails the checks. */
const PLAIN_FIELDS = new Set(
  `acceptAudioMessage action active address allHistoric allowConnections allowGroup allowRealTime allowSharedItems allTicket
  allUserChat amountUsedBotQueues assinar ativarRoteador body buttonText caption channel clientId
  closedTicketsPostImported closeTicket collectiveVacationEnd collectiveVacationMessage
  collectiveVacationStart color column complationMessage copyText currentPassword cursor data date date_from
  date_to dateEnd dateFrom dateStart dateTo days defaultMenu defaultTheme defaultTicketsManagerWidth
  description disableBot does email enableImportMessage endTimeA endTimeB endWork enviarQuantasVezes
  expiresInactiveMessage expiresTicket expiresTicketNPS farewellMessage fileName finalDate first fromMe
  geral greetingMediaAttachment greetingMessage groupAsTicket hub.challenge hub.mode hub.verify_token
  importOldMessages importOldMessagesGroups importRecentMessages inactiveMessage initialDate
  intervalo isBot isDefault isGroup isPrivate isTransfered kanban key kind language last latitude longitude
  markRead maxUseBotQueues maxUseBotQueuesNPS mediaUrl message mimeType minutes msdelay msgTransfer name noRegister
  note number online openTicket options orderQueue outOfHoursMessage pageNumber password profile provider proxy queueType
  ratingMessage read remember rowId rows searchOnMessages searchParam sendAt sendFarewellMessage
  sendGreetingMessage sendKey sendkey_type sendmerchant_name sendSignature sendvalue session shortcode
  showAll showDashboard signed signMessage size script sortTickets startTimeA startTimeB startsAt startWork status
  statusFilter statusTicket tempoRoteador text timeCreateNewTicket timeInactiveMessage timeSendQueue
  timeUseBotQueues timeZone tipoDias title token typeArch unread unreadMessages updatedAt url useIntegration
  userClosePendingTicket validateContact valorIntervalo value visao voice weekday weekdayEn
  whenExpiresTicket withCount withUnreadMessages`.split(/\s+/),
);

/** What `{id}` of a path names, by the path's first segment. */
const KIND_BY_RESOURCE: Record<string, IdKind> = {
  tickets: 'ticket',
  setunredmsg: 'ticket',
  contacts: 'contact',
  contactTags: 'contact',
  'contact-wallet': 'contact',
  queue: 'queue',
  chatbot: 'option',
  whatsapp: 'connection',
  whatsappsession: 'connection',
  users: 'user',
  tags: 'tag',
  schedules: 'schedule',
  closedimported: 'connection',
  'ticket-notes': 'note',
  'quick-messages': 'quickMessage',
};

/** What an `id` inside of a body names, by its path; null where it is a number of its own. */
const KIND_BY_NESTED_ID: Record<string, IdKind | null> = {
  'quotedMsg.id': 'message',
  'tags.[].id': 'tag',
  // Numbers within their own contact or queue.
  'extraInfo.[].id': null,
  'chatbots.[].id': null,
  'chatbots.[].options.[].id': null,
  'options.[].id': null,
  'options.[].options.[].id': null,
};

/** What a field names in one row, where it is another kind of thing than elsewhere. */
const KIND_IN_ROW: Record<string, IdKind> = {
  'tags.setOnTicket tagId': 'lane',
  'contactFiles.upload key': 'mediaKey',
};

/** Fields that are read and name nothing, as their contracts say. */
const WITHOUT_MEANING = new Set([
  'external.sendMessage quotedMsg',
  // The place of a column, and names of tags.
  'contactFiles.startImport mapping.tags',
  'contactFiles.importOne tags',
]);

/** What else an object must say beside an id in it. */
const BESIDE: Record<string, Values> = {
  sendIdQueue: { timeSendQueue: 5 },
  'chatbots.[]': { name: 'uma opção', greetingMessage: 'escolha' },
  'chatbots.[].options.[]': { name: 'outra opção' },
  options: { greetingMessage: 'escolha' },
  'options.[]': { name: 'uma opção', greetingMessage: 'escolha' },
  'options.[].options.[]': { name: 'outra opção' },
  'extraInfo.[]': { name: 'campo', value: 'valor' },
};

/** What an object must say to be whole, whatever is in it. */
const INSIDE: Record<string, Values> = {
  connection: { name: 'uma conexão' },
  queue: { name: 'uma fila', color: '#0a0b0c' },
};

export type Place = 'params' | 'query' | 'body';
export interface IdField {
  place: Place;
  /** Names down to it; `[]` is every entry of a list. */
  path: readonly string[];
  kind: IdKind;
}

const nodeSchema = z.looseObject({
  $ref: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).default([]),
  oneOf: z.array(z.unknown()).default([]),
  allOf: z.array(z.unknown()).default([]),
});
/** A list in a list of the same kind is looked at once: deeper ones have the same fields. */
const MAX_NESTING = 4;

/** The path of every field of a schema, those inside of objects and lists included. */
export const pathsOf = (root: unknown, node: unknown, path: readonly string[] = []): string[][] => {
  const parsed = nodeSchema.safeParse(node);
  if (!parsed.success || path.length > MAX_NESTING) return [];
  const { $ref, properties = {}, items, anyOf, oneOf, allOf } = parsed.data;
  const inner = [...anyOf, ...oneOf, ...allOf, ...($ref === undefined ? [] : [at(root, $ref)])];
  return [
    ...inner.flatMap((part) => pathsOf(root, part, path)),
    ...(items === undefined ? [] : pathsOf(root, items, [...path, '[]'])),
    ...Object.entries(properties).flatMap(([name, child]) => [
      [...path, name],
      ...pathsOf(root, child, [...path, name]),
    ]),
  ];
};

/** What a reference (`#/$defs/x`) points to. */
const at = (root: unknown, reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (node, key) => (typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined),
      root,
    );

export const propertiesOf = (schema: z.core.$ZodType | undefined): Record<string, unknown> =>
  schema === undefined ? {} : (inputSchemaOf(schema).properties ?? {});

const kindOf = (row: RouteShape, path: readonly string[], isHolder: boolean): IdKind | null => {
  const name = path.at(-1) ?? '';
  const whole = path.join('.');
  if (WITHOUT_MEANING.has(`${row.id} ${whole}`)) return null;
  const [, resource = ''] = row.path.split('/');
  const ids = path.length > 1 ? KIND_BY_NESTED_ID[whole] : KIND_BY_RESOURCE[resource];
  const known = KIND_IN_ROW[`${row.id} ${whole}`] ?? (name === 'id' ? ids : KIND_BY_FIELD[name]);
  if (known !== undefined) return known;
  // An object or a list of them says what it names by its fields.
  if (isHolder || PLAIN_FIELDS.has(name)) return null;
  throw new Error(`${row.id}: say in route-requests.ts whether ${whole} names something a company owns`);
};

/** Every field of a row that names something a company owns; a field nobody has thought about is an error. */
export const idFieldsOf = (row: RouteShape): IdField[] =>
  (['params', 'query', 'body'] as const).flatMap((place) => {
    const schema = row[place];
    if (schema === undefined) return [];
    const root = inputSchemaOf(schema);
    const paths = [...new Map(pathsOf(root, root).map((path) => [path.join('.'), path])).values()];
    return paths.flatMap((path) => {
      const isHolder = paths.some(
        (other) => other.length > path.length && path.every((step, index) => other[index] === step),
      );
      const kind = kindOf(row, path, isHolder);
      return kind === null ? [] : [{ place, path, kind }];
    });
  });

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

const DAYS = { initialDate: '2026-11-01', finalDate: '2026-11-22' };

/** What a row wants beyond what its JSON schema can say: in its body, or in its query where it has none. */
const BEYOND_SCHEMA: Record<string, (salt: number) => Values> = {
  'messages.send': (salt) => ({ body: `text ${salt}` }),
  'messages.sendCall': (salt) => ({ copyText: `+55119${String(73_000_000 + salt)}` }),
  'messages.sendPix': (salt) => ({ sendkey_type: 'EMAIL', sendKey: `loja${salt}@example.com` }),
  'external.sendMessage': (salt) => ({ number: `55119${String(70_000_000 + salt)}`, body: `text ${salt}` }),
  // An address that nobody is asked for.
  'external.sendLinkedImage': (salt) => ({
    number: `55119${String(71_000_000 + salt)}`,
    url: 'https://127.0.0.1:9/a.png',
  }),
  'external.checkNumber': (salt) => ({ number: `55119${String(72_000_000 + salt)}` }),
  'schedules.create': (salt) => ({ body: `scheduled ${salt}`, sendAt: '2030-01-01T12:00:00.000Z' }),
  'schedules.update': (salt) => ({ body: `scheduled ${salt}`, sendAt: '2030-01-01T12:00:00.000Z' }),
  'contactFiles.importOne': (salt) => ({ number: `55119${String(81_000_000 + salt)}` }),
  'connections.pair': (salt) => ({ number: `55119${String(74_000_000 + salt)}` }),
  'connections.tryOut': (salt) => ({
    connection: { name: `draft ${salt}` },
    queue: { name: `draft ${salt}`, color: '#0a0b0c' },
  }),
  'dashboard.ticketsUsers': () => DAYS,
  'dashboard.ticketsDay': () => DAYS,
  'contacts.create': (salt) => ({ number: `55119${String(80_000_000 + salt)}` }),
};

/** The smallest request a row accepts. */
const smallest = (row: RouteShape, salt: number): Parts => {
  const part = (place: Place): Values | undefined => {
    const schema = row[place];
    if (schema === undefined) return undefined;
    const example = exampleOf(schema, salt);
    const beyond =
      place === (row.body === undefined ? 'query' : 'body') ? BEYOND_SCHEMA[row.id]?.(salt) : undefined;
    return isValues(example) ? { ...example, ...beyond } : {};
  };
  return { params: part('params') ?? {}, query: part('query') ?? {}, body: part('body') };
};

/** An id as its field wants it: alone or in a list, inside of what lies around it. */
const asField = (row: RouteShape, { place, path }: IdField, id: unknown): unknown => {
  const build = (depth: number): unknown => {
    const step = path[depth];
    if (step === undefined) return id;
    if (step === '[]') return [build(depth + 1)];
    const around = path.slice(0, depth).join('.');
    const isLast = depth === path.length - 1;
    const beside = isLast ? BESIDE[step] : undefined;
    // Inside of objects a list of ids is known by its name.
    const value = isLast && step.endsWith('Ids') ? [id] : build(depth + 1);
    return { ...INSIDE[around], ...BESIDE[around], ...beside, [step]: value };
  };
  if (path.length > 1) return build(1);
  const property = JSON.stringify(propertiesOf(row[place])[path[0] ?? '']);
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
 * The smallest request of a row that names a company's own things, with some fields replaced: those of `foreign` are set
 * whether the row requires them or not. Each has other texts and numbers than the one before.
 */
export const requestOf = (
  row: RouteShape,
  own: TenantIds,
  options: {
    foreign?: readonly { field: IdField; ids: TenantIds }[];
    companions?: boolean;
    /** Instead of texts and numbers of its own: those of this number. */
    salt?: number;
  } = {},
): RouteRequest => {
  const { foreign = [], companions = true } = options;
  salt += 1;
  const parts = smallest(row, options.salt ?? salt);
  const set = (field: IdField, id: unknown) => {
    const values = parts[field.place];
    const [name = ''] = field.path;
    if (values !== undefined) Object.assign(values, BESIDE[name], { [name]: asField(row, field, id) });
  };
  for (const field of idFieldsOf(row)) {
    const [name = '', ...deeper] = field.path;
    if (deeper.length > 0) continue;
    const isGiven = parts[field.place]?.[name] !== undefined;
    if (isGiven || (companions && field.place === 'body' && COMPANIONS.has(name)))
      set(field, own[field.kind]);
  }
  for (const { field, ids } of foreign) set(field, ids[field.kind]);
  return toRequest(row, parts);
};
