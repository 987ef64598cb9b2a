import { mediaRoutes } from '@prosa/shared/contracts/media.ts';
import { call } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';

const OCTETS = 'application/octet-stream';

/**
 * Whether the file's first byte can be read: a dropped item may be a folder, and a file may be deleted while its
 * caption is written.
 */
export const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

const post = (
  url: string,
  fields: Record<string, string>,
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<void> =>
  // XMLHttpRequest, because fetch reports no upload progress.
  new Promise((resolve, reject) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', file);
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    signal.addEventListener('abort', cancel);
    request.upload.onprogress = (event) =>
      onProgress(event.lengthComputable ? event.loaded / event.total : 0);
    request.onload = () =>
      request.status < 300
        ? resolve()
        : reject(new ApiError({ code: 'ERR_MEDIA_TYPE', status: request.status }));
    request.onerror = () => reject(new ApiError({ code: 'ERR_NETWORK', status: 0 }));
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'));
    request.onloadend = () => signal.removeEventListener('abort', cancel);
    request.open('POST', url);
    request.send(form);
  });

/**
 * Uploads a file straight to the bucket.
 * @param onProgress receives the share of bytes sent, 0 to 1
 * @returns the key that a message then refers to
 * @throws ApiError, or an AbortError when cancelled
 */
export const uploadFile = async (
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<string> => {
  if (!(await isReadable(file))) throw new ApiError({ code: 'ERR_MEDIA_MISSING', status: 400 });
  const form = await call(mediaRoutes.createUpload, {
    body: { fileName: file.name, mimeType: file.type === '' ? OCTETS : file.type, size: file.size },
    signal,
  });
  signal.throwIfAborted();
  await post(form.url, form.fields, file, signal, onProgress);
  return form.key;
};
