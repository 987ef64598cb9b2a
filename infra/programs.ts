import { LIVE_ENTITIES } from '@prosa/functions/domain/events/decide-events.ts';
import {
  LANES,
  QUEUE_NAMES,
  type QueueName,
  type SecretName,
  sessionQueue,
} from '@prosa/shared/resource-names.ts';

/** What a program may touch; see `resources.ts` for the things themselves. */
export interface Grants {
  table?: 'read' | 'write';
  /** Queues it may send to. */
  send?: readonly QueueName[];
  /** Queues whose messages it takes, by itself or by its event source. */
  receive?: readonly QueueName[];
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
  /** Of the account's concurrency, kept for this function and its limit, in installations that reserve it. */
  reservedConcurrency?: number;
  /** Largest bundle, in kB of 1 000 bytes: what was measured and a fifth more. */
  bundleKb: number;
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
    | { kind: 'rest' /** Group whose rows say `api: 'external'`. */; routes: string }
    | { kind: 'ws' /** WebSocket route keys it serves. */; wsRoutes: readonly string[] }
    | {
        kind: 'queue';
        queue: QueueName;
        batchSize: number;
        /** Batches worked on at a time, two at least: SQS's lowest. As many as come where absent. */
        maxConcurrency?: number;
      }
    | ({
        kind: 'stream';
        batchSize: number;
        /** Seconds for which records gather for one batch; AWS takes whole ones. */
        windowS: number;
      } & StreamWatch)
    | { kind: 'schedule' /** Minutes between runs. */; everyMinutes: number }
  );

/** What an HTTP function is where its row says nothing else. */
const HTTP_DEFAULTS = { memoryMb: 512, timeoutS: 20 } as const;

type HttpRow = Pick<FunctionBase, 'bundleKb' | 'errorImpact'> & Partial<FunctionBase>;

const http = (routes: string, { grants, ...row }: HttpRow): FunctionResource => ({
  kind: 'http',
  routes,
  entry: `functions/http/${routes}/handler.ts`,
  ...HTTP_DEFAULTS,
  ...row,
  grants: { table: 'write', secrets: ['signing'], ...grants },
});

