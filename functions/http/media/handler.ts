import { AppError } from '@prosa/shared/errors.ts';
import { cleanFileName } from '@prosa/shared/rules/clean-file-name.ts';
import { UPLOAD_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import { isRefusedType } from '@prosa/shared/rules/refused-type.ts';
import { requireMessage } from '../../conversations/message-access.ts';
import { tableOf } from '../../conversations/ticket-access.ts';
import { pendingKey } from '../../platform/blob/file-keys.ts';
import { LINK_MIN_TTL_S, mediaLinker } from '../../platform/blob/media-link.ts';
import { createUploadForm, UPLOAD_TTL_S } from '../../platform/blob/upload-form.ts';
import { toInstant } from '../../platform/clock.ts';
import { type AskOutside, askOutside } from '../../platform/fetch-outside.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { Upload } from '../../platform/table/entities/messages.ts';
import { routes } from './function.ts';
import { transcribeAudio } from './transcribe-audio.ts';

/**
 * Binds the routes of files.
 * @param ask sends a request to the company's transcription service
 */
export const bindMedia = (ask: AskOutside) =>
  bindRoutes(routes, {
    createUpload: async ({ principal, body, ids, clock }) => {
      const { companyId, userId } = principal;
      if (body.size > UPLOAD_MAX_BYTES) {
        throw new AppError('ERR_FILESIZE_OVER_LIMIT', { details: { maxBytes: UPLOAD_MAX_BYTES } });
      }
      if (isRefusedType(body.mimeType, body.fileName)) throw new AppError('ERR_MEDIA_TYPE');
      const nowMs = clock.now();
      const key = pendingKey(companyId, ids.uuid());
      const [form] = await Promise.all([
        createUploadForm(key, body.mimeType, Math.min(body.size, UPLOAD_MAX_BYTES)),
        commit([
          tableOf(principal).put(
            Upload,
            {
              companyId,
              key,
              userId,
              fileName: cleanFileName(body.fileName),
              mimeType: body.mimeType,
              at: toInstant(nowMs),
            },
            'absent',
            nowMs,
          ),
        ]),
      ]);
      return { key, url: form.url, fields: form.fields, expiresInS: UPLOAD_TTL_S };
    },
    link: async ({ principal, params, clock }) => {
      const { message } = await requireMessage(principal, params.messageId);
      if (message.media?.state !== 'stored' || message.isDeleted) throw new AppError('ERR_MEDIA_MISSING');
      const link = await mediaLinker(clock.now());
      return { url: link(message.media.key), expiresInS: LINK_MIN_TTL_S };
    },
    transcribe: transcribeAudio(ask),
  });

export const handler = bindMedia(askOutside);
