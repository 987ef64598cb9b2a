import type { InboundContent } from '@prosa/shared/messaging/inbound-event.ts';
import { type proto, toNumber, type WAMessageKey } from 'baileys';
import * as z from 'zod';

export const MEDIA_KINDS = ['image', 'video', 'audio', 'document', 'sticker'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

const MAX_PATH = 4096;

/** The data of a message's file: enough to fetch and decrypt it later, from any host. */
export const mediaSourceSchema = z.strictObject({
  kind: z.enum(MEDIA_KINDS),
  directPath: z.string().min(1).max(MAX_PATH),
  mediaKey: z.base64(),
  fileSha256: z.base64(),
  /** The message's key on the account's phone, which is asked for the file once the servers have deleted it. */
  key: z.strictObject({
    remoteJid: z.string(),
    id: z.string(),
    fromMe: z.boolean(),
    participant: z.string().optional(),
  }),
});
export type MediaSource = z.infer<typeof mediaSourceSchema>;

interface MediaFields {
  mimetype?: string | null;
  fileLength?: number | Parameters<typeof toNumber>[0];
  directPath?: string | null;
  url?: string | null;
  mediaKey?: Uint8Array | null;
  fileSha256?: Uint8Array | null;
  caption?: string | null;
  fileName?: string | null;
  seconds?: number | null;
  ptt?: boolean | null;
}

const FALLBACK_TYPE: Record<MediaKind, string> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/ogg',
  document: 'application/octet-stream',
  sticker: 'image/webp',
};

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Returns the path of the file. The host of a sender's address is never used; it is always WhatsApp's. */
const pathOf = ({ directPath, url }: MediaFields): string | undefined => {
  if (directPath) return directPath;
  if (!url || !URL.canParse(url)) return undefined;
  const { pathname, search } = new URL(url);
  return pathname + search;
};

const toMedia = (kind: MediaKind, fields: MediaFields, key: WAMessageKey): InboundContent => {
  const directPath = pathOf(fields);
  if (directPath === undefined || directPath.length > MAX_PATH || !fields.mediaKey || !fields.fileSha256) {
    return { kind: 'unsupported', providerType: `${kind}Message` };
  }
  const source: MediaSource = {
    kind,
    directPath,
    mediaKey: base64(fields.mediaKey),
    fileSha256: base64(fields.fileSha256),
    key: {
      remoteJid: key.remoteJid ?? '',
      id: key.id ?? '',
      fromMe: key.fromMe ?? false,
      ...(key.participant ? { participant: key.participant } : {}),
    },
  };
  const size = fields.fileLength ? toNumber(fields.fileLength) : 0;
  return {
    kind,
    ...(fields.caption ? { caption: fields.caption.slice(0, 65_536) } : {}),
    media: {
      mimeType: (fields.mimetype || FALLBACK_TYPE[kind]).slice(0, 255),
      ...(fields.fileName ? { fileName: fields.fileName.slice(0, 255) } : {}),
      ...(size > 0 && Number.isSafeInteger(size) ? { size } : {}),
      voice: fields.ptt ?? false,
      ...(fields.seconds ? { durationS: fields.seconds } : {}),
      source: JSON.stringify(source),
    },
  };
};

type WithFile = Pick<
  proto.IMessage,
  'imageMessage' | 'videoMessage' | 'ptvMessage' | 'audioMessage' | 'documentMessage' | 'stickerMessage'
>;

/** Returns the file of a message, or of a part of it, if it has one. */
export const mediaContent = (content: WithFile, key: WAMessageKey): InboundContent | undefined => {
  if (content.imageMessage) return toMedia('image', content.imageMessage, key);
  if (content.videoMessage) return toMedia('video', content.videoMessage, key);
  if (content.ptvMessage) return toMedia('video', content.ptvMessage, key);
  if (content.audioMessage) return toMedia('audio', content.audioMessage, key);
  if (content.documentMessage) return toMedia('document', content.documentMessage, key);
  if (content.stickerMessage) return toMedia('sticker', content.stickerMessage, key);
  return undefined;
};
