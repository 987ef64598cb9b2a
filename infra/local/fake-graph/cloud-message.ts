import * as z from 'zod';
import { GraphRefused } from './graph-refused.ts';

/** Longest texts of the Cloud API in characters, from Meta's pages of each kind. */
const LIMIT = {
  text: 4096,
  caption: 1024,
  buttonsBody: 1024,
  header: 60,
  footer: 60,
  title: 20,
  rowTitle: 24,
};

const text = (max: number) => z.string().min(1).max(max);
const source = { id: text(100).optional(), link: text(2048).optional() };
/** Whether a file is given by its id or by its link, not by both. */
const hasOneSource = ({ id, link }: { id?: string | undefined; link?: string | undefined }): boolean =>
  (id === undefined) !== (link === undefined);
const ONE_SOURCE = 'id or link is required, not both';
const caption = z.string().max(LIMIT.caption).optional();
const filename = text(240).optional();

const bareFile = z.strictObject(source).refine(hasOneSource, ONE_SOURCE);
const picture = z.strictObject({ ...source, caption }).refine(hasOneSource, ONE_SOURCE);
const audio = z.strictObject({ ...source, voice: z.boolean().optional() }).refine(hasOneSource, ONE_SOURCE);
const document = z.strictObject({ ...source, caption, filename }).refine(hasOneSource, ONE_SOURCE);

const header = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: text(LIMIT.header) }),
  z.strictObject({ type: z.literal('image'), image: bareFile }),
  z.strictObject({ type: z.literal('video'), video: bareFile }),
  z.strictObject({
    type: z.literal('document'),
    document: z.strictObject({ ...source, filename }).refine(hasOneSource, ONE_SOURCE),
  }),
]);
const around = { footer: z.strictObject({ text: text(LIMIT.footer) }).optional() };
const body = (max: number) => z.strictObject({ text: text(max) });

const isUnique = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

const row = z.strictObject({
  id: text(200),
  title: text(LIMIT.rowTitle),
  description: z.string().max(72).optional(),
});
const list = z.strictObject({
  type: z.literal('list'),
  header: z.strictObject({ type: z.literal('text'), text: text(LIMIT.header) }).optional(),
  body: body(LIMIT.text),
  ...around,
  action: z.strictObject({
    button: text(LIMIT.title),
    sections: z
      .array(z.strictObject({ title: text(LIMIT.rowTitle).optional(), rows: z.array(row).min(1) }))
      .min(1)
      .max(10)
      .refine((sections) => sections.flatMap(({ rows }) => rows).length <= 10, 'more than 10 rows in all')
      .refine(
        (sections) => isUnique(sections.flatMap(({ rows }) => rows.map(({ id }) => id))),
        'the ids of the rows are not unique',
      )
      .refine(
        (sections) => sections.length === 1 || sections.every(({ title }) => title !== undefined),
        'several sections need titles',
      ),
  }),
});
const replyButton = z.strictObject({
  type: z.literal('reply'),
  reply: z.strictObject({ id: text(256), title: text(LIMIT.title) }),
});
const button = z.strictObject({
  type: z.literal('button'),
  header: header.optional(),
  body: body(LIMIT.buttonsBody),
  ...around,
  action: z.strictObject({
    buttons: z
      .array(replyButton)
      .min(1)
      .max(3)
      .refine((all) => isUnique(all.map(({ reply }) => reply.id)), 'the ids of the buttons are not unique')
      .refine((all) => isUnique(all.map(({ reply }) => reply.title)), 'the titles are not unique'),
  }),
});
const ctaUrl = z.strictObject({
  type: z.literal('cta_url'),
  header: header.optional(),
  body: body(LIMIT.buttonsBody),
  ...around,
  action: z.strictObject({
    name: z.literal('cta_url'),
    parameters: z.strictObject({ display_text: text(LIMIT.title), url: z.url() }),
  }),
});
const locationRequest = z.strictObject({
  type: z.literal('location_request_message'),
  body: body(LIMIT.buttonsBody),
  action: z.strictObject({ name: z.literal('send_location') }),
});
const flow = z.strictObject({
  type: z.literal('flow'),
  header: header.optional(),
  body: body(LIMIT.buttonsBody),
  ...around,
  action: z.strictObject({
    name: z.literal('flow'),
    parameters: z
      .strictObject({
        flow_message_version: z.literal('3'),
        flow_id: text(100).optional(),
        flow_name: text(200).optional(),
        flow_cta: text(30),
        flow_token: text(200),
        flow_action: z.enum(['navigate', 'data_exchange']).optional(),
        flow_action_payload: z.record(z.string(), z.unknown()).optional(),
        mode: z.enum(['draft', 'published']).optional(),
      })
      .refine(({ flow_id, flow_name }) => (flow_id === undefined) !== (flow_name === undefined)),
  }),
});

