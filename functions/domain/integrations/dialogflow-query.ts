import { isVoiceNote } from '../media/judge-file.ts';
import type { AskedMessage, FileFacts } from './adapter.ts';

/** Dialogflow's limit for a text. */
const TEXT_CHARS = 256;
/** Dialogflow's limit for a recording (`inputAudio`), in seconds. */
const AUDIO_S = 60;
/** Google's limit for a request is 10 MB, and Base64 adds a third. */
const AUDIO_BYTES = 7_000_000;
/** Voice messages of one question, so that their answers come while the customer still waits. */
const MAX_HEARD = 3;
/** The form in which WhatsApp records, and the rate that Dialogflow demands for it. */
const AUDIO_FORM = { audioEncoding: 'AUDIO_ENCODING_OGG_OPUS', sampleRateHertz: 16_000 };

/** One question for Dialogflow: a text, or a recording in Base64. */
export type Query = { text: string } | { base64: string };

/** Whether Dialogflow takes a file as a question. */
export const canHear = ({ type, mimeType, size, durationS }: FileFacts): boolean =>
  type === 'audio' && isVoiceNote(mimeType) && size <= AUDIO_BYTES && (durationS ?? 0) <= AUDIO_S;

/**
 * Returns messages as questions in their order, the oldest first: texts that follow each other are one. undefined if a
 * voice message among them cannot be heard (too long, in another form, not stored), or if there are too many.
 */
export const queriesOf = (messages: readonly AskedMessage[]): Query[] | undefined => {
  const queries: Query[] = [];
  let texts: string[] = [];
  const endText = (): void => {
    if (texts.length > 0) queries.push({ text: texts.join('\n') });
    texts = [];
  };
  for (const { text, type, file } of messages) {
    if (type !== 'audio' || text !== '') {
      texts.push(text || `[${type}]`);
      continue;
    }
    if (file === null || !('base64' in file)) return undefined;
    endText();
    queries.push({ base64: file.base64 });
  }
  endText();
  return queries.filter((query) => 'base64' in query).length > MAX_HEARD ? undefined : queries;
};

/** Returns the body of a question, and what the log keeps of one with a recording. */
export const bodyOf = (query: Query, languageCode: string): { body: string; logged: { logged?: string } } => {
  if ('text' in query) {
    const text = query.text.slice(0, TEXT_CHARS).toWellFormed();
    return { body: JSON.stringify({ queryInput: { text: { text, languageCode } } }), logged: {} };
  }
  const withAudio = (inputAudio: string): string =>
    JSON.stringify({ queryInput: { audioConfig: { ...AUDIO_FORM, languageCode } }, inputAudio });
  return { body: withAudio(query.base64), logged: { logged: withAudio('') } };
};
