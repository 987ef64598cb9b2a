import type { Assistant } from '@prosa/shared/entities/assistant.ts';
import { TRANSCRIBED_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import { mayPass } from '../domain/assistants/chat-answer.ts';
import { hearingCost } from '../domain/assistants/token-costs.ts';
import { readTranscription, transcribedName } from '../domain/media/transcription.ts';
import { formQuestion } from '../platform/fetch-outside.ts';
import { log } from '../platform/log.ts';
import type { AssistantPorts } from './ask-assistant.ts';
import { askOnce } from './ask-once.ts';

/** For one recording, with the rest of an answer within the time that a ticket awaits it. */
const REQUEST_MS = 10_000;
const ANSWER_MAX_BYTES = 1_000_000;
const PAUSE_MS = 1_000;

/** What is said in a recording, and the tokens that writing it down cost. */
interface Heard {
  text: string;
  tokens: number;
}
const UNHEARD: Heard = { text: '', tokens: 0 };

/** Whether a recording is asked about: its service takes its type and its size. */
export const canBeHeard = (
  { apiKey, transcriptionModel }: { apiKey: string | undefined; transcriptionModel: string },
  { size, mimeType }: { size: number; mimeType: string },
): boolean =>
  apiKey !== undefined &&
  transcriptionModel !== '' &&
  transcribedName(mimeType) !== undefined &&
  size > 0 &&
  size <= TRANSCRIBED_MAX_BYTES;

/**
 * Returns what is said in a recording, by the assistant's provider; '' if nothing is said, or if it cannot be
 * transcribed. A request that the provider was too busy for is repeated once. What the provider does is never an
 * error.
 */
export const transcribe = async (
  { ask, pause, apiKey }: AssistantPorts,
  { baseUrl, transcriptionModel }: Pick<Assistant, 'baseUrl' | 'transcriptionModel'>,
  { bytes, mimeType }: { bytes: Uint8Array; mimeType: string },
): Promise<Heard> => {
  const name = transcribedName(mimeType);
  const { byteLength: size } = bytes;
  if (name === undefined || !canBeHeard({ apiKey, transcriptionModel }, { size, mimeType })) return UNHEARD;
  const form = new FormData();
  form.set('file', new File([Buffer.from(bytes)], name, { type: mimeType }));
  form.set('model', transcriptionModel);
  form.set('response_format', 'json');
  const question = await formQuestion(form, { authorization: `Bearer ${apiKey}` });
  const send = () =>
    askOnce(ask, `${baseUrl}/audio/transcriptions`, question, {
      maxBytes: ANSWER_MAX_BYTES,
      timeoutMs: REQUEST_MS,
    });
  let came = await send();
  if ('failure' in came ? came.isUnsent : mayPass(came)) {
    await pause(PAUSE_MS);
    came = await send();
  }
  // A provider that was reached counts a recording also if its text does not arrive.
  if ('failure' in came) return { text: '', tokens: came.isReached ? hearingCost(size, '', '') : 0 };
  const read = readTranscription(came.status, came.text);
  if ('text' in read) return { text: read.text, tokens: hearingCost(size, came.text, read.text) };
  log.info('a voice message was not transcribed', { status: came.status, code: read.refused });
  return UNHEARD;
};
