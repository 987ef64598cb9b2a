import { type CampaignInput, type CampaignView, campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import { call } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { MediaChange } from '../files/components/form-file.tsx';
import { uploadFile } from '../files/upload-file.ts';

const saveMedia = async (id: number, change: MediaChange): Promise<void> => {
  const params = { id };
  if (change === 'keep') return;
  if (change === 'remove') await call(campaignRoutes.removeMedia, { params });
  else {
    const mediaKey = await uploadFile(change, new AbortController().signal, () => undefined);
    await call(campaignRoutes.setMedia, { params, body: { typeArch: 'campaign', mediaKey } });
  }
};

/**
 * Saves a campaign with its file. The file is saved first and the start time last, because the server refuses changes of
 * a campaign that starts within an hour.
 * @param saved the campaign as far as it is saved, so that another attempt does not add it again
 */
export const saveCampaign = async (
  saved: { current: Pick<CampaignView, 'id'> | null },
  body: CampaignInput,
  media: MediaChange,
): Promise<void> => {
  const isWhole = saved.current === null && media === 'keep';
  saved.current ??= await call(campaignRoutes.create, {
    body: isWhole ? body : { ...body, scheduledAt: null },
  });
  if (isWhole) return;
  const { id } = saved.current;
  await saveMedia(id, media);
  await call(campaignRoutes.update, { params: { id }, body });
};

/**
 * Fetches a campaign as it is now, and its file, for copying both. Uses a new link, because the link in a list may have
 * expired.
 * @throws ApiError ERR_MEDIA_MISSING if the file is gone
 */
export const fetchForCopy = async (id: number): Promise<{ campaign: CampaignView; media: MediaChange }> => {
  const campaign = await call(campaignRoutes.get, { params: { id } });
  const { mediaPath, mediaName } = campaign;
  if (mediaPath === null) return { campaign, media: 'keep' };
  const answer = await fetch(mediaPath);
  if (!answer.ok) throw new ApiError({ code: 'ERR_MEDIA_MISSING', status: answer.status });
  const bytes = await answer.blob();
  return { campaign, media: new File([bytes], mediaName ?? '', { type: bytes.type }) };
};
