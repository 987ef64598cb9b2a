/**
 * Names that the functions, the session host and the infrastructure must spell alike. How each thing is run is said in
 * `infra/resources.ts`, which does not compile when it leaves one out.
 */

/**
 * How soon a command is carried out: `prompt` is what somebody waits for, `bulk` what a time brings about, by the thousand at
 * once. They wait apart, so that the many texts of one company hold up no answer of another (R23).
 */
export const LANES = ['prompt', 'bulk'] as const;
export type Lane = (typeof LANES)[number];

/** Commands for the session host, a queue per shard and lane; add two when one task is not enough. */
const SESSION_QUEUES = [{ prompt: 'session-commands-0', bulk: 'session-bulk-0' }] as const;
/** Shards of the session host; a connection belongs to the one of its id modulo this. */
export const SESSION_SHARDS: number = SESSION_QUEUES.length;

export const QUEUE_NAMES = [
  'inbound',
  'meta-webhooks',
  'timers',
  'contact-imports',
  'contact-exports',
  'history-imports',
  'session-commands-0',
  'session-bulk-0',
] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/** The queue of a shard's commands. @throws Error where there is no such shard */
export const sessionQueue = (shard: number, lane: Lane): QueueName => {
  const queues = SESSION_QUEUES[shard];
  if (queues === undefined) throw new Error(`the session host has no shard ${shard}`);
  return queues[lane];
};

/** Default name of an installation, and the name of the local program. */
export const DEFAULT_INSTALLATION = 'prosa';
/** A name of a bucket has 63 characters at most, and the account and the region are in it, too. */
export const INSTALLATION_NAME = /^[a-z][a-z0-9-]{0,18}[a-z0-9]$/;

/** Secrets, by the last part of the name under which Secrets Manager keeps them; see {@link secretId}. */
export const SECRET_NAMES = {
  /** Keys by id: sign access tokens and seal cursors. */
  signing: 'signing',
  /** Keys by id: seal what makes the session host a company's WhatsApp. */
  sessionCredentials: 'session-credentials',
  /** Keys by id: seal what companies entrust to us, such as their tokens for payments and integrations. */
  tenantSecrets: 'tenant-secrets',
  /** Signs the short-lived links to media; the edge checks it in front of the bucket. */
  media: 'media',
  /** App secret and verify token of the Meta app. */
  meta: 'meta',
  /** Secret header by which CloudFront authenticates to the APIs (S-64). */
  origin: 'origin',
} as const;
export type SecretName = keyof typeof SECRET_NAMES;

/** By which Secrets Manager finds a secret of an installation: `prosa/signing`. */
export const secretId = (installation: string, name: SecretName): string =>
  `${installation}/${SECRET_NAMES[name]}`;

/** Where objects lie in the bucket. */
export const BUCKET_PREFIXES = {
  /** Files of companies, for good: `t/<company>/<uuid>`. */
  stored: 't/',
  /** Uploads that no message has named yet. */
  pending: 'pending/',
  /** Deliveries that are too large for a queue. */
  claims: 'claims/',
  /** Complete records that our code could not process, for a replay. */
  givenUp: 'given-up/',
  /** Where an event source of the stream puts the batches it gave up: Lambda's choice. */
  discarded: 'aws/lambda/',
} as const;
export type BucketPrefix = keyof typeof BUCKET_PREFIXES;
