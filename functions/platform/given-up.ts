import { BUCKET_PREFIXES } from '@prosa/shared/resource-names.ts';
import * as z from 'zod';
import { putObject } from './blob/blob.ts';
import { systemClock, toInstant } from './clock.ts';
import { systemIds } from './ids.ts';
import { log } from './log.ts';

/** Where the bucket keeps what our code could not process. */
export const GIVEN_UP_PREFIX = BUCKET_PREFIXES.givenUp;
/** Where an event source of the stream puts the batches it gave up; Lambda's choice. */
export const DISCARDED_PREFIX = BUCKET_PREFIXES.discarded;

/**
 * What is kept of something that was given up: the fields of Lambda's invocation record that a replay needs. `payload`
 * is the whole of it as JSON: the event that the function got, or a row of the outbox.
 */
export const givenUpSchema = z.object({
  requestContext: z.object({
    /** The function that gave it up: its ARN in AWS, our own name otherwise. */
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

/** A key's last part, as Lambda makes it: the time, and something that no other has. */
export const givenUpName = (nowMs: number): string =>
  `${toInstant(nowMs).replaceAll(':', '.')}-${systemIds.uuid()}`;

/**
 * Keeps something whole in the bucket until `npm run replay`. The log line is what the alarm counts. Throws where it
 * could not be kept; it must then come again.
 */
export const keepGivenUp = async (source: string, condition: string, payload: object): Promise<void> => {
  const key = `${GIVEN_UP_PREFIX}${source}/${givenUpName(systemClock.now())}`;
  await putObject(key, givenUpBytes(source, condition, payload), 'application/json');
  log.error('something was given up and kept', { metric: 'givenUp', source, condition });
};
