import { INBOUND_MAX_RECEIVES } from '@prosa/shared/messaging/inbound-event.ts';
import { SESSION_COMMAND_MAX_RECEIVES } from '@prosa/shared/messaging/session-command.ts';

/**
 * What the system is made of, as data. The CDK stacks and the local stack both read it, so that what runs
 * locally is what is deployed. No AWS library and no code of the functions is imported here.
 */
export const TABLE = {
  name: 'prosa',
  /** Generic secondary indexes, keys `<prefix>pk` and `<prefix>sk`. DynamoDB wants names of 3 characters or more. */
  indexes: [
    { name: 'by-g1', prefix: 'g1' },
    { name: 'by-g2', prefix: 'g2' },
    { name: 'by-g3', prefix: 'g3' },
    { name: 'by-g4', prefix: 'g4' },
  ],
  /**
   * What an index has of a row beside its own keys: the whole row but for the keys of the other indexes, which would be a
   * fifth of a ticket. An entity with index keys has no other attributes; an invariant compares.
   */
  indexedAttributes: [
    '_e',
    '_s',
    '_d',
    'companyId',
    'version',
    'rowCreatedAt',
    'rowUpdatedAt',
    'status',
    'isDefault',
    'token',
    'fromMe',
    'ack',
    'attempt',
    'sendState',
    'sendError',
  ],
  ttlAttribute: 'ttl',
} as const;

export interface QueueResource {
  fifo: boolean;
  /** Seconds; at least six times the timeout of the function that drains it (AWS guidance for Lambda). */
  visibilityS: number;
  maxReceives: number;
  /** One sentence for the alarm on the dead-letter queue: who is hurt. */
  errorImpact: string;
}

export const QUEUES = {
  /** Normalised events of every channel; group = connection + conversation. */
  inbound: {
    fifo: true,
    visibilityS: 180,
    maxReceives: INBOUND_MAX_RECEIVES,
    errorImpact: 'Customers wrote and attendants do not see it.',
  },
  /** Commands for the session host's only shard; add a queue per shard when one task is not enough. */
  'session-commands-0': {
    fifo: true,
    visibilityS: 60,
    maxReceives: SESSION_COMMAND_MAX_RECEIVES,
    errorImpact: 'Replies written by attendants do not leave for WhatsApp.',
  },
  /** Meta deliveries as they came, split into inbound events by the webhook worker. */
  'meta-webhooks': {
    fifo: false,
    visibilityS: 180,
    maxReceives: 5,
    errorImpact: 'Messages from WhatsApp Cloud, Facebook and Instagram wait unread.',
  },
  /** Timers that fall due within the next minute. */
  timers: {
    fifo: false,
    visibilityS: 180,
    maxReceives: 5,
    errorImpact: 'Things that should happen later (resend checks, expiries) do not happen.',
  },
} as const satisfies Record<string, QueueResource>;
export type QueueName = keyof typeof QUEUES;

/** A row of the outbox may name any of them. */
const ALL_QUEUES: readonly QueueName[] = ['inbound', 'session-commands-0', 'meta-webhooks', 'timers'];

/**
 * How the event sources of the table's stream deliver, in AWS and locally. What is still failing then goes whole to the
 * bucket, under `given-up/` or `aws/lambda/`, for `npm run replay`.
 */
export const STREAM_DELIVERY = {
  /** Tries of a failing record after the first; splitting its batch costs none. */
  retries: 20,
  /** An older record is tried no more. The stream itself forgets after 24 hours. */
  maxAgeS: 3_600,
  /** A failing batch is halved until the failing record stands alone. */
  bisects: true,
  /** After a batch that took long, events gather up to this long, so that one frame carries many. AWS polls every 250 ms. */
  gatherMs: 200,
} as const;

