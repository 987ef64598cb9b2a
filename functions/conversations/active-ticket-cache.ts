import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';

/**
 * Remembers which ticket a conversation went to last, so that the next message reads that row first. Only a hint: the
 * row that is read decides whether it still holds.
 */
const MAX_ENTRIES = 20_000;

const held = new Map<string, number>();

/** A conversation by whom it is with, as a message names the person first. */
export const conversationKey = ({ companyId, connectionId, chat }: InboundEventOf<'message'>): string => {
  const [identity] = chat.identities;
  return `${companyId}:${connectionId}:${identity?.kind}:${identity?.value}`;
};

export const rememberedTicket = (key: string): number | undefined => held.get(key);

export const rememberTicket = (key: string, ticketId: number): void => {
  held.delete(key);
  held.set(key, ticketId);
  const [oldest] = held.keys();
  if (held.size > MAX_ENTRIES && oldest !== undefined) held.delete(oldest);
};