export const FUNCTIONS: Record<string, FunctionResource> = {
  'sign-in': http('sign-in', {
    // One CPU: hashing a password takes it for a moment.
    memoryMb: 1769,
    // A flood of sign-ins must not take the account's concurrency (S-11), nor that of who is in: they are another function's.
    reservedConcurrency: 20,
    bundleKb: 740,
    grants: { secrets: ['signing', 'media'] },
    errorImpact: 'Nobody can sign in.',
  }),
  auth: http('auth', {
    bundleKb: 740,
    grants: { realtime: true, secrets: ['signing', 'media'] },
    errorImpact: 'Sessions end as they expire, and nobody can sign out.',
  }),
  platform: http('platform', {
    bundleKb: 1060,
    grants: { table: 'read' },
    errorImpact: 'The sign-in page shows no branding and health checks fail.',
  }),
  realtime: http('realtime', {
    bundleKb: 710,
    errorImpact: 'Browsers cannot open the live channel; lists stop updating.',
  }),
  tickets: http('tickets', {
    bundleKb: 770,
    errorImpact: 'Attendants cannot list, accept, transfer or close tickets.',
  }),
  messages: http('messages', {
    bundleKb: 1020,
    grants: { bucket: 'write', secrets: ['signing', 'media'] },
    errorImpact: 'Attendants cannot read or answer conversations.',
  }),
  media: http('media', {
    // As long as an answer may take at the edge: a company's transcription service may need most of it.
    timeoutS: 29,
    bundleKb: 1050,
    grants: { bucket: 'write', secrets: ['signing', 'media', 'tenantSecrets'] },
    errorImpact: 'Attendants cannot attach or open files, nor have voice notes written down.',
  }),
  contacts: http('contacts', {
    bundleKb: 730,
    errorImpact: 'Attendants cannot find or edit contacts.',
  }),
  'contact-files': http('contact-files', {
    bundleKb: 1000,
    grants: { bucket: 'write', secrets: ['signing', 'media'] },
    errorImpact: 'Nobody can import or export contacts.',
  }),
  schedules: http('schedules', {
    bundleKb: 990,
    grants: { bucket: 'write', secrets: ['signing', 'media'] },
    errorImpact: 'Messages cannot be scheduled or changed; those that are scheduled still go.',
  }),
  dashboard: http('dashboard', {
    bundleKb: 760,
    grants: { table: 'read' },
    errorImpact: 'Nobody sees the figures of the dashboard.',
  }),
  tags: http('tags', {
    bundleKb: 740,
    errorImpact: 'Attendants cannot tag contacts, nor manage tags.',
  }),
  users: http('users', {
    bundleKb: 910,
    grants: { bucket: 'write', secrets: ['signing', 'media'] },
    errorImpact: 'Administrators cannot manage users.',
  }),
  'quick-messages': http('quick-messages', {
    bundleKb: 1000,
    grants: { bucket: 'write', secrets: ['signing', 'media'] },
    errorImpact: 'Attendants cannot find or keep quick messages.',
  }),
  queues: http('queues', { bundleKb: 720, errorImpact: 'Administrators cannot manage queues.' }),
  connections: http('connections', {
    bundleKb: 940,
    grants: { bucket: 'write', secrets: ['signing', 'media', 'tenantSecrets'] },
    errorImpact: 'Administrators cannot manage connections or see QR codes.',
  }),
  companies: http('companies', {
    bundleKb: 710,
    grants: { secrets: ['signing', 'tenantSecrets'] },
    errorImpact: 'Plans, companies and their settings cannot be read or changed.',
  }),
  webhooks: http('webhooks', {
    memoryMb: 1024,
    bundleKb: 910,
    grants: { table: 'read', send: ['meta-webhooks'], secrets: ['meta', 'signing'], claims: 'put' },
    errorImpact: 'Meta retries and, after an hour, unsubscribes the pages.',
  }),
  external: {
    ...http('external', {
      bundleKb: 1020,
      grants: { bucket: 'write', secrets: [] },
      errorImpact: 'Other systems of companies cannot send messages.',
    }),
    kind: 'rest',
    routes: 'external',
  },
  'ws-connect': {
    kind: 'ws',
    wsRoutes: ['$connect', '$disconnect', '$default'],
    entry: 'functions/ws/handler.ts',
    memoryMb: 512,
    timeoutS: 10,
    // Several times what the frames that API Gateway lets through take: a flood of them costs webhooks nothing.
    reservedConcurrency: 100,
    bundleKb: 660,
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
    bundleKb: 920,
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
    bundleKb: 840,
    grants: { table: 'write', send: ['inbound'], claims: 'take' },
    errorImpact: 'Messages from WhatsApp Cloud, Facebook and Instagram wait unread.',
  },
  'contact-imports': {
    kind: 'queue',
    queue: 'contact-imports',
    batchSize: 1,
    entry: 'functions/workers/contact-imports/handler.ts',
    // What S-32 allows a spreadsheet.
    memoryMb: 1024,
    timeoutS: 60,
    bundleKb: 1500,
    grants: { table: 'write', bucket: 'write' },
    errorImpact: 'Imports of contacts stand still.',
  },
  'contact-exports': {
    kind: 'queue',
    queue: 'contact-exports',
    batchSize: 1,
    entry: 'functions/workers/contact-exports/handler.ts',
    memoryMb: 1769,
    timeoutS: 120,
    bundleKb: 1500,
    grants: { table: 'write', bucket: 'write' },
    errorImpact: 'Exports of contacts stand still.',
  },
  'history-imports': {
    kind: 'queue',
    queue: 'history-imports',
    batchSize: 1,
    // Whoever imports waits; whoever writes meanwhile does not.
    maxConcurrency: 2,
    entry: 'functions/workers/history-imports/handler.ts',
    memoryMb: 512,
    timeoutS: 60,
    bundleKb: 670,
    grants: { table: 'write' },
    errorImpact: 'Imports of old messages stand still.',
  },
  timers: {
    kind: 'queue',
    queue: 'timers',
    batchSize: 10,
    entry: 'functions/workers/timers/handler.ts',
    memoryMb: 512,
    timeoutS: 30,
    bundleKb: 880,
    grants: { table: 'write', bucket: 'write' },
    errorImpact: 'Things that should happen later (resend checks, expiries, removal of files) do not happen.',
  },
  'timer-tick': {
    kind: 'schedule',
    everyMinutes: 1,
    entry: 'functions/workers/timer-tick/handler.ts',
    memoryMb: 1024,
    timeoutS: 50,
    bundleKb: 640,
    grants: { table: 'write', send: ['timers'] },
    errorImpact: 'Things that should happen later (resend checks, expiries) do not happen.',
  },
  'outbox-sweep': {
    kind: 'schedule',
    everyMinutes: 1,
    entry: 'functions/workers/outbox-sweep/handler.ts',
    memoryMb: 512,
    timeoutS: 50,
    bundleKb: 810,
    grants: { table: 'write', send: QUEUE_NAMES, givesUp: true },
    errorImpact: 'Replies and other work wait in the outbox for more than five minutes.',
  },
  // A shard of the stream carries two readers (DynamoDB's advice): there is no room for a third.
  live: {
    kind: 'stream',
    // A backlog is worked off by fewer posts the more of it one batch carries; Lambda cuts a batch at 6 MB.
    batchSize: 1_000,
    windowS: 0,
    // A session that ends closes its WebSocket connections.
    changes: [...LIVE_ENTITIES, 'session'],
    inserts: ['outbox'],
    entry: 'functions/streams/live/handler.ts',
    memoryMb: 1024,
    timeoutS: 60,
    bundleKb: 910,
    grants: {
      table: 'write',
      send: QUEUE_NAMES,
      realtime: true,
      secrets: ['signing', 'media'],
      givesUp: true,
    },
    errorImpact: 'Screens stop updating, and replies wait in the outbox.',
  },
  index: {
    kind: 'stream',
    batchSize: 100,
    // Figures of a day and words of a conversation are rows that a batch writes once.
    windowS: 1,
    changes: ['contact', 'conversation', 'message', 'ticket', 'ticketTracking'],
    inserts: [],
    entry: 'functions/streams/index/handler.ts',
    memoryMb: 1024,
    timeoutS: 60,
    bundleKb: 800,
    grants: { table: 'write', givesUp: true },
    errorImpact: 'Search does not find what is new, and reports do not count it.',
  },
};

