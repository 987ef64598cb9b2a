import { storablePicture } from '../../domain/media/storable-picture.ts';
import { putObject } from '../../platform/blob/blob.ts';
import { pictureVersionKey } from '../../platform/blob/file-keys.ts';
import type { Profile } from '../driver.ts';

/**
 * Stores a person's picture, because a provider's links to pictures expire in days. A file that is no picture, or too
 * large to decode, is not stored.
 * @param start the start of the key
 * @returns the key; null without a picture; undefined if it could not be fetched
 */
export const storePicture = async (
  start: string,
  file: Profile['picture'],
): Promise<string | null | undefined> => {
  if (file === null || file === undefined) return file;
  const picture = storablePicture(file.bytes);
  if (picture === undefined) return null;
  const key = pictureVersionKey(start, picture.bytes);
  await putObject(key, picture.bytes, picture.mimeType);
  return key;
};
