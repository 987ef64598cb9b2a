import type { Identity } from '@prosa/shared/messaging/identity.ts';
import type { InboundContent } from '@prosa/shared/messaging/inbound-event.ts';
import * as z from 'zod';
import { type MetaAccount, type MetaEvent, type MetaUpdate, problem } from './meta-update.ts';

/** Describes only the fields that are read, because Meta adds fields without notice. */
const profileSchema = z.object({
  wa_id: z.string().optional(),
  user_id: z.string().optional(),
  profile: z.object({ name: z.string().optional() }).optional(),
});
const valueSchema = z.object({
  metadata: z.object({ phone_number_id: z.string().min(1).max(100) }),
  contacts: z.array(z.unknown()).default([]),
  messages: z.array(z.unknown()).default([]),
  statuses: z.array(z.unknown()).default([]),
});
const secondsSchema = z
  .string()
  .regex(/^\d{9,11}$/)
  .transform((text) => Number(text) * 1000);
const messageSchema = z.object({
  id: z.string().min(1).max(200),
  timestamp: secondsSchema,
  /** Absent if the customer hides the number behind a user name. */
  from: z.string().max(100).optional(),
  from_user_id: z.string().max(160).optional(),
  type: z.string().max(100),
  context: z
    .object({
      id: z.string().max(200).optional(),
      forwarded: z.boolean().optional(),
      frequently_forwarded: z.boolean().optional(),
    })
    .optional(),
  text: z.object({ body: z.string().max(65_536) }).optional(),
  button: z.object({ text: z.string().max(65_536) }).optional(),
  interactive: z
    .object({
      button_reply: z.object({ title: z.string().max(65_536) }).optional(),
      list_reply: z.object({ title: z.string().max(65_536) }).optional(),
    })
    .optional(),
  location: z
    .object({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      name: z.string().max(500).optional(),
      address: z.string().max(1000).optional(),
    })
    .optional(),
  reaction: z
    .object({ message_id: z.string().min(1).max(200), emoji: z.string().max(32).optional() })
    .optional(),
  edit: z
    .object({
      original_message_id: z.string().min(1).max(200),
      message: z.object({ text: z.object({ body: z.string().max(65_536) }).optional() }),
    })
    .optional(),
  revoke: z.object({ original_message_id: z.string().min(1).max(200) }).optional(),
  /** The advertisement or post that the customer came from. All its fields are optional in practice. */
  referral: z.object({}).optional(),
});
const statusSchema = z.object({
  id: z.string().min(1).max(200),
  status: z.string().max(40),
  timestamp: secondsSchema,
  recipient_id: z.string().max(100).optional(),
  recipient_user_id: z.string().max(160).optional(),
});

type CloudMessage = z.output<typeof messageSchema>;

const ACKS: Record<string, number> = { sent: 1, delivered: 2, read: 3, played: 4 };

/** Returns the identities with the permanent id first, because a number may pass to another person. */
const identitiesOf = (userId: string | undefined, phone: string | undefined): Identity[] => [
  ...(userId === undefined ? [] : [{ kind: 'bsuid' as const, value: userId }]),
  ...(phone === undefined ? [] : [{ kind: 'phone' as const, value: phone }]),
];

const chatKeyOf = (identities: readonly Identity[]): string => identities[0]?.value ?? '';

const contentOf = (message: CloudMessage): InboundContent => {
  const { interactive } = message;
  const text =
    message.text?.body ??
    message.button?.text ??
    interactive?.button_reply?.title ??
    interactive?.list_reply?.title;
  if (text !== undefined) return { kind: 'text', text };
  if (message.location !== undefined) return { kind: 'location', location: message.location };
  return { kind: 'unsupported', providerType: message.type };
};

const toEvent = (message: CloudMessage, identities: Identity[], name: string | undefined): MetaEvent => {
  const { id, timestamp: sentAt, reaction, edit, revoke, context } = message;
  const chat = { isGroup: false, identities, ...(name === undefined ? {} : { name }) };
  if (reaction !== undefined) {
    return {
      type: 'reaction',
      providerMessageId: id,
      targetProviderMessageId: reaction.message_id,
      emoji: reaction.emoji ?? '',
      fromMe: false,
      chat,
      sentAt,
    };
  }
  if (edit !== undefined) {
    const text = edit.message.text?.body ?? '';
    return { type: 'edit', targetProviderMessageId: edit.original_message_id, text, fromMe: false, sentAt };
  }
  if (revoke !== undefined) {
    return { type: 'revoke', targetProviderMessageId: revoke.original_message_id, fromMe: false, sentAt };
  }
  return {
    type: 'message',
    providerMessageId: id,
    sentAt,
    fromMe: false,
    isForwarded: context?.forwarded === true || context?.frequently_forwarded === true,
    chat,
    content: contentOf(message),
    ...(context?.id === undefined ? {} : { quotedProviderMessageId: context.id }),
    ...(message.referral === undefined ? {} : { isFreeEntry: true }),
  };
};

const messageUpdate = (
  raw: unknown,
  account: MetaAccount,
  profiles: readonly z.output<typeof profileSchema>[],
): MetaUpdate => {
  const parsed = messageSchema.safeParse(raw);
  if (!parsed.success) return problem('malformed message', raw);
  const message = parsed.data;
  const profile = profiles.find(
    ({ wa_id, user_id }) =>
      (wa_id !== undefined && wa_id === message.from) ||
      (user_id !== undefined && user_id === message.from_user_id),
  );
  const identities = identitiesOf(message.from_user_id ?? profile?.user_id, message.from);
  if (identities.length === 0) return problem('message from nobody', raw);
  if (message.type === 'system') return { kind: 'ignored', what: 'system message' };
  return {
    kind: 'event',
    account,
    chatKey: chatKeyOf(identities),
    sentAt: message.timestamp,
    event: toEvent(message, identities, profile?.profile?.name),
  };
};

const statusUpdate = (raw: unknown, account: MetaAccount): MetaUpdate => {
  const parsed = statusSchema.safeParse(raw);
  if (!parsed.success) return problem('malformed status', raw);
  const { id, status, timestamp, recipient_id, recipient_user_id } = parsed.data;
  const ack = ACKS[status];
  if (ack === undefined) return { kind: 'ignored', what: `status ${status}` };
  return {
    kind: 'event',
    account,
    chatKey: chatKeyOf(identitiesOf(recipient_user_id, recipient_id)) || id,
    sentAt: timestamp,
    event: { type: 'receipt', providerMessageId: id, ack },
  };
};

/** Returns the updates in one change of a WhatsApp Business account. A malformed update does not affect the others. */
export const whatsappUpdates = (change: { field: string; value?: unknown }): MetaUpdate[] => {
  if (change.field !== 'messages') return [{ kind: 'ignored', what: `field ${change.field}` }];
  const parsed = valueSchema.safeParse(change.value);
  if (!parsed.success) return [problem('malformed change', change)];
  const { metadata, contacts, messages, statuses } = parsed.data;
  const account: MetaAccount = { channel: 'whatsappapi', accountId: metadata.phone_number_id };
  const profiles = contacts.flatMap((raw) => {
    const profile = profileSchema.safeParse(raw);
    return profile.success ? [profile.data] : [];
  });
  return [
    ...messages.map((raw) => messageUpdate(raw, account, profiles)),
    ...statuses.map((raw) => statusUpdate(raw, account)),
  ];
};
