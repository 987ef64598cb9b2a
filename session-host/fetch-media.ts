import { createHash } from 'node:crypto';
import { putObject } from '@prosa/functions/platform/blob/blob.ts';
import type { ErrorCode } from '@prosa/shared/errors.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import type { SessionCommandOf } from '@prosa/shared/messaging/session-command.ts';
import { downloadContentFromMessage } from 'baileys';
import { type MediaSource, mediaSourceSchema } from './media-source.ts';

export const WHATSAPP_MEDIA_ORIGIN = 'https://mmg.whatsapp.net';
const DOWNLOAD_TIMEOUT_MS = 45_000;
const TOO_LARGE = 'ERR_FILESIZE_OVER_LIMIT' satisfies ErrorCode;

type Result = InboundEventOf<'media'>['result'];
export type WriteObject = (
  key: string,
  bytes: Uint8Array,
  mimeType: string,
  fileName?: string,
) => Promise<void>;

class MediaRefused extends Error {}

/** The file's address on WhatsApp's own media servers; a path that leads elsewhere is refused. */
export const mediaUrl = (source: MediaSource, origin: string): string => {
  const url = new URL(source.directPath, origin);
  if (url.origin !== origin) throw new MediaRefused('foreign-address');
  return url.href;
};

const download = async (source: MediaSource, origin: string, maxBytes: number): Promise<Buffer> => {
  const stream = await downloadContentFromMessage(
    { mediaKey: Buffer.from(source.mediaKey, 'base64'), url: mediaUrl(source, origin) },
    source.kind,
  );
  const timer = setTimeout(() => stream.destroy(new MediaRefused('timed-out')), DOWNLOAD_TIMEOUT_MS);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > maxBytes) throw new MediaRefused(TOO_LARGE);
      chunks.push(bytes);
    }
  } finally {
    clearTimeout(timer);
    stream.destroy();
  }
  const file = Buffer.concat(chunks);
  const hash = createHash('sha256').update(file).digest('base64');
  if (hash !== source.fileSha256) throw new MediaRefused('hash-mismatch');
  if (file.length === 0) throw new MediaRefused('empty');
  return file;
};

/** A WhatsApp media server answers 404 or 410 once a file is gone for good. */
const isGone = (error: unknown): boolean =>
  error instanceof Error &&
  'output' in error &&
  /"statusCode":(403|404|410)/.test(JSON.stringify(error.output));

/**
 * Fetches, decrypts, checks and stores the file of a message. `failed` where trying again cannot help.
 * @throws whatever may pass by itself: the command then comes again.
 */
export const fetchMedia = async (
  command: SessionCommandOf<'fetch-media'>,
  origin: string,
  write: WriteObject = putObject,
): Promise<Result> => {
  const { key, media, maxBytes } = command;
  const source = mediaSourceSchema.safeParse(parseJson(media.source));
  if (!source.success) return { state: 'failed', reason: 'bad-source' };
  if (media.size !== undefined && media.size > maxBytes) return { state: 'failed', reason: TOO_LARGE };
  try {
    const file = await download(source.data, origin, maxBytes);
    await write(key, file, media.mimeType, media.fileName ?? '');
    return { state: 'stored', key, mimeType: media.mimeType, size: file.length };
  } catch (error) {
    if (error instanceof MediaRefused) return { state: 'failed', reason: error.message };
    if (isGone(error)) return { state: 'failed', reason: 'gone' };
    throw error;
  }
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
