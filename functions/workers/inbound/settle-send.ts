import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { channelOf } from '../../channels/channels.ts';
import { act, portsAt } from '../../conversations/act.ts';
import { asSystem } from '../../conversations/actor.ts';
import { emptyScene } from '../../conversations/scene.ts';
import { parseMessageId, receiverOfMessage } from '../../domain/message-id.ts';
import { withFailedChange } from '../../domain/turns/change-turns.ts';
import { changedMessageTurn } from '../../domain/turns/message-turns.ts';
import { settledUnder } from '../../domain/turns/settled-send.ts';
import { log } from '../../platform/log.ts';
import { writeSendOutcome } from '../../platform/table/updates.ts';
import { loadContact } from '../../repositories/contacts/contacts.ts';
import { loadMessage, loadProviderMessage } from '../../repositories/tickets/messages.ts';
import { loadTicket } from '../../repositories/tickets/tickets.ts';
import { settleReceiverSend } from './campaign-outcome.ts';
import type { InboundContext } from './ports.ts';

type SendResult = InboundEventOf<'send-result'>;

/**
 * Settles a message as sent under the provider's id, with all updates that arrived for that id before. Three to
 * five reads.
 * @returns whether it changed: not for an earlier attempt, nor for an outcome that was applied before
 */
export const settleUnder = async (
  context: InboundContext,
  event: Pick<SendResult, 'messageId' | 'attempt' | 'connectionId' | 'receivedAt'>,
  providerMessageId: string,
): Promise<boolean> => {
  const { table, directory } = context;
  const open = async () => {
    const [message, marker] = await Promise.all([
      loadMessage(table, event.messageId),
      loadProviderMessage(table, event.connectionId, providerMessageId),
    ]);
    const [ticket, echo, contact] = await Promise.all([
      message === undefined ? undefined : loadTicket(table, message.ticketId),
      marker?.messageId == null || marker.messageId === message?.id
        ? undefined
        : loadMessage(table, marker.messageId),
      message === undefined || marker?.parked === undefined
        ? undefined
        : loadContact(table, message.contactId),
    ]);
    return { ...emptyScene(asSystem(directory)), message, marker, echo, ticket, contact };
  };
  const sent = { attempt: event.attempt, providerMessageId, takenAtMs: event.receivedAt };
  const { done } = await act(portsAt(context), open, ({ message, ...found }) =>
    message === undefined ? undefined : settledUnder({ message, ...found }, sent, directory.settings),
  );
  return done !== undefined;
};

/**
 * Writes the outcome of a send; a late or repeated outcome changes nothing. One update and no read, unless the
 * provider assigned the message's id: then receipts need a marker to find the message.
 */
export const settleSend = async (context: InboundContext, event: SendResult): Promise<void> => {
  const { messageId, attempt } = event;
  const result =
    event.result.state === 'sent' ? { ...event.result, takenAtMs: event.receivedAt } : event.result;
  const place = parseMessageId(messageId);
  if (place === undefined) throw new Error('not a message id');
  const receiver = receiverOfMessage(place);
  if (receiver !== undefined) return settleReceiverSend(context, receiver, event);
  const isTheirs = channelOf(event).ids.of === 'provider';
  const settled =
    result.state === 'sent' && isTheirs
      ? await settleUnder(context, event, result.providerMessageId)
      : await writeSendOutcome(context.table, place, attempt, result);
  if (!settled) log.debug('send already settled', { messageId, attempt });
};

/**
 * Writes that an edit or a deletion failed. One read, and one write if no newer edit or deletion was requested since.
 */
export const settleChange = async (
  context: InboundContext,
  event: InboundEventOf<'change-result'>,
): Promise<void> => {
  const open = async () => ({
    ...emptyScene(asSystem(context.directory)),
    before: await loadMessage(context.table, event.messageId),
  });
  await act(portsAt(context), open, ({ before }) => {
    const after = before === undefined ? undefined : withFailedChange(before, event);
    return before === undefined || after === undefined || after === before
      ? undefined
      : changedMessageTurn(before, after, undefined);
  });
};
