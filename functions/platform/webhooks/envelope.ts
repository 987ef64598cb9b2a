import { WEBHOOK_PROVIDERS, type WebhookProvider } from '@prosa/shared/contracts/route.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { BUCKET_PREFIXES } from '@prosa/shared/resource-names.ts';
import * as z from 'zod';
import { deleteObject, getObject, putObject } from '../blob/blob.ts';
import { withinDeadline } from '../deadline.ts';
import type { RawRequest } from '../http/http-call.ts';
import { sendMessages } from '../queue/send-messages.ts';
import { PROVIDERS } from './providers.ts';

/** A queue's message holds 1 MiB at most. A larger delivery is stored in the bucket and its key is queued. */
const QUEUED_MAX_BYTES = 900_000;
/** Meta requires a response within a second, the other providers within 20; all retry without one. */
const ENQUEUE_DEADLINE_MS = 2_500;

const common = {
  v: z.literal(1),
  provider: z.enum(WEBHOOK_PROVIDERS),
  /** Epoch milliseconds. */
  receivedAt: z.int(),
  headers: z.record(z.string(), z.string()),
};

/** A provider's delivery for its worker: the original body, or its place in the bucket. */
export const envelopeSchema = z.union([
  z.strictObject({ ...common, body: z.string() }),
  z.strictObject({ ...common, key: z.string().startsWith(BUCKET_PREFIXES.claims) }),
]);
type Envelope = z.infer<typeof envelopeSchema>;

const enqueue = async (
  provider: WebhookProvider,
  { rawBody, headers }: RawRequest,
  { uuid, receivedAt }: { uuid: string; receivedAt: number },
): Promise<void> => {
  const { queue, headers: kept } = PROVIDERS[provider];
  const seen = {
    v: 1,
    provider,
    receivedAt,
    headers: Object.fromEntries(kept.map((name) => [name, headers[name] ?? ''])),
  } as const;
  const inline: Envelope = { ...seen, body: Buffer.from(rawBody).toString('utf8') };
  let body = JSON.stringify(inline);
  if (Buffer.byteLength(body) > QUEUED_MAX_BYTES) {
    const claim: Envelope = { ...seen, key: `${BUCKET_PREFIXES.claims}${provider}/${uuid}` };
    await putObject(claim.key, rawBody, 'application/json');
    body = JSON.stringify(claim);
  }
  await sendMessages(queue, false, [{ id: uuid, body }]);
};

/**
 * Stores an authenticated delivery. When this resolves, the delivery may be acknowledged (R06, R10).
 * @throws AppError ERR_UNAVAILABLE if storing may have failed: the provider retries
 */
export const keepDelivery = async (
  provider: WebhookProvider,
  request: RawRequest,
  arrival: { uuid: string; receivedAt: number },
): Promise<void> => {
  try {
    await withinDeadline(ENQUEUE_DEADLINE_MS, enqueue(provider, request, arrival));
  } catch (cause) {
    throw new AppError('ERR_UNAVAILABLE', { cause });
  }
};

/** Processes a delivery's text and then deletes the stored body. Does nothing if the delivery was already processed. */
export const openDelivery = async (
  envelope: Envelope,
  work: (text: string) => Promise<void>,
): Promise<void> => {
  if ('body' in envelope) return work(envelope.body);
  const bytes = await getObject(envelope.key);
  // Already processed, because the object is deleted last.
  if (bytes === undefined) return;
  await work(Buffer.from(bytes).toString('utf8'));
  await deleteObject(envelope.key);
};
