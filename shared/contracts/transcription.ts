import * as z from 'zod';
import { route } from './route.ts';

/** What OpenAI takes in one request. */
export const TRANSCRIBED_MAX_BYTES = 25 * 1024 * 1024;

export const transcriptionRoutes = {
  transcribe: route({
    id: 'transcription.transcribe',
    method: 'GET',
    path: '/messages/transcribeAudio/{file}',
    /** The id of the file's message: a name of a file would say nothing of who may hear it. */
    params: z.strictObject({ file: z.string().min(1).max(300) }),
    response: z.object({ transcribedText: z.string() }),
    errors: [
      'ERR_NO_MESSAGE_FOUND',
      'ERR_MEDIA_MISSING',
      'ERR_FILESIZE_OVER_LIMIT',
      'ERR_TRANSCRIPTION_FILE',
      'ERR_TRANSCRIPTION_OFF',
      'ERR_TRANSCRIPTION_REFUSED',
      'ERR_TRANSCRIPTION_FAILED',
      'ERR_TRANSCRIPTION_DATA',
      'ERR_CONFLICT',
      'ERR_VALIDATION',
    ],
    permission: 'authenticated',
    plan: null,
    tenancy: 'company',
    expiry: 'enforced',
    rate: 'heavy',
    summary: 'What is said in a voice note or audio file; asked of the company’s service once, and kept',
  }),
} as const;
