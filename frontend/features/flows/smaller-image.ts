/** The specification's quality of pictures in flows. */
const QUALITY = 0.7;

/**
 * Compresses a picture as JPEG. Returns the picture as it is if that would not make it smaller, or if this browser
 * cannot read it.
 */
export const smallerImage = async (file: File): Promise<File> => {
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return file;
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height;
  const pen = canvas.getContext('2d');
  if (pen === null) return file;
  // JPEG has no transparency.
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0);
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (blob === null || blob.size >= file.size) return file;
  return new File([blob], `${file.name.replace(/\.[^.]+$/, '')}.jpg`, { type: 'image/jpeg' });
};
