import {
  BUCKET_PREFIXES,
  type BucketPrefix,
  type QueueName,
  type SecretName,
} from '@prosa/shared/resource-names.ts';

// The resources of the system as data: this file declares what stores data, `programs.ts` declares what runs. Both
// the CDK stacks and the local stack read them, so that the local system equals the deployed one. This file imports
// no AWS library and no code of the functions.

/** The DynamoDB table of all rows. */
export const TABLE = {
  name: 'prosa',
  /**
   * Global secondary indexes that contain whole rows or only keys; their keys are `<prefix>pk` and `<prefix>sk`.
   * DynamoDB requires names of at least 3 characters.
   */
  indexes: [
    { name: 'by-g1', prefix: 'g1', holds: 'rows' },
    { name: 'by-g2', prefix: 'g2', holds: 'rows' },
    { name: 'by-g3', prefix: 'g3', holds: 'rows' },
    { name: 'by-g4', prefix: 'g4', holds: 'rows' },
    { name: 'by-g5', prefix: 'g5', holds: 'keys' },
    { name: 'by-g6', prefix: 'g6', holds: 'keys' },
    { name: 'by-g7', prefix: 'g7', holds: 'keys' },
  ],
  /** Partition key patterns of append-only entities, in IAM's syntax: no program may change or delete their rows. */
  appendOnly: ['C#*#AUDIT#????-??'],
  /**
   * Attributes that an index of rows contains besides its own keys: the whole row except the keys of the other
   * indexes, which would be a fifth of a ticket. An entity with index keys has no other attributes; an invariant test
   * checks that.
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
    'takenAt',
    'contacts',
  ],
  ttlAttribute: 'ttl',
} as const;

export interface QueueResource {
  fifo: boolean;
  /**
   * Seconds for which a message stays hidden if its consumer was killed; at least six times the timeout of the function
   * that consumes the queue (AWS guidance for Lambda, R22). Failed messages come again as `QUEUE_RETRIES` states.
   */
  visibilityS: number;
  /** One sentence for the alarm on the dead-letter queue: the impact on users. */
  errorImpact: string;
}

export const QUEUES = {
  /** Normalised events of every channel; group = connection + conversation. */
  inbound: {
    fifo: true,
    visibilityS: 180,
    errorImpact: 'Customers wrote and attendants do not see it.',
  },
  /** Commands for the session host's only shard; add a queue per shard when one task is not enough. */
  'session-commands-0': {
    fifo: true,
    visibilityS: 60,
    errorImpact: 'Replies written by attendants do not leave for WhatsApp.',
  },
  /** Bulk commands caused by scheduled work, by the thousand at once: notices, ends, redirections. */
  'session-bulk-0': {
    fifo: true,
    visibilityS: 60,
    errorImpact: 'Customers do not hear that their ticket waits or has ended.',
  },
  /** Commands to providers' APIs; group = connection + contact. */
  'channel-commands': {
    fifo: true,
    visibilityS: 360,
    errorImpact: 'Replies written by attendants do not leave for WhatsApp Cloud, Facebook and Instagram.',
  },
  /** The same for bulk commands. */
  'channel-bulk': {
    fifo: true,
    visibilityS: 360,
    errorImpact: 'Customers on WhatsApp Cloud, Facebook and Instagram get no notices.',
  },
  /** Unprocessed Meta deliveries; the webhook worker splits them into inbound events. */
  'meta-webhooks': {
    fifo: false,
    visibilityS: 180,
    errorImpact: 'Messages from WhatsApp Cloud, Facebook and Instagram wait unread.',
  },
  /** Timers that fall due within the next minute. */
  timers: {
    fifo: false,
    visibilityS: 180,
    errorImpact: 'Things that should happen later (resend checks, expiries) do not happen.',
  },
  /** Imports of contacts; one message per slice of an import; group = company. */
  'contact-imports': {
    fifo: true,
    visibilityS: 360,
    errorImpact: 'Imports of contacts stand still.',
  },
  /** Files for users, such as contacts and reports; one message per part of a file; group = company. */
  'contact-exports': {
    fifo: true,
    visibilityS: 720,
    errorImpact: 'Exports of contacts stand still.',
  },
  /** Plans of campaigns' receivers, in slices; group = company. */
  'campaign-plans': {
    fifo: true,
    visibilityS: 360,
    errorImpact: 'Campaigns do not start.',
  },
  /** Beats of campaigns, and messages to people who consented; each takes milliseconds. */
  campaigns: {
    fifo: false,
    visibilityS: 360,
    errorImpact: 'Campaigns stand still, and people who consented do not get their message.',
  },
  /** Message history of phones, in pieces; group = company, so that each company has at most one worker. */
  'history-imports': {
    fifo: true,
    visibilityS: 360,
    errorImpact: 'Old messages of a phone are missing, and its import does not end.',
  },
  /** Events for the systems of companies; group = a lane of the company, so that a ticket's events keep their order. */
  'webhook-deliveries': {
    fifo: true,
    visibilityS: 180,
    errorImpact: 'Events for the systems of companies are not delivered.',
  },
  /** Questions to the bots and other services that answer customers; group = a lane of the company. */
  'integration-calls': {
    fifo: true,
    visibilityS: 480,
    errorImpact: 'Integrations do not answer; attendants get the conversations after 90 seconds.',
  },
  /** Questions to the language models that answer customers; group = a lane of the company. */
  'assistant-calls': {
    fifo: true,
    visibilityS: 540,
    errorImpact: 'Assistants do not answer; attendants get the conversations after 90 seconds.',
  },
} as const satisfies Record<QueueName, QueueResource>;

