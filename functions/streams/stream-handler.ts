import type { DynamoDBBatchResponse } from 'aws-lambda';
import { systemActor } from '../platform/auth/principal.ts';
import { keepGivenUp } from '../platform/given-up.ts';
import { createHandler, type LambdaHandler, logFailures } from '../platform/lambda/create-handler.ts';
import { errorFields, log } from '../platform/log.ts';
import { type RowChange, readChanges, type StreamConsumer, type StreamRecord } from './read-changes.ts';

/** A batch of the stream. `isReplay`: the batch was given up before, and the table has changed since. */
export interface StreamBatch {
  Records: StreamRecord[];
  isReplay?: boolean;
}

/** Work for some changes of a batch. If it fails, the batch is retried from the first of them. */
export interface Task {
  name: string;
  changes: readonly RowChange[];
  run: () => Promise<void>;
}

/** Runs tasks in parallel and returns the positions from which the batch must be retried. */
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
 * Makes the Lambda handler of a stream reader. It processes a batch stage by stage; the tasks of a stage run in
 * parallel, tasks without changes are skipped. Every effect is idempotent: after a failed task the batch is retried
 * from the task's first change, without undoing the others. An unreadable row would stay unreadable, so it is stored
 * for a replay and delays no other row.
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
      // Without a sequence number the whole batch is retried.
      if (sequence === undefined) throw new Error('the stream gave no sequence number');
      return { batchItemFailures: [{ itemIdentifier: sequence }] };
    },
  });
