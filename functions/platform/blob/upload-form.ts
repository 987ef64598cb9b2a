import { presignUpload } from '../aws/s3-upload-form.ts';
import { localEndpoint, requireEnv } from '../env.ts';

/** Lifetime of a presigned upload form (S-38). */
export const UPLOAD_TTL_S = 300;

/**
 * Returns an upload form that accepts one file of this exact key and type, of 1 to `maxBytes` bytes, for five
 * minutes.
 */
export const createUploadForm = async (key: string, mimeType: string, maxBytes: number) => {
  const form = await presignUpload(key, mimeType, maxBytes, UPLOAD_TTL_S);
  // Browsers cannot reach the local bucket's own address, so the frontend server accepts its forms.
  return localEndpoint('S3_ENDPOINT').endpoint === undefined
    ? form
    : { ...form, url: `${requireEnv('APP_ORIGIN')}/media` };
};
