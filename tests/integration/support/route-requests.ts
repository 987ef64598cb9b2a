import { fullPathOf, type RouteShape } from '@prosa/shared/contracts/route.ts';
import * as z from 'zod';
import { greetingGraph } from '../../factories/flows.ts';
import { exampleOf, inputSchemaOf } from '../../support/schema-example.ts';

/** One id of each kind of row that a company owns. */
export interface TenantIds {
  company: number;
  ticket: number;
  ticketUuid: string;
  /** A contact without a ticket, so that a ticket may be opened. */
  contact: number;
  queue: number;
  connection: number;
  user: number;
  tag: number;
  /** Id of a column of the kanban board. */
  lane: number;
  schedule: number;
  message: string;
  note: string;
  /** A shared quick message that every user may edit. */
  quickMessage: number;
  /** A file list with one option. */
  fileList: number;
  /** A contact list with one person. */
  contactList: number;
  contactListItem: number;
  /** An inactive campaign for the contact list. */
  campaign: number;
  flow: number;
  /** Starts the flow. */
  flowPhrase: number;
  mediaKey: string;
  /** Belongs to the administrator. */
  contactImport: string;
  /** An endpoint of webhooks, and a delivery to it. */
  endpoint: number;
  delivery: string;
  /** An integration that begins the flow, and a call of it. */
  integration: number;
  integrationCall: string;
  /** An assistant, a call of it, and a correction. */
  assistant: number;
  assistantCall: string;
  assistantCorrection: number;
  /** A chat between users, with messages. */
  chat: number;
  /** A sign-in session of an attendant. */
  session: string;
  /** Id of an option in the queue's tree. */
  option: string;
}
export type IdKind = keyof TenantIds;

/** The kind of row that a request field names, by the last word of its path. */
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
  whatsappIds: 'connection',
  userId: 'user',
  optUserId: 'user',
  fileListId: 'fileList',
  contactListId: 'contactList',
  tagListId: 'tag',
  laneId: 'lane',
  nextLaneId: 'lane',
  rollbackLaneId: 'lane',
  flowId: 'flow',
  idFlow: 'flow',
  flowIdWelcome: 'flow',
  flowIdNotPhrase: 'flow',
  optFileId: 'fileList',
  fileId: 'fileList',
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
  newestId: 'message',
  quotedMsg: 'message',
  mediaKeys: 'mediaKey',
  mediaKey: 'mediaKey',
  importId: 'contactImport',
  deliveryId: 'delivery',
  parentId: 'option',
  image: 'mediaKey',
  callId: 'integrationCall',
  integrationId: 'integration',
  optIntegrationId: 'integration',
  promptId: 'assistant',
  correctionId: 'assistantCorrection',
};

/** Fields that name no row of a company. A field missing both here and above fails the checks. */
const PLAIN_FIELDS = new Set(
  `acceptAudioMessage accessToken action all active addInstagram addPages address allHistoric allowConnections allowGroup allowRealTime allowSharedItems allTicket
  allUserChat amountUsedBotQueues assinar ativarRoteador avoidNights body businessAccountId buttons buttonText by category caption channel clientId
  closedTicketsPostImported closeTicket code collectiveVacationEnd compare collectiveVacationMessage
  collectiveVacationStart color column complationMessage copyText currentPassword cursor dailySendCap data date date_from
  date_to dateEnd dateFrom dateStart dateTo days defaultMenu defaultTheme defaultTicketsManagerWidth
  description disableBot does expiresAt priority domingo email enableImportMessage endHour endTimeA endTimeB endWork enviarQuantasVezes events everyLanguage examples
  expiresInactiveMessage expiresTicket expiresTicketNPS facebookUserId facebookUserToken farewellMessage fileName filter finalDate first footer fromMe
  confirmation confirmationMessage1 confirmationMessage2 confirmationMessage3 confirmationMessage4
  confirmationMessage5 message1 message2 message3 message4 message5 scheduledAt variant who
  geral greaterInterval greetingMediaAttachment greetingMessage groupAsTicket header hub.challenge hub.mode hub.verify_token
  importOldMessages importOldMessagesGroups importRecentMessages inactiveMessage initialDate
  intervalo isBot isDefault isGroup isOn isPrivate isTransfered kanban key kind language last latitude lgpdLink lgpdMessage
  longerIntervalAfter longitude   markRead maxUseBotQueues maxUseBotQueuesNPS mediaUrl message messageInterval mimeType minutes month msdelay msgTransfer name noRegister
  note number online openNextTicket openTicket options orderQueue outOfHoursMessage pageIds pageNumber password phoneNumberId pin profile provider proxy queueType
  ratingMessage read remember rowId rows sabado searchOnMessages searchParam sendAt sendFarewellMessage
  sendGreetingMessage sendKey sendkey_type sendmerchant_name sendSignature sendvalue session settings shortcode
  showAll showDashboard signed signMessage size script sortTickets startHour startTimeA startTimeB startsAt startWork state status
  statusFilter statusTicket templateId tempoRoteador text ticketFilter timeCreateNewTicket timeInactiveMessage timeSendQueue
  timeUseBotQueues timeZone tipoDias title token typeArch unread unreadMessages untilUnread updatedAt url useIntegration
  userClosePendingTicket validateContact valorIntervalo value values variables version video visao voice weekday weekdayEn
  endDate greetingMessageLane startDate timeLane
  jsonContent projectName typebotDelayMessage typebotExpires typebotKeywordFinish typebotKeywordRestart
  typebotRestartMessage typebotSlug typebotUnknownMessage urlN8N
  answer apiKey baseUrl disclosure knowledge maxMessages maxTokens model monthlyTokens prompt question temperature transcriptionModel
  voiceKey voiceRegion
  answerKey arrayOption connections does type element graph input nodeId passed pauseS prompts waitsFor elements label match nodes operator original percent phrase position publish record
  sec seq source sourceHandle target targetHandle typebotIntegration x y
  details onlyDeclined onlyNewContacts onlyRated onlyReopened page pageSize
  whenExpiresTicket withCount withUnreadMessages`.split(/\s+/),
);

