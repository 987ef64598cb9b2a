import { transcriptionRoutes } from '@prosa/shared/contracts/transcription.ts';
import { type AskOutside, askOutside } from '../../platform/fetch-outside.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { transcribeAudio } from './transcribe-audio.ts';

/** @param ask how a company's service is asked */
export const bindTranscription = (ask: AskOutside) =>
  bindRoutes(transcriptionRoutes, { transcribe: transcribeAudio(ask) });

export const handler = bindTranscription(askOutside);
