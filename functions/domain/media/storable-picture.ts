import { PICTURE_MAX_PIXELS } from '@prosa/shared/rules/file-limits.ts';
import { type CleanPicture, cleanPicture } from './clean-picture.ts';

/**
 * Returns a person's picture without its metadata (S-42). The bytes decide about its type (S-39).
 * @returns undefined for a file that is no picture, or too large to decode
 */
export const storablePicture = (bytes: Uint8Array): CleanPicture | undefined => {
  const picture = cleanPicture(bytes);
  return picture === undefined || picture.width * picture.height > PICTURE_MAX_PIXELS ? undefined : picture;
};
