import type { About, InboundContent } from '@prosa/shared/messaging/inbound-event.ts';
import * as z from 'zod';
import { lenient } from '../meta/lenient-fields.ts';
import { cutText, optionalText, TEXT_CHARS, textUpTo } from './cloud-fields.ts';
import { type CloudFile, cloudFileSchema } from './cloud-file.ts';
import { readContacts } from './incoming-contacts.ts';
import { readForm } from './incoming-form.ts';
import { readOrder } from './incoming-order.ts';

/** What a message says, and what it refers to. */
export interface Understood {
  content: InboundContent;
  about?: About;
}

/** Reads the part of a message that is named like its type; undefined if it cannot be shown. */
type Reader = (part: unknown) => Understood | undefined;

const RAW_CHARS = 8_000;

/** Makes a reader of a part with a schema. */
const reader =
  <S extends z.ZodType>(schema: S, understand: (part: z.output<S>) => Understood | undefined): Reader =>
  (part) => {
    const parsed = schema.safeParse(part);
    return parsed.success ? understand(parsed.data) : undefined;
  };

const text = textUpTo(TEXT_CHARS);
const saying = (said: string): Understood => ({ content: { kind: 'text', text: said } });

const DIGEST_BYTES = 32;

/** Returns a SHA-256 digest in hexadecimal; undefined if it is none. Webhooks have it in base64, the API does not. */
const hexDigest = (digest: string): string | undefined => {
  if (/^[\da-f]{64}$/i.test(digest)) return digest.toLowerCase();
  const bytes = Buffer.from(digest, 'base64');
  return bytes.byteLength === DIGEST_BYTES ? bytes.toString('hex') : undefined;
};

const fileSchema = cloudFileSchema.extend({
  sha256: lenient(z.string().max(100).transform(hexDigest)),
  mime_type: textUpTo(255).catch('application/octet-stream'),
  caption: optionalText(TEXT_CHARS),
  filename: optionalText(255),
  voice: z.boolean().catch(false),
});

const file = (kind: 'image' | 'video' | 'audio' | 'document' | 'sticker', isVoice = false): Reader =>
  reader(fileSchema, ({ id, url, sha256, mime_type: mimeType, caption, filename, voice }) => {
    const source: CloudFile = { id, url, sha256 };
    return {
      content: {
        kind,
        ...(caption ? { caption } : {}),
        media: {
          mimeType,
          voice: kind === 'audio' && (voice || isVoice),
          source: JSON.stringify(source),
          ...(filename ? { fileName: filename } : {}),
        },
      },
    };
  });

const locationSchema = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  name: optionalText(500),
  address: optionalText(1000),
});

const titleSchema = z.object({ title: text });
const interactiveSchema = z.object({
  button_reply: lenient(titleSchema),
  list_reply: lenient(titleSchema),
  nfm_reply: z.unknown().optional(),
  call_permission_reply: lenient(z.object({ response: textUpTo(100) })),
});

const readInteractive = reader(
  interactiveSchema,
  ({ button_reply, list_reply, nfm_reply, call_permission_reply: permission }) => {
    const title = button_reply?.title ?? list_reply?.title;
    if (title !== undefined) return saying(title);
    if (permission === undefined) return readForm(nfm_reply);
    return {
      ...saying(`response: ${permission.response}`),
      about: { kind: 'form', name: 'call_permission_reply' },
    };
  },
);

/** Readers by type. A map, because the types come from outside: `constructor` is none. */
const READERS: ReadonlyMap<string, Reader> = new Map([
  ['text', reader(z.object({ body: text }), ({ body }) => saying(body))],
  ['image', file('image')],
  ['video', file('video')],
  ['audio', file('audio')],
  // Older deliveries have a type of their own for voice notes.
  ['voice', file('audio', true)],
  ['document', file('document')],
  ['sticker', file('sticker')],
  ['location', reader(locationSchema, (location) => ({ content: { kind: 'location', location } }))],
  ['contacts', readContacts],
  // The answer to a template's button.
  ['button', reader(z.object({ text }), (button) => saying(button.text))],
  ['interactive', readInteractive],
  ['order', readOrder],
]);

/** Where texts lie in parts that cannot be shown: below a file, or in a message with buttons that was sent elsewhere. */
const besideSchema = z.object({
  caption: optionalText(TEXT_CHARS),
  body: lenient(z.union([text, z.object({ text }).transform((body) => body.text)])),
});

const textBeside = (part: unknown): string | undefined => {
  const parsed = besideSchema.safeParse(part);
  return parsed.success ? parsed.data.caption || parsed.data.body || undefined : undefined;
};

const unsupportedSchema = z.object({ type: textUpTo(100) });

/**
 * Reads the content of a message. What cannot be shown is kept with its text and its JSON.
 * @param raw the message as it came
 * @param errors of Meta beside the message: they may have the reason why it cannot be shown
 */
export const readContent = (
  message: Readonly<Record<string, unknown>> & { type: string },
  raw: unknown,
  errors: readonly unknown[],
): Understood => {
  const { type } = message;
  const part = message[type];
  const understood = READERS.get(type)?.(part);
  if (understood !== undefined) return understood;
  const named = unsupportedSchema.safeParse(message.unsupported);
  const caption = textBeside(part) ?? textBeside(message.text);
  return {
    content: {
      kind: 'unsupported',
      providerType: named.success ? named.data.type : type,
      ...(caption === undefined ? {} : { caption }),
      raw: cutText(JSON.stringify(errors.length === 0 ? raw : { message: raw, errors }), RAW_CHARS),
    },
  };
};
