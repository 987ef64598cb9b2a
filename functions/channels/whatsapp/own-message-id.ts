import type { MessageIdParts } from '../../domain/message-id.ts';
import { fromBase32, sha256, toBase32 } from '../../platform/ids.ts';

/**
 * The WhatsApp id of an outgoing message encodes where the message is stored, so that receipts, quotes and echoes
 * find it without a marker row. In WhatsApp's own format, `3EB0` and 28 hex digits:
 *
 * - contact (28 bits), time in milliseconds (42 bits), two zero bits: masked with a hash of the rest, so that
 *   outsiders cannot see how many contacts a company has;
 * - the random part of the sort key (40 bits, eight characters of base 32).
 */
const SHAPE = /^3EB0([0-9A-F]{18})([0-9A-F]{10})$/;
const SORT_KEY = /^(\d{13})-([0-9a-z]{8})$/;
const CONTACT_MAX = 2 ** 28 - 1;
const TIME_BITS = 42n;
const CHECK_BITS = 2n;

const VEIL_DIGITS = 18;
const RANDOM_DIGITS = 10;

const hex = (value: bigint, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');
const veilOf = (random: string): bigint => BigInt(`0x${sha256(random).slice(0, VEIL_DIGITS)}`);

/**
 * Returns the id that encodes a message's position.
 * @throws RangeError for a position that is not one of a sent message, or a contact id over 28 bits
 */
export const makeOwnMessageId = ({ contactId, sortKey }: MessageIdParts): string => {
  const [, sentAtMs, random] = SORT_KEY.exec(sortKey) ?? [];
  if (sentAtMs === undefined || random === undefined) throw new RangeError('not the place of a sent message');
  if (contactId > CONTACT_MAX) throw new RangeError('contact number over 28 bits');
  const place = ((BigInt(contactId) << TIME_BITS) | BigInt(sentAtMs)) << CHECK_BITS;
  return `3EB0${hex(place ^ veilOf(random), VEIL_DIGITS)}${hex(fromBase32(random), RANDOM_DIGITS)}`;
};

/**
 * Returns the position encoded in an id of ours; undefined for any other id. The caller must check that a message
 * exists there.
 */
export const readOwnMessageId = (id: string, connectionId: number): MessageIdParts | undefined => {
  const [, veiled, digits] = SHAPE.exec(id) ?? [];
  if (veiled === undefined || digits === undefined) return undefined;
  const random = toBase32(BigInt(`0x${digits}`), 8);
  const place = BigInt(`0x${veiled}`) ^ veilOf(random);
  if (BigInt.asUintN(Number(CHECK_BITS), place) !== 0n) return undefined;
  const contactId = Number(place >> (TIME_BITS + CHECK_BITS));
  const sentAtMs = BigInt.asUintN(Number(TIME_BITS), place >> CHECK_BITS);
  return { contactId, connectionId, sortKey: `${String(sentAtMs).padStart(13, '0')}-${random}` };
};

const CHANGE_DIGITS = 18;

/**
 * Returns the id of an outgoing edit or deletion, in the format of WhatsApp Web. It is never the id of a message of
 * ours.
 */
export const makeChangeId = (uuid: string): string =>
  `3EB0${sha256(uuid).slice(0, CHANGE_DIGITS).toUpperCase()}`;
