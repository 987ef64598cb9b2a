/**
 * Remembers which ticket a conversation went to last, so that the next message reads that row first. Only a hint: the
 * row that is read decides whether it still holds.
 */
const MAX_ENTRIES = 20_000;

const held = new Map<string, number>();

export const conversationKey = (
  companyId: number,
  connectionId: number,
  identity: { kind: string; value: string },
): string => `${companyId}:${connectionId}:${identity.kind}:${identity.value}`;

export const rememberedTicket = (key: string): number | undefined => held.get(key);

export const rememberTicket = (key: string, ticketId: number): void => {
  held.delete(key);
  held.set(key, ticketId);
  const [oldest] = held.keys();
  if (held.size > MAX_ENTRIES && oldest !== undefined) held.delete(oldest);
};
