import { HISTORY_MAX_RECEIVES } from '@prosa/shared/messaging/history-message.ts';
import { INBOUND_MAX_RECEIVES } from '@prosa/shared/messaging/inbound-event.ts';
import { SESSION_COMMAND_MAX_RECEIVES } from '@prosa/shared/messaging/session-command.ts';
import {
  BUCKET_PREFIXES,
  type BucketPrefix,
  type QueueName,
  type SecretName,
} from '@prosa/shared/resource-names.ts';

/**
 * What the system is made of, as data: here what it keeps, in `programs.ts` what runs. The CDK stacks and the local stack
 * both read them, so that what runs locally is what is deployed. No AWS library and no code of the functions is imported.
 */
export const TABLE = {
  name: 'prosa',
  /** Generic secondary indexes of rows or of their keys alone, keys `<prefix>pk` and `<prefix>sk`. DynamoDB wants names of 3 characters or more. */
  indexes: [
    { name: 'by-g1', prefix: 'g1', holds: 'rows' },
    { name: 'by-g2', prefix: 'g2', holds: 'rows' },
    { name: 'by-g3', prefix: 'g3', holds: 'rows' },
    { name: 'by-g4', prefix: 'g4', holds: 'rows' },
    { name: 'by-g5', prefix: 'g5', holds: 'keys' },
    { name: 'by-g6', prefix: 'g6', holds: 'keys' },
  ],
  /** Partitions of entities that are append-only, as IAM matches keys: no program may change or remove their rows. */
  appendOnly: ['C#*#AUDIT#????-??'],
  /**
   * What an index of rows has of each beside its own keys: the whole row but for the keys of the other indexes, which would be a
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
    'contacts',
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
  /** The same for what a time brings about, by the thousand at once: notices, ends, redirections. */
  'session-bulk-0': {
    fifo: true,
    visibilityS: 60,
    maxReceives: SESSION_COMMAND_MAX_RECEIVES,
    errorImpact: 'Customers do not hear that their ticket waits or has ended.',
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
  /** Imports of contacts, a message for each stretch of work. */
  'contact-imports': {
    fifo: false,
    visibilityS: 360,
    maxReceives: 5,
    errorImpact: 'Imports of contacts stand still.',
  },
  'contact-exports': {
    fifo: false,
    visibilityS: 720,
    maxReceives: 5,
    errorImpact: 'Exports of contacts stand still.',
  },
  /** Old messages of phones, in pieces; group = connection, so that each has one worker at most. */
  'history-imports': {
    fifo: true,
    visibilityS: 360,
    maxReceives: HISTORY_MAX_RECEIVES,
    errorImpact: 'Old messages of a phone are missing, and its import does not end.',
  },
} as const satisfies Record<QueueName, QueueResource>;

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

/** Days for which a queue, and its dead letters, keep what nobody took: SQS's longest. */
export const QUEUE_RETENTION_DAYS = 14;
/** A message that waits this long is told: Messenger gives up on a page after an hour (R10). */
export const QUEUE_AGE_ALARM_S = 300;

export interface SecretResource {
  /**
   * How its first value is made. `key`: base64url of 256 bits. `key-ring`: JSON `{current: id, keys: {id: key}}`, so that
   * a key can be replaced while the one before still opens. `meta-app`: JSON `{appSecret, verifyToken}`.
   */
  format: 'key' | 'key-ring' | 'meta-app';
  /** Which KMS key keeps it: what opens companies' secrets has one of its own. */
  under: 'platform' | 'tenants';
  /** The edge reads it in its own region. */
  atEdge: boolean;
}

/** Who may read one is said by the grants of `programs.ts`. */
export const SECRETS: Record<SecretName, SecretResource> = {
  signing: { format: 'key-ring', under: 'platform', atEdge: false },
  sessionCredentials: { format: 'key-ring', under: 'tenants', atEdge: false },
  tenantSecrets: { format: 'key-ring', under: 'tenants', atEdge: false },
  media: { format: 'key', under: 'platform', atEdge: true },
  meta: { format: 'meta-app', under: 'platform', atEdge: false },
  origin: { format: 'key', under: 'platform', atEdge: true },
};

const isSecretName = (name: string): name is SecretName => Object.hasOwn(SECRETS, name);
export const ALL_SECRETS: readonly SecretName[] = Object.keys(SECRETS).filter(isSecretName);

/** What was given up waits this long for a replay; the markers of counted facts live longer. */
const GIVEN_UP_DAYS = 60;

interface PrefixResource {
  prefix: string;
  /** Days after which the bucket removes what is still there; kept for good when absent. */
  expiresAfterDays?: number;
  /** The edge hands these out, for a signed link. */
  isServed: boolean;
  /** What a function's `bucket` grant covers; the others have a grant of their own. */
  isGranted: boolean;
}

export const BUCKET: Record<BucketPrefix, PrefixResource> = {
  stored: { prefix: BUCKET_PREFIXES.stored, isServed: true, isGranted: true },
  /** An upload that no message named (I19). */
  pending: { prefix: BUCKET_PREFIXES.pending, expiresAfterDays: 1, isServed: false, isGranted: true },
  /** As long as a queue keeps the message that names it. */
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
