import { BUCKET_PREFIXES } from '@prosa/shared/resource-names.ts';
import * as z from 'zod';
import { putObject } from './blob/blob.ts';
import { systemClock, toInstant } from './clock.ts';
import { systemIds } from './ids.ts';
import { log } from './log.ts';

/** Bucket prefix of the events and messages that our code could not process. */
export const GIVEN_UP_PREFIX = BUCKET_PREFIXES.givenUp;
/** Bucket prefix that Lambda uses for stream batches that an event source gave up. */
export const DISCARDED_PREFIX = BUCKET_PREFIXES.discarded;

/**
 * The stored record of a failed event: the fields of Lambda's invocation record that a replay needs. `payload` is the
 * complete JSON: the function's event, or a row of the outbox.
 */
export const givenUpSchema = z.object({
  requestContext: z.object({
    /** The function that failed: its ARN in AWS, otherwise our own name. */
    functionArn: z.string(),
    condition: z.string(),
  }),
  payload: z.string(),
});

export const givenUpBytes = (functionArn: string, condition: string, payload: object): Uint8Array => {
  const kept: z.infer<typeof givenUpSchema> = {
    requestContext: { functionArn, condition },
    payload: JSON.stringify(payload),
  };
  return Buffer.from(JSON.stringify(kept));
};

/** Returns the last part of a key in Lambda's format: the time, and a unique suffix. */
export const givenUpName = (nowMs: number): string =>
  `${toInstant(nowMs).replaceAll(':', '.')}-${systemIds.uuid()}`;

/**
 * Stores a failed event completely in the bucket until `npm run replay`. The alarm counts the log line. Throws if
 * storing fails; the event must then be retried.
 * @param name unique in the source; the same for a retry, which then replaces what is stored
 */
export const keepGivenUp = async (
  source: string,
  condition: string,
  payload: object,
  name = givenUpName(systemClock.now()),
): Promise<void> => {
  const key = `${GIVEN_UP_PREFIX}${source}/${name}`;
  await putObject(key, givenUpBytes(source, condition, payload), 'application/json');
  log.error('something was given up and kept', { metric: 'givenUp', source, condition });
};
