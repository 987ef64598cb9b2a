import * as z from 'zod';
import { GraphRefused } from './graph-refused.ts';

/** Longest text on Messenger: shorter than this many characters. On Instagram: at most so many bytes. */
const MESSENGER_TEXT_CHARS = 2000;
const INSTAGRAM_TEXT_BYTES = 1000;
/** Pictures of one message. */
const MAX_PICTURES = { facebook: 30, instagram: 10 } as const;
/** Subcode of a sender action that does not travel alone. */
const NOT_ALONE = 2018014;

const text = (max: number) => z.string().min(1).max(max);

const buttonSchema = z
  .object({ type: z.enum(['web_url', 'postback', 'phone_number']), title: text(20) })
  .and(z.object({ url: z.string().optional(), payload: z.string().max(1000).optional() }));

const templateSchema = z.discriminatedUnion('template_type', [
  z.object({
    template_type: z.literal('button'),
    text: text(640),
    buttons: z.array(buttonSchema).min(1).max(3),
  }),
  z.object({
    template_type: z.literal('generic'),
    elements: z
      .array(
        z.object({
          title: text(80),
          subtitle: z.string().max(80).optional(),
          buttons: z.array(buttonSchema).max(3).optional(),
        }),
      )
      .min(1)
      .max(10),
  }),
]);

const filePayload = z
  .object({
    url: text(2048).optional(),
    attachment_id: text(100).optional(),
    is_reusable: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  })
  .refine(({ url, attachment_id }) => (url === undefined) !== (attachment_id === undefined));
const fileKindSchema = z.enum(['image', 'audio', 'video', 'file']);
export const fileAttachmentSchema = z.object({ type: fileKindSchema, payload: filePayload });
export type FileAttachment = z.output<typeof fileAttachmentSchema>;
/** An upload: without an address, the file is a part of the form. */
export const uploadSchema = z.object({
  attachment: z.object({
    type: fileKindSchema,
    payload: z.object({ url: text(2048).optional(), is_reusable: z.unknown().optional() }).optional(),
  }),
});

const attachmentSchema = z.union([
  fileAttachmentSchema,
  z.object({ type: z.literal('template'), payload: templateSchema }),
  z.object({ type: z.literal('like_heart') }),
]);

const quickReplySchema = z
  .object({
    content_type: z.enum(['text', 'user_phone_number', 'user_email']),
    title: text(20).optional(),
    payload: z.string().max(1000).optional(),
    image_url: z.string().optional(),
  })
  .refine(
    ({ content_type, title, payload }) =>
      content_type !== 'text' || (title !== undefined && payload !== undefined && payload !== ''),
    'title and payload are required',
  );

const messageSchema = z
  .object({
    text: z.string().min(1).optional(),
    attachment: attachmentSchema.optional(),
    attachments: z
      .array(fileAttachmentSchema.extend({ type: z.literal('image') }))
      .min(1)
      .optional(),
    sticker_id: z.union([z.string(), z.number()]).optional(),
    quick_replies: z.array(quickReplySchema).min(1).max(13).optional(),
    metadata: z.string().max(999).optional(),
  })
  .refine(
    ({ text: words, attachment, attachments, sticker_id }) =>
      [words, attachment, attachments, sticker_id].filter((part) => part !== undefined).length === 1,
    'Message cannot be empty, must provide valid attachment or text',
  );
type Message = z.output<typeof messageSchema>;

const recipientSchema = z
  .object({
    id: z.string().optional(),
    user_ref: z.string().optional(),
    comment_id: z.string().optional(),
    post_id: z.string().optional(),
  })
  .refine((recipient) => Object.values(recipient).filter((value) => value !== undefined).length === 1);

const sendSchema = z.strictObject({
  recipient: recipientSchema,
  message: messageSchema,
  messaging_type: z.enum(['RESPONSE', 'UPDATE', 'MESSAGE_TAG', 'UTILITY']).optional(),
  tag: z.string().optional(),
  reply_to: z.object({ mid: z.string() }).optional(),
  persona_id: z.string().optional(),
  notification_type: z.enum(['REGULAR', 'SILENT_PUSH', 'NO_PUSH']).optional(),
});

const actionSchema = z.object({
  recipient: recipientSchema,
  sender_action: z.enum(['typing_on', 'typing_off', 'mark_seen', 'react', 'unreact']),
  payload: z.object({ message_id: z.string(), reaction: z.string().optional() }).optional(),
});
const ACTION_FIELDS = Object.keys(actionSchema.shape);

