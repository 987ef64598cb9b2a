import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';

/**
 * Caches the last ticket of each conversation, so that the next message reads that row first. It is only a hint: the
 * row that is read decides whether it is still valid.
 */
const MAX_ENTRIES = 20_000;

const held = new Map<string, number>();

/** Returns the cache key of a conversation, by the first identity that a message contains. */
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
