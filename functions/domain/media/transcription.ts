import type { ErrorCode } from '@prosa/shared/errors.ts';
import { baseType } from '@prosa/shared/rules/refused-type.ts';
import * as z from 'zod';

/**
 * Transcription services detect a file's type by its name: they reject the bytes of a voice note as `x.opus` and
 * accept them as `x.ogg`.
 */
const ENDINGS: Readonly<Record<string, string>> = {
  'audio/ogg': 'ogg',
  'audio/opus': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/mp4': 'm4a',
  'audio/m4a': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'audio/webm': 'webm',
  'audio/flac': 'flac',
  'audio/x-flac': 'flac',
};

/** Returns the file name of a sound for a transcription service; undefined for types that no service accepts. */
export const transcribedName = (mimeType: string): string | undefined => {
  const ending = ENDINGS[baseType(mimeType)];
  return ending === undefined ? undefined : `audio.${ending}`;
};

/** The maximum length of a text message. */
const MAX_CHARS = 65_536;
const answerSchema = z.object({ text: z.string() });

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Returns the text of a service's response, or the reason for its failure. Some services respond 200 with an error
 * inside; that is no text.
 */
export const readTranscription = (
  status: number,
  body: string,
): { text: string } | { refused: ErrorCode } => {
  if (status === 401 || status === 403) return { refused: 'ERR_TRANSCRIPTION_REFUSED' };
  if (status === 413) return { refused: 'ERR_FILESIZE_OVER_LIMIT' };
  if (status !== 200) return { refused: 'ERR_TRANSCRIPTION_FAILED' };
  const answer = answerSchema.safeParse(parsedJson(body));
  return answer.success
    ? { text: answer.data.text.trim().slice(0, MAX_CHARS) }
    : { refused: 'ERR_TRANSCRIPTION_DATA' };
};
