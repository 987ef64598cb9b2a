import { quickMessageRoutes } from '@prosa/shared/contracts/quick-messages.ts';
import { call } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';

/**
 * Fetches a quick message's file for sending. Uses a new link, because the link in a list may have expired.
 * @throws ApiError ERR_MEDIA_MISSING when the quick message has no file any more
 */
export const fetchQuickFile = async (id: number): Promise<File> => {
  const { mediaPath, mediaName } = await call(quickMessageRoutes.get, { params: { id } });
  const answer = mediaPath === null ? null : await fetch(mediaPath);
  if (answer?.ok !== true) throw new ApiError({ code: 'ERR_MEDIA_MISSING', status: answer?.status ?? 404 });
  const bytes = await answer.blob();
  return new File([bytes], mediaName ?? '', { type: bytes.type });
};
