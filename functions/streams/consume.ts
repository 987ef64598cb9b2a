import type { DynamoDBBatchResponse } from 'aws-lambda';
import { keepGivenUp } from '../platform/given-up.ts';
import { errorFields, log } from '../platform/log.ts';
import { type RowChange, readChanges, type StreamRecord } from './read-changes.ts';

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
 * Works through a batch of the stream, stage by stage. Every effect may be repeated: a failing task has the batch tried
 * again from its first change, without undoing the others. A row that cannot be read will not be readable the next time
 * either: it is kept for a replay, and delays nobody.
 * @param stages the tasks of a stage run side by side, the next stage after all of them
 */
export const consumeBatch = async (
  consumer: string,
  batch: StreamBatch,
  stages: (changes: readonly RowChange[]) => (() => Task[])[],
): Promise<DynamoDBBatchResponse> => {
  const { changes, unreadable } = readChanges(batch.Records);
  if (unreadable.length > 0) await keepGivenUp(consumer, 'UnreadableRow', { Records: unreadable });
  const failed: number[] = [];
  for (const tasksOf of stages(changes)) {
    failed.push(...(await runTasks(tasksOf().filter((task) => task.changes.length > 0))));
  }
  if (failed.length === 0) return { batchItemFailures: [] };
  const sequence = batch.Records[Math.min(...failed)]?.dynamodb?.SequenceNumber;
  // Without a number to repeat from, the whole batch is.
  if (sequence === undefined) throw new Error('the stream gave no sequence number');
  return { batchItemFailures: [{ itemIdentifier: sequence }] };
};
