import type { ErrorCode } from '@prosa/shared/errors.ts';
import { cleanFileName } from '@prosa/shared/rules/clean-file-name.ts';
import { baseType, isActiveName, isActiveType, isProgramType } from '@prosa/shared/rules/refused-type.ts';
import { shownKindOf } from '@prosa/shared/rules/shown-file-kind.ts';

/** Facts about a file from its bytes and names. */
export interface FileFacts {
  /** The type that the file's magic bytes prove; undefined if they prove none. */
  detected: string | undefined;
  /** The type that the sender announced. */
  declared: string;
  /** The original name. The cleaned name, under which the file is stored, is the one that is checked. */
  fileName: string;
  /** The first bytes of the file, as Latin-1 text. */
  head: string;
}

export type MessageFileType = 'image' | 'video' | 'audio' | 'application';

interface JudgedType {
  mediaType: MessageFileType;
  /** The type that the file is served and sent as. */
  mimeType: string;
}
export interface JudgedFile extends JudgedType {
  /** Cleaned; '' if the file had no name. */
  fileName: string;
}

const OPAQUE = 'application/octet-stream';

const familyOf = (mimeType: string): string => baseType(mimeType).split('/')[0] ?? '';

/** Containers for sound alone as well as for video: their magic bytes do not tell which. */
const CONTAINERS = new Set(['video/mp4', 'video/webm', 'video/3gpp', 'video/ogg', 'application/ogg']);

/** Kinds of document with reliable magic bytes: a file without these bytes is not of the kind. */
const DOCUMENT_GROUPS: readonly [group: string, pattern: RegExp][] = [
  ['pdf', /^application\/pdf$/],
  ['zip', /^application\/(zip|x-zip-compressed|epub\+zip)$/],
  ['zip', /^application\/vnd\.(openxmlformats|oasis)/],
  ['zip', /^application\/vnd\.ms-(excel|word|powerpoint).*macroenabled/],
  ['cfb', /^application\/(x-cfb|msword|vnd\.ms-(excel|powerpoint|outlook))$/],
  ['rar', /^application\/(x-rar-compressed|vnd\.rar|x-rar)$/],
  ['7z', /^application\/x-7z-compressed$/],
  ['gzip', /^application\/(gzip|x-gzip)$/],
];
const groupOf = (mimeType: string): string | undefined =>
  DOCUMENT_GROUPS.find(([, pattern]) => pattern.test(baseType(mimeType)))?.[0];

const ACTIVE_HEAD = /<(!doctype\s+html|html|svg|script|iframe|body|foreignobject)[\s>/]/i;

/** Whether a browser or a double click might run the content of the file (S-39). */
const isActive = (facts: FileFacts, name: string): boolean =>
  isActiveType(facts.declared) ||
  isActiveName(name) ||
  (facts.detected === undefined || baseType(facts.detected) === 'application/xml'
    ? ACTIVE_HEAD.test(facts.head)
    : isActiveType(facts.detected));

const SAFE_TEXT = /^(text\/(plain|csv|calendar|vcard|x-vcard|markdown)|application\/(json|xml|x-ofx))$/;

const shownAs = (mimeType: string): JudgedType => ({
  mediaType: shownKindOf(mimeType) ?? 'application',
  mimeType,
});

/** Whether the announced type and the bytes are compatible. */
const agrees = (declared: string, detected: string | undefined): boolean => {
  const family = familyOf(declared);
  if (family === 'image' || family === 'video' || family === 'audio') {
    if (detected === undefined) return false;
    if (familyOf(detected) === family) return true;
    return (
      family !== 'image' &&
      (CONTAINERS.has(baseType(detected)) || familyOf(detected) === 'audio') &&
      familyOf(detected) !== 'image'
    );
  }
  const group = groupOf(declared);
  if (group !== undefined) return detected !== undefined && groupOf(detected) === group;
  if (baseType(declared) === OPAQUE || detected === undefined) return true;
  return !['image', 'video', 'audio'].includes(familyOf(detected));
};

const outboundType = ({ detected, declared }: FileFacts): JudgedType => {
  if (detected === undefined) {
    return {
      mediaType: 'application',
      mimeType: SAFE_TEXT.test(baseType(declared)) ? baseType(declared) : OPAQUE,
    };
  }
  if (familyOf(declared) === 'audio' && CONTAINERS.has(baseType(detected))) {
    return shownAs(baseType(detected) === 'video/mp4' ? 'audio/mp4' : baseType(declared));
  }
  // The first bytes of an Office file are those of a zip; the announced type opens the file in the right program.
  return shownAs(groupOf(declared) !== undefined ? baseType(declared) : detected);
};

/**
 * Decides the type of a file that an attendant sends. The bytes decide; an announced type that contradicts them is
 * rejected. Files that could run in a browser or on a computer, by type, bytes or cleaned name, are rejected, too.
 */
export const judgeOutboundFile = (facts: FileFacts): JudgedFile | { refused: ErrorCode } => {
  const { detected, declared } = facts;
  const fileName = cleanFileName(facts.fileName);
  if (isActive(facts, fileName)) return { refused: 'ERR_MEDIA_TYPE' };
  if (detected !== undefined && isProgramType(detected)) return { refused: 'ERR_MEDIA_TYPE' };
  if (!agrees(declared, detected)) return { refused: 'ERR_MEDIA_TYPE' };
  return { ...outboundType(facts), fileName };
};

/** Whether a file of this detected type is one that WhatsApp plays as a voice note. */
export const isVoiceNote = (detected: string | undefined): boolean =>
  detected !== undefined && /^audio\/ogg(;\s*codecs=opus)?$/.test(detected);

const inboundType = (facts: FileFacts, name: string): JudgedType => {
  const { detected, declared } = facts;
  if (isActive(facts, name)) return { mediaType: 'application', mimeType: OPAQUE };
  if (detected === undefined) {
    return {
      mediaType: 'application',
      mimeType: SAFE_TEXT.test(baseType(declared)) ? baseType(declared) : OPAQUE,
    };
  }
  if (familyOf(declared) === 'audio' && CONTAINERS.has(baseType(detected))) {
    return { mediaType: 'audio', mimeType: baseType(declared) };
  }
  const group = groupOf(declared);
  return shownAs(group !== undefined && group === groupOf(detected) ? baseType(declared) : detected);
};

/**
 * Decides the type of a file from a customer. Nothing is rejected, but a file that its bytes do not prove harmless is
 * only served as a download of raw bytes, never shown.
 */
export const judgeInboundFile = (facts: FileFacts): JudgedFile => {
  const fileName = cleanFileName(facts.fileName, '');
  return { ...inboundType(facts, fileName), fileName };
};
