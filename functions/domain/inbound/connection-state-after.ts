import type { ConnectionState } from '@prosa/shared/entities/connection.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';

/**
 * Returns a connection's state after an event of its session; undefined if nothing changes. Ignores events of a host
 * whose lease was taken over, and events that are older than the known state.
 */
export const connectionStateAfter = <T extends ConnectionState>(
  before: T | undefined,
  event: InboundEventOf<'session'>,
): ConnectionState | undefined => {
  if (before !== undefined) {
    if (event.epoch < before.epoch) return undefined;
    if (event.epoch === before.epoch && event.receivedAt < Date.parse(before.changedAt)) return undefined;
  }
  const after: ConnectionState = {
    companyId: event.companyId,
    connectionId: event.connectionId,
    status: event.status,
    qrcode: event.status === 'qrcode' ? event.qrcode : '',
    retries: event.retries,
    number: event.number ?? before?.number ?? '',
    reason: event.reason ?? '',
    epoch: event.epoch,
    changedAt: new Date(event.receivedAt).toISOString(),
    statusImportMessages: before?.statusImportMessages ?? null,
    isImportIncomplete: before?.isImportIncomplete ?? false,
  };
  const isSame =
    before !== undefined &&
    (['status', 'qrcode', 'retries', 'number', 'reason', 'epoch'] as const).every(
      (field) => before[field] === after[field],
    );
  return isSame ? undefined : after;
};