export const SECRETS = {
  /** JSON `{current: kid, keys: {kid: base64url 256-bit}}`: signs access tokens, cursors and media links. */
  signing: 'prosa/signing',
  /** Base64url 256-bit: encrypts per-tenant secrets and WhatsApp credentials. */
  encryption: 'prosa/encryption',
  /** Base64url 256-bit: signs the short-lived links to media; CloudFront checks it in front of the bucket. */
  media: 'prosa/media',
  /** JSON `{appSecret, verifyToken}` of the Meta app. */
  meta: 'prosa/meta',
} as const;
export type SecretName = keyof typeof SECRETS;

export interface Grants {
  table?: 'read' | 'write';
  /** Queues it may send to. */
  send?: readonly QueueName[];
  /** Files of companies. */
  bucket?: 'read' | 'write';
  /** Deliveries too large for a queue, in the bucket under `claims/`: one side puts them there, the other takes them. */
  claims?: 'put' | 'take';
  /** May put what it cannot process into the bucket, under `given-up/`. */
  givesUp?: boolean;
  secrets?: readonly SecretName[];
  /** Post to and close WebSocket connections. */
  realtime?: boolean;
  email?: boolean;
}

interface FunctionBase {
  /** Module with the exported `handler`, from the repository's root. */
  entry: string;
  memoryMb: number;
  timeoutS: number;
  grants: Grants;
  /** One sentence for the alarm: who is hurt when it fails. */
  errorImpact: string;
}

/** The changes that a reader of the stream is given, by the names of the rows' entities; all others pass it by. */
export interface StreamWatch {
  /** Rows of these, made, changed or removed. */
  changes: readonly string[];
  /** Rows of these as they are made: their change and removal mean nothing to it. */
  inserts: readonly string[];
}

export type FunctionResource = FunctionBase &
  (
    | { kind: 'http' /** Group of `shared/contracts/all-routes.ts`. */; routes: string }
    | { kind: 'ws' /** WebSocket route keys it serves. */; wsRoutes: readonly string[] }
    | { kind: 'queue'; queue: QueueName; batchSize: number }
    | ({ kind: 'stream'; batchSize: number } & StreamWatch)
    | { kind: 'schedule' /** Minutes between runs. */; everyMinutes: number }
  );

const http = (
  routes: string,
  errorImpact: string,
  grants: Grants = {},
  overrides: Partial<Pick<FunctionBase, 'memoryMb' | 'timeoutS'>> = {},
): FunctionResource => ({
  kind: 'http',
  routes,
  entry: `functions/http/${routes}/handler.ts`,
  memoryMb: 512,
  timeoutS: 20,
  grants: { table: 'write', secrets: ['signing'], ...grants },
  errorImpact,
  ...overrides,
});

