import {
  type InboundEvent,
  type InboundEventOf,
  inboundEventSchema,
  inboundGroupId,
} from '@prosa/shared/messaging/inbound-event.ts';
import { eventBody } from '../../domain/inbound/event-body.ts';
import { sha256 } from '../../platform/ids.ts';
import { sendMessages } from '../../platform/queue/send-messages.ts';
import type { ConnectionRow } from '../../repositories/connections/connections.ts';

/** The fields of an event that do not follow from its connection. */
type Told<T extends InboundEvent['type']> = Omit<
  InboundEventOf<T>,
  'v' | 'companyId' | 'connectionId' | 'channel' | 'receivedAt'
>;

/** Sends an event of a connection to the inbound queue, in the order of the conversation. */
export const tellInbound = async <
  T extends 'send-result' | 'change-result' | 'media' | 'session' | 'profile' | 'marketing-preference',
>(
  { companyId, id: connectionId, channel }: ConnectionRow,
  chatKey: string,
  event: Told<T>,
): Promise<void> => {
  const place = { companyId, connectionId };
  const whole = inboundEventSchema.parse({ v: 1, ...place, channel, receivedAt: Date.now(), ...event });
  const body = eventBody(whole);
  await sendMessages('inbound', true, [{ id: sha256(body), body, groupId: inboundGroupId(place, chatKey) }]);
};
