import HubOutlined from '@mui/icons-material/HubOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/integrations.json';

declare global {
  interface FeatureTexts {
    integrations: typeof texts;
  }
}

export const integrations: FeatureManifest = {
  feature: 'integrations',
  menu: { path: paths.integrations, Icon: HubOutlined },
  screens: [{ path: paths.integrations, texts: ['integrations', 'call-log'] }],
  // Integrations answer in queues, which only administrators change.
  ability: 'queues-page:view',
  plan: 'useIntegrations',
};
