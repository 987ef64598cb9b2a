/** The parts of a message's id. The id determines the message's row. */
export interface MessageIdParts {
  contactId: number;
  connectionId: number;
  sortKey: string;
}

/** Stands for the contact's id in ids of messages that are sent and not stored. */
export const KEPT_NOWHERE = 0;

const PATTERN = /^(0|[1-9]\d*)\.([1-9]\d*)\.(\d{13}-[0-9a-z]{8,20})$/;

/** Returns a sort key: first by the provider's time, then by the order in which we received the messages. */
export const makeSortKey = (sentAtMs: number, sortableId: string): string =>
  `${String(sentAtMs).padStart(13, '0')}-${sortableId}`;

const OWN_CHARS = 8;

/**
 * Returns the sort key of a message that we send: by our time, then by the order of creation. Short enough to be part
 * of a provider's id.
 */
export const makeOwnSortKey = (sentAtMs: number, sortableId: string): string =>
  makeSortKey(sentAtMs, sortableId.slice(-OWN_CHARS));

export const makeMessageId = (parts: MessageIdParts): string =>
  `${parts.contactId}.${parts.connectionId}.${parts.sortKey}`;

export const parseMessageId = (id: string): MessageIdParts | undefined => {
  const [, contactId, connectionId, sortKey] = PATTERN.exec(id) ?? [];
  if (contactId === undefined || connectionId === undefined || sortKey === undefined) return undefined;
  return { contactId: Number(contactId), connectionId: Number(connectionId), sortKey };
};
