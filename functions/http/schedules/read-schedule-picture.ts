import { AppError } from '@prosa/shared/errors.ts';
import { PICTURE_MAX_PIXELS, SCHEDULE_PICTURE_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import type { CleanPicture } from '../../domain/media/clean-picture.ts';
import type { UploadedFile } from '../../platform/http/http-call.ts';
import { readPicture } from '../media/read-picture.ts';

/**
 * Returns the picture of a schedule from a request: PNG or JPEG.
 * @param field name of the form field with the picture
 * @throws AppError those of {@link readPicture}
 */
export const readSchedulePicture = (
  files: readonly UploadedFile[],
  field: string,
): CleanPicture & { fileName: string } => {
  const picture = readPicture(files, {
    field,
    maxBytes: SCHEDULE_PICTURE_MAX_BYTES,
    maxPixels: PICTURE_MAX_PIXELS,
  });
  if (picture.mimeType === 'image/webp') throw new AppError('ERR_MEDIA_TYPE');
  return picture;
};