/** The kind of row that `{id}` in a path names, by the first segment of the path; null if no company owns it. */
const KIND_BY_RESOURCE: Record<string, IdKind | null> = {
  auth: 'session',
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
  files: 'fileList',
  'contact-lists': 'contactList',
  campaigns: 'campaign',
  flowbuilder: 'flow',
  flowcampaign: 'flowPhrase',
  'contact-list-items': 'contactListItem',
  'webhook-endpoints': 'endpoint',
  queueIntegration: 'integration',
  prompt: 'assistant',
  companies: 'company',
  chats: 'chat',
  announcements: null,
};

/** The kind of row that a nested `id` in a body names, by its path; null if the id is local. */
const KIND_BY_NESTED_ID: Record<string, IdKind | null> = {
  'quotedMsg.id': 'message',
  'vCard.id': 'contact',
  'tags.[].id': 'tag',
  'users.[].id': 'user',
  'nodes.[].data.queue.id': 'queue',
  'nodes.[].data.typebotIntegration.id': 'integration',
  // Ids that are local to their flow.
  'nodes.[].id': null,
  'connections.[].id': null,
  'graph.nodes.[].id': null,
  'graph.connections.[].id': null,
  // Ids that are local to their contact or queue.
  'extraInfo.[].id': null,
  'chatbots.[].id': null,
  'chatbots.[].options.[].id': null,
  'options.[].id': null,
  'options.[].options.[].id': null,
};

/** The kind of row that a field names in one route, or in one part of its request, if it differs from other routes. */
const KIND_IN_ROW: Record<string, IdKind | null> = {
  'assistants.call callId': 'assistantCall',
  'tags.setOnTicket tagId': 'lane',
  'external.messageStatus id': 'message',
  'external.scheduleStatus id': 'schedule',
  'external.cancelSchedule id': 'schedule',
  'contactFiles.upload key': 'mediaKey',
  'contactLists.upload key': 'mediaKey',
  // Helps belong to no company.
  'helps.get id': null,
  'helps.update id': null,
  'helps.remove id': null,
  // The id of an option, which is local to its list.
  'fileLists.upload body.id': null,
};

/** Fields that are read but name no row, as their contracts say. */
const WITHOUT_MEANING = new Set([
  'external.sendMessage quotedMsg',
  // A try-out enters no queue.
  'flows.tryOut graph.nodes.[].data.queue',
  'flows.tryOut graph.nodes.[].data.typebotIntegration',
  // These fields hold the position of a column, and names of tags.
  'contactFiles.startImport mapping.tags',
  'contactFiles.importOne tags',
  // Users who are no members of the chat are dropped.
  'internalChats.send mentions',
]);

/** Fields that an object needs if it contains an id; behind the object's path, the path from it to one id. */
const BESIDE: Record<string, Values> = {
  sendIdQueue: { timeSendQueue: 5 },
  nextLaneId: { kanban: 1 },
  rollbackLaneId: { kanban: 1 },
  'chatbots.[]': { name: 'uma opção', greetingMessage: 'escolha' },
  'chatbots.[].options.[]': { name: 'outra opção' },
  'nodes.[]': { id: 't', type: 'ticket', position: { x: 0, y: 0 } },
  'nodes.[] data.typebotIntegration.id': { type: 'typebot' },
  options: { greetingMessage: 'escolha' },
  'options.[]': { name: 'uma opção', greetingMessage: 'escolha' },
  'options.[].options.[]': { name: 'outra opção' },
  'extraInfo.[]': { name: 'campo', value: 'valor' },
};

