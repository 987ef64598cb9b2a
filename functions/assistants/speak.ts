import { type Assistant, WRITTEN } from '@prosa/shared/entities/assistant.ts';
import { SPEECH_FORMAT, speechDocument } from '../domain/assistants/speech.ts';
import type { AskOutside } from '../platform/fetch-outside.ts';
import { log } from '../platform/log.ts';
import { askOnce } from './ask-once.ts';

const REQUEST_MS = 15_000;
/** Ten minutes, at which the service ends every speech, are less. */
const SPEECH_MAX_BYTES = 10_000_000;
/** The host is Azure's, whatever the company wrote. */
const REGION = /^[a-z0-9]{1,40}$/;

/**
 * Returns a text as a voice message, spoken by Azure's speech service; undefined if the assistant has no voice or
 * the service gives no speech. What the service does is never an error.
 * @param voiceKey undefined without one
 */
export const speak = async (
  { ask, voiceKey }: { ask: AskOutside; voiceKey: string | undefined },
  { voice, voiceRegion }: Pick<Assistant, 'voice' | 'voiceRegion'>,
  text: string,
): Promise<Uint8Array | undefined> => {
  if (voice === WRITTEN || voiceKey === undefined || !REGION.test(voiceRegion)) return undefined;
  const came = await askOnce(
    ask,
    `https://${voiceRegion}.tts.speech.microsoft.com/cognitiveservices/v1`,
    {
      method: 'POST',
      headers: {
        'ocp-apim-subscription-key': voiceKey,
        'content-type': 'application/ssml+xml',
        'x-microsoft-outputformat': SPEECH_FORMAT,
        'user-agent': 'Prosa',
      },
      body: new TextEncoder().encode(speechDocument(voice, text)),
    },
    { maxBytes: SPEECH_MAX_BYTES, timeoutMs: REQUEST_MS },
  );
  if ('failure' in came) return undefined;
  if (came.status === 200 && came.bytes.byteLength > 0) return came.bytes;
  log.info('an answer was not spoken', { status: came.status, bytes: came.bytes.byteLength });
  return undefined;
};
