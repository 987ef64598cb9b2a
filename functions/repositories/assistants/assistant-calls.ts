import type { AssistantCall as CallFields } from '@prosa/shared/entities/assistant.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { AssistantCall } from '../../platform/table/entities/assistants.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Page, Table } from '../../platform/table/table.ts';
import { callPage } from '../services/call-page.ts';

export type CallRow = Row<typeof AssistantCall>;

/** Returns the write that adds a call to the log of its assistant. */
export const callItem = (table: Table, call: CallFields, nowMs: number): WriteItem =>
  table.put(AssistantCall, call, 'any', nowMs);

/** Returns a call, also an expired one that is not deleted yet. One consistent read. */
export const loadCall = (table: Table, assistantId: number, id: string): Promise<CallRow | undefined> =>
  table.get(AssistantCall, { assistantId, id }, { consistent: true });

/** Returns calls of an assistant, the newest first. One query. */
export const listCalls = (
  table: Table,
  assistantId: number,
  page: Parameters<typeof callPage>[0],
): Promise<Page<CallRow>> =>
  table.query(AssistantCall, { pk: keys.assistantCall({ assistantId, id: '' }).pk, ...callPage(page) });
