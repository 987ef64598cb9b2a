import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { log } from '../../platform/log.ts';
import { commit, WriteConflict } from '../../platform/table/commit.ts';
import { settleSendItems } from '../../repositories/messages.ts';
import type { InboundContext } from './ports.ts';

/** Writes how a send ended; a verdict that comes too late or twice changes nothing. One transaction, no read. */
export const settleSend = async (
  context: InboundContext,
  event: InboundEventOf<'send-result'>,
): Promise<void> => {
  const { result } = event;
  try {
    await commit(settleSendItems(context.table, event.messageId, event.attempt, result, context.nowMs));
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    log.debug('send already settled', { messageId: event.messageId, attempt: event.attempt });
  }
};
