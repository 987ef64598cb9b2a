import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { channelOf } from '../../channels/channels.ts';
import { parseMessageId } from '../../domain/message-id.ts';
import { withFailedChange } from '../../domain/turns/change-turns.ts';
import { changedMessageTurn } from '../../domain/turns/message-turns.ts';
import { settledUnder } from '../../domain/turns/settled-send.ts';
import { log } from '../../platform/log.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { writeSendOutcome } from '../../platform/table/updates.ts';
import { commitTurn } from '../../repositories/commit-turn.ts';
import { loadMessage, loadProviderMessage } from '../../repositories/messages.ts';
import { loadTicket } from '../../repositories/tickets.ts';
import type { InboundContext } from './ports.ts';

type SendResult = InboundEventOf<'send-result'>;

/** The message as sent under the provider's id, with everything that came for that id before. Three or four reads. */
const settleUnder = (
  context: InboundContext,
  event: SendResult,
  providerMessageId: string,
): Promise<boolean> =>
  retryOnConflict(async () => {
    const { table, directory } = context;
    const [message, marker] = await Promise.all([
      loadMessage(table, event.messageId),
      loadProviderMessage(table, event.connectionId, providerMessageId),
    ]);
    if (message === undefined) return false;
    const [ticket, echo] = await Promise.all([
      loadTicket(table, message.ticketId),
      marker?.messageId == null || marker.messageId === message.id
        ? undefined
        : loadMessage(table, marker.messageId),
    ]);
    const sent = { attempt: event.attempt, providerMessageId };
    const turn = settledUnder({ message, marker, echo, ticket }, sent, directory.settings);
    if (turn === undefined) return false;
    await commitTurn(table, turn, context);
    return true;
  });

/**
 * Writes how a send ended; a verdict that comes too late or twice changes nothing. One update and no read, but where
 * the provider has given the message its id: then receipts need a marker to find it by.
 */
export const settleSend = async (context: InboundContext, event: SendResult): Promise<void> => {
  const { result, messageId, attempt } = event;
  const place = parseMessageId(messageId);
  if (place === undefined) throw new Error('not a message id');
  const isTheirs = channelOf(event).ids.of === 'provider';
  const settled =
    result.state === 'sent' && isTheirs
      ? await settleUnder(context, event, result.providerMessageId)
      : await writeSendOutcome(context.table, place, attempt, result);
  if (!settled) log.debug('send already settled', { messageId, attempt });
};

/** Writes that an edit or a deletion came to nothing. One read, and one write where no other was asked for since. */
export const settleChange = (
  context: InboundContext,
  event: InboundEventOf<'change-result'>,
): Promise<void> =>
  retryOnConflict(async () => {
    const before = await loadMessage(context.table, event.messageId);
    const after = before === undefined ? undefined : withFailedChange(before, event);
    if (before === undefined || after === undefined || after === before) return;
    await commitTurn(context.table, changedMessageTurn(before, after, undefined), context);
  });
