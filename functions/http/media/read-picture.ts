import { AppError } from '@prosa/shared/errors.ts';
import { isRefusedType } from '@prosa/shared/rules/refused-type.ts';
import { type CleanPicture, cleanPicture } from '../../domain/media/clean-picture.ts';
import type { UploadedFile } from '../../platform/http/http-call.ts';

interface Limits {
  /** Name of the form field with the picture. */
  field: string;
  maxBytes: number;
  maxPixels: number;
}

/**
 * Returns the uploaded picture as it is to be stored. The bytes decide about its type, not the declared type (S-39),
 * and camera metadata is removed (S-42).
 * @throws AppError ERR_VALIDATION unless it is one file; ERR_MEDIA_EMPTY, ERR_MEDIA_TYPE, ERR_FILESIZE_OVER_LIMIT
 */
export const readPicture = (
  files: readonly UploadedFile[],
  { field, maxBytes, maxPixels }: Limits,
): CleanPicture & { fileName: string } => {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) {
    throw new AppError('ERR_VALIDATION', { details: [{ path: `body.${field}`, message: 'one file' }] });
  }
  if (file.bytes.byteLength === 0) throw new AppError('ERR_MEDIA_EMPTY');
  if (file.bytes.byteLength > maxBytes)
    throw new AppError('ERR_FILESIZE_OVER_LIMIT', { details: { maxBytes } });
  if (isRefusedType(file.mimeType, file.fileName)) throw new AppError('ERR_MEDIA_TYPE');
  const picture = cleanPicture(file.bytes);
  if (picture === undefined || picture.width === 0 || picture.height === 0)
    throw new AppError('ERR_MEDIA_TYPE');
  if (picture.width * picture.height > maxPixels) {
    throw new AppError('ERR_FILESIZE_OVER_LIMIT', { details: { maxPixels } });
  }
  return { ...picture, fileName: file.fileName };
};