/**
 * Delivery settings of the table stream's event sources, in AWS and locally. Records that still fail go to the bucket
 * as whole records, under `given-up/` or `aws/lambda/`, for `npm run replay`.
 */
export const STREAM_DELIVERY = {
  /** Retries of a failing record; splitting its batch does not count. */
  retries: 20,
  /** Older records are not retried. The stream itself keeps records for 24 hours. */
  maxAgeS: 3_600,
  /** Whether a failing batch is halved until the failing record is alone. */
  bisects: true,
  /**
   * After a slow batch, events are collected for up to this time, so that one frame carries many. AWS polls every 250
   * ms.
   */
  gatherMs: 200,
} as const;

/** Retention in days of unprocessed messages in a queue or its dead-letter queue: SQS's maximum. */
export const QUEUE_RETENTION_DAYS = 14;
/** Age of a message at which the alarm fires: Messenger unsubscribes a page after an hour (R10). */
export const QUEUE_AGE_ALARM_S = 300;

export interface SecretResource {
  /**
   * Format of the initial value. `key`: base64url of 256 bits. `key-ring`: JSON `{current: id, keys: {id: key}}`, so
   * that a key can be replaced while the previous key still decrypts. `meta-app`: JSON
   * `{appSecret, verifyToken, appId, signupConfigId}`. `provider`: JSON `{apiKey, baseUrl, model}`.
   */
  format: 'key' | 'key-ring' | 'meta-app' | 'provider';
  /** KMS key that encrypts the secret; secrets that decrypt companies' secrets have their own key. */
  under: 'platform' | 'tenants';
  /** Whether the edge reads it in the edge's region. */
  atEdge: boolean;
}

/** The installation's secrets. The grants in `programs.ts` determine which program may read which secret. */
export const SECRETS: Record<SecretName, SecretResource> = {
  signing: { format: 'key-ring', under: 'platform', atEdge: false },
  sessionCredentials: { format: 'key-ring', under: 'tenants', atEdge: false },
  tenantSecrets: { format: 'key-ring', under: 'tenants', atEdge: false },
  media: { format: 'key', under: 'platform', atEdge: true },
  meta: { format: 'meta-app', under: 'platform', atEdge: false },
  helpChat: { format: 'provider', under: 'platform', atEdge: false },
  origin: { format: 'key', under: 'platform', atEdge: true },
};

const isSecretName = (name: string): name is SecretName => Object.hasOwn(SECRETS, name);
export const ALL_SECRETS: readonly SecretName[] = Object.keys(SECRETS).filter(isSecretName);

/** Days for which discarded items are kept for a replay; the markers of counted facts live longer. */
const GIVEN_UP_DAYS = 60;

interface PrefixResource {
  prefix: string;
  /** Days after which the bucket deletes the object; kept for ever when absent. */
  expiresAfterDays?: number;
  /** Whether the edge serves these objects with a signed link. */
  isServed: boolean;
  /** Whether a function's `bucket` grant covers these objects; the others have separate grants. */
  isGranted: boolean;
}

export const BUCKET: Record<BucketPrefix, PrefixResource> = {
  stored: { prefix: BUCKET_PREFIXES.stored, isServed: true, isGranted: true },
  /** Uploads that no message refers to (I19). */
  pending: { prefix: BUCKET_PREFIXES.pending, expiresAfterDays: 1, isServed: false, isGranted: true },
  /** Kept as long as a queue keeps the message that refers to the object. */
  claims: {
    prefix: BUCKET_PREFIXES.claims,
    expiresAfterDays: QUEUE_RETENTION_DAYS,
    isServed: false,
    isGranted: false,
  },
  givenUp: {
    prefix: BUCKET_PREFIXES.givenUp,
    expiresAfterDays: GIVEN_UP_DAYS,
    isServed: false,
    isGranted: false,
  },
  discarded: {
    prefix: BUCKET_PREFIXES.discarded,
    expiresAfterDays: GIVEN_UP_DAYS,
    isServed: false,
    isGranted: false,
  },
};
