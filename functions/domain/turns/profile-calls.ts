import type { InboundEvent } from '@prosa/shared/messaging/inbound-event.ts';
import type { EngineWorld } from '../engine/world.ts';
import type { OutsideCall } from './turn.ts';

/**
 * Returns the command that asks a provider for the name and picture of the person or group in an event's chat. Empty
 * if the channel does not tell them on request.
 */
export const profileCalls = (
  { companyId, connectionId, chat }: Extract<InboundEvent, { type: 'message' | 'picture-change' }>,
  { contactId, pictureKey }: { contactId: number; pictureKey: string },
  { capabilities, call }: EngineWorld['channel'],
): OutsideCall[] => {
  const person = chat.identities.find(({ kind }) => capabilities.profiles.includes(kind));
  if (person === undefined) return [];
  const own = { v: 1, companyId, connectionId, contactId } as const;
  return [call({ ...own, type: 'fetch-profile', person, pictureKey }, contactId)];
};