const contact = z.object({
  // A name needs its full form and one of its parts.
  name: z
    .object({ formatted_name: text(500) })
    .catchall(z.string())
    .refine((name) => Object.keys(name).length > 1, 'one part of the name is required'),
  phones: z
    .array(
      z.object({ phone: text(50), type: z.string().optional(), wa_id: z.string().regex(/^\d+$/).optional() }),
    )
    .optional(),
});

const parameter = z.object({
  type: text(50),
  text: z.string().optional(),
  parameter_name: z.string().optional(),
  payload: z.string().optional(),
  coupon_code: z.string().optional(),
  image: bareFile.optional(),
  video: bareFile.optional(),
  document: z
    .strictObject({ ...source, filename })
    .refine(hasOneSource, ONE_SOURCE)
    .optional(),
});
const component = z.object({
  type: z.enum(['header', 'body', 'button']),
  sub_type: z.enum(['quick_reply', 'url', 'copy_code', 'flow', 'catalog']).optional(),
  index: z.union([z.string(), z.number()]).optional(),
  parameters: z.array(parameter).optional(),
});

/** The content of each type of message. */
const contents = {
  text: z.strictObject({ body: text(LIMIT.text), preview_url: z.boolean().optional() }),
  image: picture,
  video: picture,
  audio,
  document,
  sticker: bareFile,
  location: z.strictObject({
    latitude: z.coerce.number().min(-90).max(90),
    longitude: z.coerce.number().min(-180).max(180),
    name: z.string().optional(),
    address: z.string().optional(),
  }),
  contacts: z.array(contact).min(1).max(5),
  reaction: z.strictObject({ message_id: text(200), emoji: z.string().max(32) }),
  interactive: z.discriminatedUnion('type', [list, button, ctaUrl, locationRequest, flow]),
  template: z.object({
    name: text(512),
    language: z.object({ code: text(20) }),
    components: z.array(component).optional(),
  }),
} as const;
type Contents = {
  [Type in keyof typeof contents]: { type: Type; content: z.output<(typeof contents)[Type]> };
};
export type CloudContent = Contents[keyof Contents];

const envelopeSchema = z.object({
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.enum(['individual', 'group']).optional(),
  to: text(100).optional(),
  recipient: text(160).optional(),
  type: z.string().default('text'),
  context: z.object({ message_id: text(200) }).optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
});
const readSchema = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  status: z.literal('read'),
  message_id: text(200),
  typing_indicator: z.strictObject({ type: z.literal('text') }).optional(),
});
const ENVELOPE = Object.keys(envelopeSchema.shape);

export interface CloudMessage {
  to?: string | undefined;
  recipient?: string | undefined;
  isGroup: boolean;
  quoted?: string | undefined;
  reference?: string | undefined;
  content: CloudContent;
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null
        ? Object.entries(at).find(([name]) => name === String(key))?.[1]
        : undefined,
    value,
  );

/**
 * Parses a part of a body.
 * @throws GraphRefused 131008 for a missing field, 131009 for a value that is not allowed
 */
const parsePart = <S extends z.ZodType>(schema: S, value: unknown, at: readonly string[]): z.output<S> => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = [...at, ...(issue?.path ?? [])].join('.');
  const isMissing = issue?.code !== 'unrecognized_keys' && valueAt(value, issue?.path ?? []) === undefined;
  throw new GraphRefused(isMissing ? 131008 : 131009, { details: `${name}: ${issue?.message ?? 'invalid'}` });
};

/** Returns the customer's message that a body marks as read, and shows typing after; undefined for a body that sends. */
export const parseRead = (
  params: Readonly<Record<string, unknown>>,
): { id: string; isTyping: boolean } | undefined => {
  if (params.status === undefined) return undefined;
  const { message_id: id, typing_indicator } = parsePart(readSchema, params, []);
  return { id, isTyping: typing_indicator !== undefined };
};

const isType = (type: string): type is keyof typeof contents => Object.hasOwn(contents, type);

/**
 * Parses the body of a send.
 * @throws GraphRefused as the Cloud API refuses it
 */
export const parseCloudMessage = (params: Readonly<Record<string, unknown>>): CloudMessage => {
  const envelope = parsePart(envelopeSchema, params, []);
  const { to, recipient, type, context, biz_opaque_callback_data: reference } = envelope;
  if (to === undefined && recipient === undefined)
    throw new GraphRefused(131008, { details: 'to or recipient is required' });
  if (!isType(type)) throw new GraphRefused(131009, { details: `type: ${type} is not a type of message` });
  const surplus = Object.keys(params).find((name) => name !== type && !ENVELOPE.includes(name));
  if (surplus !== undefined)
    throw new GraphRefused(100, { details: `Invalid parameter: unexpected key "${surplus}"` });
  const parsed = parsePart(contents[type], params[type], [type]);
  // Cast: the schema of a type parses the content of that type, which the compiler does not relate.
  const content = { type, content: parsed } as CloudContent;
  return {
    to,
    recipient,
    isGroup: envelope.recipient_type === 'group',
    quoted: context?.message_id,
    reference,
    content,
  };
};
