import * as z from 'zod';
import { nameSchema } from '../entities/common.ts';
import { messageIdSchema } from '../entities/message.ts';
import { route } from './route.ts';

const company = { plan: null, tenancy: 'company', expiry: 'enforced', rate: 'standard' } as const;

export const mediaRoutes = {
  createUpload: route({
    id: 'media.createUpload',
    method: 'POST',
    path: '/media/uploads',
    body: z.object({
      fileName: nameSchema(1, 255),
      mimeType: z
        .string()
        .regex(/^[a-z]+\/[a-z0-9.+-]+(;\s*[a-z0-9-]+=[a-z0-9.,"-]+)*$/i)
        .max(150),
      size: z.int().min(1),
    }),
    response: z.object({
      key: z.string(),
      url: z.string(),
      /** Form fields to post before the file. */
      fields: z.record(z.string(), z.string()),
      expiresInS: z.int(),
    }),
    errors: ['ERR_VALIDATION', 'ERR_FILESIZE_OVER_LIMIT', 'ERR_MEDIA_TYPE'],
    permission: 'authenticated',
    ...company,
    summary: 'A presigned form to post one file to; the message then names its key',
  }),
  link: route({
    id: 'media.link',
    method: 'GET',
    path: '/media/link/{messageId}',
    params: z.strictObject({ messageId: messageIdSchema }),
    response: z.object({ url: z.string(), expiresInS: z.int() }),
    errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_MEDIA_MISSING', 'ERR_VALIDATION'],
    permission: 'authenticated',
    ...company,
    summary: "A fresh link to a message's file, when the one in the message has expired",
  }),
  transcribe: route({
    id: 'media.transcribe',
    method: 'GET',
    path: '/messages/transcribeAudio/{file}',
    /** The id of the file's message. A file's name would not tell who may listen to it. */
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
    ...company,
    rate: 'heavy',
    summary: 'What is said in a voice note or audio file; asked of the company’s service once, and kept',
  }),
} as const;
