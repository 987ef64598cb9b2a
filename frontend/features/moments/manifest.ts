import SupportAgentOutlined from '@mui/icons-material/SupportAgentOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';

export const moments: FeatureManifest = {
  feature: 'moments',
  menu: { id: 'moments', path: paths.moments, Icon: SupportAgentOutlined },
  screens: [{ path: paths.moments, texts: ['moments', 'users'] }],
  ability: 'moments:view',
};
