import * as z from 'zod';
import { channelSchema, identitySchema } from '../messaging/inbound-event.ts';
import { idSchema, instantSchema } from './common.ts';
import { tagRefSchema } from './tag.ts';

export const contactExtraInfoSchema = z.object({ id: z.string(), name: z.string(), value: z.string() });

/** A customer, or a group. Known by one or more identities; the phone may be absent. */
export const contactSchema = z.object({
  companyId: idSchema,
  id: idSchema,
  name: z.string(),
  /** Digits with country code, or the group's id; empty when only an opaque identity is known. */
  number: z.string().default(''),
  email: z.string().default(''),
  urlPicture: z.string().default(''),
  channel: channelSchema,
  identities: z.array(identitySchema).default([]),
  /** false: blocked. */
  active: z.boolean().default(true),
  acceptAudioMessage: z.boolean().default(true),
  disableBot: z.boolean().default(false),
  lgpdAcceptedAt: instantSchema.nullable().default(null),
  isGroup: z.boolean().default(false),
  extraInfo: z.array(contactExtraInfoSchema).default([]),
  tags: z.array(tagRefSchema).default([]),
  /** Users this contact belongs to. */
  walletUserIds: z.array(idSchema).default([]),
  /** Connection it was first seen on. */
  connectionId: idSchema.nullable().default(null),
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
