import type { About } from '@prosa/shared/messaging/inbound-event.ts';
import * as z from 'zod';
import { chatKeyOf } from '../chat-key.ts';
import { itsTime, lenient, shownLink } from '../meta/lenient-fields.ts';
import { type MetaAccount, type MetaEvent, type MetaUpdate, problem } from '../meta/meta-update.ts';
import { messageIdSchema, optionalText, TEXT_CHARS, textUpTo } from './cloud-fields.ts';
import { identityChange } from './cloud-identity-change.ts';
import { type Profile, personOf, phoneSchema, userIdSchema } from './cloud-person.ts';
import { readContent, type Understood } from './incoming-content.ts';

/** What a delivery says about the messages of one change. */
export interface Surroundings {
  account: MetaAccount;
  profiles: readonly Profile[];
  /** Errors of Meta beside the messages. */
  errors: readonly unknown[];
  /** Another program answers these conversations. */
  isStandby: boolean;
}

const optionalFlag = lenient(z.boolean());

/** The advertisement or post that the customer came from. Other sources open no free entry. */
const referralSchema = z.object({
  source_type: z.enum(['ad', 'post']),
  headline: optionalText(1000),
  body: optionalText(4096),
  source_url: shownLink,
});

const contextSchema = z.object({
  id: lenient(messageIdSchema),
  forwarded: optionalFlag,
  frequently_forwarded: optionalFlag,
  referred_product: lenient(z.object({ catalog_id: textUpTo(100), product_retailer_id: textUpTo(100) })),
});

/** The fields that messages of every type have. The content lies in a field that is named like the type. */
const messageSchema = z.looseObject({
  id: messageIdSchema,
  timestamp: itsTime,
  type: z.string().max(100).catch('unknown'),
  /** Absent if the customer hides the number behind a user name. */
  from: phoneSchema,
  from_user_id: userIdSchema,
  /** The contact of a message that the company wrote elsewhere. */
  to: phoneSchema,
  to_user_id: userIdSchema,
  /** Strict, because a group's message without its group would be filed under its writer. */
  group_id: z.string().min(1).max(160).optional(),
  context: lenient(contextSchema),
  referral: lenient(referralSchema),
});
type CloudMessage = z.output<typeof messageSchema>;
type Chat = Extract<MetaEvent, { type: 'message' }>['chat'];

/** Returns the conversation of a message; undefined if nobody is named. */
const chatOf = (message: CloudMessage, { profiles }: Surroundings, fromMe: boolean): Chat | undefined => {
  const { from, from_user_id, to, to_user_id, group_id } = message;
  const named = fromMe ? { userId: to_user_id, phone: to } : { userId: from_user_id, phone: from };
  const person = personOf(named, profiles);
  if (group_id === undefined)
    return person.identities.length === 0 ? undefined : { isGroup: false, ...person };
  const isNamed = !fromMe && person.identities.length > 0;
  return {
    isGroup: true,
    identities: [{ kind: 'group', value: group_id }],
    ...(isNamed ? { participant: person } : {}),
  };
};

const captioned = lenient(z.object({ caption: optionalText(TEXT_CHARS) }));
const editSchema = z.object({
  original_message_id: messageIdSchema,
  message: z.object({
    text: lenient(z.object({ body: optionalText(TEXT_CHARS) })),
    image: captioned,
    video: captioned,
    document: captioned,
  }),
});
const revokeSchema = z.object({ original_message_id: messageIdSchema });
const reactionSchema = z.object({ message_id: messageIdSchema, emoji: textUpTo(32).default('') });

const aboutOf = ({ context, referral }: CloudMessage): About | undefined => {
  const product = context?.referred_product;
  if (product !== undefined) {
    const { catalog_id: catalogId, product_retailer_id: productId } = product;
    return { kind: 'product', catalogId, productId };
  }
  if (referral === undefined) return undefined;
  const { headline: title = '', body = '', source_url: link = '' } = referral;
  if (`${title}${body}${link}` === '') return undefined;
  return { kind: 'ad', ad: { title, body, link, thumbnail: '' } };
};

