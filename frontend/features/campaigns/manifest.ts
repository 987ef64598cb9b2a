import CampaignOutlined from '@mui/icons-material/CampaignOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/campaigns.json';

declare global {
  interface FeatureTexts {
    campaigns: typeof texts;
  }
}

export const campaigns: FeatureManifest = {
  feature: 'campaigns',
  menu: { path: paths.campaigns, Icon: CampaignOutlined },
  screens: [
    { path: paths.campaigns, texts: ['campaigns', 'messages', 'errors'] },
    {
      path: paths.campaignReport(':campaignId'),
      component: 'campaign-report-screen',
      texts: ['campaigns', 'messages', 'contact-files', 'errors'],
    },
    { path: paths.campaignSettings, component: 'campaign-settings-screen' },
  ],
  // Only administrators have it, and the routes are for administrators. Open tabs of the release before would refuse a
  // session with an ability that they do not know.
  ability: 'settings-page:view',
  plan: 'useCampaigns',
};
