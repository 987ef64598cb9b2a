import type { StreamRecord } from '@prosa/functions/streams/read-changes.ts';
import type { StreamBatch } from '@prosa/functions/streams/stream-handler.ts';
import { FUNCTIONS } from '@prosa/infra/programs.ts';
import { passesFilters, streamFilters } from '@prosa/infra/stream-filters.ts';
import type { DynamoDBBatchResponse } from 'aws-lambda';
import { index as indexHandler, live as liveHandler } from '../../support/handlers.ts';

type Consumer = 'live' | 'index';
const HANDLERS: Record<Consumer, (batch: StreamBatch) => Promise<DynamoDBBatchResponse>> = {
  live: liveHandler,
  index: indexHandler,
};

/** Returns the records that a consumer's event source filter lets through. */
export const recordsFor = (name: Consumer, batch: readonly StreamRecord[]): StreamRecord[] => {
  const resource = FUNCTIONS[name];
  if (resource?.kind !== 'stream') throw new Error(`${name} reads no stream`);
  const filters = streamFilters(resource);
  return batch.filter((record) => passesFilters(filters, record));
};

/** Delivers to each consumer its part of a batch. Returns the first record from which a consumer needs a retry. */
export const consume = async (batch: readonly StreamRecord[]): Promise<DynamoDBBatchResponse> => {
  const failures = new Set<string>();
  for (const name of ['live', 'index'] as const) {
    const Records = recordsFor(name, batch);
    if (Records.length === 0) continue;
    const { batchItemFailures } = await HANDLERS[name]({ Records });
    for (const { itemIdentifier } of batchItemFailures) failures.add(itemIdentifier);
  }
  return { batchItemFailures: [...failures].map((itemIdentifier) => ({ itemIdentifier })) };
};
