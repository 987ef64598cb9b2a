import SupportAgentOutlined from '@mui/icons-material/SupportAgentOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/moments.json';

declare global {
  interface FeatureTexts {
    moments: typeof texts;
  }
}

export const moments: FeatureManifest = {
  feature: 'moments',
  menu: { path: paths.moments, Icon: SupportAgentOutlined },
  screens: [{ path: paths.moments, texts: ['moments', 'users'] }],
  ability: 'moments:view',
};
