import type { mediaRoutes } from '@prosa/shared/contracts/media.ts';
import { messageIdSchema } from '@prosa/shared/entities/message.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { TRANSCRIBED_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import { withoutTail } from '@prosa/shared/rules/without-tail.ts';
import { act } from '../../conversations/act.ts';
import { asAttendant } from '../../conversations/actor.ts';
import { requireMessage } from '../../conversations/message-access.ts';
import * as openScene from '../../conversations/open-scene.ts';
import { presentationFor } from '../../conversations/ticket-access.ts';
import { readTranscription, transcribedName } from '../../domain/media/transcription.ts';
import { messageMask } from '../../domain/presenters/present-message.ts';
import { changedMessageTurn } from '../../domain/turns/message-turns.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import { getObject } from '../../platform/blob/blob.ts';
import { type AskOutside, formQuestion, OutsideFailed } from '../../platform/fetch-outside.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { errorFields, log } from '../../platform/log.ts';
import { openTranscriptionKey } from '../../platform/transcription-key.ts';
import type { MessageRow } from '../../repositories/tickets/messages.ts';

/** Timeout of the transcription service: shorter than the function's own, with some time left to store the text. */
const ANSWER_MS = 24_000;
const ANSWER_MAX_BYTES = 1_000_000;

/** @throws AppError ERR_MEDIA_MISSING, ERR_TRANSCRIPTION_FILE, ERR_FILESIZE_OVER_LIMIT */
const soundOf = async ({ mediaType, media, isDeleted }: MessageRow): Promise<File> => {
  const name = mediaType === 'audio' && media !== null ? transcribedName(media.mimeType) : undefined;
  if (name === undefined || media === null || isDeleted) throw new AppError('ERR_TRANSCRIPTION_FILE');
  if (media.state !== 'stored') throw new AppError('ERR_MEDIA_MISSING');
  if (media.size > TRANSCRIBED_MAX_BYTES) {
    throw new AppError('ERR_FILESIZE_OVER_LIMIT', { details: { maxBytes: TRANSCRIBED_MAX_BYTES } });
  }
  const bytes = await getObject(media.key);
  if (bytes === undefined) throw new AppError('ERR_MEDIA_MISSING');
  return new File([Buffer.from(bytes)], name, { type: media.mimeType });
};

/**
 * @throws AppError ERR_TRANSCRIPTION_OFF, ERR_TRANSCRIPTION_REFUSED, ERR_TRANSCRIPTION_FAILED, ERR_TRANSCRIPTION_DATA
 */
const transcribe = async (ask: AskOutside, { directory }: UserPrincipal, sound: File): Promise<string> => {
  const { companyId, language, transcriptionUrl, transcriptionModel, transcriptionKey } = directory.settings;
  const form = new FormData();
  form.set('file', sound);
  form.set('model', transcriptionModel);
  form.set('language', language);
  form.set('response_format', 'json');
  const authorization = `Bearer ${await openTranscriptionKey(companyId, transcriptionKey)}`;
  const question = await formQuestion(form, { authorization });
  const address = `${withoutTail(transcriptionUrl, (char) => char === '/')}/audio/transcriptions`;
  const { status, bytes } = await ask(address, question, {
    maxBytes: ANSWER_MAX_BYTES,
    timeoutMs: ANSWER_MS,
  }).catch((error: unknown) => {
    if (!(error instanceof OutsideFailed)) throw error;
    // All failures give the same error, because the response must not reveal what is behind an address (S-46).
    log.info('transcription service not reached', { reason: error.reason, ...errorFields(error.cause) });
    throw new AppError('ERR_TRANSCRIPTION_FAILED');
  });
  const answer = readTranscription(status, Buffer.from(bytes).toString('utf8'));
  if ('text' in answer) return answer.text;
  log.info('transcription service gave no text', { status, code: answer.refused });
  throw new AppError(answer.refused);
};

/**
 * Returns the transcription of a message's audio. The answer of the company's service is stored with the message and
 * published to users who have the message open, so the service is asked once. Two simultaneous requests may ask it
 * twice; one answer is stored.
 * @throws AppError ERR_NO_MESSAGE_FOUND for a message that the caller may not read, and what its steps throw
 */
export const transcribeAudio =
  (ask: AskOutside): RouteHandler<typeof mediaRoutes.transcribe> =>
  async ({ principal, params, ids, clock }) => {
    const id = messageIdSchema.safeParse(params.file);
    if (!id.success) throw new AppError('ERR_TRANSCRIPTION_FILE');
    const { message, ticket } = await requireMessage(principal, id.data);
    const shown = (text: string) => ({
      transcribedText: messageMask(message, ticket.contact, presentationFor(principal)).text(text),
    });
    if (message.transcription !== null && !message.isDeleted) return shown(message.transcription);
    if (principal.directory.settings.transcriptionKey === '') throw new AppError('ERR_TRANSCRIPTION_OFF');
    const said = await transcribe(ask, principal, await soundOf(message));
    const open = () => openScene.byMessage(asAttendant(principal), id.data);
    const { scene } = await act({ ids, clock }, open, ({ message: before }) => {
      if (before.isDeleted) throw new AppError('ERR_NO_MESSAGE_FOUND');
      return before.transcription === null
        ? changedMessageTurn(before, { ...before, transcription: said }, undefined)
        : undefined;
    });
    return shown(scene.message.transcription ?? said);
  };
