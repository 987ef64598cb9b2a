import type { InboundContent } from '@prosa/shared/messaging/inbound-event.ts';
import * as z from 'zod';

const LINK_MAX = 8192;
/** Hosts of the local program, whose fake of Meta has no certificate. Only its driver fetches from them. */
const LOOPBACK = new Set(['127.0.0.1', 'localhost']);

const isFetchable = (link: string): boolean => {
  if (!URL.canParse(link)) return false;
  const { protocol, hostname } = new URL(link);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
};

/** The address of a file at Meta. It needs no token, and expires. */
export const fileAddress = z.string().max(LINK_MAX).refine(isFetchable);

/** The `source` of a file that came over Messenger or Instagram, as JSON. */
export const messagingFileSchema = z.object({ url: fileAddress });

type FileContent = Extract<InboundContent, { media: unknown }>;

/** Types by kind, because Meta names none. The file's bytes decide when it arrives. */
const TYPES: Readonly<Record<FileContent['kind'], string>> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/mp4',
  document: 'application/octet-stream',
  sticker: 'image/png',
};
const NAME_MAX = 255;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Returns the name of a document, which is only in its address; undefined if the address has no file name. */
const nameIn = (url: string): string | undefined => {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  return /[^.]\.[A-Za-z0-9]{1,10}$/.test(last) ? decoded(last).slice(0, NAME_MAX).toWellFormed() : undefined;
};

/** Returns the file at an address as the content of a message. */
export const fileAt = (url: string, kind: FileContent['kind'], caption?: string): FileContent => {
  const fileName = kind === 'document' ? nameIn(url) : undefined;
  return {
    kind,
    ...(caption === undefined ? {} : { caption }),
    media: {
      mimeType: TYPES[kind],
      ...(fileName === undefined ? {} : { fileName }),
      voice: false,
      source: JSON.stringify({ url } satisfies z.input<typeof messagingFileSchema>),
    },
  };
};
