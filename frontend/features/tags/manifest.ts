import SellOutlined from '@mui/icons-material/SellOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';

export const tags: FeatureManifest = {
  feature: 'tags',
  menu: { id: 'tags', path: paths.tags, Icon: SellOutlined },
  screens: [{ path: paths.tags }],
};
