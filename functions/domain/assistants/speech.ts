import type { Voice } from '@prosa/shared/entities/assistant.ts';

/** The sound of WhatsApp's voice messages. */
export const SPEECH_FORMAT = 'ogg-48khz-16bit-mono-opus';
export const SPEECH_TYPE = 'audio/ogg; codecs=opus';

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
/** Characters that XML cannot have, not even escaped, and line ends, which make no pause. */
const NOT_SPOKEN = /[\p{Cc}\uFFFE\uFFFF]/gu;

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(NOT_SPOKEN, ' ')
    .replace(/[&<>"']/g, (char) => ESCAPED[char] ?? '');

/** Returns the SSML document in which a voice says a text. The text is only ever text in it. */
export const speechDocument = (voice: Voice, text: string): string => {
  const language = voice.split('-').slice(0, 2).join('-');
  return `<speak version="1.0" xml:lang="${language}"><voice name="${voice}">${escaped(text)}</voice></speak>`;
};
