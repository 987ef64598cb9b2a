import type { ConnectionState as StateFields } from '@prosa/shared/entities/connection.ts';
import { toInstant } from '../../platform/clock.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { ConnectionState } from '../../platform/table/entities/connections.ts';
import type { Table } from '../../platform/table/table.ts';

export type StateRow = Row<typeof ConnectionState>;

/**
 * Returns the connection's live state after an administrator's command, until the session host reports: without QR
 * code and reason. The epoch stays, so that reports of an older lease are still recognised as stale.
 */
export const stateItem = (
  table: Table,
  own: { companyId: number; connectionId: number },
  before: StateRow | undefined,
  change: Partial<StateFields> & Pick<StateFields, 'status'>,
  nowMs: number,
): { state: StateFields; item: WriteItem } => {
  const state: StateFields = {
    number: '',
    statusImportMessages: null,
    isImportIncomplete: false,
    epoch: 0,
    ...before,
    ...own,
    qrcode: '',
    retries: 0,
    reason: '',
    changedAt: toInstant(nowMs),
    ...change,
  };
  return { state, item: table.put(ConnectionState, state, before?.version ?? 'absent', nowMs) };
};
