import type { AssistantCall as CallFields } from '@prosa/shared/entities/assistant.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { AssistantCall } from '../../platform/table/entities/assistants.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Page, Table } from '../../platform/table/table.ts';

export type CallRow = Row<typeof AssistantCall>;

/** Returns the write that adds a call to the log of its assistant. */
export const callItem = (table: Table, call: CallFields, nowMs: number): WriteItem =>
  table.put(AssistantCall, call, 'any', nowMs);

/** Returns a call, also an expired one that is not deleted yet. One consistent read. */
export const loadCall = (table: Table, assistantId: number, id: string): Promise<CallRow | undefined> =>
  table.get(AssistantCall, { assistantId, id }, { consistent: true });

/** Calls read for a page: each has up to about 25 kB. */
const MAX_EXAMINED = 100;

/**
 * Returns calls of an assistant, the newest first. One query. Expired rows may still be there for days, and are left
 * out.
 * @param options.since calls from before this time (ISO) have expired
 */
export const listCalls = (
  table: Table,
  assistantId: number,
  { after, limit, since }: { after?: string | undefined; limit: number; since: string },
): Promise<Page<CallRow>> =>
  table.query(AssistantCall, {
    pk: keys.assistantCall({ assistantId, id: '' }).pk,
    order: 'desc',
    ...(after === undefined ? {} : { after }),
    limit,
    lookAhead: true,
    maxExamined: MAX_EXAMINED,
    consistent: true,
    filter: ({ at }) => at >= since,
  });
