import * as z from 'zod';
import { channelSchema, identitySchema } from '../messaging/identity.ts';
import { idSchema, instantSchema } from './common.ts';
import { sparse } from './sparse.ts';
import { tagRefSchema } from './tag.ts';

export const EXTRA_FIELDS_PER_CONTACT = 50;
/** So many tags follow a contact, and come and go in one transaction with all its open tickets. */
export const TAGS_PER_CONTACT = 100;
/** In so many wallets a contact is at most. */
export const OWNERS_PER_CONTACT = 20;

export const contactExtraInfoSchema = z.object({ id: z.string(), name: z.string(), value: z.string() });

/** A customer, or a group. Known by one or more identities; the phone may be absent. */
export const contactSchema = z.object({
  companyId: idSchema,
  id: idSchema,
  name: z.string(),
  /** Digits with country code, or the group's id; empty when only an opaque identity is known. */
  number: sparse(z.string(), ''),
  email: sparse(z.string(), ''),
  urlPicture: sparse(z.string(), ''),
  channel: channelSchema,
  identities: sparse(z.array(identitySchema), []),
  /** false: blocked. */
  active: z.boolean().default(true),
  acceptAudioMessage: z.boolean().default(true),
  disableBot: sparse(z.boolean(), false),
  lgpdAcceptedAt: sparse(instantSchema.nullable(), null),
  isGroup: sparse(z.boolean(), false),
  extraInfo: sparse(z.array(contactExtraInfoSchema), []),
  tags: sparse(z.array(tagRefSchema), []),
  /** Users this contact belongs to. */
  walletUserIds: sparse(z.array(idSchema), []),
  /** Connection it was first seen on. */
  connectionId: sparse(idSchema.nullable(), null),
  /** The import that brought it, whose progress tells browsers of it; empty for others. */
  importId: sparse(z.string(), ''),
  /** The contact it was merged into, whoever that one was merged into since: this row is then nobody any more, only what was. */
  mergedInto: sparse(idSchema.nullable(), null),
  /** The contacts that were merged into it: their tickets and messages are its own, under their places. */
  mergedIds: sparse(z.array(idSchema), []),
});
export type Contact = z.infer<typeof contactSchema>;

/** One identity of a contact; its key makes the identity unique in the company. */
export const contactAliasSchema = z.object({
  companyId: idSchema,
  kind: identitySchema.shape.kind,
  value: z.string(),
  contactId: idSchema,
});
export type ContactAlias = z.infer<typeof contactAliasSchema>;

/** What merging another contact into one may change of it. */
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
