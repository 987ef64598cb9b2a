import type { DynamoDBBatchResponse } from 'aws-lambda';
import { systemActor } from '../platform/auth/principal.ts';
import { keepGivenUp } from '../platform/given-up.ts';
import { createHandler, type LambdaHandler, logFailures } from '../platform/lambda/create-handler.ts';
import { errorFields, log } from '../platform/log.ts';
import { type RowChange, readChanges, type StreamConsumer, type StreamRecord } from './read-changes.ts';

/** A batch of the stream. `isReplay`: it was given up once, and the table has moved on since. */
export interface StreamBatch {
  Records: StreamRecord[];
  isReplay?: boolean;
}

/** Work for some changes of a batch; where it fails, the batch is repeated from the first of them. */
export interface Task {
  name: string;
  changes: readonly RowChange[];
  run: () => Promise<void>;
}

/** Runs tasks side by side and tells where the batch must be repeated from. */
const runTasks = async (tasks: readonly Task[]): Promise<number[]> => {
  const outcomes = await Promise.allSettled(tasks.map((task) => task.run()));
  return tasks.flatMap((task, at) => {
    const outcome = outcomes[at];
    if (outcome?.status !== 'rejected') return [];
    log.error('a batch of the stream must be repeated', { task: task.name, ...errorFields(outcome.reason) });
    return [Math.min(...task.changes.map((change) => change.index))];
  });
};

/**
 * The entry of a reader of the table's stream. It works through a batch stage by stage; the tasks of a stage run side by
 * side, those without changes not at all. Every effect may be repeated: a failing task has the batch tried again from
 * its first change, without undoing the others. A row that cannot be read will not be readable the next time either: it
 * is kept for a replay, and delays nobody.
 */
export const streamHandler = (
  consumer: StreamConsumer,
  stages: readonly ((changes: readonly RowChange[], batch: StreamBatch) => Task[])[],
): LambdaHandler<StreamBatch, DynamoDBBatchResponse> =>
  createHandler({
    call: (batch: StreamBatch) => batch,
    logFields: ({ Records }) => ({ ...systemActor(consumer), records: Records.length }),
    use: [logFailures('a batch of the stream failed')],
    run: async (batch): Promise<DynamoDBBatchResponse> => {
      const { changes, unreadable } = readChanges(batch.Records, consumer);
      if (unreadable.length > 0) await keepGivenUp(consumer, 'UnreadableRow', { Records: unreadable });
      const failed: number[] = [];
      for (const tasksOf of stages) {
        const tasks = tasksOf(changes, batch).filter((task) => task.changes.length > 0);
        failed.push(...(await runTasks(tasks)));
      }
      if (failed.length === 0) return { batchItemFailures: [] };
      const sequence = batch.Records[Math.min(...failed)]?.dynamodb?.SequenceNumber;
      // Without a number to repeat from, the whole batch is.
      if (sequence === undefined) throw new Error('the stream gave no sequence number');
      return { batchItemFailures: [{ itemIdentifier: sequence }] };
    },
  });
