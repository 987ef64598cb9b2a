import type { MessageChange } from '@prosa/shared/entities/message.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { ownPlaceOf } from '../../channels/channel.ts';
import { channelOf } from '../../channels/channels.ts';
import { receiptOfReceiver, settleReceiver } from '../../conversations/settle-receiver.ts';
import { makeMessageId, parseMessageId, receiverOfMessage } from '../../domain/message-id.ts';
import type { ReceiverKey } from '../../repositories/campaigns/receivers.ts';
import type { ChangeEvent } from './change-message.ts';
import type { InboundContext } from './ports.ts';

interface NamedReceiver {
  receiver: ReceiverKey;
  messageId: string;
}

/**
 * Returns the receiver of a campaign whose message, which is stored nowhere, a change is about: by an id of ours, or by
 * the message that the provider repeats. No read.
 */
export const receiverNamedBy = (event: ChangeEvent, target: string): NamedReceiver | undefined => {
  const { connectionId } = event;
  const own = ownPlaceOf(channelOf(event), connectionId, target);
  const repeated = 'sentAs' in event ? parseMessageId(event.sentAs?.messageId ?? '') : undefined;
  const place = own ?? repeated;
  const receiver = receiverOfMessage(place);
  return place === undefined || receiver === undefined || place.connectionId !== connectionId
    ? undefined
    : { receiver, messageId: makeMessageId(place) };
};

/** Writes a receipt or a failure on a receiver. Other changes of a message that is stored nowhere are ignored. */
export const changeReceiver = async (
  context: InboundContext,
  { receiver, messageId }: NamedReceiver,
  change: MessageChange,
): Promise<void> => {
  if (change.type === 'receipt') await receiptOfReceiver(context, receiver, messageId, change.ack);
  if (change.type === 'send-failure')
    await settleReceiver(context, receiver, messageId, { state: 'undelivered', reason: change.reason });
};

/** Writes the outcome of a send on its receiver. */
export const settleReceiverSend = (
  context: InboundContext,
  receiver: ReceiverKey,
  { messageId, result }: Pick<InboundEventOf<'send-result'>, 'messageId' | 'result'>,
): Promise<void> => settleReceiver(context, receiver, messageId, result);