/** Fields that an object must always have to be complete. */
const INSIDE: Record<string, Values> = {
  header: { kind: 'image' },
  connection: { name: 'uma conexão' },
  queue: { name: 'uma fila', color: '#0a0b0c' },
};

export type Place = 'params' | 'query' | 'body';
export interface IdField {
  place: Place;
  /** Path to the field; `[]` stands for every entry of a list. */
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
/** A list nested in a list of the same kind is followed once, because deeper levels have the same fields. */
const MAX_NESTING = 4;

/** Returns the path of every field of a schema, including those inside objects and lists. */
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

/** Returns the target of a reference (`#/$defs/x`). */
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

const kindOf = (row: RouteShape, place: Place, path: readonly string[], isHolder: boolean): IdKind | null => {
  const name = path.at(-1) ?? '';
  const whole = path.join('.');
  if (WITHOUT_MEANING.has(`${row.id} ${whole}`)) return null;
  const [, resource = ''] = row.path.split('/');
  const ids = path.length > 1 ? KIND_BY_NESTED_ID[whole] : KIND_BY_RESOURCE[resource];
  const known = [
    KIND_IN_ROW[`${row.id} ${place}.${whole}`],
    KIND_IN_ROW[`${row.id} ${whole}`],
    name === 'id' ? ids : KIND_BY_FIELD[name],
  ].find((kind) => kind !== undefined);
  if (known !== undefined) return known;
  // An object or a list of objects names rows by its fields, not by itself.
  if (isHolder || PLAIN_FIELDS.has(name)) return null;
  throw new Error(`${row.id}: say in route-requests.ts whether ${whole} names something a company owns`);
};

const findIdFields = (row: RouteShape): IdField[] =>
  (['params', 'query', 'body'] as const).flatMap((place) => {
    const schema = row[place];
    if (schema === undefined) return [];
    const root = inputSchemaOf(schema);
    const paths = [...new Map(pathsOf(root, root).map((path) => [path.join('.'), path])).values()];
    return paths.flatMap((path) => {
      const isHolder = paths.some(
        (other) => other.length > path.length && path.every((step, index) => other[index] === step),
      );
      const kind = kindOf(row, place, path, isHolder);
      return kind === null ? [] : [{ place, path, kind }];
    });
  });

const idFields = new Map<RouteShape, IdField[]>();
/**
 * Returns every field of a route that names a row of a company. Throws for a field without an entry in the lists
 * above.
 */
export const idFieldsOf = (row: RouteShape): readonly IdField[] => {
  const fields = idFields.get(row) ?? findIdFields(row);
  idFields.set(row, fields);
  return fields;
};

type Values = Record<string, unknown>;
export interface RouteRequest {
  method: string;
  /** Path with the prefix of its API, and the query. */
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

/** What a route needs beyond its JSON schema: in its body, or in its query if it has no body. */
const BEYOND_SCHEMA: Record<string, (salt: number) => Values> = {
  'messages.send': (salt) => ({ body: `text ${salt}` }),
  // A colour belongs to one queue, and random ones repeat.
  'queues.create': (salt) => ({ color: `#${(0x10_00_00 + salt).toString(16)}` }),
  'queues.update': (salt) => ({ color: `#${(0x20_00_00 + salt).toString(16)}` }),
  // The contact is active, so this request changes it.
  'contacts.block': () => ({ active: false }),
  'media.createUpload': () => ({ mimeType: 'image/png' }),
  'fileLists.upload': () => ({ mediaKey: 'pending/none' }),
  'messages.sendCall': (salt) => ({ copyText: `+55119${String(73_000_000 + salt)}` }),
  'messages.sendPix': (salt) => ({ sendkey_type: 'EMAIL', sendKey: `loja${salt}@example.com` }),
  'messageTemplates.create': (salt) => ({ name: `template_${salt}`, language: 'pt_BR' }),
  'external.sendMessage': (salt) => ({ number: `55119${String(70_000_000 + salt)}`, body: `text ${salt}` }),
  // An https address that no request is sent to.
  'external.sendLinkedImage': (salt) => ({
    number: `55119${String(71_000_000 + salt)}`,
    url: 'https://127.0.0.1:9/a.png',
  }),
  'external.checkNumber': (salt) => ({ number: `55119${String(72_000_000 + salt)}` }),
  'schedules.create': (salt) => ({ body: `scheduled ${salt}`, sendAt: '2030-01-01T12:00:00.000Z' }),
  'schedules.update': (salt) => ({ body: `scheduled ${salt}`, sendAt: '2030-01-01T12:00:00.000Z' }),
  'contactFiles.importOne': (salt) => ({ number: `55119${String(81_000_000 + salt)}` }),
  'campaigns.create': (salt) => ({ message1: `text ${salt}`, contactListId: 1 }),
  'campaigns.update': (salt) => ({ message1: `text ${salt}`, contactListId: 1 }),
  'campaigns.test': (salt) => ({ number: `55119${String(84_000_000 + salt)}` }),
  'campaigns.addSuppression': (salt) => ({ number: `55119${String(85_000_000 + salt)}` }),
  'flows.save': (salt) => greetingGraph(`text ${salt}`),
  'flows.uploadContent': () => ({ mediaKey: 'pending/none' }),
  'flows.uploadAudio': () => ({ mediaKey: 'pending/none' }),
  'flows.uploadImage': () => ({ mediaKey: 'pending/none' }),
  'flows.figures': () => ({ dateStart: '2026-11-01', dateEnd: '2026-11-22' }),
  'integrations.create': () => ({ type: 'flowbuilder', flowId: 1 }),
  'integrations.update': () => ({ type: 'flowbuilder', flowId: 1 }),
  'assistants.create': (salt) => ({ apiKey: `key ${salt}` }),
  'assistants.update': (salt) => ({ apiKey: `key ${salt}` }),
  // A name that nothing resolves, so that the test fails at once.
  'assistants.replay': (salt) => ({ apiKey: `key ${salt}`, baseUrl: 'https://modelos.invalid/v1' }),
  'assistants.test': (salt) => ({ apiKey: `key ${salt}`, baseUrl: 'https://modelos.invalid/v1' }),
  'internalChats.create': (salt) => ({ title: `chat ${salt}` }),
  'internalChats.send': (salt) => ({ message: `text ${salt}` }),
  'helpChat.ask': (salt) => ({ messages: [{ by: 'user', text: `text ${salt}` }] }),
  'contactLists.createItem': (salt) => ({ number: `55119${String(82_000_000 + salt)}` }),
  'contactLists.updateItem': (salt) => ({ number: `55119${String(83_000_000 + salt)}` }),
  'connections.pair': (salt) => ({ number: `55119${String(74_000_000 + salt)}` }),
  'connections.tryOut': (salt) => ({
    connection: { name: `draft ${salt}` },
    queue: { name: `draft ${salt}`, color: '#0a0b0c' },
  }),
  'dashboard.ticketsUsers': () => DAYS,
  'dashboard.ticketsDay': () => DAYS,
  'contacts.create': (salt) => ({ number: `55119${String(80_000_000 + salt)}` }),
};

/** Returns the smallest request that a route accepts. */
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

/** Builds the value for an id field: the id alone or in a list, inside its surrounding objects. */
const asField = (row: RouteShape, { place, path }: IdField, id: unknown): unknown => {
  const build = (depth: number): unknown => {
    const step = path[depth];
    if (step === undefined) return id;
    if (step === '[]') return [build(depth + 1)];
    const around = path.slice(0, depth).join('.');
    const isLast = depth === path.length - 1;
    const beside = isLast ? BESIDE[step] : undefined;
    // Inside objects, a list of ids is recognized by its name.
    const value = isLast && step.endsWith('Ids') ? [id] : build(depth + 1);
    const besideId = BESIDE[`${around} ${path.slice(depth).join('.')}`];
    return { ...INSIDE[around], ...BESIDE[around], ...besideId, ...beside, [step]: value };
  };
  if (path.length > 1) return build(1);
  // A union of objects has no properties itself; none of its ids is a list.
  const property = JSON.stringify(propertiesOf(row[place])[path[0] ?? ''] ?? {});
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

/** Gives each request its own names and colours, because they are unique. */
let salt = 0;

/** Optional fields that are always sent, so that a request naming another company's row is otherwise complete. */
const COMPANIONS = new Set(['contactId', 'queueId', 'whatsappId', 'userId', 'companyId']);

/**
 * Returns the smallest request of a route that names the company's own rows, with some fields replaced. The fields of
 * `foreign` are set whether the route requires them or not. Texts and numbers differ from request to request.
 */
export const requestOf = (
  row: RouteShape,
  own: TenantIds,
  options: {
    foreign?: readonly { field: IdField; ids: TenantIds }[];
    companions?: boolean;
    /** The number from which texts and numbers are made; by default a counter. */
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
