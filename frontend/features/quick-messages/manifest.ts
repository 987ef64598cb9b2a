import BoltOutlined from '@mui/icons-material/BoltOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/quick-messages.json';

declare global {
  interface FeatureTexts {
    'quick-messages': typeof texts;
  }
}

export const quickMessages: FeatureManifest = {
  feature: 'quick-messages',
  menu: { path: paths.quickMessages, Icon: BoltOutlined },
  screens: [
    {
      path: paths.quickMessages,

      texts: ['quick-messages', 'template', 'messages'],
    },
  ],
};
