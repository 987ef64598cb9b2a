import type { ConnectionState } from '@prosa/shared/entities/connection.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { connectionStateAfter } from '../../domain/inbound/connection-state-after.ts';
import { commit } from '../../platform/table/commit.ts';
import { ConnectionState as ConnectionStateEntity } from '../../platform/table/entities/connections.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { InboundContext } from './ports.ts';

/** Writes the live state of a connection, as reported by the latest holder of its lease. */
export const writeSessionState = async (
  context: InboundContext,
  event: InboundEventOf<'session'>,
): Promise<void> => {
  const { table, nowMs } = context;
  await retryOnConflict(async () => {
    const before = await table.get(
      ConnectionStateEntity,
      { connectionId: event.connectionId },
      { consistent: true },
    );
    const after: ConnectionState | undefined = connectionStateAfter(before, event);
    if (after === undefined) return;
    await commit([
      table.put(
        ConnectionStateEntity,
        { ...after, ...(before === undefined ? {} : { rowCreatedAt: before.rowCreatedAt }) },
        before?.version ?? 'absent',
        nowMs,
      ),
    ]);
  });
};
