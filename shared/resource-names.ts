/**
 * Names that the functions, the session host and the infrastructure share. How each resource runs is defined in
 * `infra/resources.ts`, which does not compile if one is missing.
 */

/**
 * Priority of a command: `prompt` for commands that a user waits for, `bulk` for scheduled ones, which come by the
 * thousand. They have separate queues, so that many texts of one company do not delay another company's answers
 * (R23).
 */
export const LANES = ['prompt', 'bulk'] as const;
export type Lane = (typeof LANES)[number];

/** Command queues of the session host, one for each shard and lane; add two when one task is not enough. */
const SESSION_QUEUES = [{ prompt: 'session-commands-0', bulk: 'session-bulk-0' }] as const;
/** Number of shards of the session host; a connection belongs to the shard of its id modulo this number. */
export const SESSION_SHARDS: number = SESSION_QUEUES.length;

/** Command queues of the channels without sessions of their own; one worker carries their commands to the providers. */
const PROVIDER_QUEUES = { prompt: 'channel-commands', bulk: 'channel-bulk' } as const;

export const QUEUE_NAMES = [
  'inbound',
  'meta-webhooks',
  'timers',
  'contact-imports',
  'contact-exports',
  'campaign-plans',
  'campaigns',
  'history-imports',
  'session-commands-0',
  'session-bulk-0',
  'channel-commands',
  'channel-bulk',
  'webhook-deliveries',
  'integration-calls',
  'assistant-calls',
] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/** Returns the queue of a shard's commands. @throws Error if the shard does not exist */
export const sessionQueue = (shard: number, lane: Lane): QueueName => {
  const queues = SESSION_QUEUES[shard];
  if (queues === undefined) throw new Error(`the session host has no shard ${shard}`);
  return queues[lane];
};

/** Returns the queue of commands to a provider. */
export const providerQueue = (lane: Lane): QueueName => PROVIDER_QUEUES[lane];

/** Default name of an installation, and the name of the local program. */
export const DEFAULT_INSTALLATION = 'prosa';
/**
 * Limits the length, because a bucket's name has at most 63 characters and also contains the account and the region.
 */
export const INSTALLATION_NAME = /^[a-z][a-z0-9-]{0,18}[a-z0-9]$/;

/** Secrets, by the last part of their name in Secrets Manager; see {@link secretId}. */
export const SECRET_NAMES = {
  /** Keys by id: sign access tokens and encrypt cursors. */
  signing: 'signing',
  /** Keys by id: encrypt the credentials of companies' WhatsApp sessions. */
  sessionCredentials: 'session-credentials',
  /** Keys by id: encrypt the secrets of companies, such as their tokens for payments and integrations. */
  tenantSecrets: 'tenant-secrets',
  /** Signs the short-lived links to media; CloudFront checks them in front of the bucket. */
  media: 'media',
  /** App secret and verify token of the Meta app. */
  meta: 'meta',
  /** Key, address and model of the provider that answers the help chat. */
  helpChat: 'help-chat',
  /** Secret header by which CloudFront authenticates to the APIs (S-64). */
  origin: 'origin',
} as const;
export type SecretName = keyof typeof SECRET_NAMES;

/** Returns the name of an installation's secret in Secrets Manager: `prosa/signing`. */
export const secretId = (installation: string, name: SecretName): string =>
  `${installation}/${SECRET_NAMES[name]}`;

/** Prefixes of the objects in the bucket. */
export const BUCKET_PREFIXES = {
  /** Permanent files of companies: `t/<company>/<uuid>`. */
  stored: 't/',
  /** Uploads that no message uses yet. */
  pending: 'pending/',
  /** Deliveries that are too large for a queue. */
  claims: 'claims/',
  /** Complete records that our code could not process, kept for a replay. */
  givenUp: 'given-up/',
  /** Batches of the stream that an event source gave up; the prefix is Lambda's choice. */
  discarded: 'aws/lambda/',
} as const;
export type BucketPrefix = keyof typeof BUCKET_PREFIXES;
