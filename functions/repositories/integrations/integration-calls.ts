import type { IntegrationCall as CallFields } from '@prosa/shared/entities/integration.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { IntegrationCall } from '../../platform/table/entities/integrations.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Page, Table } from '../../platform/table/table.ts';
import { callPage } from '../services/call-page.ts';

export type CallRow = Row<typeof IntegrationCall>;

/** Returns the write that adds a call to the log of its integration. A repeated one with the same id replaces it. */
export const callItem = (table: Table, call: CallFields, nowMs: number): WriteItem =>
  table.put(IntegrationCall, call, 'any', nowMs);

/** Returns a call, also an expired one that is not deleted yet. One consistent read. */
export const loadCall = (table: Table, integrationId: number, id: string): Promise<CallRow | undefined> =>
  table.get(IntegrationCall, { integrationId, id }, { consistent: true });

/** Returns calls of an integration, the newest first. One query. */
export const listCalls = (
  table: Table,
  integrationId: number,
  page: Parameters<typeof callPage>[0],
): Promise<Page<CallRow>> =>
  table.query(IntegrationCall, { pk: keys.integrationCall({ integrationId, id: '' }).pk, ...callPage(page) });
