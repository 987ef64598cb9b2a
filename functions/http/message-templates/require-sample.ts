import type { messageTemplateRoutes } from '@prosa/shared/contracts/message-templates.ts';
import type { BodyOf } from '@prosa/shared/contracts/route.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { TEMPLATE_SAMPLES } from '@prosa/shared/rules/template-samples.ts';
import type { TemplateSample } from '../../channels/driver.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import { getObject, headObject } from '../../platform/blob/blob.ts';
import { detectType } from '../../platform/blob/detect-type.ts';
import { requireUpload } from '../messages/with-one-file.ts';

/** Number of bytes at the start of a file that tell its type. */
const HEAD_BYTES = 4100;

/**
 * Returns the example of a header's file; null for a header without one. Its bytes tell its type (S-39). The upload is
 * not used up: after a refusal of the provider the same request may name it again, and the bucket deletes it after a
 * day.
 * @throws AppError ERR_MEDIA_MISSING, ERR_MEDIA_EMPTY, ERR_MEDIA_TYPE, ERR_FILESIZE_OVER_LIMIT
 */
export const requireSample = async (
  principal: UserPrincipal,
  header: BodyOf<typeof messageTemplateRoutes.update>['header'],
): Promise<TemplateSample | null> => {
  if (!('mediaKey' in header)) return null;
  const { types, maxBytes } = TEMPLATE_SAMPLES[header.kind];
  const { key, fileName } = await requireUpload(principal, header.mediaKey);
  const stored = await headObject(key);
  if (stored === undefined) throw new AppError('ERR_MEDIA_MISSING');
  if (stored.size === 0) throw new AppError('ERR_MEDIA_EMPTY');
  if (stored.size > maxBytes) throw new AppError('ERR_FILESIZE_OVER_LIMIT', { details: { maxBytes } });
  const bytes = await getObject(key);
  if (bytes === undefined) throw new AppError('ERR_MEDIA_MISSING');
  const mimeType = await detectType(bytes.subarray(0, HEAD_BYTES));
  if (mimeType === undefined || !types.includes(mimeType)) throw new AppError('ERR_MEDIA_TYPE');
  return { bytes, mimeType, fileName };
};
