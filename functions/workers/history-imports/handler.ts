import { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { IMPORT_ENDED, IMPORT_RUNNING } from '@prosa/shared/entities/history-import.ts';
import {
  type HistoryMessage,
  type HistoryMessageOf,
  historyMessageSchema,
} from '@prosa/shared/messaging/history-message.ts';
import { attendantNow } from '../../platform/auth/attendant-now.ts';
import { actAs, systemPrincipal } from '../../platform/auth/principal.ts';
import { toInstant } from '../../platform/clock.ts';
import { directoryWith } from '../../platform/directory.ts';
import { systemIds } from '../../platform/ids.ts';
import { queueHandler } from '../../platform/lambda/queue-handler.ts';
import { log, withLogFields } from '../../platform/log.ts';
import { openTable } from '../../platform/table/table.ts';
import { type ConnectionRow, loadConnection } from '../../repositories/connections/connections.ts';
import { changeImport, isStepDone } from '../../repositories/connections/history-imports.ts';
import { closeImported } from './close-imported.ts';
import { type HistoryContext, storeHistory } from './store-history.ts';

const QUEUE = 'history-imports';

/** Returns the time of the last message of a piece. */
const lastSaid = (messages: readonly { event: { sentAt: number } }[]): string =>
  toInstant(Math.max(...messages.map(({ event }) => event.sentAt)));

/**
 * Ends an import: if it has messages, its tickets are closed, or a user is offered to close them.
 * @param isEnd whether the import ends now, by its progress
 */
const endImport = async (
  context: HistoryContext,
  { closedTicketsPostImported }: ConnectionRow,
  message: HistoryMessageOf<'ended' | 'chunk-end'>,
  isEnd: (row: { refreshedAt: string | null }) => boolean,
): Promise<void> => {
  const { table, nowMs } = context;
  const { v, companyId, connectionId } = message;
  let hasMessages = false;
  await changeImport(
    table,
    message,
    (row) => {
      hasMessages = row.all > 0 && isEnd(row);
      if (!isEnd(row)) return {};
      const statusImportMessages = hasMessages ? IMPORT_ENDED : null;
      return { row: { refreshedAt: toInstant(nowMs) }, state: { statusImportMessages } };
    },
    nowMs,
  );
  const own = { v, companyId, connectionId };
  if (hasMessages && closedTicketsPostImported)
    await closeImported(context, { ...own, type: 'close', userId: null, place: { run: 0 } });
};

/** Whether the user who requested to close the imported tickets may still do it; always if the connection closes them. */
const mayClose = async (
  { directory: { companyId }, nowMs }: HistoryContext,
  { userId }: HistoryMessageOf<'close'>,
): Promise<boolean> =>
  userId === null ||
  (await attendantNow({ companyId, userId, row: connectionRoutes.closeImported }, nowMs)) !== undefined;

const process = async (
  context: HistoryContext,
  connection: ConnectionRow,
  message: HistoryMessage,
): Promise<void> => {
  const { table, nowMs } = context;
  const now = toInstant(nowMs);
  switch (message.type) {
    case 'began': {
      const row = { startedAt: now, all: 0, stored: 0, date: null, refreshedAt: now };
      const state = { statusImportMessages: String(message.at), isImportIncomplete: false };
      await changeImport(table, message, () => ({ row, state }), nowMs);
      return;
    }
    case 'chunk':
      await changeImport(
        table,
        message,
        ({ all }) => ({
          row: { all: all + message.messages },
          ...(message.messages > 0 ? { state: { statusImportMessages: IMPORT_RUNNING } } : {}),
        }),
        nowMs,
        message.step,
      );
      return;
    case 'piece': {
      if (await isStepDone(table, message)) return;
      await storeHistory(context, connection, message);
      const done = ({ stored }: { stored: number }) => ({
        row: { stored: stored + message.messages.length, date: lastSaid(message.messages) },
      });
      await changeImport(table, message, done, nowMs, message.step);
      return;
    }
    case 'missed':
      return storeHistory(context, connection, message);
    case 'lost':
      await changeImport(
        table,
        message,
        () => ({ state: { isImportIncomplete: true } }),
        nowMs,
        message.step,
      );
      return;
    case 'chunk-end':
      // An import that ended once ends again with each chunk that comes late.
      return endImport(
        context,
        connection,
        message,
        ({ refreshedAt }) => message.isLast || refreshedAt !== null,
      );
    case 'ended':
      return endImport(context, connection, message, () => true);
    case 'close':
      if (!(await mayClose(context, message))) {
        log.info('imported tickets stay open, because the user may not close them any more');
        return;
      }
      return closeImported(context, message);
  }
};

/**
 * Worker of the queue `history-imports`: imports the message history of connections' phones, each company's in
 * order.
 */
export const handler = queueHandler(
  historyMessageSchema,
  (message, { nowMs }) => {
    const { connectionId, type } = message;
    const system = systemPrincipal(QUEUE, message.companyId);
    const work = async (): Promise<void> => {
      const table = openTable(system.companyId);
      const [directory, connection] = await Promise.all([
        directoryWith(system.companyId, connectionId),
        loadConnection(table, connectionId),
      ]);
      if (directory === undefined || connection === undefined) {
        log.info('history of a connection that is gone');
        return;
      }
      await process({ table, directory, ids: systemIds, nowMs }, connection, message);
    };
    return actAs(system, () => withLogFields({ connectionId, event: type }, work));
  },
  QUEUE,
);
