import { quickMessageRoutes } from '@prosa/shared/contracts/quick-messages.ts';
import { call } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';

/**
 * The file of a quick message, to be sent like any other: by a fresh link, since the one in a list may have expired.
 * @throws ApiError ERR_MEDIA_MISSING where there is none any more
 */
export const fetchQuickFile = async (id: number): Promise<File> => {
  const { mediaPath, mediaName } = await call(quickMessageRoutes.get, { params: { id } });
  const answer = mediaPath === null ? null : await fetch(mediaPath);
  if (answer?.ok !== true) throw new ApiError({ code: 'ERR_MEDIA_MISSING', status: answer?.status ?? 404 });
  const bytes = await answer.blob();
  return new File([bytes], mediaName ?? '', { type: bytes.type });
};
