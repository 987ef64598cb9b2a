import type { InboundContent } from '@prosa/shared/messaging/inbound-event.ts';
import type { About } from '@prosa/shared/messaging/stored-content.ts';
import * as z from 'zod';
import { clip, lenient, metaId, shownLink, someText, someTime } from './lenient-fields.ts';
import { fileAddress, fileAt } from './messaging-file.ts';

/** A content, and what it refers to. */
export interface Part {
  content: InboundContent;
  about?: About;
}

const elementsSchema = lenient(
  z.array(z.object({ id: lenient(metaId), title: someText, subtitle: someText }).catch({})),
);
const payloadSchema = z.object({
  url: lenient(fileAddress),
  title: someText,
  sticker_id: z.unknown().optional(),
  coordinates: lenient(z.object({ lat: z.number().min(-90).max(90), long: z.number().min(-180).max(180) })),
  /** The words of a template: a text, or elements in one of three places. */
  text: someText,
  elements: elementsSchema,
  generic: lenient(z.object({ elements: elementsSchema })),
  product: lenient(z.object({ elements: elementsSchema })),
  /** State and times of an appointment. */
  status: lenient(z.string()),
  start_time: someTime,
  end_time: someTime,
});
type Payload = z.output<typeof payloadSchema>;

const attachmentSchema = z.object({
  type: z.string().min(1).max(100),
  payload: payloadSchema.catch(payloadSchema.parse({})),
  /** Older attachments have these two beside an empty payload. */
  title: someText,
  url: lenient(fileAddress),
});

const RAW_MAX = 8000;
const PLACE_NAME_MAX = 500;

/** Returns a content that cannot be shown, with Meta's JSON of it. */
export const unsupported = (providerType: string, raw: unknown): InboundContent => ({
  kind: 'unsupported',
  providerType,
  raw: (JSON.stringify(raw) ?? '').slice(0, RAW_MAX).toWellFormed(),
});

type FileKind = Parameters<typeof fileAt>[1];

const FILES: ReadonlyMap<string, FileKind> = new Map([
  ['image', 'image'],
  ['video', 'video'],
  ['audio', 'audio'],
  ['file', 'document'],
  ['sticker', 'sticker'],
]);
/** Shared posts and reels, with the usual kind of their file. */
const SHARED: ReadonlyMap<string, FileKind> = new Map([
  ['reel', 'video'],
  ['ig_reel', 'video'],
  ['post', 'image'],
  ['ig_post', 'image'],
  ['share', 'image'],
]);

/** Hosts of Meta's web pages. The addresses of files have other hosts, for example `lookaside.fbsbx.com`. */
const PAGES = /^(?:(?:www\.|m\.)?(?:facebook|instagram)\.com|fb\.watch|fb\.me)$/;

const link = (url: string, title: string | undefined): InboundContent => ({
  kind: 'text',
  text: clip(title === undefined || title === url ? url : `${title}\n${url}`),
});

const shared = (url: string, kind: FileKind, title: string | undefined): InboundContent =>
  PAGES.test(new URL(url).hostname) ? link(url, title) : fileAt(url, kind, title);

const templated = ({ text, elements, generic, product }: Payload): Part | undefined => {
  const shown = elements ?? generic?.elements ?? product?.elements ?? [];
  const lines = [text, ...shown.flatMap(({ title, subtitle }) => [title, subtitle])];
  const words = clip(lines.filter((line) => line !== undefined).join('\n'));
  if (words === '') return undefined;
  const content: InboundContent = { kind: 'text', text: words };
  const productId = product?.elements?.[0]?.id;
  return productId === undefined
    ? { content }
    : { content, about: { kind: 'product', catalogId: '', productId } };
};

const located = ({ coordinates }: Payload, title = ''): Part | undefined => {
  if (coordinates === undefined) return undefined;
  const { lat: latitude, long: longitude } = coordinates;
  const name = title.slice(0, PLACE_NAME_MAX).toWellFormed();
  return { content: { kind: 'location', location: { latitude, longitude, name, address: '' } } };
};

/** States of appointments that do not take place. */
const OFF: ReadonlySet<string> = new Set(['declined', 'cancelled']);

const appointment = ({ status = '', start_time, end_time }: Payload): Part | undefined => {
  if (start_time === undefined) return undefined;
  const times = { startsAt: start_time, endsAt: end_time ?? null, isCancelled: OFF.has(status) };
  return { content: { kind: 'event', event: { name: '', description: '', place: '', link: '', ...times } } };
};

/** Returns what is shown of an attachment; undefined if nothing can be. */
const shownPart = (
  type: string,
  payload: Payload,
  { url, title }: { url: string | undefined; title: string | undefined },
): Part | undefined => {
  const file = FILES.get(type);
  if (file !== undefined && url !== undefined) {
    const isSticker = file === 'image' && payload.sticker_id !== undefined;
    return { content: fileAt(url, isSticker ? 'sticker' : file) };
  }
  const share = SHARED.get(type);
  if (share !== undefined && url !== undefined) return { content: shared(url, share, title) };
  switch (type) {
    case 'fallback':
      return url === undefined ? undefined : { content: link(url, title) };
    case 'template':
    case 'product':
      return templated(payload);
    case 'location':
      return located(payload, title);
    case 'appointment_booking':
      return appointment(payload);
    case 'like_heart':
      return { content: { kind: 'text', text: '❤️' } };
    default:
      return undefined;
  }
};

/** Returns an attachment as a content of its own. One that cannot be shown is kept with its JSON. */
export const attachmentPart = (raw: unknown): Part => {
  const parsed = attachmentSchema.safeParse(raw);
  if (!parsed.success) return { content: unsupported('unknown', raw) };
  const { type, payload, title, url } = parsed.data;
  // Meta forbids storing a story's picture or video, but allows storing its address, which expires with the story.
  if (type === 'story_mention') {
    const shown = shownLink.parse(payload.url) ?? '';
    return { content: unsupported(type, raw), about: { kind: 'story', of: 'mention', link: shown } };
  }
  const whole = { url: payload.url ?? url, title: payload.title ?? title };
  return shownPart(type, payload, whole) ?? { content: unsupported(type, raw) };
};
