import type { announcementRoutes } from '@prosa/shared/contracts/announcements.ts';
import { AppError } from '@prosa/shared/errors.ts';
import {
  ANNOUNCEMENT_PICTURE_MAX_BYTES,
  ANNOUNCEMENT_PICTURE_TYPES,
} from '@prosa/shared/rules/announcements.ts';
import { cleanFileName } from '@prosa/shared/rules/clean-file-name.ts';
import { PICTURE_MAX_PIXELS } from '@prosa/shared/rules/file-limits.ts';
import { deleteObject, getObject, headObject, putObject } from '../../platform/blob/blob.ts';
import type { HandlerContext, RouteHandler } from '../../platform/http/bind-routes.ts';
import type { UploadedFile } from '../../platform/http/http-call.ts';
import { Upload } from '../../platform/table/entities/messages.ts';
import { openTable } from '../../platform/table/table.ts';
import { newPictureKey } from '../../repositories/organisation/announcements.ts';
import { readPicture } from '../media/read-picture.ts';
import type { UploadRow } from '../messages/take-files.ts';
import { requireUpload } from '../messages/with-one-file.ts';
import { requireAnnouncement } from './list-announcements.ts';
import { applyChange } from './save-announcement.ts';

type Context = HandlerContext<typeof announcementRoutes.setMedia>;

/** Returns the file of an earlier upload. @throws AppError ERR_MEDIA_MISSING, ERR_FILESIZE_OVER_LIMIT */
const fileOf = async ({ key, fileName, mimeType }: UploadRow): Promise<UploadedFile> => {
  const head = await headObject(key);
  if (head !== undefined && head.size > ANNOUNCEMENT_PICTURE_MAX_BYTES)
    throw new AppError('ERR_FILESIZE_OVER_LIMIT', { details: { maxBytes: ANNOUNCEMENT_PICTURE_MAX_BYTES } });
  const bytes = await getObject(key);
  if (bytes === undefined) throw new AppError('ERR_MEDIA_MISSING');
  return { fileName, mimeType, bytes };
};

/**
 * Sets the picture of an announcement, from the form or from an earlier upload. The picture before is deleted a little
 * later.
 * @throws AppError ERR_NO_ANNOUNCEMENT_FOUND, ERR_VALIDATION for none or several files, ERR_MEDIA_MISSING,
 * ERR_MEDIA_EMPTY, ERR_MEDIA_TYPE, ERR_FILESIZE_OVER_LIMIT
 */
export const setMedia = async (context: Context) => {
  const { principal, params, body, files, ids } = context;
  const { id } = await requireAnnouncement(params.id);
  const upload = body.mediaKey === undefined ? undefined : await requireUpload(principal, body.mediaKey);
  const picture = readPicture(upload === undefined ? files : [...files, await fileOf(upload)], {
    field: 'file',
    maxBytes: ANNOUNCEMENT_PICTURE_MAX_BYTES,
    maxPixels: PICTURE_MAX_PIXELS,
  });
  const { bytes, mimeType } = picture;
  if (!ANNOUNCEMENT_PICTURE_TYPES.includes(mimeType)) throw new AppError('ERR_MEDIA_TYPE');
  const media = {
    key: newPictureKey(ids),
    fileName: cleanFileName(picture.fileName),
    mimeType,
    size: bytes.byteLength,
  };
  await putObject(media.key, bytes, mimeType, media.fileName);
  try {
    return await applyChange(
      context,
      'announcements.setMedia',
      (before) => ({ ...before, media }),
      (nowMs) =>
        upload === undefined
          ? []
          : [
              openTable(principal.companyId).put(
                Upload,
                { ...upload, usedBy: `announcement.${id}` },
                upload.version,
                nowMs,
              ),
            ],
    );
  } catch (error) {
    // After any other error the announcement may have the picture.
    if (error instanceof AppError) await deleteObject(media.key);
    throw error;
  }
};

/** Takes the picture of an announcement away. */
export const removeMedia: RouteHandler<typeof announcementRoutes.removeMedia> = (context) =>
  applyChange(context, 'announcements.removeMedia', (before) => ({ ...before, media: null }));
