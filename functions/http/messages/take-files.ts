import type { MediaType, MessageMedia } from '@prosa/shared/entities/message.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { BUCKET_PREFIXES } from '@prosa/shared/resource-names.ts';
import { MIN_AUDIO_BYTES, UPLOAD_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import { hideNumbersOf, type Numbered } from '@prosa/shared/rules/hide-numbers.ts';
import { isVoiceNote, judgeOutboundFile } from '../../domain/media/judge-file.ts';
import { deleteObject, headObject, keepObject, putObject, sniffObject } from '../../platform/blob/blob.ts';
import { detectType, headText } from '../../platform/blob/detect-type.ts';
import { storedKey } from '../../platform/blob/file-keys.ts';
import type { UploadedFile } from '../../platform/http/http-call.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import type { Upload } from '../../platform/table/entities/messages.ts';

export type UploadRow = Row<typeof Upload>;

export interface TakenFile {
  mediaType: MediaType;
  media: MessageMedia;
}

const VOICE_TYPE = 'audio/ogg; codecs=opus';

const judge = async (
  file: { head: Uint8Array; declared: string; fileName: string; size: number; voice: boolean },
  key: string,
): Promise<TakenFile> => {
  if (file.size === 0) throw new AppError('ERR_MEDIA_EMPTY');
  if (file.size > UPLOAD_MAX_BYTES) {
    throw new AppError('ERR_FILESIZE_OVER_LIMIT', { details: { maxBytes: UPLOAD_MAX_BYTES } });
  }
  const detected = await detectType(file.head);
  const judged = judgeOutboundFile({
    detected,
    declared: file.declared,
    fileName: file.fileName,
    head: headText(file.head),
  });
  if ('refused' in judged) throw new AppError(judged.refused);
  if (file.voice) {
    // WhatsApp plays voice notes only as Ogg Opus.
    if (!isVoiceNote(detected)) throw new AppError('ERR_MEDIA_TYPE');
    if (file.size < MIN_AUDIO_BYTES)
      throw new AppError('ERR_MEDIA_EMPTY', { details: { minBytes: MIN_AUDIO_BYTES } });
  }
  return {
    mediaType: judged.mediaType,
    media: {
      state: 'stored',
      key,
      mimeType: file.voice ? VOICE_TYPE : judged.mimeType,
      fileName: judged.fileName,
      size: file.size,
      voice: file.voice,
      durationS: null,
      reason: '',
    },
  };
};

/**
 * Takes over an uploaded file: checks the object in the bucket and copies it from its temporary to its permanent
 * place. The place is derived from the upload, so that a retried request finds its own copy.
 * @param contact contact whose numbers the object's file name must not reveal, because its header is the same for
 * every reader
 * @throws AppError ERR_MEDIA_MISSING, ERR_MEDIA_EMPTY, ERR_MEDIA_TYPE, ERR_FILESIZE_OVER_LIMIT
 */
export const takeUpload = async (
  upload: UploadRow,
  voice: boolean,
  contact: Numbered,
): Promise<TakenFile> => {
  const head = await headObject(upload.key);
  if (head === undefined) throw new AppError('ERR_MEDIA_MISSING');
  // An empty object has no first bytes to read.
  const first = head.size === 0 ? new Uint8Array() : await sniffObject(upload.key);
  if (first === undefined) throw new AppError('ERR_MEDIA_MISSING');
  const taken = await judge(
    { head: first, declared: upload.mimeType, fileName: upload.fileName, size: head.size, voice },
    upload.key.slice(BUCKET_PREFIXES.pending.length),
  );
  const { key, mimeType, fileName } = taken.media;
  await keepObject(upload.key, key, mimeType, hideNumbersOf(contact).text(fileName));
  return taken;
};

/**
 * Stores a file that came with a request or was fetched for it. The caller must discard the file if no message refers
 * to it in the end.
 */
export const takeFile = async (
  { companyId }: { companyId: number },
  file: UploadedFile,
  uuid: string,
  voice: boolean,
  contact: Numbered,
): Promise<TakenFile> => {
  const taken = await judge(
    {
      head: file.bytes.subarray(0, 4100),
      declared: file.mimeType,
      fileName: file.fileName,
      size: file.bytes.byteLength,
      voice,
    },
    storedKey(companyId, uuid),
  );
  const { key, mimeType, fileName } = taken.media;
  await putObject(key, file.bytes, mimeType, hideNumbersOf(contact).text(fileName));
  return taken;
};

export const discardFiles = async (files: readonly TakenFile[]): Promise<void> => {
  await Promise.all(files.map(({ media }) => deleteObject(media.key)));
};
