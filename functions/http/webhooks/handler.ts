import { webhookRoutes } from '@prosa/shared/contracts/webhooks.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { putObject } from '../../platform/blob/blob.ts';
import { withinDeadline } from '../../platform/deadline.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { CLAIM_PREFIX, type MetaEnvelope } from '../../platform/queue/meta-envelope.ts';
import { sendMessages } from '../../platform/queue/send-messages.ts';
import { metaSecrets } from '../../platform/secrets.ts';
import { isSameSecret, isSignedByMeta } from './verify-signature.ts';

/** A queue carries 1 MiB; a larger delivery waits in the bucket and its key is queued. */
const QUEUED_MAX_BYTES = 900_000;
/** Meta wants an answer within a second and tries again without one. */
const ENQUEUE_DEADLINE_MS = 2_500;

const enqueue = async (raw: Uint8Array, uuid: string, receivedAt: number): Promise<void> => {
  const inline: MetaEnvelope = { v: 1, receivedAt, body: Buffer.from(raw).toString('utf8') };
  let body = JSON.stringify(inline);
  if (Buffer.byteLength(body) > QUEUED_MAX_BYTES) {
    const key = CLAIM_PREFIX + uuid;
    await putObject(key, raw, 'application/json');
    const claim: MetaEnvelope = { v: 1, receivedAt, key };
    body = JSON.stringify(claim);
  }
  await sendMessages('meta-webhooks', false, [{ id: uuid, body }]);
};

export const handler = bindRoutes(webhookRoutes, {
  verify: async ({ query }) => {
    const { verifyToken } = await metaSecrets();
    if (query['hub.mode'] !== 'subscribe' || !isSameSecret(verifyToken, query['hub.verify_token'])) {
      throw new AppError('ERR_NO_PERMISSION');
    }
    return query['hub.challenge'] ?? '';
  },

  // Verified, queued, answered, in this order: what was answered is kept, and what was not comes again.
  receive: async ({ request, ids, clock }) => {
    const { appSecret } = await metaSecrets();
    if (!isSignedByMeta(appSecret, request.rawBody, request.headers['x-hub-signature-256'])) {
      throw new AppError('ERR_UNAUTHENTICATED');
    }
    try {
      await withinDeadline(ENQUEUE_DEADLINE_MS, enqueue(request.rawBody, ids.uuid(), clock.now()));
    } catch (cause) {
      throw new AppError('ERR_UNAVAILABLE', { cause });
    }
    return 'EVENT_RECEIVED';
  },
});
