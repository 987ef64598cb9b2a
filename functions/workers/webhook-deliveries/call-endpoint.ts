import { retryAfterMs } from '../../domain/webhook-events/retry-schedule.ts';
import type { AttemptOutcome } from '../../domain/webhook-events/settle-attempt.ts';
import type { CompanyId } from '../../platform/auth/company-id.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import { type AskOutside, type OutsideAnswer, OutsideFailed } from '../../platform/fetch-outside.ts';
import { openWebhookSecrets, signWebhook } from '../../platform/webhook-secret.ts';
import type { DeliveryRow } from '../../repositories/webhooks/webhook-deliveries.ts';
import type { EndpointRow } from '../../repositories/webhooks/webhook-endpoints.ts';

/** S-47. */
const LIMITS = { maxBytes: 1_000_000, timeoutMs: 10_000 };
/** Part of a response that the log keeps. */
const ANSWER_CHARS = 1_000;

const textOf = ({ bytes }: OutsideAnswer): string =>
  new TextDecoder().decode(bytes.subarray(0, 4 * ANSWER_CHARS)).slice(0, ANSWER_CHARS);

/** Returns the secrets that sign at a time: during a rotation also the one before. */
const secretsAt = async (companyId: CompanyId, endpoint: EndpointRow, nowMs: number): Promise<string[]> => {
  const { secret, oldSecret } = endpoint;
  const isOldValid = oldSecret !== null && Date.parse(oldSecret.until) > nowMs;
  const sealed = [secret.sealed, ...(isOldValid ? [oldSecret.sealed] : [])];
  return openWebhookSecrets({ companyId, endpointId: endpoint.id }, sealed);
};

/** Sends a delivery to its endpoint, signed. Returns what came back; a failure of the call is an outcome too. */
export const callEndpoint = async (
  ask: AskOutside,
  companyId: CompanyId,
  { delivery, endpoint }: { delivery: DeliveryRow; endpoint: EndpointRow },
  clock: Clock,
): Promise<AttemptOutcome> => {
  const nowMs = clock.now();
  const { id, body } = delivery;
  const signed = signWebhook({ id, body, nowMs }, await secretsAt(companyId, endpoint, nowMs));
  const question = {
    method: 'POST',
    headers: {
      ...signed,
      'content-type': 'application/json',
      'user-agent': 'Prosa-Webhooks',
      // The outside client reads no compressed response.
      'accept-encoding': 'identity',
    },
    body: new TextEncoder().encode(body),
  } as const;
  const cameBack = (rest: Pick<AttemptOutcome, 'status' | 'failure' | 'answer' | 'askedMs'>) => ({
    at: toInstant(nowMs),
    durationMs: Math.max(0, clock.now() - nowMs),
    ...rest,
  });
  try {
    const answer = await ask(endpoint.url, question, LIMITS);
    const askedMs = retryAfterMs(answer.headers['retry-after'], clock.now());
    return cameBack({ status: answer.status, failure: '', answer: textOf(answer), askedMs });
  } catch (error) {
    if (!(error instanceof OutsideFailed)) throw error;
    return cameBack({ status: null, failure: error.reason, answer: '', askedMs: 0 });
  }
};