export const FUNCTIONS: Record<string, FunctionResource> = {
  auth: http(
    'auth',
    'Nobody can sign in, and sessions end as they expire.',
    { realtime: true, secrets: ['signing', 'media'] },
    { memoryMb: 1769 },
  ),
  platform: http('platform', 'The sign-in page shows no branding and health checks fail.', { table: 'read' }),
  realtime: http('realtime', 'Browsers cannot open the live channel; lists stop updating.'),
  tickets: http('tickets', 'Attendants cannot list, accept, transfer or close tickets.'),
  messages: http('messages', 'Attendants cannot read or answer conversations.', {
    bucket: 'write',
    secrets: ['signing', 'media'],
  }),
  media: http('media', 'Attendants cannot attach or open files.', {
    bucket: 'write',
    secrets: ['signing', 'media'],
  }),
  contacts: http('contacts', 'Attendants cannot find or edit contacts.', { secrets: ['signing'] }),
  users: http('users', 'Administrators cannot manage users.', {
    bucket: 'write',
    secrets: ['signing', 'media'],
  }),
  queues: http('queues', 'Administrators cannot manage queues.'),
  connections: http('connections', 'Administrators cannot manage connections or see QR codes.'),
  companies: http('companies', 'Plans, companies and their settings cannot be read or changed.'),
  webhooks: http(
    'webhooks',
    'Meta retries and, after an hour, unsubscribes the pages.',
    { table: 'read', send: ['meta-webhooks'], secrets: ['meta', 'signing'], claims: 'put' },
    { memoryMb: 1024 },
  ),
  'ws-connect': {
    kind: 'ws',
    wsRoutes: ['$connect', '$disconnect', '$default'],
    entry: 'functions/ws/handler.ts',
    memoryMb: 512,
    timeoutS: 10,
    grants: { table: 'write', realtime: true },
    errorImpact: 'Browsers lose the live channel; lists stop updating.',
  },
  inbound: {
    kind: 'queue',
    queue: 'inbound',
    batchSize: 10,
    entry: 'functions/workers/inbound/handler.ts',
    memoryMb: 1024,
    timeoutS: 30,
    grants: { table: 'write', bucket: 'write' },
    errorImpact: 'Customers wrote and attendants do not see it.',
  },
  'meta-webhooks': {
    kind: 'queue',
    queue: 'meta-webhooks',
    batchSize: 10,
    entry: 'functions/workers/meta-webhooks/handler.ts',
    memoryMb: 512,
    timeoutS: 30,
    grants: { table: 'write', send: ['inbound'], claims: 'take' },
    errorImpact: 'Messages from WhatsApp Cloud, Facebook and Instagram wait unread.',
  },
  timers: {
    kind: 'queue',
    queue: 'timers',
    batchSize: 10,
    entry: 'functions/workers/timers/handler.ts',
    memoryMb: 512,
    timeoutS: 30,
    grants: { table: 'write' },
    errorImpact: 'Things that should happen later (resend checks, expiries) do not happen.',
  },
  'timer-tick': {
    kind: 'schedule',
    everyMinutes: 1,
    entry: 'functions/workers/timer-tick/handler.ts',
    memoryMb: 1024,
    timeoutS: 50,
    grants: { table: 'write', send: ['timers'] },
    errorImpact: 'Things that should happen later (resend checks, expiries) do not happen.',
  },
  'outbox-sweep': {
    kind: 'schedule',
    everyMinutes: 1,
    entry: 'functions/workers/outbox-sweep/handler.ts',
    memoryMb: 512,
    timeoutS: 50,
    grants: { table: 'write', send: ALL_QUEUES, givesUp: true },
    errorImpact: 'Replies and other work wait in the outbox for more than five minutes.',
  },
  // A shard of the stream carries two readers (DynamoDB's advice): there is no room for a third.
  live: {
    kind: 'stream',
    batchSize: 100,
    changes: [
      'ticket',
      'message',
      'contact',
      'user',
      'presence',
      'queue',
      'connection',
      'connectionState',
      'companySettings',
      'session',
    ],
    inserts: ['outbox'],
    entry: 'functions/streams/live/handler.ts',
    memoryMb: 1024,
    timeoutS: 60,
    grants: {
      table: 'write',
      send: ALL_QUEUES,
      realtime: true,
      secrets: ['signing', 'media'],
      givesUp: true,
    },
    errorImpact: 'Screens stop updating, and replies wait in the outbox.',
  },
  index: {
    kind: 'stream',
    batchSize: 100,
    changes: ['contact', 'conversation', 'message', 'ticketTracking'],
    inserts: ['ticketLog'],
    entry: 'functions/streams/index/handler.ts',
    memoryMb: 1024,
    timeoutS: 60,
    grants: { table: 'write', givesUp: true },
    errorImpact: 'Search does not find what is new, and reports do not count it.',
  },
};

/** Environment every function receives; the names are the same locally and in AWS. */
export const FUNCTION_ENV = [
  'TABLE_NAME',
  'BUCKET_NAME',
  /** JSON object: queue name to queue URL. */
  'QUEUE_URLS',
  /** HTTPS endpoint of the WebSocket API's management side. */
  'REALTIME_ENDPOINT',
  /** Public origin of the app, e.g. https://app.example.com: allowed Origin, cookie domain, media links. */
  'APP_ORIGIN',
  /** Header in which the edge tells the caller's address; set in AWS only. */
  'VIEWER_ADDRESS_HEADER',
  /** Set locally only. */
  'DYNAMODB_ENDPOINT',
  'S3_ENDPOINT',
  'SQS_ENDPOINT',
  'SECRETS_ENDPOINT',
] as const;