/** The authorizer in front of the APIs in AWS; there is no edge to prove locally. */
export const ORIGIN_GUARD = {
  name: 'origin-guard',
  entry: 'functions/origin-guard/handler.ts',
  memoryMb: 256,
  timeoutS: 5,
  bundleKb: 480,
  grants: { secrets: ['origin'] },
  errorImpact: 'Every call is refused: nobody can work.',
} as const satisfies FunctionBase & { name: string };

/** The program that holds the WhatsApp sockets. No function can read what seals their credentials (S-70). */
export const SESSION_HOST = {
  shard: 0,
  /** Units of 1/1024 of a processor. */
  cpu: 256,
  memoryMb: 1024,
  grants: {
    table: 'write',
    send: ['inbound', 'history-imports'],
    receive: LANES.map((lane) => sessionQueue(0, lane)),
    bucket: 'write',
    secrets: ['sessionCredentials', 'tenantSecrets'],
  },
  errorImpact: 'No WhatsApp connection is alive: messages neither arrive nor leave.',
  clientRefusedImpact:
    'WhatsApp refuses our client: numbers stay disconnected until whatsappVersion is raised and deployed.',
  /** Entries wait two minutes at most for what WhatsApp delivers again before them, and as long as the queue is away. */
  openEntryAlarmS: 300,
  openEntryImpact: 'Messages that WhatsApp believes delivered are in no conversation yet.',
  historyLostImpact:
    'A part of the old messages of a number could not be read: its import ended without them.',
} as const satisfies { grants: Grants; [name: string]: unknown };

/** What other systems take from the external API together in a day, and when somebody hears of its errors. */
export const EXTERNAL_API = {
  callsPerDay: 1_000_000,
  /** In five minutes. */
  errorThreshold: 5,
  errorImpact: 'Other systems see errors instead of having their messages sent.',
} as const;

/** Five errors of the HTTP API in five minutes, whoever's they are. */
export const HTTP_API_ERRORS = {
  threshold: 5,
  errorImpact: 'People see errors instead of their work.',
} as const;

/** A delivery that a provider was refused is told at once: it tries again, and gives a page up after an hour (R10). */
export const REFUSED_DELIVERIES = {
  errorImpact: 'Messages of customers are refused; Meta retries and, after an hour, unsubscribes the pages.',
} as const;

/** Environment every function receives; the names are the same locally and in AWS. */
export const FUNCTION_ENV = [
  /** What the names of its secrets begin with. */
  'INSTALLATION',
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
