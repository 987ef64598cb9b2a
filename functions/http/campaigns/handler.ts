import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { removeMedia, setMedia } from './campaign-media.ts';
import { getSettings, saveSettings } from './campaign-settings.ts';
import { estimateCampaign } from './estimate-campaign.ts';
import { followUp } from './follow-up.ts';
import { routes } from './function.ts';
import { getCampaign, listCampaigns } from './list-campaigns.ts';
import { listQuality } from './list-quality.ts';
import { exportReceivers, listReceivers } from './receivers.ts';
import { removeCampaign } from './remove-campaign.ts';
import { createCampaign, updateCampaign } from './save-campaign.ts';
import { sendTest } from './send-test.ts';
import {
  cancelCampaign,
  pauseCampaign,
  restartCampaign,
  resumeCampaign,
  startCampaign,
} from './steer-campaign.ts';
import { addSuppression, listSuppressions, removeSuppression } from './suppressions.ts';

export const handler = bindRoutes(routes, {
  list: listCampaigns,
  get: getCampaign,
  create: createCampaign,
  update: updateCampaign,
  remove: removeCampaign,
  setMedia,
  removeMedia,
  start: startCampaign,
  pause: pauseCampaign,
  resume: resumeCampaign,
  cancel: cancelCampaign,
  restart: restartCampaign,
  test: sendTest,
  estimate: estimateCampaign,
  listReceivers,
  exportReceivers,
  followUp,
  listSuppressions,
  addSuppression,
  removeSuppression,
  listQuality,
  getSettings,
  saveSettings,
});
