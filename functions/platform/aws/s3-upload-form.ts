import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { mayPutByForm } from './local-role.ts';
import { bucket, s3 } from './s3.ts';

/**
 * Returns an upload form that accepts one file of this exact key and type, of 1 to `maxBytes` bytes, for `ttlS`
 * seconds.
 */
export const presignUpload = async (key: string, mimeType: string, maxBytes: number, ttlS: number) => {
  mayPutByForm(bucket(), key);
  return createPresignedPost(s3(), {
    Bucket: bucket(),
    Key: key,
    Conditions: [
      ['content-length-range', 1, maxBytes],
      ['eq', '$Content-Type', mimeType],
    ],
    Fields: { 'Content-Type': mimeType },
    Expires: ttlS,
  });
};
