import { handOver } from '../../platform/queue/hand-over.ts';
import { endSessionSockets, endUserSockets } from '../end-sockets.ts';
import { isLive, publishEvents } from '../publish-events.ts';
import { publishEverywhere } from '../publish-everywhere.ts';
import { isChangeOf, type RowChange } from '../read-changes.ts';
import { streamHandler, type Task } from '../stream-handler.ts';

const outboxTasks = (changes: readonly RowChange[]): Task[] =>
  [...Map.groupBy(changes.filter(isChangeOf('outbox')), ({ after }) => after?.queue)].flatMap(
    ([queue, ofQueue]) =>
      queue === undefined
        ? []
        : [
            {
              name: 'outbox',
              changes: ofQueue,
              run: () =>
                handOver(
                  queue,
                  ofQueue.flatMap(({ companyId, after }) =>
                    after === undefined ? [] : [{ companyId, groupId: after.groupId }],
                  ),
                ),
            },
          ],
  );

const eventTasks = (changes: readonly RowChange[]): Task[] =>
  [...Map.groupBy(changes.filter(isLive), (change) => change.companyId)].map(([companyId, ofCompany]) => ({
    name: 'events',
    changes: ofCompany,
    run: () => (companyId === null ? publishEverywhere(ofCompany) : publishEvents(companyId, ofCompany)),
  }));

const socketTasks = (changes: readonly RowChange[]): Task[] => [
  ...changes
    .filter(isChangeOf('session'))
    .map((change) => ({ name: 'sockets', changes: [change], run: () => endSessionSockets(change) })),
  ...changes
    .filter(isChangeOf('user'))
    .map((change) => ({ name: 'sockets', changes: [change], run: () => endUserSockets(change) })),
];

/**
 * Stream reader for effects that users wait for: sends the outbox to its queues, publishes changes to browsers, and
 * then closes the WebSocket connections of users who lost their rights.
 */
export const handler = streamHandler('live', [
  (changes) => [...outboxTasks(changes), ...eventTasks(changes)],
  socketTasks,
]);
