import type { DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod';
import { putObject } from '../platform/blob/blob.ts';
import { systemClock, toInstant } from '../platform/clock.ts';
import { systemIds } from '../platform/ids.ts';
import { log } from '../platform/log.ts';

/** Where consumers put what they cannot process. */
export const GIVEN_UP_PREFIX = 'given-up/';
/** Where an event source puts the batches it gave up; Lambda's choice. */
export const DISCARDED_PREFIX = 'aws/lambda/';

/**
 * What is kept of records that were given up: the fields of Lambda's invocation record that replaying needs. `payload`
 * is the whole event, as JSON.
 */
export const givenUpSchema = z.object({
  requestContext: z.object({ functionArn: z.string(), condition: z.string() }),
  payload: z.string(),
});
type GivenUp = z.infer<typeof givenUpSchema>;

/** @param functionArn what names the consumer: its ARN in AWS, its name as declared otherwise */
export const givenUpBytes = (
  functionArn: string,
  condition: string,
  records: readonly DynamoDBRecord[],
): Uint8Array => {
  const kept: GivenUp = {
    requestContext: { functionArn, condition },
    payload: JSON.stringify({ Records: records }),
  };
  return Buffer.from(JSON.stringify(kept));
};

/**
 * Keeps records whole, both images, until they are replayed: the stream itself forgets them. The log line is what the
 * alarm counts. Throws where they could not be kept; they must then come again.
 */
export const keepGivenUp = async (
  consumer: string,
  condition: string,
  records: readonly DynamoDBRecord[],
): Promise<void> => {
  const key = `${GIVEN_UP_PREFIX}${consumer}/${toInstant(systemClock.now())}-${systemIds.uuid()}.json`;
  await putObject(key, givenUpBytes(consumer, condition, records), 'application/json');
  log.error('changes were given up', { metric: 'givenUp', consumer, condition, records: records.length });
};
