import { channelOf } from '../../channels/channels.ts';
import type { MessageEvent } from '../../conversations/find-conversation.ts';
import { isKeptNowhere, parseMessageId, receiverOfMessage } from '../../domain/message-id.ts';
import { loadMessage } from '../../repositories/tickets/messages.ts';
import { settleReceiverSend } from './campaign-outcome.ts';
import type { InboundContext } from './ports.ts';
import { settleUnder } from './settle-send.ts';

/**
 * Settles the message of ours that a provider's echo repeats, because the process that sent it may have ended before it
 * could report the outcome. No read for an echo that names no message, else one, and those of `settleUnder`. The echo of
 * an earlier attempt is not settled: the contact has got that one besides, as a message of its own.
 * @returns whether the echo is of a message that is stored already, or that is stored nowhere
 */
export const settleEcho = async (context: InboundContext, event: MessageEvent): Promise<boolean> => {
  const { fromMe, sentAs, connectionId, receivedAt, providerMessageId } = event;
  if (!fromMe || sentAs === undefined || channelOf(event).ids.of === 'ours') return false;
  const place = parseMessageId(sentAs.messageId);
  if (place?.connectionId !== connectionId) return false;
  const receiver = receiverOfMessage(place);
  if (receiver !== undefined)
    await settleReceiverSend(context, receiver, {
      messageId: sentAs.messageId,
      result: { state: 'sent', providerMessageId },
    });
  if (isKeptNowhere(place)) return true;
  const message = await loadMessage(context.table, sentAs.messageId);
  if (message?.fromMe !== true || message.attempt !== sentAs.attempt) return false;
  await settleUnder(context, { ...sentAs, connectionId, receivedAt }, providerMessageId);
  return true;
};
