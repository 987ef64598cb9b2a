import type { ConnectionState as StateFields } from '@prosa/shared/entities/connection.ts';
import type {
  HistoryImport as HistoryImportFields,
  PhoneContact as PhoneContactFields,
  PhoneList,
} from '@prosa/shared/entities/history-import.ts';
import { historyGroupId } from '@prosa/shared/entities/history-import.ts';
import type { HistoryMessage, HistoryMessageOf } from '@prosa/shared/messaging/history-message.ts';
import { toInstant } from '../../platform/clock.ts';
import type { OutboxMessage } from '../../platform/queue/outbox-item.ts';
import { commit, WriteConflict, type WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import {
  ConnectionState,
  HistoryImport,
  HistoryStep,
  PhoneContact,
} from '../../platform/table/entities/connections.ts';
import { keys } from '../../platform/table/keys.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { Table } from '../../platform/table/table.ts';

export type HistoryImportRow = Row<typeof HistoryImport>;

interface Place {
  companyId: number;
  connectionId: number;
}

/** Returns a message for the worker of history imports, to be committed with its cause. */
export const historyWork = (message: HistoryMessage): OutboxMessage => ({
  queue: 'history-imports',
  groupId: historyGroupId(message),
  body: JSON.stringify(message),
});

/** Returns the progress of a connection's import. One consistent read. */
export const loadHistoryImport = (
  table: Table,
  connectionId: number,
): Promise<HistoryImportRow | undefined> => table.get(HistoryImport, { connectionId }, { consistent: true });

/** Whether a step of an import is done. One consistent read. */
export const isStepDone = async (
  table: Table,
  { connectionId, step }: HistoryMessageOf<'piece'>,
): Promise<boolean> =>
  (await table.get(HistoryStep, { connectionId, step }, { consistent: true })) !== undefined;

export interface ImportChange {
  /** Changes of the import; undefined leaves it unchanged. */
  row?: Partial<HistoryImportFields>;
  /** Changes of the import's state as displayed on the connection. Absent fields stay unchanged. */
  state?: Partial<Pick<StateFields, 'statusImportMessages' | 'isImportIncomplete'>>;
}

/**
 * Changes the progress of an import and its state on the connection, in one transaction. A change with a `step` is made
 * at most once.
 * @returns false if the step was already done
 */
export const changeImport = async (
  table: Table,
  { companyId, connectionId }: Place,
  change: (row: HistoryImportFields) => ImportChange,
  nowMs: number,
  step?: string,
): Promise<boolean> => {
  try {
    await retryOnConflict(async () => {
      const [before, state] = await Promise.all([
        loadHistoryImport(table, connectionId),
        table.get(ConnectionState, { connectionId }, { consistent: true }),
      ]);
      const now = toInstant(nowMs);
      const own: HistoryImportFields = before ?? {
        companyId,
        connectionId,
        startedAt: now,
        all: 0,
        stored: 0,
        date: null,
        refreshedAt: null,
      };
      const { row = {}, state: said = {} } = change(own);
      const items: WriteItem[] = [
        table.put(HistoryImport, { ...own, ...row }, before?.version ?? 'absent', nowMs),
        ...(step === undefined
          ? []
          : [table.put(HistoryStep, { companyId, connectionId, step, at: now }, 'absent', nowMs)]),
        // A connection that was removed meanwhile has no state row.
        ...(state === undefined || isSame(state, said)
          ? []
          : [table.put(ConnectionState, { ...state, ...said }, state.version, nowMs)]),
      ];
      try {
        await commit(items);
      } catch (error) {
        if (error instanceof WriteConflict && error.failedOn(HistoryStep)) throw new StepDone();
        throw error;
      }
    });
    return true;
  } catch (error) {
    if (error instanceof StepDone) return false;
    throw error;
  }
};

const isSame = (before: StateFields, said: NonNullable<ImportChange['state']>): boolean =>
  (said.statusImportMessages === undefined || said.statusImportMessages === before.statusImportMessages) &&
  (said.isImportIncomplete === undefined || said.isImportIncomplete === before.isImportIncomplete);

class StepDone extends Error {}

/** Maximum of phone contacts that one import takes: more than an address book has. */
export const PHONE_CONTACTS_MAX = 20_000;

/** Lists the phone contacts of a connection by number: one call and 128 read units for ten thousand. */
export const listPhoneContacts = async (
  table: Table,
  connectionId: number,
  list: PhoneList,
): Promise<PhoneContactFields[]> => {
  const { pk } = keys.phoneContact({ connectionId, list, number: '' });
  const page = await table.query(PhoneContact, {
    pk,
    prefix: `${list}#`,
    limit: PHONE_CONTACTS_MAX,
    maxExamined: PHONE_CONTACTS_MAX,
  });
  return page.rows;
};
