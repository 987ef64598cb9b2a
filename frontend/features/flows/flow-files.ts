import { FLOW_FILE_MAX_MB } from '@prosa/shared/rules/flow-limits.ts';

/** The kinds of files that a flow sends. */
export type FlowFileKind = keyof typeof FLOW_FILE_MAX_MB;

const MB = 1024 * 1024;

/** The types of each kind, as a file field takes them. */
export const FLOW_FILE_TYPES: Readonly<Record<FlowFileKind, readonly string[]>> = {
  image: ['image/png', 'image/jpeg', 'image/jpg'],
  audio: ['audio/ogg', 'audio/mpeg', 'audio/mp3'],
  video: ['video/mp4'],
};
/** A content node also takes this. */
export const CONTENT_AUDIO_TYPES = [...FLOW_FILE_TYPES.audio, 'audio/opus'] as const;

/** File name endings, because browsers do not know the type of every sound file. */
const ENDINGS: Readonly<Record<FlowFileKind, readonly string[]>> = {
  image: ['.png', '.jpg', '.jpeg'],
  audio: ['.ogg', '.mp3'],
  video: ['.mp4'],
};
const CONTENT_ENDINGS = [...ENDINGS.audio, '.opus'] as const;

/** Returns the value of the `accept` attribute of a file field. */
export const acceptOf = (kind: FlowFileKind, inContent = false): string =>
  kind === 'audio' && inContent
    ? [...CONTENT_AUDIO_TYPES, ...CONTENT_ENDINGS].join(',')
    : [...FLOW_FILE_TYPES[kind], ...ENDINGS[kind]].join(',');

/**
 * Returns why a flow does not take a file, as far as the browser can tell; null when it takes it. The limits are those
 * of the specification.
 * @param inContent whether it is for a content node, which takes one more type of sound
 */
export const flowFileRefusal = (
  { name, type, size }: Pick<File, 'name' | 'type' | 'size'>,
  kind: FlowFileKind,
  inContent = false,
): 'empty' | 'type' | 'tooLarge' | null => {
  const accepted = acceptOf(kind, inContent).split(',');
  const ending = /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? '';
  const isKnown = type === '' ? accepted.includes(ending) : accepted.includes(type.split(';')[0] ?? '');
  // Browsers name some sounds of these endings otherwise.
  if (!isKnown && !(kind === 'audio' && type.startsWith('audio/') && accepted.includes(ending)))
    return 'type';
  if (size === 0) return 'empty';
  return size > FLOW_FILE_MAX_MB[kind] * MB ? 'tooLarge' : null;
};
