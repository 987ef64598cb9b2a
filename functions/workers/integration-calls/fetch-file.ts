import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import type { Channel } from '../../channels/channel.ts';
import { judgeOutboundFile } from '../../domain/media/judge-file.ts';
import type { CompanyId } from '../../platform/auth/company-id.ts';
import { putObject } from '../../platform/blob/blob.ts';
import { detectType, headText } from '../../platform/blob/detect-type.ts';
import { pendingKey } from '../../platform/blob/file-keys.ts';
import { type FetchOutside, OutsideFailed, type OutsideFile } from '../../platform/fetch-outside.ts';
import type { Ids } from '../../platform/ids.ts';
import { errorFields, log } from '../../platform/log.ts';

type File = NonNullable<InboundEventOf<'answer'>['says'][number]['file']>;

/** Largest file that is fetched (S-41: the limit of a video). The channel's own limit may be lower. */
export const BOT_FILE_MAX_BYTES = 20 * 1024 * 1024;
const HEAD_BYTES = 4100;
/** The limit of the event `answer`. */
const TYPE_CHARS = 200;

/** Returns the last part of a URL as the file's name, or an empty name if it is not UTF-8. */
const fileNameOf = ({ pathname }: URL): string => {
  try {
    return decodeURIComponent(pathname.split('/').at(-1) ?? '');
  } catch (error) {
    if (error instanceof URIError) return '';
    throw error;
  }
};

const fetched = async (fetchFile: FetchOutside, url: string): Promise<OutsideFile | undefined> => {
  try {
    return await fetchFile(url, BOT_FILE_MAX_BYTES);
  } catch (error) {
    if (!(error instanceof OutsideFailed)) throw error;
    log.info('file of an integration not fetched', { reason: error.reason, ...errorFields(error.cause) });
    return undefined;
  }
};

/**
 * Fetches a file that a bot named, checks it like any other file that is sent, and stores it. Its place is a pending
 * one, which the bucket empties after a day: the message that sends the file gets a copy.
 * @returns undefined if it cannot be fetched, may not be sent, or is too large for the channel
 */
export const fetchBotFile = async (
  { fetchFile, ids }: { fetchFile: FetchOutside; ids: Ids },
  { companyId, channel }: { companyId: CompanyId; channel: Channel },
  url: string,
): Promise<File | undefined> => {
  const file = await fetched(fetchFile, url);
  const size = file?.bytes.byteLength ?? 0;
  if (file === undefined || size === 0) return undefined;
  const head = file.bytes.subarray(0, HEAD_BYTES);
  const judged = judgeOutboundFile({
    detected: await detectType(head),
    declared: file.mimeType,
    fileName: fileNameOf(file.url),
    head: headText(head),
  });
  if ('refused' in judged) return undefined;
  const { mediaType, mimeType, fileName } = judged;
  const kind = mediaType === 'application' ? 'document' : mediaType;
  if (size > channel.capabilities.fileBytes[kind] || mimeType.length > TYPE_CHARS) return undefined;
  const key = pendingKey(companyId, ids.uuid());
  await putObject(key, file.bytes, mimeType, fileName);
  return { key, mimeType, fileName, size };
};
