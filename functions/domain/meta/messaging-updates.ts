import type { Identity } from '@prosa/shared/messaging/identity.ts';
import * as z from 'zod';
import { type MetaAccount, type MetaEvent, type MetaUpdate, problem } from './meta-update.ts';

const mid = z.string().min(1).max(200);
const partySchema = z.object({ id: z.string().min(1).max(100) });

/** Describes only the fields that are read, because Meta adds fields without notice. */
const messagingSchema = z.object({
  sender: partySchema,
  recipient: partySchema,
  /** Epoch milliseconds. */
  timestamp: z.int().nonnegative(),
  message: z
    .object({
      mid,
      text: z.string().max(65_536).optional(),
      is_echo: z.boolean().optional(),
      is_deleted: z.boolean().optional(),
      attachments: z.array(z.object({ type: z.string().max(100) })).optional(),
      reply_to: z.object({ mid: mid.optional() }).optional(),
      referral: z.object({ source: z.string().max(100).optional() }).optional(),
    })
    .optional(),
  message_edit: z.object({ mid, text: z.string().max(65_536) }).optional(),
  reaction: z
    .object({ mid, action: z.enum(['react', 'unreact']), emoji: z.string().max(32).optional() })
    .optional(),
  delivery: z.object({ mids: z.array(mid).optional() }).optional(),
  /** Messenger sends only the time up to which messages were read; Instagram sends the message that was read. */
  read: z.object({ mid: mid.optional() }).optional(),
});
type Messaging = z.output<typeof messagingSchema>;

const eventsOf = (messaging: Messaging, customer: Identity, fromMe: boolean): MetaEvent[] => {
  const { message, message_edit, reaction, delivery, read, timestamp: sentAt } = messaging;
  const chat = { isGroup: false, identities: [customer] };
  if (message?.is_deleted === true) {
    return [{ type: 'revoke', targetProviderMessageId: message.mid, fromMe, sentAt }];
  }
  if (message !== undefined) {
    return [
      {
        type: 'message',
        providerMessageId: message.mid,
        sentAt,
        fromMe,
        isForwarded: false,
        chat,
        content:
          message.text === undefined
            ? { kind: 'unsupported', providerType: message.attachments?.[0]?.type ?? 'unknown' }
            : { kind: 'text', text: message.text },
        ...(message.reply_to?.mid === undefined ? {} : { quotedProviderMessageId: message.reply_to.mid }),
        // Links (SHORTLINK) no longer open a window.
        ...(message.referral?.source === 'ADS' ? { isFreeEntry: true } : {}),
      },
    ];
  }
  if (message_edit !== undefined) {
    return [
      { type: 'edit', targetProviderMessageId: message_edit.mid, text: message_edit.text, fromMe, sentAt },
    ];
  }
  if (reaction !== undefined) {
    return [
      {
        type: 'reaction',
        providerMessageId: `${reaction.mid.slice(0, 180)}:${sentAt}`,
        targetProviderMessageId: reaction.mid,
        emoji: reaction.action === 'react' ? (reaction.emoji ?? '❤') : '',
        fromMe,
        chat,
        sentAt,
      },
    ];
  }
  const receipts = (ids: readonly string[], ack: number): MetaEvent[] =>
    ids.map((providerMessageId) => ({ type: 'receipt', providerMessageId, ack }));
  if (delivery?.mids !== undefined) return receipts(delivery.mids, 2);
  return read?.mid === undefined ? [] : receipts([read.mid], 3);
};

/** Returns the updates in one entry of a Messenger page or an Instagram account. */
export const messagingUpdates = (account: MetaAccount, raw: unknown): MetaUpdate[] => {
  const parsed = messagingSchema.safeParse(raw);
  if (!parsed.success) return [problem('malformed messaging', raw)];
  const messaging = parsed.data;
  const fromMe = messaging.message?.is_echo === true || messaging.sender.id === account.accountId;
  const customerId = fromMe ? messaging.recipient.id : messaging.sender.id;
  const customer: Identity = { kind: account.channel === 'instagram' ? 'igsid' : 'psid', value: customerId };
  const events = eventsOf(messaging, customer, fromMe);
  if (events.length === 0) return [{ kind: 'ignored', what: 'messaging without an event for us' }];
  return events.map((event) => ({
    kind: 'event',
    account,
    chatKey: customerId,
    sentAt: messaging.timestamp,
    event,
  }));
};
