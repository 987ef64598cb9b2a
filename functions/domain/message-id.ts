/** The parts of a message's id. The id determines the message's row. */
export interface MessageIdParts {
  contactId: number;
  connectionId: number;
  sortKey: string;
}

/** Stands for the contact's id in ids of messages that are sent and not stored. */
export const KEPT_NOWHERE = 0;

/**
 * Stands for the contact's id in ids of a campaign's messages that are sent and not stored: the largest that fits into a
 * provider's id, which no company's contacts reach.
 */
const KEPT_BY_CAMPAIGN = 2 ** 28 - 1;

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

/** Whether a message with this id is stored nowhere. */
export const isKeptNowhere = ({ contactId }: Pick<MessageIdParts, 'contactId'>): boolean =>
  contactId === KEPT_NOWHERE || contactId === KEPT_BY_CAMPAIGN;

/** Bits of a campaign's id, and of a position: together the 40 bits of a sort key's eight characters. */
const RECEIVER_BITS = 20;
/** The largest id of a campaign, and the number of receivers that a campaign may have. */
export const CAMPAIGN_RECEIVERS_MAX = 2 ** RECEIVER_BITS;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const CHAR_BITS = 5;
const CHARS_OF_EACH = RECEIVER_BITS / CHAR_BITS;

const encode = (value: number): string =>
  Array.from({ length: CHARS_OF_EACH }, (_none, index) =>
    ALPHABET.charAt(Math.floor(value / 32 ** (CHARS_OF_EACH - 1 - index)) % 32),
  ).join('');
const decode = (text: string): number =>
  [...text].reduce((value, char) => value * 32 + ALPHABET.indexOf(char), 0);

/** A receiver of a campaign. */
interface ReceiverPlace {
  campaignId: number;
  position: number;
}

/**
 * Returns the place of a campaign's message that is stored nowhere: it names the receiver, so that outcomes and receipts
 * find it without a row of their own.
 * @throws RangeError for a campaign's id or a position over 20 bits
 */
export const campaignMessagePlace = (
  { campaignId, position }: ReceiverPlace,
  connectionId: number,
  sentAtMs: number,
): MessageIdParts => {
  if (campaignId >= CAMPAIGN_RECEIVERS_MAX || position >= CAMPAIGN_RECEIVERS_MAX)
    throw new RangeError('not a receiver that fits into an id');
  const sortKey = makeSortKey(sentAtMs, encode(campaignId) + encode(position));
  return { contactId: KEPT_BY_CAMPAIGN, connectionId, sortKey };
};

/** Returns the receiver that a place of {@link campaignMessagePlace} names; undefined for other places. */
export const receiverOfMessage = (
  place: Pick<MessageIdParts, 'contactId' | 'sortKey'> | undefined,
): ReceiverPlace | undefined => {
  if (place?.contactId !== KEPT_BY_CAMPAIGN) return undefined;
  const named = place.sortKey.slice(-2 * CHARS_OF_EACH);
  return {
    campaignId: decode(named.slice(0, CHARS_OF_EACH)),
    position: decode(named.slice(CHARS_OF_EACH)),
  };
};