/** A change of an earlier message, or why there is none. */
type Changed = MetaEvent | 'malformed' | 'empty';

/** Reads a reaction, an edit or a deletion; undefined for other types. */
const changeOf = (message: CloudMessage, fromMe: boolean, chat: Chat): Changed | undefined => {
  const { id, timestamp: sentAt, type } = message;
  switch (type) {
    case 'reaction': {
      const reaction = reactionSchema.safeParse(message.reaction);
      if (!reaction.success) return 'malformed';
      const { message_id: targetProviderMessageId, emoji } = reaction.data;
      return { type, providerMessageId: id, targetProviderMessageId, emoji, fromMe, chat, sentAt };
    }
    case 'edit': {
      const edit = editSchema.safeParse(message.edit);
      if (!edit.success) return 'malformed';
      const { text, image, video, document } = edit.data.message;
      const edited = text?.body ?? image?.caption ?? video?.caption ?? document?.caption;
      // An edit without a text must not empty the message.
      if (edited === undefined) return 'empty';
      return {
        type,
        targetProviderMessageId: edit.data.original_message_id,
        text: edited,
        fromMe,
        chat,
        sentAt,
      };
    }
    case 'revoke': {
      const revoke = revokeSchema.safeParse(message.revoke);
      if (!revoke.success) return 'malformed';
      return { type, targetProviderMessageId: revoke.data.original_message_id, fromMe, chat, sentAt };
    }
    default:
      return undefined;
  }
};

const newMessage = (
  message: CloudMessage,
  { content, about = aboutOf(message) }: Understood,
  placed: { chat: Chat; fromMe: boolean; isStandby: boolean },
): MetaEvent => {
  const { id, timestamp: sentAt, context, referral } = message;
  const { chat, fromMe, isStandby } = placed;
  return {
    type: 'message',
    providerMessageId: id,
    sentAt,
    fromMe,
    isForwarded: context?.forwarded === true || context?.frequently_forwarded === true,
    chat,
    content,
    ...(context?.id === undefined ? {} : { quotedProviderMessageId: context.id }),
    ...(referral === undefined ? {} : { isFreeEntry: true }),
    ...(about === undefined ? {} : { about }),
    ...(isStandby ? { isStandby } : {}),
  };
};

/**
 * Returns the update in one entry of `messages`.
 * @param fromMe the company wrote it outside the platform
 */
export const messageUpdate = (raw: unknown, around: Surroundings, fromMe: boolean): MetaUpdate => {
  const parsed = messageSchema.safeParse(raw);
  if (!parsed.success) return problem('malformed message', raw);
  const message = parsed.data;
  const { account, errors, isStandby } = around;
  if (message.type === 'system') return identityChange(raw, account);
  const chat = chatOf(message, around, fromMe);
  if (chat === undefined) return problem('message of nobody', raw);
  const changed = changeOf(message, fromMe, chat);
  if (changed === 'malformed') return problem(`malformed ${message.type}`, raw);
  if (changed === 'empty') return { kind: 'ignored', what: 'edit without a text' };
  return {
    kind: 'event',
    account,
    chatKey: chatKeyOf(chat.identities),
    sentAt: message.timestamp,
    event: changed ?? newMessage(message, readContent(message, raw, errors), { chat, fromMe, isStandby }),
  };
};

/** An echo whose `message` is the request with which another program sent it. */
const requestEchoSchema = z.object({
  id: z.unknown(),
  timestamp: z.unknown(),
  message: z.looseObject({ type: z.string(), recipient: userIdSchema }),
});

/** Returns the update in one entry of `message_echoes`: a message that the company wrote outside the platform. */
export const echoUpdate = (raw: unknown, around: Surroundings): MetaUpdate => {
  const parsed = requestEchoSchema.safeParse(raw);
  if (!parsed.success) return messageUpdate(raw, around, true);
  const { id, timestamp, message } = parsed.data;
  return messageUpdate({ ...message, to_user_id: message.recipient, id, timestamp }, around, true);
};
