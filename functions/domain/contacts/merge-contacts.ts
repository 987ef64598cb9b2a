import type { MergeRefusal } from '@prosa/shared/contracts/contact-merges.ts';
import type { Contact } from '@prosa/shared/entities/contact.ts';
import {
  EXTRA_FIELDS_PER_CONTACT,
  MERGED_FIELDS,
  type MergedField,
  TAGS_PER_CONTACT,
} from '@prosa/shared/entities/contact.ts';
import { canonicalIdentities } from './canonical-identity.ts';

/**
 * Maximum number of contacts merged into one. Reading a contact reads all of them; at this limit it costs about ten
 * read units.
 */
export const MERGED_PER_CONTACT = 20;
/** Maximum number of identities of a merged contact. Each one is a row of the transaction that merges. */
export const IDENTITIES_PER_CONTACT = 20;

const isNamed = ({ name, number, identities }: Contact): boolean =>
  name !== number && !identities.some(({ value }) => value === name);

const union = <T>(some: readonly T[], others: readonly T[], keyOf: (one: T) => string | number): T[] => {
  const known = new Set(some.map(keyOf));
  return [...some, ...others.filter((one) => !known.has(keyOf(one)))];
};

const nameOf = ({ name, nameFrom, phoneNameAt, phoneNameArrival }: Contact) => ({
  name,
  nameFrom,
  phoneNameAt,
  phoneNameArrival,
});
const marketingOf = ({ marketingStoppedAt, marketingToldAt, marketingArrival }: Contact) => ({
  marketingStoppedAt,
  marketingToldAt,
  marketingArrival,
});
/** Whether a contact told later than another one whether it wants marketing messages. */
const isToldLater = (one: Contact, other: Contact): boolean =>
  one.marketingToldAt !== null && one.marketingToldAt > (other.marketingToldAt ?? '');

/**
 * Merges `other` into `kept`. Fields that are set in `kept` stay, empty fields are filled from `other`, and lists are
 * joined without duplicates. Restrictions of either contact stay: blocked, no voice messages, no bot. The newer
 * answer to marketing messages stays.
 */
export const mergedContact = <T extends Contact>(kept: T, other: Contact): T => ({
  ...kept,
  ...nameOf(isNamed(kept) || !isNamed(other) ? kept : other),
  ...marketingOf(isToldLater(other, kept) ? other : kept),
  number: kept.number || other.number,
  email: kept.email || other.email,
  urlPicture: kept.urlPicture || other.urlPicture,
  identities: [...kept.identities, ...other.identities],
  active: kept.active && other.active,
  acceptAudioMessage: kept.acceptAudioMessage && other.acceptAudioMessage,
  disableBot: kept.disableBot || other.disableBot,
  lgpdAcceptedAt: kept.lgpdAcceptedAt ?? other.lgpdAcceptedAt,
  extraInfo: union(kept.extraInfo, other.extraInfo, ({ name, value }) => JSON.stringify([name, value])),
  tags: union(kept.tags, other.tags, ({ id }) => id),
  walletUserIds: union(kept.walletUserIds, other.walletUserIds, (id) => id),
  connectionId: kept.connectionId ?? other.connectionId,
  mergedIds: [...kept.mergedIds, other.id, ...other.mergedIds],
});

const FIELDS = {
  name: ({ name }) => name,
  number: ({ number }) => number,
  email: ({ email }) => email,
  urlPicture: ({ urlPicture }) => urlPicture,
  active: ({ active }) => active,
  acceptAudioMessage: (contact) => contact.acceptAudioMessage,
  disableBot: ({ disableBot }) => disableBot,
  lgpdAcceptedAt: ({ lgpdAcceptedAt }) => lgpdAcceptedAt,
  extraInfo: ({ extraInfo }) => extraInfo.length,
  tags: ({ tags }) => tags.length,
  wallets: ({ walletUserIds }) => walletUserIds.length,
} as const satisfies Record<MergedField, (contact: Contact) => unknown>;

/** Returns the fields of the kept contact that a merge changes. */
export const fieldsChanged = (kept: Contact, merged: Contact): MergedField[] =>
  MERGED_FIELDS.filter((field) => FIELDS[field](kept) !== FIELDS[field](merged));

/**
 * Returns why two contacts cannot be merged; undefined if they can.
 * @param reachedBy the kinds of identity that the channel of each contact uses
 */
export const refusalToMerge = (
  kept: Contact,
  other: Contact,
  reachedBy: { kept: string; other: string },
): MergeRefusal | undefined => {
  if (kept.id === other.id) return 'same';
  if (kept.isGroup || other.isGroup) return 'group';
  if (reachedBy.kept !== reachedBy.other) return 'channel';
  const merged = mergedContact(kept, other);
  const isTooMuch =
    merged.mergedIds.length > MERGED_PER_CONTACT ||
    canonicalIdentities(merged.identities).length > IDENTITIES_PER_CONTACT ||
    merged.extraInfo.length > EXTRA_FIELDS_PER_CONTACT ||
    merged.tags.length > TAGS_PER_CONTACT;
  return isTooMuch ? 'tooMuch' : undefined;
};
