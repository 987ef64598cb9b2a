import { wishedDates } from '@prosa/functions/domain/history/history-wish.ts';
import { sendMessages } from '@prosa/functions/platform/queue/send-messages.ts';
import {
  Connection,
  ConnectionState,
  PhoneContact,
} from '@prosa/functions/platform/table/entities/connections.ts';
import { writeBatch } from '@prosa/functions/platform/table/write-batch.ts';
import { historyGroupId, IMPORT_ENDED } from '@prosa/shared/entities/history-import.ts';
import type { HistoryMessage } from '@prosa/shared/messaging/history-message.ts';
import type { HistoryStore } from '../connections/ports.ts';
import { tableOf } from '../connections/table-store.ts';

/**
 * Returns the deduplication id. The queue drops a repeated id for five minutes; after that its reader recognises
 * completed work.
 */
const dedupeId = (message: HistoryMessage): string => {
  const own = `${message.companyId}:${message.connectionId}`;
  const what = 'step' in message ? message.step : `${message.type}:${Date.now()}`;
  return `${own}:${what}`;
};

/** The host's access to imports, in the table and on the queue. */
export const historyStore: HistoryStore = {
  async wishOf({ companyId, connectionId }) {
    const row = await tableOf({ companyId }).get(Connection, { id: connectionId }, { consistent: true });
    const dates = row === undefined ? undefined : wishedDates(row);
    return row === undefined || dates === undefined
      ? undefined
      : { ...dates, groups: row.importOldMessagesGroups };
  },

  async isImporting({ companyId, connectionId }) {
    const state = await tableOf({ companyId }).get(ConnectionState, { connectionId }, { consistent: true });
    const status = state?.statusImportMessages ?? null;
    return status !== null && status !== IMPORT_ENDED;
  },

  async keepPeople({ companyId, connectionId }, list, people) {
    const table = tableOf({ companyId });
    await writeBatch(
      people.map((person) => table.put(PhoneContact, { companyId, connectionId, list, ...person }, 'any')),
    );
  },

  async send(messages) {
    await sendMessages(
      'history-imports',
      true,
      messages.map((message) => ({
        id: dedupeId(message),
        body: JSON.stringify(message),
        groupId: historyGroupId(message),
      })),
    );
  },
};
