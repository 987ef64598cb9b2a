import { createHash } from 'node:crypto';
import { putObject } from '@prosa/functions/platform/blob/blob.ts';
import { errorFields, log } from '@prosa/functions/platform/log.ts';
import type { ErrorCode } from '@prosa/shared/errors.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import type { SessionCommandOf } from '@prosa/shared/messaging/session-command.ts';
import { downloadContentFromMessage, type MediaType, type WASocket } from 'baileys';
import { type MediaSource, mediaSourceSchema } from '../inbound/media-source.ts';
import type { Downloads } from '../socket/proxy-agent.ts';

export const WHATSAPP_MEDIA_ORIGIN = 'https://mmg.whatsapp.net';
const DOWNLOAD_TIMEOUT_MS = 45_000;
export const TOO_LARGE = 'ERR_FILESIZE_OVER_LIMIT' satisfies ErrorCode;

type Result = InboundEventOf<'media'>['result'];
export type WriteObject = (
  key: string,
  bytes: Uint8Array,
  mimeType: string,
  fileName?: string,
) => Promise<void>;

/** WhatsApp's media servers, and the dispatcher of a connection's downloads. */
export interface MediaServers {
  origin: string;
  dispatcher: Downloads;
}

/** Asks the account's phone to upload a file again. @returns its new path; undefined if the phone no longer has it. */
export type AskPhone = (source: MediaSource) => Promise<string | undefined>;

/** Thrown for a file that no retry can fetch. */
export class MediaRefused extends Error {}

/** Returns the file's URL on WhatsApp's own media servers; refuses a path to another host. */
export const mediaUrl = (source: Pick<MediaSource, 'directPath'>, origin: string): string => {
  const url = new URL(source.directPath, origin);
  if (url.origin !== origin) throw new MediaRefused('foreign-address');
  return url.href;
};

/**
 * Fetches, decrypts and verifies a file of WhatsApp's media servers.
 * @throws MediaRefused if a retry cannot help
 */
export const downloadFile = async (
  source: Pick<MediaSource, 'directPath' | 'mediaKey' | 'fileSha256'>,
  kind: MediaType,
  { origin, dispatcher }: MediaServers,
  maxBytes: number,
): Promise<Buffer> => {
  const stream = await downloadContentFromMessage(
    { mediaKey: Buffer.from(source.mediaKey, 'base64'), url: mediaUrl(source, origin) },
    kind,
    { options: { dispatcher } },
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

/** Whether a WhatsApp media server has deleted a file (404 or 410); phones keep their files. */
export const isGone = (error: unknown): boolean =>
  error instanceof Error &&
  'output' in error &&
  /"statusCode":(403|404|410)/.test(JSON.stringify(error.output));

/** Returns the file. If the servers have deleted it, asks the account's phone for it once. */
const fetchFile = async (
  source: MediaSource,
  servers: MediaServers,
  maxBytes: number,
  askPhone: AskPhone,
): Promise<Buffer> => {
  try {
    return await downloadFile(source, source.kind, servers, maxBytes);
  } catch (error) {
    if (!isGone(error)) throw error;
    const directPath = await askPhone(source);
    if (directPath === undefined) throw error;
    return downloadFile({ ...source, directPath }, source.kind, servers, maxBytes);
  }
};

/**
 * Fetches, decrypts, verifies and stores the file of a message. `failed` if a retry cannot help.
 * @throws any temporary error: the command is then retried.
 */
export const fetchMedia = async (
  command: SessionCommandOf<'fetch-media'>,
  servers: MediaServers,
  askPhone: AskPhone,
  write: WriteObject = putObject,
): Promise<Result> => {
  const { key, media, maxBytes } = command;
  const source = mediaSourceSchema.safeParse(parseJson(media.source));
  if (!source.success) return { state: 'failed', reason: 'bad-source' };
  if (media.size !== undefined && media.size > maxBytes) return { state: 'failed', reason: TOO_LARGE };
  try {
    const file = await fetchFile(source.data, servers, maxBytes, askPhone);
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

/** The phone may be off, and the request delays later commands of the contact. */
const UPLOAD_TIMEOUT_MS = 15_000;

/** Sends the request to the phone over an open socket, once. */
export const requestUpload = async (
  socket: Pick<WASocket, 'updateMediaMessage'>,
  { kind, directPath, mediaKey, key: { participant, ...key } }: MediaSource,
): Promise<string | undefined> => {
  const file = { directPath, mediaKey: Buffer.from(mediaKey, 'base64') };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the phone does not answer')), UPLOAD_TIMEOUT_MS);
  });
  try {
    const asked = socket.updateMediaMessage({
      key: { ...key, ...(participant === undefined ? {} : { participant }) },
      message: { [`${kind}Message`]: file },
    });
    await Promise.race([asked, late]);
    // Baileys overwrites the old path with the new one.
    return file.directPath;
  } catch (error) {
    log.info('a file is gone from the phone too', errorFields(error));
    return undefined;
  } finally {
    clearTimeout(timer);
  }
};
