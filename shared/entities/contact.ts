import * as z from 'zod';
import { channelSchema, identitySchema } from '../messaging/identity.ts';
import { arrivalSchema } from './arrival.ts';
import { idSchema, instantSchema } from './common.ts';
import { sparse } from './sparse.ts';
import { tagRefSchema } from './tag.ts';

export const EXTRA_FIELDS_PER_CONTACT = 50;
/** Maximum number of tags of a contact. They are copied onto all its open tickets in one transaction. */
export const TAGS_PER_CONTACT = 100;
/** Maximum number of wallets that a contact is in. */
export const OWNERS_PER_CONTACT = 20;

/** Who gave a contact its name: a user, the provider, or the address book of the account's own phone. */
export const NAME_SOURCES = ['user', 'provider', 'phone'] as const;

export const contactExtraInfoSchema = z.object({ id: z.string(), name: z.string(), value: z.string() });

/** A customer or a group. Has one or more identities; the phone number may be missing. */
export const contactSchema = z.object({
  companyId: idSchema,
  id: idSchema,
  name: z.string(),
  /** Who gave the name. Only a user's name is never replaced. */
  nameFrom: sparse(z.enum(NAME_SOURCES), 'user'),
  /** Time of the entry of the phone's address book that gave the name; null if none did. */
  phoneNameAt: sparse(instantSchema.nullable(), null),
  /** Orders that entry among those of the same second; null on rows of earlier releases. */
  phoneNameArrival: sparse(arrivalSchema.nullable(), null),
  /** Digits with country code, or the group's id; empty if only an opaque identity is known. */
  number: sparse(z.string(), ''),
  email: sparse(z.string(), ''),
  /** Key of the contact's picture in the bucket; '' without one. */
  urlPicture: sparse(z.string(), ''),
  /** When the provider was last asked for the picture; null if never. */
  pictureAt: sparse(instantSchema.nullable(), null),
  channel: channelSchema,
  identities: sparse(z.array(identitySchema), []),
  /** false: blocked. */
  active: z.boolean().default(true),
  acceptAudioMessage: z.boolean().default(true),
  disableBot: sparse(z.boolean(), false),
  lgpdAcceptedAt: sparse(instantSchema.nullable(), null),
  /** Since when the contact wants no marketing messages, as it told the provider; null if it may get them. */
  marketingStoppedAt: sparse(instantSchema.nullable(), null),
  /** When the contact last told the provider whether it wants marketing messages; null if never. */
  marketingToldAt: sparse(instantSchema.nullable(), null),
  /** Orders that answer among those of the same second; null on rows of earlier releases. */
  marketingArrival: sparse(arrivalSchema.nullable(), null),
  isGroup: sparse(z.boolean(), false),
  extraInfo: sparse(z.array(contactExtraInfoSchema), []),
  tags: sparse(z.array(tagRefSchema), []),
  /** Users whose wallets contain the contact. */
  walletUserIds: sparse(z.array(idSchema), []),
  /** The connection on which it was first seen. */
  connectionId: sparse(idSchema.nullable(), null),
  /**
   * The import that created it; empty for other contacts. Browsers get the import's progress events instead of an
   * event for the contact.
   */
  importId: sparse(z.string(), ''),
  /** The contact that it was merged into, at the end of a chain of merges. The row then only remains as a record. */
  mergedInto: sparse(idSchema.nullable(), null),
  /** The contacts that were merged into it. Their tickets and messages belong to it and keep their keys. */
  mergedIds: sparse(z.array(idSchema), []),
});
export type Contact = z.infer<typeof contactSchema>;

/** One identity of a contact. Its key makes the identity unique in the company. */
export const contactAliasSchema = z.object({
  companyId: idSchema,
  kind: identitySchema.shape.kind,
  value: z.string(),
  contactId: idSchema,
});
export type ContactAlias = z.infer<typeof contactAliasSchema>;

/** The fields of a contact that merging another one into it can change. */
export const MERGED_FIELDS = [
  'name',
  'number',
  'email',
  'urlPicture',
  'active',
  'acceptAudioMessage',
  'disableBot',
  'lgpdAcceptedAt',
  'extraInfo',
  'tags',
  'wallets',
] as const;
export type MergedField = (typeof MERGED_FIELDS)[number];
