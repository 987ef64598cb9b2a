import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/helps.json';

declare global {
  interface FeatureTexts {
    helps: typeof texts;
  }
}

export const helps: FeatureManifest = {
  feature: 'helps',
  menu: { path: paths.helps, Icon: HelpOutlineRounded },
  screens: [{ path: paths.helps }],
};
