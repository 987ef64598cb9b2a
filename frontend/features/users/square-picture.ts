import { ApiError } from '../../lib/api/api-error.ts';

/** More than twice the largest avatar, for high-density screens. */
const SIDE_PX = 384;
const QUALITY = 0.86;

const notShown = (cause?: unknown): ApiError => new ApiError({ code: 'ERR_MEDIA_TYPE', status: 415, cause });

/**
 * Crops a picture's centre to a small square JPEG, with the camera's rotation applied and without metadata.
 * @throws ApiError ERR_MEDIA_TYPE when this browser cannot decode the picture
 */
export const squarePicture = async (file: Blob): Promise<File> => {
  const picture = await createImageBitmap(file).catch((error: unknown) => {
    throw notShown(error);
  });
  const canvas = document.createElement('canvas');
  canvas.width = SIDE_PX;
  canvas.height = SIDE_PX;
  const pen = canvas.getContext('2d');
  if (pen === null) throw notShown();
  const side = Math.min(picture.width, picture.height);
  // JPEG has no transparency.
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, SIDE_PX, SIDE_PX);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(
    picture,
    (picture.width - side) / 2,
    (picture.height - side) / 2,
    side,
    side,
    0,
    0,
    SIDE_PX,
    SIDE_PX,
  );
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (blob === null) throw notShown();
  return new File([blob], 'picture.jpg', { type: 'image/jpeg' });
};
