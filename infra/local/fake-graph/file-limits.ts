import type { SentFile } from './graph-call.ts';

const KB = 1024;
const MB = 1024 * KB;

export type CloudFileKind = 'audio' | 'document' | 'image' | 'sticker' | 'video';

interface Limit {
  types: readonly string[];
  maxBytes: number;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** File types and sizes of the Cloud API, from Meta's page of media. */
const CLOUD: Readonly<Record<CloudFileKind, Limit>> = {
  audio: { types: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'], maxBytes: 16 * MB },
  image: { types: ['image/jpeg', 'image/png'], maxBytes: 5 * MB },
  video: { types: ['video/mp4', 'video/3gpp'], maxBytes: 16 * MB },
  sticker: { types: ['image/webp'], maxBytes: 500 * KB },
  document: {
    types: [
      'text/plain',
      'application/pdf',
      'application/vnd.ms-powerpoint',
      'application/msword',
      'application/vnd.ms-excel',
      `${OFFICE}.wordprocessingml.document`,
      `${OFFICE}.presentationml.presentation`,
      `${OFFICE}.spreadsheetml.sheet`,
    ],
    maxBytes: 100 * MB,
  },
};

const CLOUD_KINDS: readonly CloudFileKind[] = ['audio', 'image', 'video', 'sticker', 'document'];

const plainType = (mimeType: string): string => mimeType.split(';')[0]?.trim().toLowerCase() ?? '';

/** Offset of the number of channels behind the mark of an Opus stream. */
const CHANNELS_AT = 9;

/** Whether an Ogg file has one Opus stream with one channel; Meta refuses every other Ogg file. */
const isMonoOpus = (bytes: Buffer): boolean => {
  const at = bytes.subarray(0, 1024).indexOf('OpusHead');
  return at > 0 && bytes.toString('latin1', 0, 4) === 'OggS' && bytes[at + CHANNELS_AT] === 1;
};

/** Whether the bytes begin like a file of their type, for the types that are recognised. */
const isGenuine = (type: string, bytes: Buffer): boolean => {
  switch (type) {
    case 'image/jpeg':
      return bytes.toString('hex', 0, 3) === 'ffd8ff';
    case 'image/png':
      return bytes.toString('hex', 0, 4) === '89504e47';
    case 'image/webp':
      return bytes.toString('latin1', 8, 12) === 'WEBP';
    case 'audio/ogg':
      return isMonoOpus(bytes);
    default:
      return true;
  }
};

/** Returns why the Cloud API refuses a file, for one kind of message or for any; undefined if it accepts it. */
export const cloudFileProblem = (
  { mimeType, bytes }: Pick<SentFile, 'mimeType' | 'bytes'>,
  kind?: CloudFileKind,
): string | undefined => {
  const type = plainType(mimeType);
  const kinds = kind === undefined ? CLOUD_KINDS : [kind];
  const limit = kinds.map((one) => CLOUD[one]).find(({ types }) => types.includes(type));
  if (limit === undefined) return `Unsupported file type ${type}`;
  if (bytes.length > limit.maxBytes) return `The file has more than ${limit.maxBytes} bytes`;
  if (bytes.length === 0 || !isGenuine(type, bytes)) return `The file is no valid ${type}`;
  return undefined;
};

export type AttachmentKind = 'audio' | 'file' | 'image' | 'video';

const ANY: readonly string[] = [];
/** Messenger takes every file of up to 25 MB. */
const MESSENGER: Limit = { types: ANY, maxBytes: 25 * MB };
/** Instagram's file types and sizes. */
const INSTAGRAM: Readonly<Record<AttachmentKind, Limit>> = {
  image: { types: ['image/png', 'image/jpeg'], maxBytes: 8 * MB },
  audio: {
    types: ['audio/aac', 'audio/m4a', 'audio/x-m4a', 'audio/wav', 'audio/x-wav', 'audio/mp4'],
    maxBytes: 25 * MB,
  },
  video: {
    types: ['video/mp4', 'video/ogg', 'video/x-msvideo', 'video/quicktime', 'video/webm'],
    maxBytes: 25 * MB,
  },
  file: { types: ['application/pdf'], maxBytes: 25 * MB },
};

/** Returns whether type or size of an attachment is refused; undefined if it is accepted. */
export const attachmentProblem = (
  { mimeType, bytes }: Pick<SentFile, 'mimeType' | 'bytes'>,
  kind: AttachmentKind,
  channel: 'facebook' | 'instagram',
): 'type' | 'size' | undefined => {
  const { types, maxBytes } = channel === 'instagram' ? INSTAGRAM[kind] : MESSENGER;
  const type = plainType(mimeType);
  const isOfKind =
    channel === 'instagram' ? types.includes(type) : kind === 'file' || type.startsWith(`${kind}/`);
  if (!isOfKind) return 'type';
  return bytes.length > maxBytes ? 'size' : undefined;
};
