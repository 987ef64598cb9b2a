import type { DynamoDBBatchResponse } from 'aws-lambda';
import { createHandler } from '../platform/lambda/create-handler.ts';
import { logFailures } from '../platform/lambda/log-failures.ts';
import { errorFields, log } from '../platform/log.ts';
import { endSessionSockets, endUserSockets } from './end-sockets.ts';
import { indexContacts } from './index-contacts.ts';
import { indexMessages } from './index-messages.ts';
import { isLive, publishEvents } from './publish-events.ts';
import { isChangeOf, type RowChange, readChanges, type StreamRecord } from './read-changes.ts';
import { sendOutbox } from './send-outbox.ts';

/** Work for some changes of a batch; where it fails, the batch is repeated from the first of them. */
interface Task {
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

const isIndexedContact = (change: RowChange) =>
  isChangeOf('contact')(change) || isChangeOf('conversation')(change);

const consume = async (event: { Records: StreamRecord[] }): Promise<DynamoDBBatchResponse> => {
  const { changes, unreadableAt } = readChanges(event.Records);
  const live = Map.groupBy(changes.filter(isLive), (change) => change.companyId);
  const outbox = Map.groupBy(changes.filter(isChangeOf('outbox')), (change) => change.after?.queue);
  const failed = await runTasks([
    ...[...outbox].flatMap(([queue, of]) =>
      queue === undefined ? [] : [{ name: 'outbox', changes: of, run: () => sendOutbox(queue, of) }],
    ),
    ...[...live].map(([companyId, of]) => ({
      name: 'events',
      changes: of,
      run: () => publishEvents(companyId, of),
    })),
  ]);
  const messages = changes.filter(isChangeOf('message'));
  const contacts = changes.filter(isIndexedContact);
  const sessions = changes.filter(isChangeOf('session'));
  const users = changes.filter(isChangeOf('user'));
  failed.push(
    ...(await runTasks([
      { name: 'message index', changes: messages, run: () => indexMessages(messages) },
      { name: 'contact index', changes: contacts, run: () => indexContacts(contacts) },
      ...sessions.map((of) => ({ name: 'sockets', changes: [of], run: () => endSessionSockets(of) })),
      ...users.map((of) => ({ name: 'sockets', changes: [of], run: () => endUserSockets(of) })),
    ])),
  );
  if (unreadableAt !== undefined) failed.push(unreadableAt);
  if (failed.length === 0) return { batchItemFailures: [] };
  const sequence = event.Records[Math.min(...failed)]?.dynamodb?.SequenceNumber;
  // Without a number to repeat from, the whole batch is.
  if (sequence === undefined) throw new Error('the stream gave no sequence number');
  return { batchItemFailures: [{ itemIdentifier: sequence }] };
};

/**
 * The one consumer of the table's stream. What people wait for comes first: messages to the channels' queues, and
 * events to the browsers; then the search index and the end of sockets. Every effect may be repeated: a failing part
 * has the batch tried again from its first change, without undoing the others.
 */
export const handler = createHandler({
  call: (event: { Records: StreamRecord[] }) => event,
  logFields: ({ Records }) => ({ records: Records.length }),
  use: [logFailures('a batch of the stream failed')],
  run: consume,
});