export type PageSend =
  | { kind: 'action'; recipientId: string; action: string; messageId: string | undefined; reaction: string }
  | {
      kind: 'message';
      recipientId: string;
      message: Message;
      isTagged: boolean;
      messagingType: string | undefined;
      repliesTo: string | undefined;
      personaId: string | undefined;
    };

const parse = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new GraphRefused(100, { details: `Param ${issue?.path.join('.')}: ${issue?.message}` });
};

/** Parses the parameter `message` of an upload. @throws GraphRefused 100 */
export const parseUpload = (message: unknown) => parse(uploadSchema, message).attachment;

/** Only this tag is left: the others are errors since 27 April 2026. */
const HUMAN_AGENT = 'HUMAN_AGENT';

/** @throws GraphRefused 100 for a tag that does not exist, or that is not given as the type says */
const requireTag = (messagingType: string | undefined, tag: string | undefined): void => {
  if (tag !== undefined && tag !== HUMAN_AGENT)
    throw new GraphRefused(100, { details: `Param tag must be one of ${HUMAN_AGENT}` });
  if (messagingType === 'MESSAGE_TAG' && tag === undefined)
    throw new GraphRefused(100, { details: 'The parameter tag is required for MESSAGE_TAG' });
  if (tag !== undefined && messagingType !== undefined && messagingType !== 'MESSAGE_TAG')
    throw new GraphRefused(100, { details: 'A tag requires messaging_type MESSAGE_TAG' });
};

/**
 * Parses a body of the Send API, which is the same for Messenger and for Instagram through its page.
 * @throws GraphRefused 100, for an action that does not travel alone with subcode 2018014
 */
export const parsePageSend = (params: Readonly<Record<string, unknown>>): PageSend => {
  if (params.sender_action !== undefined) {
    if (Object.keys(params).some((name) => !ACTION_FIELDS.includes(name)))
      throw new GraphRefused(100, { subcode: NOT_ALONE, details: 'sender_action must be sent alone' });
    const { recipient, sender_action: action, payload } = parse(actionSchema, params);
    if ((action === 'react' || action === 'unreact') && payload === undefined)
      throw new GraphRefused(100, { details: 'The parameter payload is required' });
    const reaction = action === 'react' ? (payload?.reaction ?? 'love') : '';
    return {
      kind: 'action',
      recipientId: recipient.id ?? '',
      action,
      messageId: payload?.message_id,
      reaction,
    };
  }
  const { recipient, message, messaging_type, tag, reply_to, persona_id } = parse(sendSchema, params);
  requireTag(messaging_type, tag);
  return {
    kind: 'message',
    recipientId: recipient.id ?? '',
    message,
    isTagged: tag !== undefined,
    messagingType: messaging_type,
    repliesTo: reply_to?.mid,
    personaId: persona_id,
  };
};

/**
 * Checks what Messenger and Instagram treat differently.
 * @throws GraphRefused 100
 */
export const requireForChannel = (
  channel: 'facebook' | 'instagram',
  { message, messagingType, isTagged }: Extract<PageSend, { kind: 'message' }>,
): void => {
  const isMessenger = channel === 'facebook';
  if (isMessenger && messagingType === undefined)
    throw new GraphRefused(100, { details: 'The parameter messaging_type is required.' });
  if (isMessenger && isTagged && messagingType !== 'MESSAGE_TAG')
    throw new GraphRefused(100, { details: 'A tag requires messaging_type MESSAGE_TAG' });
  const words = message.text ?? '';
  const isTooLong = isMessenger
    ? words.length >= MESSENGER_TEXT_CHARS
    : Buffer.byteLength(words) > INSTAGRAM_TEXT_BYTES;
  if (isTooLong) throw new GraphRefused(100, { details: 'Length of param message[text] is over the limit' });
  if ((message.attachments?.length ?? 0) > MAX_PICTURES[channel])
    throw new GraphRefused(100, { details: 'Too many attachments' });
  if (isMessenger && message.attachment?.type === 'like_heart')
    throw new GraphRefused(100, { details: 'Param message[attachment][type] is not supported' });
  if (!isMessenger && message.sticker_id !== undefined)
    throw new GraphRefused(100, { details: 'Param message[sticker_id] is not supported' });
};
