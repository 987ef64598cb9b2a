import { PICTURE_MAX_PIXELS } from '@prosa/shared/rules/file-limits.ts';
import { cleanPicture } from '../../domain/media/clean-picture.ts';
import { putObject } from '../../platform/blob/blob.ts';
import type { Profile } from '../driver.ts';

/**
 * Stores a person's picture without its metadata (S-42), because a provider's links to pictures expire in days. The
 * bytes decide about its type (S-39); a file that is no picture, or too large to decode, is not stored.
 * @returns the key; null without a picture; undefined if it could not be fetched
 */
export const storePicture = async (
  key: string,
  file: Profile['picture'],
): Promise<string | null | undefined> => {
  if (file === null || file === undefined) return file;
  const picture = cleanPicture(file.bytes);
  if (picture === undefined || picture.width * picture.height > PICTURE_MAX_PIXELS) return null;
  await putObject(key, picture.bytes, picture.mimeType);
  return key;
};
