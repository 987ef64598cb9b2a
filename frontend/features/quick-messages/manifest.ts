import BoltOutlined from '@mui/icons-material/BoltOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';

export const quickMessages: FeatureManifest = {
  feature: 'quick-messages',
  menu: { id: 'quickMessages', path: paths.quickMessages, Icon: BoltOutlined },
  screens: [
    {
      path: paths.quickMessages,

      texts: ['quick-messages', 'template', 'messages'],
    },
  ],
};
