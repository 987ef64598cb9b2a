import SellOutlined from '@mui/icons-material/SellOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/tags.json';

declare global {
  interface FeatureTexts {
    tags: typeof texts;
  }
}

export const tags: FeatureManifest = {
  feature: 'tags',
  menu: { path: paths.tags, Icon: SellOutlined },
  screens: [{ path: paths.tags }],
};
