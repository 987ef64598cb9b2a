import DashboardOutlined from '@mui/icons-material/DashboardOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';

export const dashboard: FeatureManifest = {
  feature: 'dashboard',
  menu: { id: 'dashboard', path: paths.home, Icon: DashboardOutlined },
  screens: [{ path: paths.home }],
  ability: 'dashboard:view',
};
